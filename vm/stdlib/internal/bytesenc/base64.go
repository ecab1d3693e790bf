// Package bytesenc converts between bytes and text: base64 and hex in the forms of the web (atob, btoa) and of Uint8Array.
//
// The functions are linear, about 1 to 3 ns a byte, and allocate their result only, whose size the caller knows: 4/3 or 3/4 of the
// input for base64, 2 or 1/2 for hex. They take a charge function, which may be nil: it is called before every few thousand bytes of
// work with its amount, about one unit for 2 ns, and an error that it returns ends the function. Text is WTF-8.
package bytesenc

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
)

// step is how many bytes are worked on between two charges; a multiple of 3 and 4.
const step = 12 << 10

// pay charges for the bytes from i on, at most a step of them, and returns the end of the step.
func pay(charge func(int) error, i, length int) (end int, err error) {
	end = min(i+step, length)
	if charge != nil {
		err = charge((end - i) / 2)
	}
	return end, err
}

// Errors of the decoders. The binding chooses the JavaScript error: SyntaxError for Uint8Array, InvalidCharacterError for atob.
var (
	ErrBase64 = errors.New("the string is not correctly encoded base64")
	ErrHex    = errors.New("the string is not correctly encoded hex: an even number of hexadecimal digits is needed")
	ErrLatin1 = errors.New("the string contains characters outside of the Latin1 range")
)

// ToBase64Options are the options of Uint8Array.prototype.toBase64.
type ToBase64Options struct {
	URL         bool // alphabet "base64url"
	OmitPadding bool
}

// ToBase64 encodes bytes.
func ToBase64(b []byte, o ToBase64Options, charge func(int) error) (string, error) {
	encoding := base64.StdEncoding
	if o.URL {
		encoding = base64.URLEncoding
	}
	if o.OmitPadding {
		encoding = encoding.WithPadding(base64.NoPadding)
	}
	out := make([]byte, 0, encoding.EncodedLen(len(b)))
	for i := 0; i < len(b); {
		end, err := pay(charge, i, len(b))
		if err != nil {
			return "", err
		}
		out = encoding.AppendEncode(out, b[i:end])
		i = end
	}
	return string(out), nil
}

// ToHex encodes bytes as lower-case hexadecimal digits.
func ToHex(b []byte, charge func(int) error) (string, error) {
	out := make([]byte, 0, 2*len(b))
	for i := 0; i < len(b); {
		end, err := pay(charge, i, len(b))
		if err != nil {
			return "", err
		}
		out = hex.AppendEncode(out, b[i:end])
		i = end
	}
	return string(out), nil
}

// Btoa is the global function btoa: the characters of s, all below U+0100, are bytes to encode.
func Btoa(s string, charge func(int) error) (string, error) {
	b := make([]byte, 0, len(s))
	paid := 0
	for i, r := range s {
		if i >= paid {
			var err error
			if paid, err = pay(charge, i, len(s)); err != nil {
				return "", err
			}
		}
		if r > 0xff {
			return "", ErrLatin1
		}
		b = append(b, byte(r))
	}
	return ToBase64(b, ToBase64Options{}, charge)
}

// Atob is the global function atob, the forgiving-base64 decode of the Infra Standard: ASCII white space is ignored, padding may be
// missing, spare bits are dropped. The bytes are the characters of the result below U+0100.
func Atob(s string, charge func(int) error) ([]byte, error) {
	clean := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		end, err := pay(charge, i, len(s))
		if err != nil {
			return nil, err
		}
		for ; i < end; i++ {
			if !isSpace(s[i]) {
				clean = append(clean, s[i])
			}
		}
	}
	if n := len(clean); n%4 == 0 && n > 0 && clean[n-1] == '=' {
		if clean = clean[:n-1]; clean[n-2] == '=' {
			clean = clean[:n-2]
		}
	}
	if len(clean)%4 == 1 {
		return nil, ErrBase64
	}
	out, _, err := FromBase64(string(clean), FromBase64Options{}, -1, charge)
	return out, err
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
}

// LastChunk says what to do with a last group of fewer than four characters.
type LastChunk uint8

const (
	Loose             LastChunk = iota // decode it, padded or not
	Strict                             // it must be padded, and its spare bits zero
	StopBeforePartial                  // leave an unpadded one undecoded
)

// FromBase64Options are the options of Uint8Array.fromBase64 and of setFromBase64.
type FromBase64Options struct {
	URL       bool
	LastChunk LastChunk
}

// decoder collects the six-bit groups of a chunk of four characters.
type decoder struct {
	out    []byte
	limit  int
	chunk  uint32
	filled int
	charge func(int) error
	paid   int // the end of what was charged for
}

// FromBase64 decodes text of which ASCII white space is ignored. At most limit bytes are decoded, any number if limit is negative;
// read is how much of s they came from. After an error the bytes before it are returned with it.
func FromBase64(s string, o FromBase64Options, limit int, charge func(int) error) (out []byte, read int, err error) {
	if limit == 0 {
		return nil, 0, nil
	}
	d := decoder{limit: limit, charge: charge}
	size := len(s)/4*3 + 3
	if limit > 0 {
		size = min(size, limit)
	}
	d.out = make([]byte, 0, size)
	for i := 0; ; i++ { // read is the end of the last complete chunk
		if d.filled == 0 {
			if i, err = d.chunks(s, i, o.URL); err != nil {
				return d.out, read, err
			}
			read = max(read, i)
		}
		if len(d.out) == limit {
			return d.out, read, nil
		}
		if i, err = d.skipSpace(s, i); err != nil {
			return d.out, read, err
		}
		if i == len(s) {
			return d.end(o, read, i)
		}
		if s[i] == '=' {
			return d.padding(s, o, i, read)
		}
		v := base64Value(s[i], o.URL)
		if v > 63 {
			return d.out, read, ErrBase64
		}
		// A chunk that would not fit is left alone: two bytes of room are too few for its fourth character.
		if room := d.room(); room == 1 && d.filled == 2 || room == 2 && d.filled == 3 {
			return d.out, read, nil
		}
		d.chunk = d.chunk<<6 | uint32(v)
		if d.filled++; d.filled == 4 {
			d.out = append(d.out, byte(d.chunk>>16), byte(d.chunk>>8), byte(d.chunk))
			d.chunk, d.filled = 0, 0
		}
	}
}

// room is how many bytes may still be decoded; 3 stands for enough.
func (d *decoder) room() int {
	if d.limit < 0 {
		return 3
	}
	return d.limit - len(d.out)
}

// end handles the last chunk when the text ends without padding.
func (d *decoder) end(o FromBase64Options, read, length int) ([]byte, int, error) {
	switch {
	case d.filled == 0:
		return d.out, length, nil
	case o.LastChunk == StopBeforePartial:
		return d.out, read, nil
	case o.LastChunk == Strict || d.filled == 1:
		return d.out, read, ErrBase64
	}
	d.flush()
	return d.out, length, nil
}

// padding handles the padding at s[i:], behind which only white space may stand.
func (d *decoder) padding(s string, o FromBase64Options, i, read int) (out []byte, _ int, err error) {
	if d.filled < 2 {
		return d.out, read, ErrBase64
	}
	if i, err = d.skipSpace(s, i+1); err != nil {
		return d.out, read, err
	}
	if d.filled == 2 {
		switch {
		case i == len(s):
			if o.LastChunk == StopBeforePartial {
				return d.out, read, nil
			}
			return d.out, read, ErrBase64
		case s[i] != '=':
			return d.out, read, ErrBase64
		}
		if i, err = d.skipSpace(s, i+1); err != nil {
			return d.out, read, err
		}
	}
	if i < len(s) {
		return d.out, read, ErrBase64
	}
	spare := uint32(0xf)
	if d.filled == 3 {
		spare = 0x3
	}
	if o.LastChunk == Strict && d.chunk&spare != 0 {
		return d.out, read, ErrBase64
	}
	d.flush()
	return d.out, len(s), nil
}

func (d *decoder) skipSpace(s string, i int) (int, error) {
	for i < len(s) && isSpace(s[i]) {
		if err := d.pay(s, i); err != nil {
			return i, err
		}
		i++
	}
	return i, d.pay(s, i)
}

// pay charges for the next step when i has come to the end of the last.
func (d *decoder) pay(s string, i int) (err error) {
	if i >= d.paid && i < len(s) {
		d.paid, err = pay(d.charge, i, len(s))
	}
	return err
}

// flush writes the whole bytes of a chunk of two or three characters.
func (d *decoder) flush() {
	if d.filled == 2 {
		d.out = append(d.out, byte(d.chunk>>4))
	} else {
		d.out = append(d.out, byte(d.chunk>>10), byte(d.chunk>>2))
	}
}

// base64Values holds the six bits of the characters from U+0020 to U+007F that both alphabets share, 0xff for others.
const base64Values = "" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\x34\x35\x36\x37\x38\x39\x3a\x3b\x3c\x3d\xff\xff\xff\xff\xff\xff" +
	"\xff\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e" +
	"\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\xff\xff\xff\xff\xff" +
	"\xff\x1a\x1b\x1c\x1d\x1e\x1f\x20\x21\x22\x23\x24\x25\x26\x27\x28" +
	"\x29\x2a\x2b\x2c\x2d\x2e\x2f\x30\x31\x32\x33\xff\xff\xff\xff\xff"

// base64Value returns the six bits of a character, more than 63 if it is not in the alphabet.
func base64Value(c byte, url bool) byte {
	if c-0x20 < byte(len(base64Values)) {
		if v := base64Values[c-0x20]; v < 64 {
			return v
		}
	}
	switch {
	case !url && c == '+', url && c == '-':
		return 62
	case !url && c == '/', url && c == '_':
		return 63
	}
	return 0xff
}

// chunks decodes whole chunks without white space from s[i:] as long as they fit, and returns where it stopped.
func (d *decoder) chunks(s string, i int, url bool) (int, error) {
	for len(s)-i >= 4 && d.room() >= 3 {
		if err := d.pay(s, i); err != nil {
			return i, err
		}
		a, b, c, e := base64Value(s[i], url), base64Value(s[i+1], url), base64Value(s[i+2], url), base64Value(s[i+3], url)
		if (a|b|c|e)&0xc0 != 0 {
			break
		}
		d.out = append(d.out, a<<2|b>>4, b<<4|c>>2, c<<6|e)
		i += 4
	}
	return i, nil
}

// FromHex decodes hexadecimal digits, at most limit bytes, any number if limit is negative; read is how much of s they came
// from. After an error the bytes before it are returned with it.
func FromHex(s string, limit int, charge func(int) error) (out []byte, read int, err error) {
	if len(s)%2 != 0 {
		return nil, 0, ErrHex
	}
	size := len(s) / 2
	if limit >= 0 {
		size = min(size, limit)
	}
	out = make([]byte, size)
	for read < 2*size {
		end, err := pay(charge, read, 2*size)
		if err != nil {
			return out[:read/2], read, err
		}
		n, err := hex.Decode(out[read/2:], []byte(s[read:end]))
		if read += 2 * n; err != nil {
			return out[:read/2], read, ErrHex
		}
	}
	return out, read, nil
}
