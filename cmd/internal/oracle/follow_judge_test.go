package oracle

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The judge of what follows is judged, too.
func TestMove(t *testing.T) {
	m := move{root: "/r", old: "/r/project/sub/kit", new: "/r/home/work/sandbox/kit"}
	before := ended{stdout: "sub/kit/list\n/r/project/sub/kit\n../other.txt\nkitten kit.txt\n", files: map[string]string{
		"/r/project": "directory", "/r/project/sub": "directory", "/r/project/sub/kit": "directory", "/r/project/sub/kit/list": "text",
		"/r/project/link": "link to /r/project/sub/kit", "/r/home/work/sandbox": "directory",
	}}
	alike := ended{stdout: "/r/home/work/sandbox/kit/list\n~/work/sandbox/kit\n/r/project/other.txt\nkitten kit.txt\n", files: map[string]string{
		"/r/project": "directory", "/r/home/work/sandbox": "directory", "/r/home/work/sandbox/kit": "directory", "/r/home/work/sandbox/kit/list": "text",
		"/r/project/link": "link to /r/home/work/sandbox/kit",
	}}
	with := func(change func(*ended)) ended {
		out := ended{stdout: alike.stdout, files: map[string]string{}}
		for path, what := range alike.files {
			out.files[path] = what
		}
		change(&out)
		return out
	}
	tests := map[string]struct {
		after ended
		want  string
	}{
		"alike":           {alike, ""},
		"another status":  {with(func(e *ended) { e.status = 1 }), "the status is 1"},
		"another output":  {with(func(e *ended) { e.stdout = "kit2\n" }), "it prints"},
		"left outside":    {with(func(e *ended) { e.files["/r/project/sub/kit/list"] = "text" }), "/r/project/sub/kit/list is there"},
		"another file":    {with(func(e *ended) { e.files["/r/project/new"] = "" }), "/r/project/new is there"},
		"a file too few":  {with(func(e *ended) { delete(e.files, "/r/home/work/sandbox/kit/list") }), "is missing"},
		"other content":   {with(func(e *ended) { e.files["/r/home/work/sandbox/kit/list"] = "more" }), "is \"more\""},
		"a link that led": {with(func(e *ended) { e.files["/r/project/link"] = "link to /r/project/kit2" }), "/r/project/link is"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := m.compare(before, tt.after)
			if tt.want == "" {
				assert.Empty(t, got)
				return
			}
			assert.Contains(t, got, tt.want)
		})
	}
}
