//go:build !unix

package state

import "io/fs"

const noWait = 0

// Where files have neither an owner's number nor a mode, they are what the user's
// profile directory makes them.
func mine(fs.FileInfo) bool      { return true }
func private(fs.FileInfo) bool   { return true }
func exclusive(fs.FileInfo) bool { return true }
