package rules

import (
	"slices"
	"strings"
)

const (
	azValues = "-o --output --query --subscription -g --resource-group -n --name -l --location --key"
	azFlags  = "--debug --verbose --only-show-errors"
)

// azVerbs are the operations that read in every group of az.
const azVerbs = "exists list peek query show stats summarize tail url what-if"

// azParts begin the names of operations that read.
var azParts = [...]string{"check-name", "get-", "list-", "show-"}

// azReads allows the operations of az that read: its words before the first option are
// groups and, last, the verb.
func azReads(r *Reading) string {
	words := leadingWords(r)
	n := len(words)
	switch {
	case n > 0 && len(r.Inv.Args) == n+1 && r.Inv.Args[n].Value.Is("--help"):
		return ""
	case n == 1 && words[0] == "version", n == 2 && words[0] == "find":
		return ""
	case n == 3 && words[0] == "config" && words[1] == "get", n == 2 && words[0] == "config" && words[1] == "get":
		return ""
	case n == 2 && words[0] == "devops" && words[1] == "configure" && len(r.Inv.Args) == 3 && (r.Inv.Args[2].Value.Is("--list") || r.Inv.Args[2].Value.Is("-l")):
		return ""
	case n < 2:
		return "the operation is not known"
	}
	if words[0] == "ml" && given(r, "-e") || words[0] == "iot" && given(r, "--key") {
		return "it opens a browser, or prints keys"
	}
	for _, word := range words[:n-1] {
		exempt := word == "tag" || word == "build" && words[0] == "pipelines"
		if has(changingVerbs, word) && !exempt || strings.ContainsAny(word, "/:.@= ") {
			return "the word " + word + " is not known to be a group"
		}
	}
	if azSecret(words) {
		return "the operation " + strings.Join(words, " ") + " hands out what logs in"
	}
	if azVerb(words[n-1]) {
		return ""
	}
	return "the operation " + strings.Join(words, " ") + " is not one that is known to read only"
}

func azVerb(verb string) bool {
	if has(azVerbs, verb) {
		return true
	}
	for _, part := range azParts {
		if strings.HasPrefix(verb, part) {
			return true
		}
	}
	return false
}

// azHandsOut are groups and operations that print what logs in without a name that says
// so: signed addresses, settings, shared keys.
const azHandsOut = "show-cd-url list-configuration get-data-plane-access appsettings device-identity module-identity storage-account get-boot-log-uris"

// azSecret reports whether the words name keys, passwords or tokens, which an operation
// of az prints; those of a key vault are listed without their values.
func azSecret(words []string) bool {
	verb := words[len(words)-1]
	path := strings.Join(words, " ")
	switch {
	case words[0] == "iot" && slices.Contains(words, "policy"),
		slices.Contains(words, "express-route") && (slices.Contains(words, "auth") || slices.Contains(words, "authorization")),
		strings.HasPrefix(path, "webapp config backup show"):
		return true
	}
	for _, word := range words {
		switch {
		case printsSecret(word), word == "secrets", word == "sas", strings.HasSuffix(word, "-key"), word == "test-endpoint":
			return true
		case has(azHandsOut, word):
			return true
		case word == "keys" || strings.Contains(word, "-keys"):
			return true
		case word == "key" && words[0] != "keyvault":
			return true
		case strings.Contains(word, "secret") && !has("list list-deleted list-versions get-versions", verb):
			return true
		}
	}
	return false
}
