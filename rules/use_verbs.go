package rules

import (
	"slices"
	"strings"
)

// readingVerbs are the words by which clients of services name an operation that only
// reads, in byte order.
const readingVerbs = "cat check count describe diff estimate events exists explain export-schema filter find get head help history info inspect lint " +
	"list list-versions logs lookup ls outdated preview print query read scan search select show simulate stat stats status summary " +
	"tail top tree verify version versions view whoami"

// readingParts are those that begin the name of an operation, before a hyphen
// (describe-instances); the rest of the name says what.
const readingParts = "batch-get check count describe detect estimate filter get head list lookup preview query scan search select show validate"

// handsOut are operations that begin so and print, or write, what logs in.
const handsOut = "get-credentials get-login get-login-password get-access-token get-session-token get-token get-password get-secret-value get-authorization-token"

// readingVerb reports whether a word names an operation that only reads.
func readingVerb(word string) bool {
	if has(readingVerbs, word) {
		return true
	}
	if has(handsOut, word) {
		return false
	}
	for part := range strings.SplitSeq(readingParts, " ") {
		if rest, ok := strings.CutPrefix(word, part); ok && strings.HasPrefix(rest, "-") {
			return true
		}
	}
	return false
}

// verbs says why the verb of a client's command line is not one that reads, or "".
func (r *Reading) verbs() string {
	if r.Use.Verbs == NoVerbs {
		return ""
	}
	if r.Use.Bare && len(r.Operands) == 0 {
		return ""
	}
	words := make([]string, 0, len(r.Operands))
	for _, arg := range r.Operands {
		text, ok := arg.Value.Text()
		if !ok {
			break
		}
		words = append(words, text)
	}
	switch r.Use.Verbs {
	case VerbFirst:
		if len(words) > 0 && readingVerb(words[0]) {
			return ""
		}
	case VerbLast:
		if n := len(words); n > 0 && n == len(r.Operands) && readingVerb(words[n-1]) {
			return ""
		}
	case VerbSecond:
		n := len(words)
		help := n > 0 && n <= 3 && words[n-1] == "help"
		if n == len(r.Operands) && (help || n == 2 && readingVerb(words[1])) {
			return ""
		}
	case VerbPath:
		for i, word := range words {
			if i > 0 && readingVerb(word) && !slices.ContainsFunc(words[i+1:], func(w string) bool { return !plainGroup(w) && has(changingVerbs, w) }) {
				return ""
			}
			if !plainGroup(word) {
				break
			}
		}
	}
	if len(words) == 0 {
		return "the operation is not known"
	}
	return "the operation " + strings.Join(words[:min(len(words), 4)], " ") + " is not one that is known to read only"
}

// plainGroup reports whether a word can name a group of commands: lower-case letters,
// digits and hyphens, and no verb that changes something.
func plainGroup(word string) bool {
	for _, c := range []byte(word) {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-') {
			return false
		}
	}
	return !has(changingVerbs, word) && !has(changingVerbs, strings.SplitN(word, "-", 2)[0])
}

// changingVerbs end the search for a verb: what follows them are operands.
const changingVerbs = "abandon access activate add apply attach auth-login build call cancel clear clone close configure connect copy cp create " +
	"deactivate delete deploy detach disable drain edit enable exec execute export failover import init install invoke kill launch " +
	"login logout merge migrate move mv new open patch pause promote publish pull purge push put read-write reboot rebuild recreate " +
	"register release reload remove rename replace request reset resize restart restore resume revoke rm rollback rollout rotate rsync " +
	"run scale send set simulate-change ssh scp start stop submit suspend switch sync tag terminate trigger undelete uninstall unset " +
	"untag update upgrade upload use write"
