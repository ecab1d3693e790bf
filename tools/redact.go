// This file removes paths of the host's file system from texts that a model may see.

package tools

import "strings"

// RedactedPath stands for an absolute path that was removed from a text.
const RedactedPath = "<path>"

// redactedPrefixes begin the paths that tell about a host: its users, its temporary files.
var redactedPrefixes = [...]string{"/Users/", "/home/", "/private/", "/tmp/", "/var/folders/"}

// RedactPaths replaces every absolute path below a home or temporary directory by RedactedPath. A path ends at white space or a quotation mark; other
// paths stay. The runtime applies it to failure messages of tools and to console lines.
func RedactPaths(text string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(text); {
		slash := strings.IndexByte(text[i:], '/')
		if slash < 0 {
			break
		}
		i += slash
		prefix := redactedPrefix(text[i:])
		if prefix == 0 || i+prefix == len(text) || pathEnd(text[i+prefix:]) == 0 {
			i++
			continue
		}
		end := i + prefix + pathEnd(text[i+prefix:])
		b.WriteString(text[done:i])
		b.WriteString(RedactedPath)
		i, done = end, end
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

func redactedPrefix(s string) int {
	for _, p := range redactedPrefixes {
		if strings.HasPrefix(s, p) {
			return len(p)
		}
	}
	return 0
}

// pathEnd is the length of the rest of a path.
func pathEnd(s string) int {
	for i, c := range s {
		switch c {
		case '"', '\'', '`', ' ', '\t', '\n', '\v', '\f', '\r', '\u00a0', '\u2028', '\u2029', '\ufeff':
			return i
		}
	}
	return len(s)
}
