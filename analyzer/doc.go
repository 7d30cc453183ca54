// Package analyzer turns one Request into one Report. It is pure: the same request,
// settings and facts give the same report, byte for byte, and it never fails: what
// cannot be decided is a finding.
//
// One command goes through eight steps: the hook reads an event (1) and decodes it
// to a Request; ast.Parse checks bytes and size and reads the grammar (2) and walks
// the tree to invocations (3); rules reads each call with its tool's options (4);
// the guards report findings in order (5); the strictest verdict wins (6); a rewrite
// is spliced, proved and analysed once more (7); the hook encodes the Report (8).
//
//	a := &analyzer.Analyzer{Settings: settings, Facts: facts}
//	report := a.Analyze(analyzer.Request{Tool: "Bash", Sources: []ast.Source{{Text: "git clone U"}}})
//	report.Rewritten[0]  // "git clone U ~/work/sandbox/U"
package analyzer
