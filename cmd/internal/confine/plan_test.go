package confine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ground makes a home with a project and a link to it, and returns it without links.
func ground(t *testing.T) string {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, dir := range []string{"project/sub", "a b\n'\"\xff", "far/deep"} {
		require.NoError(t, os.MkdirAll(filepath.Join(home, dir), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(home, "file"), nil, 0o644))
	for link, target := range map[string]string{"link": "project", "jump": "far/deep", "loop": "loop", "dangling": "none", "root": "/"} {
		require.NoError(t, os.Symlink(target, filepath.Join(home, link)))
	}
	return home
}

func TestPlan(t *testing.T) {
	home := ground(t)
	project := home + "/project"
	tests := []struct {
		name    string
		options Options
		want    Plan
	}{
		{name: "nothing is said", want: Plan{Write: []string{project}, Net: true, Dir: project}},
		{name: "offline", options: Options{Profile: "offline"}, want: Plan{Write: []string{project}, Dir: project}},
		{name: "readonly", options: Options{Profile: "readonly"}, want: Plan{Net: true, Dir: project}},
		{name: "sealed", options: Options{Profile: "sealed"}, want: Plan{Dir: project}},
		{name: "flags win", options: Options{Profile: "sealed", Net: Host, Sockets: Host, Write: []string{"sub"}}, want: Plan{Write: []string{project + "/sub"}, Net: true, Sockets: true, Dir: project}},
		{name: "a directory that is named stands instead", options: Options{Write: []string{"../far"}}, want: Plan{Write: []string{home + "/far"}, Net: true, Dir: project}},
		{name: "links are resolved", options: Options{Write: []string{"../link"}}, want: Plan{Write: []string{project}, Net: true, Dir: project}},
		{name: "dots behind a link", options: Options{Write: []string{"../jump/.."}}, want: Plan{Write: []string{home + "/far"}, Net: true, Dir: project}},
		{name: "one below another", options: Options{Write: []string{"sub", ".", "../far"}}, want: Plan{Write: []string{home + "/far", project}, Net: true, Dir: project}},
		{name: "odd bytes", options: Options{Write: []string{"../a b\n'\"\xff"}}, want: Plan{Write: []string{home + "/a b\n'\"\xff"}, Net: true, Dir: project}},
		{name: "a working directory by a link", options: Options{Dir: home + "/link"}, want: Plan{Write: []string{project}, Net: true, Dir: project}},
		{name: "the home directory, by name", options: Options{Write: []string{home}}, want: Plan{Write: []string{home}, Net: true, Dir: project}},
		{name: "reading", options: Options{Read: []string{"../file", "../far"}}, want: Plan{Write: []string{project}, Read: []string{home + "/far", home + "/file"}, Net: true, Dir: project}},
		{name: "reading everything", options: Options{Read: []string{"../far", "/"}}, want: Plan{Write: []string{project}, Net: true, Dir: project}},
		{name: "temporary files inside", options: Options{Temp: project + "/sub"}, want: Plan{Write: []string{project}, Net: true, Dir: project, Temp: project + "/sub"}},
		{name: "temporary files outside", options: Options{Temp: home + "/far"}, want: Plan{Write: []string{project}, Net: true, Dir: project}},
		{name: "root", options: Options{Root: true}, want: Plan{Write: []string{project}, Net: true, Root: true, Dir: project}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.options.Dir == "" {
				tt.options.Dir = project
			}
			tt.options.Home = home
			got, err := tt.options.Plan()
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestPlansThatAreRefused(t *testing.T) {
	home := ground(t)
	tests := []struct {
		name    string
		options Options
		want    string
	}{
		{"profile", Options{Profile: "loose"}, `there is no profile "loose": give one of build, offline, readonly, sealed`},
		{"net", Options{Net: "some"}, `--net cannot be "some": give none or host`},
		{"sockets", Options{Sockets: "x"}, `--sockets cannot be "x": give none or host`},
		{"not there", Options{Write: []string{"none"}}, "is not there: make it first"},
		{"a link to nothing", Options{Write: []string{"../dangling"}}, "is not there: make it first"},
		{"a link loop", Options{Write: []string{"../loop"}}, `--write "../loop" cannot be used`},
		{"a file", Options{Write: []string{"../file"}}, "it is no directory: give the one it is in"},
		{"empty", Options{Write: []string{""}}, "it is empty"},
		{"root", Options{Write: []string{"/"}}, "it is everything"},
		{"root by a link", Options{Write: []string{"../root"}}, "it is everything"},
		{"root by dots", Options{Write: []string{"/usr/.."}}, "it is everything"},
		{"proc", Options{Write: []string{"/proc"}}, "it is the system itself"},
		{"self", Options{Write: []string{"/proc/self"}}, "it is the system itself"},
		{"dev", Options{Write: []string{"/dev"}}, "it is the system itself"},
		{"read", Options{Read: []string{"none"}}, `--read "none" cannot be used: it is not there`},
		{"home by itself", Options{Dir: home}, "name what may be changed with --write DIR"},
		{"above home by itself", Options{Dir: filepath.Dir(home)}, "name what may be changed with --write DIR"},
		{"root by itself", Options{Dir: "/"}, "name what may be changed with --write DIR"},
		{"gone", Options{Dir: home + "/none"}, "the working directory cannot be used"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.options.Dir == "" {
				tt.options.Dir = home + "/project"
			}
			tt.options.Home = home
			_, err := tt.options.Plan()
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

func TestIsBelow(t *testing.T) {
	assert.True(t, isBelow("/a", []string{"/a"}))
	assert.True(t, isBelow("/a/b", []string{"/x", "/a"}))
	assert.True(t, isBelow("/a", []string{"/"}))
	assert.False(t, isBelow("/ab", []string{"/a"}))
	assert.False(t, isBelow("/", []string{"/a"}))
	assert.False(t, isBelow("/a", nil))
}
