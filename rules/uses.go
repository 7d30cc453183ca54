package rules

// A table of programs is a function that makes the entry of one program, or nil. It is
// a switch and no variable, because the hook starts anew for every command: the runtime
// works through every variable that holds a text before main runs, while the entries of
// a switch wait in read-only memory until one is asked for.

// findUse returns what is known of a program, or nil.
func findUse(program string) *Use {
	for _, table := range [...]func(program string) *Use{coreUse, developUse, servicesUse, systemUse} {
		if u := table(program); u != nil {
			return u
		}
	}
	return nil
}
