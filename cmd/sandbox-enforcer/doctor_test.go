package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestDoctor runs the scripts of testdata/doctor, the manual of doctor.
func TestDoctor(t *testing.T) {
	runScripts(t, "doctor", nil)
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
