package hook

import (
	"fmt"
	"time"

	"sandbox-enforcer/analyzer"
)

// limit is how long a command may be read. Agents run a command whose hook does not answer
// in their own time, which is 10 seconds with some of them.
const limit = 5 * time.Second

// short is how many bytes of commands are read without a look at the time: nothing that
// short takes long, and a second thread costs as much as reading the settings.
const short = 2 << 10

// late is the panic of a command that was not read within so long.
type late time.Duration

func (l late) Error() string {
	return fmt.Sprintf("the command could not be read within %v; hand it over in parts", time.Duration(l))
}

// analyze judges a call. Where that takes longer than Limit it panics with late, which is
// asked about at the least, and what is still at work is left behind: the process ends.
func (h *hook) analyze(chosen analyzer.Settings, request analyzer.Request) analyzer.Report {
	size := 0
	for _, source := range request.Sources {
		size += len(source.Text)
	}
	if h.Limit == 0 || size <= short {
		return h.Analyze(chosen, h.Facts, request)
	}
	type result struct {
		report  analyzer.Report
		failure any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.failure = recover()
			done <- r
		}()
		r.report = h.Analyze(chosen, h.Facts, request)
	}()
	select {
	case r := <-done:
		if r.failure != nil {
			panic(r.failure)
		}
		return r.report
	case <-time.After(h.Limit):
		panic(late(h.Limit))
	}
}
