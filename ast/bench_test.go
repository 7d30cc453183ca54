package ast

import (
	"fmt"
	"strings"
	"testing"
)

// typical is a script as agents write them, of about the given size in bytes.
func typical(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "cd src/part%d && grep -rn \"TODO(%d)\" . | head -n 20\nif [ -f go.mod ]; then go test ./... 2>&1 | tail -5; fi\nX%d=\"$(git rev-parse HEAD)\"; echo \"at $X%d\" >> notes.txt\n", i, i, i%7, i%7)
	}
	return b.String()
}

func cut(text string, size int) string {
	if len(text) <= size {
		return text
	}
	i := strings.LastIndexByte(text[:size], '\n')
	if i <= 0 {
		i = strings.IndexByte(text, '\n')
	}
	return text[:i+1]
}

func BenchmarkParse(b *testing.B) {
	for _, size := range []int{100, 1000, 10_000, 100_000} {
		text := cut(typical(size+200), size)
		b.Run(fmt.Sprintf("bare/%d", size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := BareParse(text, Bash); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("script/%d", size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(source(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
