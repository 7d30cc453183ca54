package rules

import "strings"

// MayFetch reports whether a text that cannot be trusted to have been read names a program
// that fetches: less quotes and backslashes, which hide names from people and not from
// shells. With all, those of the scope all count, too: any tool, a program that is asked
// about with its subcommand or an address, a connection of the shell's own.
func MayFetch(text string, all bool) bool {
	bare := strings.Map(func(r rune) rune {
		switch r {
		case '"', '\'', '\\':
			return -1
		}
		return r
	}, text)
	for _, name := range FetcherNames() {
		if strings.Contains(bare, name) {
			return true
		}
	}
	return all && (namesConnection(bare) || namesFetcher(bare) || mentionsAsked(bare))
}

// namesConnection reports whether a text holds a name by which bash connects to a host.
func namesConnection(text string) bool {
	return strings.Contains(text, "/dev/tcp/") || strings.Contains(text, "/dev/udp/")
}

// mentionsAsked reports whether a text names a program that is asked about, and behind it a
// subcommand with which it fetches; an address, where the program runs texts.
func mentionsAsked(text string) bool {
	tokens := strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || strings.ContainsRune(";|&()<>{}`$=", r) })
	last := make(map[string]int, len(tokens))
	for i, token := range tokens {
		last[token] = i
	}
	for i, token := range tokens {
		name := askedName(programOf(token))
		first := askedAs(name)
		if first == "" {
			continue
		}
		if has(textPrograms, name) && strings.Contains(text, "://") {
			return true
		}
		for _, row := range askedRows(first) {
			for sub := range strings.FieldsSeq(row.subs) {
				if word, _, _ := strings.Cut(sub, "/"); word == "-" || last[word] > i {
					return true
				}
			}
		}
	}
	return false
}
