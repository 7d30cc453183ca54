// Package ast says what a shell would do with a text: which programs it starts, with
// which words, in which directory, and where each of them stands. It runs nothing
// and asks nothing of the machine but whether a directory exists.
//
// Parse reads a Source and returns a Script. The vocabulary: an Invocation is one
// program start, seen through its wrappers (sudo, env, xargs, bash -c …); a Value is
// a text that is known, one of several, or unknown with a reason; a Span is a
// half-open range of bytes; a Hazard is a place that shells read differently.
// Script.Apply splices words into the text at their byte offsets and proves that
// nothing else changed.
//
//	script, err := ast.Parse(ast.Source{Text: "cd /srv && git clone U", Dialect: ast.Bash})
//	script.Invocations[1].Program()   // "git"
//	script.Invocations[1].Dir.Text()  // "/srv", true
//
// It is the only package that imports mvdan.cc/sh, whose types end here.
package ast
