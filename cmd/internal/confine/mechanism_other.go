//go:build !linux && !darwin

package confine

// Mechanisms are none on this system.
func Mechanisms() []Mechanism { return nil }
