// Dist makes what is given to others: an archive with both programs for each system, the
// checksums, and a script that verifies them and installs; with -plugin the folder of a
// plugin of Claude Code for this machine.
//
// It promises that two runs over the same tree with the same version and the same Go
// give the same bytes: no time, no user and no path of the machine is in them.
//
//	go run ./cmd/internal/dist -version v1.2.3 -out dist
//	go run ./cmd/internal/dist -version v1.2.3 -out dist -plugin
package main
