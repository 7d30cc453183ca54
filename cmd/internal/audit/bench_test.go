package audit

import (
	"path/filepath"
	"testing"
	"time"
)

func BenchmarkMask(b *testing.B) {
	for b.Loop() {
		Mask("go test ./... 2>&1 | tail -n 20 && git -C /work/project commit -m 'floor: what changes'")
	}
}

// BenchmarkAppend is what one decision costs a process that has its stack and its
// memory already.
func BenchmarkAppend(b *testing.B) {
	l := At(filepath.Join(b.TempDir(), "log"))
	for b.Loop() {
		if err := l.Append(Entry{Class: "SAFE", Decision: "allow", Command: "go test ./... 2>&1 | tail -n 20", Reason: "every part is known to read only"}, time.Now()); err != nil {
			b.Fatal(err)
		}
	}
}
