package policy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/rules"
)

// guide is a file as people write it, with everything that a file can have.
const guide = `// what our agents may do
{
  "$schema": "https://example.com/policy.schema.json",
  "version": "1.0.0",
  "description": ["any", "value"],
  "_note": {"anything": {"_x": 1}, "anything": null},
  "default_profile": "development",
  "profiles": {
    "development": {
      "description": "for people",
      "safe_commands": ["cat", "git status", /* more */ {"text": "pytest", "_why": 1, "reason": "they are ours"},],
      "blocked_patterns": [
        "rm -rf",
        {"text": "git push --force", "suggest": "git push --force-with-lease",
         "match": ["git push -f"], "not_match": ["git push"]},
      ],
      "shell_injection_patterns": [";", "\u0000", "\r"],
      "_shell_injection_patterns": "a comment",
      "blocked_paths": [".env", "~/.ssh/"],
      "path_traversal_patterns": [".."],
      "protected_paths": ["docs/**", ".claude/local/**"],
      "authorized_agents": ["implementer"],
      "compound": "each",
      "built_in_knowledge": true,
      "sandbox_enabled": false,
      "circuit_breaker": {"enabled": false, "threshold": 7, "description": "seven"},
    },
    "empty": {},
    "_old": 7,
  },
}
`

func TestParse(t *testing.T) {
	f, problems := Parse("/u/policy.json", []byte(guide))
	require.Empty(t, problems)
	assert.Equal(t, "development", f.Default)

	at := func(line, column int) rules.Origin {
		return rules.Origin{File: "/u/policy.json", Line: line, Column: column}
	}
	want := rules.Policy{
		Profile: "development",
		SafeCommands: []rules.Entry{
			{Text: "cat", Origin: at(11, 25)},
			{Text: "git status", Origin: at(11, 32)},
			{Text: "pytest", Reason: "they are ours", Origin: at(11, 57)},
		},
		BlockedPatterns: []rules.Entry{
			{Text: "rm -rf", Origin: at(13, 9)},
			{
				Text: "git push --force", Suggest: "git push --force-with-lease", Origin: at(14, 9),
				Match: []string{"git push -f"}, NotMatch: []string{"git push"},
			},
		},
		ShellInjection: []rules.Entry{{Text: ";", Origin: at(17, 36)}, {Text: "\x00", Origin: at(17, 41)}, {Text: "\r", Origin: at(17, 51)}},
		BlockedPaths:   []rules.Entry{{Text: ".env", Origin: at(19, 25)}, {Text: "~/.ssh/", Origin: at(19, 33)}},
		PathTraversal:  []rules.Entry{{Text: "..", Origin: at(20, 35)}},
		ProtectedPaths: []rules.Entry{{Text: ".claude/local/**"}, {Text: "docs/**", Origin: at(21, 27)}},
		Agents:         []rules.Entry{{Text: "implementer", Origin: at(22, 29)}},
		Compound:       rules.CompoundEach,
		Knowledge:      true,
		Breaker:        rules.Breaker{Threshold: 7},
	}
	require.Len(t, f.Profiles(), 2)
	assert.Equal(t, want, f.Profiles()[0])
	empty := development()
	empty.Profile = "empty"
	assert.Equal(t, empty, f.Profiles()[1], "an absent key has the built-in value of development")
}

// in returns a file with one profile of these keys, which begin in column 35.
func in(keys string) string { return `{"profiles": {"development": {    ` + keys + `}}}` }

func TestProblems(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "1:1: the file is empty: write a policy"},
		{"comments only", "// nothing\n", "1:1: the file is empty"},
		{"null", "null", `1:1: the policy is null: write an object with "profiles"`},
		{"an array", "[1]", `1:1: the policy is a list: write an object`},
		{"a string", `"x"`, `1:1: the policy is the string "x": write an object`},
		{"a number", ` 12`, `1:2: the policy is the number 12: write an object`},
		{"two documents", "{}\n{}", "2:1: something follows the end of the policy: keep one object"},
		{"text behind it", "{} x", "1:4: something follows"},
		{"cut off", "{\"profiles\": {\n  ", "1:15: the text ends before the policy does: close"},
		{"a string that is not closed", `{"version": "1`, "1:15: the text ends before"},
		{"no JSON", "{\n  \"version\" \"1\"}", "2:13: this is not JSON (invalid character '\"' after object name (expecting ':')): mend it"},
		{"a name without quotes", "{version: 1}", "1:2: this is not JSON"},
		{"a number for a name", "{1: 1}", "1:2: this is not JSON"},
		{"one quote", "{'version': '1'}", "1:2: this is not JSON"},
		{"a comma too many", `{,}`, "1:2: this is not JSON"},
		{"two commas", in(`"safe_commands": ["a",,]`), "1:57: this is not JSON"},
		{"half a surrogate pair", in(`"safe_commands": ["\ud800"]`), "1:54: this is not JSON"},
		{"a comment that is not closed", "{\n /* }", "2:2: a comment is not closed: end it with */"},
		{"a slash", "{ / }", "1:3: a comment begins with // or with /*"},
		{"a separator in a line comment", "{} // \u2028 x", "1:4: a line comment holds a separator"},
		{"byte order mark", "\ufeff{}", "1:1: the file begins with a byte order mark: save it as UTF-8 without one"},
		{"NUL", "{\n\x00}", "2:1: the file holds a NUL byte: remove it"},
		{"no UTF-8", "{\"version\": \"a\xff\"}", "1:15: the file is not UTF-8 here: save it as UTF-8"},
		{"no UTF-8 in a comment", "{} // \xff", "1:7: the file is not UTF-8 here"},
		{"brackets", strings.Repeat("[", 1<<20), "1:10001: this is not JSON"},
		{"braces", strings.Repeat(`{"_":`, 1<<17), "this is not JSON"},

		{"an unknown key of a file", `{"profile": {}}`, `1:2: a policy has no key "profile": did you mean "profiles"?`},
		{"nothing like it", `{"colour": 1}`, `1:2: a policy has no key "colour": write one of $schema, version, default_profile, profiles`},
		{"the case of a key", in(`"Safe_Commands": []`), `1:35: a profile has no key "Safe_Commands": did you mean "safe_commands"?`},
		{"a dash in a key", in(`"blocked-patterns": []`), `1:35: a profile has no key "blocked-patterns": did you mean "blocked_patterns"?`},
		{"an unknown key of the breaker", in(`"circuit_breaker": {"treshold": 1}`), `1:55: "circuit_breaker" has no key "treshold": did you mean "threshold"?`},
		{"an unknown key of an entry", in(`"safe_commands": [{"pattern": "a"}]`), `1:54: an entry has no key "pattern": write one of text, reason, suggest, match, not_match`},
		{"a doubled key of a file", "{\"version\": \"1\",\n\"version\": \"1\"}", `2:1: the key "version" is there twice, first on line 1: keep one`},
		{"a doubled key of a profile", in(`"compound": "each", "compound": "each"`), `1:55: the key "compound" is there twice, first on line 1`},
		{"a doubled key in another spelling", in(`"compound": "each", "c\u006fmpound": "each"`), `1:55: the key "compound" is there twice`},
		{"a doubled key of the breaker", in(`"circuit_breaker": {"enabled": true, "enabled": false}`), `1:72: the key "enabled" is there twice`},
		{"a doubled key of an entry", in(`"safe_commands": [{"text": "a", "text": "b"}]`), `1:67: the key "text" is there twice`},
		{"a doubled profile", "{\"profiles\": {\"a\": {},\n\"a\": {}}}", `2:1: the profile "a" is there twice, first on line 1: keep one`},
		{"a profile without a name", `{"profiles": {"": {}}}`, "1:15: a profile has no name: give it one"},
		{"a default that is no profile", `{"default_profile": "standrad"}`, `1:21: there is no profile "standrad": did you mean "standard"?`},

		{"version", `{"version": 1}`, `1:13: "version" is the number 1: write a string`},
		{"schema", `{"$schema": {}}`, `1:13: "$schema" is an object: write a string`},
		{"default_profile", `{"default_profile": null}`, `1:21: "default_profile" is null: write a string`},
		{"profiles", `{"profiles": []}`, `1:14: "profiles" is a list: write an object with a profile under each name`},
		{"a profile", `{"profiles": {"a": []}}`, `1:20: the profile "a" is a list: write an object`},
		{"compound", in(`"compound": "all"`), `1:47: "compound" is the string "all": write "each" or "operators"`},
		{"compound of another type", in(`"compound": true`), `1:47: "compound" is true: write "each" or "operators"`},
		{"built_in_knowledge", in(`"built_in_knowledge": "yes"`), `1:57: "built_in_knowledge" is the string "yes": write true or false`},
		{"sandbox_enabled", in(`"sandbox_enabled": 1`), `1:54: "sandbox_enabled" is the number 1: write true or false`},
		{"circuit_breaker", in(`"circuit_breaker": true`), `1:54: "circuit_breaker" is true: write an object`},
		{"enabled", in(`"circuit_breaker": {"enabled": null}`), `1:66: "enabled" is null: write true or false`},
		{"threshold of none", in(`"circuit_breaker": {"threshold": 0}`), `1:68: "threshold" is the number 0: write a whole number of one or more`},
		{"threshold below none", in(`"circuit_breaker": {"threshold": -1}`), `1:68: "threshold" is the number -1`},
		{"half a threshold", in(`"circuit_breaker": {"threshold": 1.5}`), `1:68: "threshold" is the number 1.5`},
		{"a huge threshold", in(`"circuit_breaker": {"threshold": 99999999999999999999}`), `1:68: "threshold" is the number 99999999999999999999`},
		{"a threshold in words", in(`"circuit_breaker": {"threshold": "10"}`), `1:68: "threshold" is the string "10"`},
		{"an entry of another type", in(`"safe_commands": ["a", 1]`), "1:58: an entry is the number 1: write a string, or an object with a text"},
		{"an entry without a text", in(`"safe_commands": [{"reason": "x"}]`), `1:53: the entry has no text: add "text"`},
		{"a text of another type", in(`"safe_commands": [{"text": 1}]`), `1:62: "text" is the number 1: write a string`},
		{"a reason of another type", in(`"safe_commands": [{"text": "a", "reason": []}]`), `1:77: "reason" is a list: write a string`},
		{"examples of another type", in(`"safe_commands": [{"text": "a", "match": "a"}]`), `1:76: "match" is the string "a": write a list of strings`},
		{"an example of another type", in(`"safe_commands": [{"text": "a", "not_match": [1]}]`), `1:81: an element of "not_match" is the number 1: write a string`},

		{"an empty entry", in(`"blocked_patterns": [""]`), "1:56: an entry is empty: write what it means, or remove it"},
		{"a blank entry", in(`"blocked_paths": [" "]`), "1:53: an entry is blank"},
		{"an operator of a safe command", in(`"safe_commands": ["ls | cat"]`), `1:57: "ls | cat" has a character that means something to the shell`},
		{"an escape before it", in(`"safe_commands": ["\u006cs*"]`), `1:53: "ls*" has a character`},
		{"a control character", in(`"blocked_paths": ["a\u0000"]`), `1:53: "a\x00" holds a control character: remove it`},
		{"an operator that there is not", in(`"shell_injection_patterns": ["&&&"]`), `1:64: "&&&" is no operator: write one of ; && ||`},
		{"a letter as operator", in(`"shell_injection_patterns": ["a"]`), `1:64: "a" is no operator`},
		{"an expression", in(`"blocked_patterns": ["rm .*"]`), `1:61: the pattern "rm .*" cannot be read at byte 4`},
		{"an expression in an object", in(`"blocked_patterns": [{"reason": "x", "text": "a(b)"}]`), `1:82: the pattern "a(b)" cannot be read at byte 1`},
		{"an expression behind an escape", in(`"blocked_patterns": ["\u0072m .*"]`), `1:56: the pattern "rm .*" cannot be read at byte 4`},
		{"another way to climb", in(`"path_traversal_patterns": ["../.."]`), `1:63: "../.." cannot be looked for: write ".."`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := Parse("f", []byte(tt.text))
			require.Len(t, problems, 1)
			assert.Contains(t, problems[0].Error(), tt.want)
			assert.True(t, strings.HasPrefix(problems[0].Error(), "f:"))
			assert.Equal(t, Broken, problems[0].Kind)
			assert.NotContains(t, problems[0].Message, "\n")
		})
	}
}

// Every key that holds a list refuses what is none.
func TestListsAreLists(t *testing.T) {
	leaves(func(name string, v value) {
		if _, isList := v.(list); !isList {
			return
		}
		for _, wrong := range []string{`"a"`, `1`, `true`, `null`, `{}`} {
			_, problems := Parse("f", []byte(in(fmt.Sprintf("%q: %s", name, wrong))))
			require.Len(t, problems, 1, "%s: %s", name, wrong)
			assert.Contains(t, problems[0].Message, "write a list of strings, or of objects with a text")
		}
	})
}

func TestEveryProblemIsTold(t *testing.T) {
	_, problems := Parse("f", []byte(`{
  "version": 1,
  "profiles": {
    "a": {"safe_command": [], "compound": "x", "sandbox_enabled": 0},
    "b": {"blocked_paths": [1, "", "x"], "circuit_breaker": {"threshold": 0, "enabled": 1}},
  },
  "default_profile": "c"
`))
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprintf("%d:%d", p.Line, p.Column))
	}
	assert.Equal(t, []string{"2:14", "4:11", "4:43", "4:67", "5:29", "5:32", "5:75", "5:89", "7:25"}, got)
}

func TestProblemsAreBounded(t *testing.T) {
	_, problems := Parse("f", []byte(in(`"safe_commands": [`+strings.Repeat("1,", 100_000)+`]`)))
	require.Len(t, problems, maxProblems+1)
	assert.Contains(t, problems[maxProblems].Message, "there is more wrong than the 100 problems above")
}

func TestProblemShowsItsLine(t *testing.T) {
	_, problems := Parse("f", []byte("{\n\t\"version\": 17,\n}"))
	require.Len(t, problems, 1)
	assert.Equal(t, Problem{
		Kind: Broken, File: "f", Line: 2, Column: 13, Length: 2, Source: "\t\"version\": 17,",
		Message: `"version" is the number 17: write a string`,
	}, problems[0])
	assert.Equal(t, "f: gone", Problem{File: "f", Message: "gone"}.Error())
	assert.Equal(t, `"a\nb": gone`, Problem{File: "a\nb", Message: "gone"}.Error())
	assert.Equal(t, "gone", Problem{Message: "gone"}.Error())
}

func TestNearest(t *testing.T) {
	known := []string{"development", "testing", "production", "standard"}
	for _, tt := range []struct{ word, want string }{
		{"developement", "development"},
		{"prod", "production"},
		{"ng", ""},
		{"Standard", "standard"},
		{"test", "testing"},
		{"", ""},
		{strings.Repeat("x", 1<<20), ""},
	} {
		assert.Equal(t, tt.want, nearest(tt.word, known), tt.word[:min(len(tt.word), 20)])
	}
	assert.Equal(t, 3, distance("kitten", "sitting"))
	assert.Equal(t, 4, distance("", "abcd"))
}
