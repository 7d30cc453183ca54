package rules

// uses are the tables of what is known of programs, by field.
var uses = [...][]Use{coreUses, developUses, servicesUses, systemUses}

// indexed is the place of a program in uses: looking through all tables would cost
// each start of the hook as much as reading its settings.
type indexed struct {
	name  string
	table uint8
	at    uint16
}

// findUse returns what is known of a program, or nil.
func findUse(program string) *Use {
	low, high := 0, len(useIndex)
	for low < high {
		middle := (low + high) / 2
		switch e := &useIndex[middle]; {
		case e.name == program:
			return &uses[e.table][e.at]
		case e.name < program:
			low = middle + 1
		default:
			high = middle
		}
	}
	return nil
}
