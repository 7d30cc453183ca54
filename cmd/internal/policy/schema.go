package policy

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Schema returns the JSON Schema of a policy file (draft 2020-12), for editors. It
// knows the keys and the types; what a pattern may be, only the loader knows.
func Schema() []byte {
	profile := object(keySchemas(profileKeys))
	var members []string
	for _, k := range topKeys {
		schema := k.schema
		if schema == "" {
			schema = `{"type":"object","additionalProperties":{"$ref":"#/$defs/profile"}}`
		}
		members = append(members, member(k.name, described(schema, k.doc)))
	}
	file := strings.TrimSuffix(strings.TrimPrefix(object(members), "{"), "}")
	text := `{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"sandbox-enforcer policy",` + file + `,"$defs":{"profile":` + profile + `,"entry":` + entrySchema() + `}}`
	out, err := jsontext.AppendFormat(nil, text, jsontext.Multiline(true), jsontext.WithIndent("  "))
	if err != nil {
		return nil // a test holds the schema against its file
	}
	return append(out, '\n')
}

func keySchemas(keys []key) []string {
	var members []string
	for _, k := range keys {
		schema := ""
		if k.value != nil {
			schema = k.value.schema()
		} else {
			schema = object(keySchemas(k.keys))
		}
		members = append(members, member(k.name, described(schema, k.doc)))
	}
	return members
}

func (l list) schema() string { return `{"type":"array","items":{"$ref":"#/$defs/entry"}}` }

// entrySchema allows a string, or an object with a text.
func entrySchema() string {
	var members []string
	for _, k := range entryKeys {
		schema := `{"type":"string"}`
		switch {
		case k.name == "text":
			schema = `{"type":"string","minLength":1}`
		case k.texts != nil:
			schema = `{"type":"array","items":{"type":"string"}}`
		}
		members = append(members, member(k.name, described(schema, k.doc)))
	}
	return `{"anyOf":[{"type":"string","minLength":1},` + strings.TrimSuffix(object(members), "}") + `,"required":["text"]}]}`
}

// object returns the schema of an object with these members and comments.
func object(members []string) string {
	return `{"type":"object","properties":{` + strings.Join(members, ",") +
		`},"patternProperties":{"^_|^description$":{}},"additionalProperties":false}`
}

func member(name, schema string) string { return jsonText(name) + ":" + schema }

// described adds a description to a schema, first.
func described(schema, doc string) string {
	return `{"description":` + jsonText(doc) + "," + strings.TrimPrefix(schema, "{")
}
