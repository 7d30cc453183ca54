package rules

// landGlabDownload: what is fetched goes below the directory of an option, or the one in
// effect.
func landGlabDownload(c *Call) []Landing {
	if c.Has(DestNone) {
		return nil
	}
	l := landHere(c, "glab-download", nounDownload, untried(c.Tool.Command()))
	if dir := c.Last(DestDir); dir != nil && !dir.Value.Is("") {
		l.Given, l.Dest, l.Span = dir.Value, dir.Value, span(dir)
	}
	return []Landing{l}
}

// landGlabRepoClone: the operands are those of gh repo clone; a group is cloned into the
// directory in effect.
func landGlabRepoClone(c *Call) []Landing {
	if c.Has(Config) {
		return []Landing{landHere(c, "glab-clone", nounClone, untried(c.Tool.Command()))}
	}
	return landUntried(c, "glab-clone", c.Inv.Dir, lastOfPath)
}
