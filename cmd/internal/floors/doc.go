// Package floors holds the test of the project's floors: which package may import
// which. It has no code of its own.
//
//	cmd > cmd/internal/* > analyzer > rules > ast
//
// A package imports only lower floors. The grammar's library is imported by ast
// alone; the outside world (os, io/fs, net, time) only under cmd.
package floors
