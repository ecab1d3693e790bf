// This file defines Segmenter: grapheme clusters by the rules of Unicode Standard Annex 29, words and sentences by simpler ones.

package intl

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Segmenter cuts text. It is immutable.
type Segmenter struct {
	Locale      *Locale
	Granularity string // grapheme, word, sentence
}

// NewSegmenter takes the granularity grapheme (or ""), word or sentence.
func NewSegmenter(l *Locale, granularity string) (*Segmenter, error) {
	if err := choose("granularity", &granularity, "grapheme", "word", "sentence"); err != nil {
		return nil, err
	}
	return &Segmenter{Locale: l, Granularity: granularity}, nil
}

// Next returns the length in bytes of the segment that s begins with, and whether a word is one that means something: letters
// or digits, not space or punctuation. s must not be empty. charge, if not nil, is called with the amount of work, about one unit for
// 2 ns; an error that it returns ends the work.
func (g *Segmenter) Next(s string, charge func(int) error) (n int, wordLike bool, err error) {
	c := cutter{text: s, charge: charge}
	switch g.Granularity {
	case "word":
		wordLike = c.word()
	case "sentence":
		c.sentence()
	default:
		c.grapheme()
	}
	return c.at, wordLike, c.err
}

// cutter finds the end of one segment: at moves over the text until then.
type cutter struct {
	text   string
	at     int
	paid   int
	charge func(int) error
	err    error
}

// more reports whether there is text left to look at. It charges for it.
func (c *cutter) more() bool {
	const step = 1 << 10
	if c.at >= c.paid && c.err == nil {
		if c.paid = c.at + step; c.charge != nil {
			c.err = c.charge(min(step, len(c.text)-c.at) * 8)
		}
	}
	return c.at < len(c.text) && c.err == nil
}

// rest is the text from the current place on.
func (c *cutter) rest() string { return c.text[c.at:] }

// graphemeClass is the part a character plays in a grapheme cluster.
type graphemeClass uint8

const (
	graphemeOther graphemeClass = iota
	graphemeControl
	graphemeExtend
	graphemeJoiner
	graphemePrepend
	graphemeRegional
	graphemeHangulL
	graphemeHangulV
	graphemeHangulT
	graphemeHangulLV
	graphemeHangulLVT
	graphemePictograph
)

func classifyGrapheme(r rune) graphemeClass {
	switch {
	case r < 0x20 || 0x7f <= r && r < 0xa0 && r != 0xa9:
		return graphemeControl
	case r < 0x300:
		if r == 0xa9 || r == 0xae {
			return graphemePictograph
		}
		if r == 0xad {
			return graphemeControl
		}
		return graphemeOther
	case r == 0x200d:
		return graphemeJoiner
	case r == 0x200c || 0xff9e <= r && r <= 0xff9f || 0x1f3fb <= r && r <= 0x1f3ff || 0xe0020 <= r && r <= 0xe007f:
		return graphemeExtend
	case 0x1f1e6 <= r && r <= 0x1f1ff:
		return graphemeRegional
	case 0x1100 <= r && r <= 0x11ff || 0xa960 <= r && r <= 0xa97c || 0xac00 <= r && r <= 0xd7fb:
		return classifyHangul(r)
	case isPictograph(r):
		return graphemePictograph
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc):
		return graphemeExtend
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return graphemePrepend
	case unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || r == utf8.RuneError:
		return graphemeControl
	}
	return graphemeOther
}

func classifyHangul(r rune) graphemeClass {
	switch {
	case r <= 0x115f || 0xa960 <= r && r <= 0xa97c:
		return graphemeHangulL
	case r <= 0x11a7 || 0xd7b0 <= r && r <= 0xd7c6:
		return graphemeHangulV
	case r <= 0x11ff || r >= 0xd7cb:
		return graphemeHangulT
	case r > 0xd7a3:
		return graphemeOther
	case (r-0xac00)%28 == 0:
		return graphemeHangulLV
	}
	return graphemeHangulLVT
}

// isPictograph approximates Extended_Pictographic by blocks.
func isPictograph(r rune) bool {
	switch {
	case r < 0x203c:
		return false
	case r < 0x2190:
		return r == 0x203c || r == 0x2049 || r == 0x2122 || r == 0x2139
	case r < 0x2600:
		return 0x2194 <= r && r <= 0x21aa || 0x231a <= r && r <= 0x231b || r == 0x2328 || r == 0x2388 || r == 0x23cf || 0x23e9 <= r && r <= 0x23fa ||
			r == 0x24c2 || r == 0x25aa || r == 0x25ab || r == 0x25b6 || r == 0x25c0 || 0x25fb <= r && r <= 0x25fe
	case r < 0x2800:
		return r <= 0x2767 || 0x2795 <= r && r <= 0x2797 || r == 0x27a1 || r == 0x27b0 || r == 0x27bf
	case r < 0x10000:
		return r == 0x2934 || r == 0x2935 || 0x2b05 <= r && r <= 0x2b07 || r == 0x2b1b || r == 0x2b1c || r == 0x2b50 || r == 0x2b55 ||
			r == 0x3030 || r == 0x303d || r == 0x3297 || r == 0x3299
	}
	return 0x1f000 <= r && r <= 0x1faff || 0x1fc00 <= r && r <= 0x1fffd
}

// grapheme moves over a grapheme cluster.
func (c *cutter) grapheme() {
	r, n := decode(c.rest())
	if strings.HasPrefix(c.rest(), "\r\n") {
		c.at += 2
		return
	}
	c.at += n
	prev := classifyGrapheme(r)
	pictograph := prev == graphemePictograph // a pictograph and what extends it came before the joiner
	regional := prev == graphemeRegional     // one indicator waits for its second
	consonant, linked := isIndicConsonant(r), false
	for c.more() {
		r, size := decode(c.rest())
		class := classifyGrapheme(r)
		conjunct := linked && isIndicConsonant(r)
		if prev == graphemeControl || class == graphemeControl || !conjunct && !graphemesJoin(prev, class, pictograph, regional) {
			return
		}
		linked = !conjunct && (linked || consonant && isIndicLinker(r))
		regional = regional && class != graphemeRegional
		if class == graphemePictograph {
			pictograph = true
		} else if class != graphemeExtend && class != graphemeJoiner {
			pictograph = false
		}
		prev = class
		c.at += size
	}
}

// The scripts of India whose consonants join over a virama have blocks of the same layout: Devanagari, Bengali, Gujarati, Oriya,
// Telugu, Malayalam.
func indicOffset(r rune) rune {
	switch r &^ 0x7f {
	case 0x900, 0x980, 0xa80, 0xb00, 0xc00, 0xd00:
		return r & 0x7f
	}
	return 0
}

func isIndicLinker(r rune) bool { return indicOffset(r) == 0x4d }

func isIndicConsonant(r rune) bool {
	at := indicOffset(r)
	return 0x15 <= at && at <= 0x39 || 0x58 <= at && at <= 0x5f || r >= 0x978 && r <= 0x97f
}

func graphemesJoin(prev, class graphemeClass, pictograph, regional bool) bool {
	switch class {
	case graphemeExtend, graphemeJoiner:
		return true
	case graphemeHangulL, graphemeHangulLV, graphemeHangulLVT:
		return prev == graphemeHangulL || prev == graphemePrepend
	case graphemeHangulV:
		return prev == graphemeHangulL || prev == graphemeHangulV || prev == graphemeHangulLV || prev == graphemePrepend
	case graphemeHangulT:
		return prev == graphemeHangulV || prev == graphemeHangulT || prev == graphemeHangulLV || prev == graphemeHangulLVT || prev == graphemePrepend
	case graphemePictograph:
		return prev == graphemeJoiner && pictograph || prev == graphemePrepend
	case graphemeRegional:
		return regional || prev == graphemePrepend
	}
	return prev == graphemePrepend
}

// decode is utf8.DecodeRuneInString for WTF-8: a lone surrogate is one character of three bytes.
func decode(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xed {
		return r, 3
	}
	return r, n
}

// word moves over a word: a run of letters, marks, digits and what joins them inside (an apostrophe, the point of a number), a run of
// spaces, or a single other character. Ideographs are words of one character each, because there is no dictionary.
func (c *cutter) word() (wordLike bool) {
	r, n := decode(c.rest())
	switch {
	case r == ' ':
		for c.more() && c.text[c.at] == ' ' {
			c.at++
		}
		return false
	case isIdeograph(r):
		c.at += n
		c.skip(unicode.IsMark)
		return true
	case !isWordRune(r):
		c.grapheme()
		return false
	}
	for c.at += n; c.more(); {
		next, size := decode(c.rest())
		switch {
		case isIdeograph(next):
			return true
		case isWordRune(next) || unicode.IsMark(next) || next == 0x200d:
		case joinsWord(r, next) && c.at+size < len(c.text):
			after, _ := decode(c.text[c.at+size:])
			if unicode.IsLetter(r) != unicode.IsLetter(after) || unicode.IsDigit(r) != unicode.IsDigit(after) {
				return true
			}
		default:
			return true
		}
		r = next
		c.at += size
	}
	return true
}

// skip moves over the characters that match.
func (c *cutter) skip(matches func(rune) bool) {
	for c.more() {
		r, n := decode(c.rest())
		if !matches(r) {
			return
		}
		c.at += n
	}
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func isIdeograph(r rune) bool {
	return r >= 0x3040 && unicode.In(r, unicode.Han, unicode.Hiragana)
}

// joinsWord reports whether a character inside a word or a number does not end it.
func joinsWord(before, r rune) bool {
	switch r {
	case '\'', '.', 0x2019:
		return true
	case ':', 0xb7:
		return unicode.IsLetter(before)
	case ',', ';':
		return unicode.IsDigit(before)
	}
	return false
}

// sentence moves over a sentence: up to a full stop, question or exclamation mark with what closes it and the white space behind, or up
// to the end of the line. A full stop before a lower-case letter or inside a number does not count.
func (c *cutter) sentence() {
	for c.more() {
		r, n := decode(c.rest())
		switch c.at += n; r {
		case '\n', 0x2028, 0x2029, 0x85:
			return
		case '\r':
			c.lineFeed()
			return
		case '.', '!', '?', '…', '。', '！', '？':
			if c.sentenceEnd(r == '.' || r == '…') {
				return
			}
		}
	}
}

// lineFeed moves over the second half of a line break.
func (c *cutter) lineFeed() {
	if strings.HasPrefix(c.rest(), "\n") {
		c.at++
	}
}

// sentenceEnd moves over what may stand behind the mark at the end of a sentence. A weak mark ends one only before white space that no
// lower-case letter follows.
func (c *cutter) sentenceEnd(weak bool) bool {
	c.skip(func(r rune) bool {
		return r == '.' || r == '!' || r == '?' || r == '"' || r == '\'' || unicode.In(r, unicode.Pe, unicode.Pf, unicode.Pi)
	})
	start := c.at
	c.skip(func(r rune) bool { return unicode.IsSpace(r) && r != '\n' && r != '\r' })
	if !c.more() {
		return true
	}
	switch r, n := decode(c.rest()); {
	case r == '\r':
		c.at += n
		c.lineFeed()
		return true
	case r == '\n':
		c.at += n
		return true
	case weak:
		return c.at > start && !unicode.IsLower(r)
	}
	return true
}
