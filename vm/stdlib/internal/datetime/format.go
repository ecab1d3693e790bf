// This file defines the text forms of time values that do not depend on a locale.

package datetime

var (
	weekdayNames = [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}
	monthNames   = [12]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
)

// FormatISO returns Date.prototype.toISOString of a time value that is not NaN.
func FormatISO(t float64) string {
	var buf [32]byte
	return string(AppendISO(buf[:0], t))
}

// AppendISO appends FormatISO(t): 24 bytes, 27 when the year is not in 0..9999 and needs a sign and six digits.
func AppendISO(dst []byte, t float64) []byte {
	f := FieldsOf(t)
	switch {
	case f.Year < 0:
		dst = appendPadded(append(dst, '-'), -f.Year, 6)
	case f.Year > 9999:
		dst = appendPadded(append(dst, '+'), f.Year, 6)
	default:
		dst = appendPadded(dst, f.Year, 4)
	}
	dst = appendPadded(append(dst, '-'), f.Month+1, 2)
	dst = appendPadded(append(dst, '-'), f.Day, 2)
	dst = appendClock(append(dst, 'T'), f)
	dst = appendPadded(append(dst, '.'), f.Millisecond, 3)
	return append(dst, 'Z')
}

// FormatUTC returns Date.prototype.toUTCString of a time value that is not NaN: "Thu, 01 Jan 1970 00:00:00 GMT".
func FormatUTC(t float64) string {
	f := FieldsOf(t)
	dst := make([]byte, 0, 32)
	dst = append(dst, weekdayNames[f.Weekday]...)
	dst = appendPadded(append(dst, ", "...), f.Day, 2)
	dst = append(append(append(dst, ' '), monthNames[f.Month]...), ' ')
	dst = appendYear(dst, f.Year)
	dst = appendClock(append(dst, ' '), f)
	return string(append(dst, " GMT"...))
}

// FormatDay returns Date.prototype.toDateString of a time value that is not NaN: "Thu Jan 01 1970".
func FormatDay(t float64) string {
	f := FieldsOf(t)
	dst := make([]byte, 0, 20)
	dst = append(append(dst, weekdayNames[f.Weekday]...), ' ')
	dst = append(append(dst, monthNames[f.Month]...), ' ')
	dst = append(appendPadded(dst, f.Day, 2), ' ')
	return string(appendYear(dst, f.Year))
}

// FormatClock returns Date.prototype.toTimeString of a time value that is not NaN, in UTC.
func FormatClock(t float64) string {
	const zone = " GMT+0000 (Coordinated Universal Time)"
	dst := make([]byte, 0, 8+len(zone))
	return string(append(appendClock(dst, FieldsOf(t)), zone...))
}

func appendYear(dst []byte, year int) []byte {
	if year < 0 {
		return appendPadded(append(dst, '-'), -year, 4)
	}
	return appendPadded(dst, year, 4)
}

func appendClock(dst []byte, f Fields) []byte {
	dst = append(appendPadded(dst, f.Hour, 2), ':')
	dst = append(appendPadded(dst, f.Minute, 2), ':')
	return appendPadded(dst, f.Second, 2)
}

// appendPadded writes n >= 0 with at least width digits.
func appendPadded(dst []byte, n, width int) []byte {
	var buf [20]byte
	at := len(buf)
	for n > 0 || width > 0 {
		at--
		buf[at] = byte('0' + n%10)
		n /= 10
		width--
	}
	return append(dst, buf[at:]...)
}
