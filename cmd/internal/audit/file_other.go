//go:build !unix

package audit

const noWait = 0
