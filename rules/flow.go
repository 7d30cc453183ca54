package rules

// flow judges every acquisition of a script, wherever it stands.
func (p *Inspection) flow() {
	for i, inv := range p.Script.Invocations {
		if call, ok := ReadAny(inv); ok && p.judge(call, i) {
			p.At, p.deciding = i, call
		}
	}
}
