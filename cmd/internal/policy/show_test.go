package policy

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sandbox-enforcer/rules"
)

var update = flag.Bool("update", false, "write the schema into testdata")

// bare returns a policy without the places of its entries.
func bare(p rules.Policy) rules.Policy {
	leaves(func(_ string, v value) {
		l, isList := v.(list)
		if !isList || *l.of(&p) == nil {
			return
		}
		out := []rules.Entry{}
		for _, e := range *l.of(&p) {
			e.Origin = rules.Origin{}
			out = append(out, e)
		}
		*l.of(&p) = out
	})
	p.Root, p.Mistrusted = "", ""
	return p
}

// reload shows a policy and reads what was shown.
func reload(t *testing.T, p rules.Policy, from map[string]rules.Origin) rules.Policy {
	t.Helper()
	text := Show(p, from)
	f, problems := Parse("shown", text)
	require.Empty(t, problems, "%s", text)
	require.Len(t, f.Profiles(), 1)
	assert.Equal(t, p.Profile, f.Default)
	return f.Profiles()[0]
}

func TestShowLoadsToTheSamePolicy(t *testing.T) {
	profiles := rules.Profiles()
	f, problems := Parse("a file\nwith a line break and \xff", []byte(guide))
	require.Empty(t, problems)
	profiles = append(profiles, f.Profiles()...)
	nobody := development()
	nobody.Agents, nobody.Mistrusted = []rules.Entry{}, "f:1:1: it is\nbroken\u2028"
	nobody.Profile = "odd \" name \n\u202e\U000e0001 😀"
	for _, p := range append(profiles, nobody) {
		assert.Equal(t, bare(p), bare(reload(t, p, map[string]rules.Origin{"compound": {File: "x\ny", Line: 1}})), p.Profile)
	}
}

func TestShowSaysWhereLinesComeFrom(t *testing.T) {
	m := newMachine(t)
	user := m.user("{\"profiles\": {\"development\": {\n\"safe_commands\": [\"cat\",\n\"ls\"],\n\"blocked_paths\": [],\n\"compound\": \"each\"}}}")
	project := m.proj("{\"profiles\": {\"development\": {\n\"blocked_patterns\": [{\"text\": \"make\", \"reason\": \"slow\"}],\n\"circuit_breaker\": {\"threshold\": 4}}}}")
	loaded, problems := m.load(Options{})
	require.Empty(t, problems)
	shown := string(Show(loaded.Policy, loaded.Origins))
	for _, want := range []string{
		`        "cat", // ` + user + ":2\n",
		`        "ls", // ` + user + ":3\n",
		`        "rm -rf", // built in` + "\n",
		`        "make", // ` + project + ":2\n",
		`      "blocked_paths": [], // ` + user + ":4\n",
		`      "compound": "each", // ` + user + ":5\n",
		`      "sandbox_enabled": true, // built in` + "\n",
		`        "threshold": 4, // ` + project + ":3\n",
		`        "\u0000", // built in` + "\n",
	} {
		assert.Contains(t, shown, want)
	}
	assert.NotContains(t, shown, "authorized_agents")
}

func TestTemplate(t *testing.T) {
	f, problems := Parse("template", Template())
	require.Empty(t, problems)
	standard, _ := rules.FindProfile("standard")
	require.Len(t, f.Profiles(), 1)
	assert.Equal(t, standard.Profile, f.Default)
	assert.Equal(t, bare(standard), bare(f.Profiles()[0]))
	for _, k := range profileKeys {
		assert.Contains(t, string(Template()), "// "+k.doc+"\n")
		assert.Contains(t, string(Template()), `"`+k.name+`": `)
	}
}

func TestSchema(t *testing.T) {
	const file = "testdata/policy.schema.json"
	got := Schema()
	require.NotEmpty(t, got)
	if *update {
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got), "run go test -update")
}

// The schema has every key of the table, and every type that it names is the type of
// what the template says.
func TestSchemaAgreesWithTheTemplate(t *testing.T) {
	var schema map[string]any
	require.NoError(t, json.Unmarshal(Schema(), &schema))
	text, _, wrong := standardize(Template())
	require.Empty(t, wrong)
	var file map[string]any
	require.NoError(t, json.Unmarshal(text, &file))
	profile := schema["$defs"].(map[string]any)["profile"].(map[string]any)
	agrees(t, "", schema, file)
	agrees(t, "profile", profile, file["profiles"].(map[string]any)["standard"])
	for _, k := range profileKeys {
		assert.Contains(t, profile["properties"], k.name)
	}
}

func agrees(t *testing.T, name string, schema map[string]any, v any) {
	t.Helper()
	kinds := map[string]reflect.Kind{"object": reflect.Map, "array": reflect.Slice, "string": reflect.String, "boolean": reflect.Bool, "integer": reflect.Float64}
	if kind, ok := schema["type"].(string); ok {
		assert.Equal(t, kinds[kind], reflect.TypeOf(v).Kind(), name)
	}
	properties, _ := schema["properties"].(map[string]any)
	members, _ := v.(map[string]any)
	if properties == nil {
		return
	}
	for key, member := range members {
		require.Contains(t, properties, key)
		agrees(t, strings.TrimPrefix(name+"."+key, "."), properties[key].(map[string]any), member)
	}
}
