package rules

import (
	"strings"

	"sandbox-enforcer/ast"
)

// read reads a call by the table of tools, in the scope all.
func (p *Inspection) read(inv *ast.Invocation) (*Call, bool) {
	if !p.All {
		return nil, false
	}
	return ReadAny(inv)
}

// paths are the words of a call that fetches which are local paths: the values of options
// that read or write files, and sources that are no addresses.
func (c *Call) paths() []touched {
	var out []touched
	program := c.Inv.Program()
	for _, options := range [][]Option{c.Globals, c.Options} {
		for i := range options {
			o := &options[i]
			if o.ValueWord == nil {
				continue
			}
			word := touched{span: o.ValueWord.Span, value: o.Value, dir: c.Inv.Dir, option: o.Name()}
			if word = behindSign(program, word); word.does != 0 {
				out = append(out, word)
				continue
			}
			switch o.Role() {
			case DestFile, DestDir, SideFile, SideDir:
				word.does = touchWrites
			case DestBase:
				word.does = touchEnters
			case URLList:
				word.does = touchReads
			case Sends, Config:
				if o.Flag.Long == "cookie" && !strings.Contains(o.Value.Prefix(), "=") || has("upload-file load-cookies post-file body-file netrc-file config input key cert-key private-key etag-compare", o.Flag.Long) {
					word.does = touchReads
					break
				}
				if !strings.Contains(o.Value.Prefix(), "/") {
					continue
				}
				word.does = touchMayWrite
			case Weakens:
				if !has("cacert ca-certificate proxy-cacert", o.Flag.Long) {
					continue
				}
				word.does = touchReads
			default:
				continue
			}
			out = append(out, word)
		}
	}
	for _, arg := range c.Operands {
		if has(sendsItems, program) {
			if file, is := itemFile(arg.Value); is {
				out = append(out, touched{does: touchReads, span: arg.Span, value: file, dir: c.Inv.Dir})
				continue
			}
		}
		text, known := arg.Value.Text()
		if !known || strings.Contains(text, ":") || text == "" {
			continue // an address, or what is taken for one
		}
		out = append(out, touched{does: touchReads, span: arg.Span, value: arg.Value, dir: c.Inv.Dir})
	}
	return out
}
