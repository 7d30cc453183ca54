package install

import "strings"

// settingsFile is a file that the hook is registered in.
type settingsFile struct{ name, text string }

const (
	rtkHook = `{"matcher":"Bash","hooks":[{"type":"command","command":"rtk hook claude"}]}`
	flatRtk = `{"command":"rtk hook"}`
)

// sound are settings files that can be read, and what people do to them. Where one has
// hooks, they are in the form that Claude Code, Codex and others share.
func sound() []settingsFile {
	base := []settingsFile{
		{"nothing", ""},
		{"blanks", " \n\t\n"},
		{"blank with carriage returns", "\r\n"},
		{"a mark alone", "\ufeff"},
		{"an empty object", "{}"},
		{"an empty object and a line end", "{}\n"},
		{"an empty object on two lines", "{\n}\n"},
		{"an empty object with blanks", "{  }\n"},
		{"an empty object with a comment", "{\n  // nothing yet\n}\n"},
		{"an empty object with a block comment", "{ /* nothing yet */ }\n"},
		{"a comment before", "// mine\n{\n  \"model\": \"opus\"\n}\n"},
		{"a comment behind", "{\n  \"model\": \"opus\"\n}\n// end\n"},
		{"a comment behind without a line end", "{\n  \"model\": \"opus\"\n}\n// end"},
		{"no line end", "{\n  \"model\": \"opus\"\n}"},
		{"many line ends", "{\n  \"model\": \"opus\"\n}\n\n\n"},
		{"one line", `{"model":"opus"}`},
		{"one line with blanks", `{ "model": "opus", "x": [1, 2] }`},
		{"the bracket behind the last member", "{\"a\": 1,\n \"b\": 2}\n"},
		{"two spaces", "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n"},
		{"four spaces", "{\n    \"a\": {\n        \"b\": 1\n    }\n}\n"},
		{"three spaces", "{\n   \"a\": 1\n}\n"},
		{"tabs", "{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}\n"},
		{"no indentation", "{\n\"a\": 1,\n\"b\": 2\n}\n"},
		{"a ragged one", "{\n      \"a\": 1,\n  \"b\": 2,\n\t\"c\": 3\n }\n"},
		{"the commas in front", "{\n    \"a\": 1\n  , \"b\": 2\n}\n"},
		{"indented as a whole", "    {\n      \"a\": 1\n    }\n"},
		{"carriage returns", "{\r\n  \"a\": 1,\r\n  \"b\": [\r\n    2\r\n  ]\r\n}\r\n"},
		{"carriage returns and tabs", "{\r\n\t\"a\": 1\r\n}\r\n"},
		{"mixed line ends", "{\r\n  \"a\": 1,\n  \"b\": 2\r\n}\n"},
		{"carriage returns alone", "{\r  \"a\": 1\r}\r"},
		{"a byte order mark", "\ufeff{\n  \"a\": 1\n}\n"},
		{"a mark and carriage returns", "\ufeff{\r\n  \"a\": 1\r\n}\r\n"},
		{"a trailing comma", "{\n  \"a\": 1,\n}\n"},
		{"a trailing comma on one line", `{"a":1,}`},
		{"a trailing comma and a comment", "{\n  \"a\": 1, // one\n}\n"},
		{"a trailing comma on its own line", "{\n  \"a\": 1 // one\n  ,\n}\n"},
		{"a comment behind the last member", "{\n  \"a\": 1 // one\n}\n"},
		{"a block comment behind the last member", "{\n  \"a\": 1 /* one */\n}\n"},
		{"comments everywhere", "/*0*/{/*1*/\"a\"/*2*/:/*3*/1/*4*/,/*5*/\"b\"/*6*/:/*7*/[/*8*/2/*9*/]/*10*/}/*11*/\n"},
		{"commented out members", "{\n  \"a\": 1\n  // \"hooks\": {},\n}\n"},
		{"the word in a string", "{\n  \"note\": \"\\\"hooks\\\": {\\\"PreToolUse\\\": []}\"\n}\n"},
		{"a slash in a string", "{\n  \"url\": \"https://h/*x*/ // y\"\n}\n"},
		{"escapes", "{\n  \"a\\u0062\\n\": \"\\ud83d\\ude00 \\\\\"\n}\n"},
		{"other alphabets", "{\n  \"größe\": \"日本語 🦊\"\n}\n"},
		{"unknown members", "{\n  \"x-future\": {\"hooks\": 5},\n  \"$schema\": \"https://h/s.json\"\n}\n"},
		{"numbers that no program keeps", "{\n  \"a\": 1e400, \"b\": 0.10, \"c\": 12345678901234567890\n}\n"},
		{"an empty name", "{\n  \"\": 1\n}\n"},
		{"a long one", "{\n" + strings.Repeat("  \"a\": \""+strings.Repeat("x", 200)+"\",\n", 0) + "  \"long\": \"" + strings.Repeat("x", 100_000) + "\"\n}\n"},
		{"nested", "{\n  \"n\": " + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "\n}\n"},
		{"empty hooks", "{\n  \"hooks\": {}\n}\n"},
		{"empty hooks on one line", `{"hooks":{}}`},
		{"hooks first", "{\n  \"hooks\": {},\n  \"z\": 1\n}\n"},
		{"hooks with a comment", "{\n  \"hooks\": {\n    // none yet\n  }\n}\n"},
		{"another event", "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n"},
		{"an escaped name", "{\n  \"h\\u006foks\": {}\n}\n"},
		{"two members of the same name elsewhere", "{\n  \"a\": 1,\n  \"a\": 2\n}\n"},
	}
	return append(base, policies()...)
}

func policies() []settingsFile {
	return []settingsFile{
		{"permissions", "{\n  \"permissions\": {\n    \"allow\": [\"Bash(ls)\"],\n    \"deny\": []\n  }\n}\n"},
		{"empty permissions", "{\n  \"permissions\": {}\n}\n"},
		{"a directory", "{\n  \"permissions\": {\n    \"additionalDirectories\": [\"/srv\"]\n  }\n}\n"},
		{"directories on lines", "{\n  \"permissions\": {\n    \"additionalDirectories\": [\n      \"/srv\", // data\n      \"/opt\", // tools\n    ],\n  },\n}\n"},
		{"the version", "{\n  \"version\": 1\n}\n"},
		{"another version", "{\"version\": 2}\n"},
	}
}

// hooked are files with hooks in the nested form: ENTRY stands for one.
func hooked(event string) []settingsFile {
	in := func(name, text string) settingsFile {
		return settingsFile{name, strings.ReplaceAll(strings.ReplaceAll(text, "EVENT", event), "ENTRY", rtkHook)}
	}
	return []settingsFile{
		in("an empty list", "{\n  \"hooks\": {\n    \"EVENT\": []\n  }\n}\n"),
		in("an empty list on lines", "{\n  \"hooks\": {\n    \"EVENT\": [\n    ]\n  }\n}\n"),
		in("another hook", "{\n  \"hooks\": {\n    \"EVENT\": [\n      ENTRY\n    ]\n  }\n}\n"),
		in("another hook on one line", `{"hooks":{"EVENT":[ENTRY]}}`),
		in("two hooks", "{\n  \"hooks\": {\n    \"EVENT\": [\n      ENTRY,\n      ENTRY\n    ]\n  }\n}\n"),
		in("trailing commas", "{\n  \"hooks\": {\n    \"EVENT\": [\n      ENTRY,\n    ],\n  },\n}\n"),
		in("comments on hooks", "{\n  \"hooks\": {\n    // before\n    \"EVENT\": [ // open\n      ENTRY // one\n      // last\n    ] // closed\n  } // all\n}\n"),
		in("tabs and carriage returns", "\ufeff{\r\n\t\"hooks\": {\r\n\t\t\"EVENT\": [\r\n\t\t\tENTRY\r\n\t\t]\r\n\t}\r\n}\r\n"),
		in("unknown members of an entry", "{\n  \"hooks\": {\n    \"EVENT\": [\n      {\"if\": 1, \"hooks\": [], \"later\": null}\n    ]\n  }\n}\n"),
		in("a handler of another type", "{\n  \"hooks\": {\n    \"EVENT\": [\n      {\"hooks\": [{\"type\": \"prompt\", \"prompt\": \"x\"}]}\n    ]\n  }\n}\n"),
		in("a program of nearly our name", "{\"hooks\": {\"EVENT\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"/x/not-sandbox-enforcer-hook\"}]}]}}\n"),
	}
}

// brokenFile is a file that has to be left alone, with what is said about it.
type brokenFile struct{ name, text, want string }

// broken are in the nested form with the event PreToolUse.
var broken = []brokenFile{
	{"no end", "{\n  \"a\": 1\n", ":2:9: this is not JSON (the text ends before the object does): mend it, nothing was changed"},
	{"no end in a string", "{\n  \"a\": \"x\n", ":2:10: this is not JSON (the text ends before the object does)"},
	{"no end in a comment", "{\n  /* \"a\": 1\n}\n", "this is not JSON ("},
	{"two commas", "{\n  \"a\": 1,,\n}\n", ":2:10: this is not JSON (invalid character ','"},
	{"a comma alone", "{,}\n", ":1:2: this is not JSON ("},
	{"no comma", "{\n  \"a\": 1\n  \"b\": 2\n}\n", ":3:3: this is not JSON ("},
	{"no colon", "{\n  \"a\" 1\n}\n", ":2:7: this is not JSON ("},
	{"an unquoted name", "{\n  a: 1\n}\n", ":2:3: this is not JSON ("},
	{"single quotes", "{\n  'a': 1\n}\n", ":2:3: this is not JSON ("},
	{"a bracket of the other kind", "{\n  \"a\": [}\n", ":2:9: this is not JSON ("},
	{"something behind it", "{}\n{}\n", ":2:1: this is not JSON ("},
	{"a conflict of git", "<<<<<<< HEAD\n{}\n", ":1:1: this is not JSON ("},
	{"a hash", "# mine\n{}\n", ":1:1: this is not JSON ("},
	{"a comment alone", "// mine\n", "this is not JSON ("},
	{"a list", "[]\n", ":1:1: the settings are a list, and an object is expected: mend the file"},
	{"a string", "\ufeff\"x\"\n", ":1:1: the settings are a string, and an object is expected: mend the file"},
	{"null", "null\n", ":1:1: the settings are null, and an object is expected: mend the file"},
	{"hooks that are a list", "{\n  \"hooks\": []\n}\n", ":2:12: \"hooks\" is a list, and an object is expected: mend the file"},
	{"hooks that are null", "{\n  \"hooks\": null\n}\n", ":2:12: \"hooks\" is null, and an object is expected: mend the file"},
	{"hooks twice", "{\n  \"hooks\": {},\n  \"hooks\": {}\n}\n", ":3:3: \"hooks\" is there twice: keep one of them"},
	{"an event that is an object", "{\"hooks\": {\n\"PreToolUse\": {}}}", ":2:15: \"PreToolUse\" is an object, and a list is expected: mend the file"},
	{"an event twice", "{\"hooks\": {\"PreToolUse\": [], \"PreToolUse\": []}}", ":1:30: \"PreToolUse\" is there twice: keep one of them"},
	{"an entry that is a string", "{\"hooks\": {\"PreToolUse\": [\"rtk\"]}}", ":1:27: an entry of \"PreToolUse\" is a string, and an object is expected: mend the file"},
	{"an entry without hooks", "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"command\": \"rtk\"}]}}", ":1:27: an entry of \"PreToolUse\" has no list \"hooks\": mend the file"},
	{"a hook that is a string", "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [\"rtk\"]}]}}", ":1:38: a hook of \"PreToolUse\" is a string, and an object is expected: mend the file"},
	{"bytes that are no text", "{\n  \"a\": \"\xff\"\n}\n", ":2:9: the file is not UTF-8 here: save it as UTF-8"},
	{"UTF-16", "\xff\xfe{\x00}\x00", ": the file holds a NUL byte: save it as UTF-8"},
	{"a NUL byte", "{\n\x00}", ":2:1: the file holds a NUL byte: save it as UTF-8"},
	{"too deep", "{\"a\":" + strings.Repeat("[", 5000), "the brackets are nested more than 1000 deep: is that the settings file?"},
	{"too long", "{\"a\":\"" + strings.Repeat("x", maxFile) + "\"}", " has more than 1048576 bytes, so it is left alone: is that the settings file?"},
	{"directories that are a string", "{\"permissions\": {\"additionalDirectories\": \"/srv\"}}", ":1:43: \"additionalDirectories\" is a string, and a list is expected: mend the file"},
	{"permissions that are a list", "{\"permissions\": []}", ":1:17: \"permissions\" is a list, and an object is expected: mend the file"},
}
