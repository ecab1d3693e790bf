package syntax

// This file turns byte offsets into lines, columns and code frames.

import (
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// frameWidth is the most characters of a source line that a frame shows.
const frameWidth = 120

func itoa(n int) string { return strconv.Itoa(n) }

// lineTable holds the offsets of the line starts, found at the first question.
type lineTable struct {
	once   sync.Once
	starts []int32
}

func (t *lineTable) position(src string, offset int) (line, column int) {
	t.once.Do(func() { t.starts = lineStarts(src) })
	offset = min(max(offset, 0), len(src))
	i := sort.Search(len(t.starts), func(i int) bool { return int(t.starts[i]) > offset }) - 1
	return i + 1, utf16Length(src[t.starts[i]:offset]) + 1
}

// lineStarts finds the starts of all lines; \n, \r\n, \r, U+2028 and U+2029 end one.
func lineStarts(src string) []int32 {
	starts := make([]int32, 1, 1+strings.Count(src, "\n"))
	for i := 0; i < len(src); i++ {
		if n := lineTerminator(src, i); n > 0 {
			i += n - 1
			starts = append(starts, int32(i+1))
		}
	}
	return starts
}

// lineTerminator returns the length of the line terminator at offset i, 0 if there is none.
func lineTerminator(src string, i int) int {
	switch src[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(src) && src[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xE2:
		if i+2 < len(src) && src[i+1] == 0x80 && src[i+2]&^1 == 0xA8 {
			return 3
		}
	}
	return 0
}

// Position returns line and column of a byte offset, both from 1, the column in
// UTF-16 units. It scans the text; Program.Position remembers the lines.
func Position(src string, offset int) (line, column int) {
	line, start := lineOf(src, offset)
	return line, utf16Length(src[start:min(max(offset, 0), len(src))]) + 1
}

// lineOf returns the number of the line that holds offset, and where it starts.
func lineOf(src string, offset int) (line, start int) {
	offset = min(max(offset, 0), len(src))
	line = 1
	for i := 0; i < offset; i++ {
		n := lineTerminator(src, i)
		if n == 0 {
			continue
		}
		if i+n > offset {
			break
		}
		i += n - 1
		line, start = line+1, i+1
	}
	return line, start
}

// utf16Length counts UTF-16 units. An invalid byte counts as one.
func utf16Length(s string) int {
	n := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i, n = i+1, n+1
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i, n = i+size, n+1
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// Frame returns two lines: the source line that holds start, with its number,
// and carets under start..end as far as they are on that line. Long lines are cut
// around the caret; tabs and invisible characters become spaces so that the caret
// stands right.
func Frame(src string, start, end int) string {
	start = min(max(start, 0), len(src))
	end = min(max(end, start), len(src))
	line, from := lineOf(src, start)
	to := start
	for to < len(src) && lineTerminator(src, to) == 0 {
		to++
	}
	before, cutLeft := lastRunes(src[from:start], frameWidth/2)
	after, cutRight := firstRunes(src[start:to], frameWidth/2)
	marked := min(end, start+len(after)) - start
	carets := max(1, utf8.RuneCountInString(after[:marked]))

	var b strings.Builder
	number := itoa(line) + " | "
	b.WriteString(number)
	pad := utf8.RuneCountInString(before)
	if cutLeft {
		b.WriteString("…")
		pad++
	}
	writeVisible(&b, before)
	writeVisible(&b, after)
	if cutRight {
		b.WriteString("…")
	}
	b.WriteByte('\n')
	b.WriteString(strings.Repeat(" ", len(number)-2))
	b.WriteString("| ")
	b.WriteString(strings.Repeat(" ", pad))
	b.WriteString(strings.Repeat("^", carets))
	return b.String()
}

// lastRunes returns the last n characters of s, and whether something was cut.
func lastRunes(s string, n int) (string, bool) {
	i := len(s)
	for ; n > 0 && i > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return s[i:], i > 0
}

// firstRunes returns the first n characters of s, and whether something was cut.
func firstRunes(s string, n int) (string, bool) {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s[:i], i < len(s)
}

func writeVisible(b *strings.Builder, s string) {
	for _, r := range s {
		if r < ' ' || r == 0x7F || r == 0xFEFF || r == 0xA0 {
			r = ' '
		}
		b.WriteRune(r)
	}
}
