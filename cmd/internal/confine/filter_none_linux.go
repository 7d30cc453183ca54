//go:build linux && !amd64 && !arm64 && !riscv64 && !loong64

package confine

// interProcess is not known where there is no filter.
var interProcess []uintptr
