package main

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
)

// TestDoctor runs the scripts of testdata/doctor, the manual of doctor.
func TestDoctor(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/doctor",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("SHELL", "/bin/bash")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

func TestDoctorThatCannotBeWritten(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	for _, form := range []string{"", "--brief", "--json"} {
		var stderr strings.Builder
		w := process()
		w.stdout, w.stderr = full{}, &stderr
		args := []string{"doctor", "claude"}
		if form != "" {
			args = append(args, form)
		}
		assert.Equal(t, exitUsage, run(w, args))
		assert.Contains(t, stderr.String(), "cannot write the report: no space left on device\n")
	}
}
