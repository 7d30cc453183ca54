package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sandbox-enforcer/ast"
)

// landed writes a landing down: "DIR DEST -> NAME", with ? for what is not known and
// the marks that apply.
func landed(l Landing) string {
	var b strings.Builder
	b.WriteString(shown(l.Dir) + " " + shown(l.Dest) + " -> " + shown(l.Name))
	if l.IntoDir {
		b.WriteString(" into")
	}
	if !l.Creates.None() {
		b.WriteString(" creates " + shown(l.Creates))
	}
	if l.Problem != "" {
		b.WriteString(" problem")
	}
	if l.Refused {
		b.WriteString(" refused")
	}
	return b.String()
}

func shown(v ast.Value) string {
	text, ok := v.Text()
	switch {
	case !ok:
		return "?"
	case text == "":
		return "''"
	}
	return text
}

func TestLandings(t *testing.T) {
	tests := []struct {
		name, line string
		kind       string
		want       []string // as landed writes them
		moved      string   // the line with all moves made, S being the sandbox; empty: not moved
	}{
		// git clone
		{name: "clone", line: "git clone https://h/o/r.git", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git clone https://h/o/r.git S/r"},
		{name: "clone, options behind", line: "git clone https://h/o/r --depth 1", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git clone https://h/o/r S/r --depth 1"},
		{name: "clone, dashes", line: "git clone -- https://h/o/r", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git clone -- https://h/o/r S/r"},
		{name: "clone to a directory", line: "git clone https://h/o/r /tmp/x", kind: "git-clone", want: []string{"/work /tmp/x -> x creates /tmp/x"}, moved: "git clone https://h/o/r S/x"},
		{name: "clone to a relative directory", line: "git clone https://h/o/r a/b/ -q", kind: "git-clone", want: []string{"/work a/b/ -> b creates a/b/"}, moved: "git clone https://h/o/r S/b -q"},
		{name: "clone here", line: "git clone https://h/o/r .", kind: "git-clone", want: []string{"/work . -> r creates ."}, moved: "git clone https://h/o/r S/r"},
		{name: "clone above", line: "git clone https://h/o/r ..", kind: "git-clone", want: []string{"/work .. -> r creates .."}, moved: "git clone https://h/o/r S/r"},
		{name: "clone to the root", line: "git clone https://h/o/r /", kind: "git-clone", want: []string{"/work / -> r creates /"}, moved: "git clone https://h/o/r S/r"},
		{name: "clone to a/.", line: "git clone https://h/o/r a/.", kind: "git-clone", want: []string{"/work a/. -> r creates a/."}, moved: "git clone https://h/o/r S/r"},
		{name: "clone to nothing", line: "git clone https://h/o/r ''", kind: "git-clone", want: []string{"/work '' -> ? creates ''"}},
		{name: "clone in", line: "git -C d clone https://h/o/r", kind: "git-clone", want: []string{"/work/d r -> r creates r"}, moved: "git -C d clone https://h/o/r S/r"},
		{name: "clone in two", line: "git -C d -C ../e clone https://h/o/r", kind: "git-clone", want: []string{"/work/d/../e r -> r creates r"}, moved: "git -C d -C ../e clone https://h/o/r S/r"},
		{name: "clone in an absolute one", line: "git -C d -C /e clone https://h/o/r x", kind: "git-clone", want: []string{"/e x -> x creates x"}, moved: "git -C d -C /e clone https://h/o/r S/x"},
		{name: "clone in the empty one", line: "git -C '' clone https://h/o/r", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git -C  clone https://h/o/r S/r"},
		{name: "clone in an unknown one", line: "git -C $D clone https://h/o/r", kind: "git-clone", want: []string{"? r -> r creates r"}, moved: "git -C ${D} clone https://h/o/r S/r"},
		{name: "clone after an unknown one", line: "git -C $D -C /e clone https://h/o/r", kind: "git-clone", want: []string{"/e r -> r creates r"}, moved: "git -C ${D} -C /e clone https://h/o/r S/r"},
		{name: "bare", line: "git clone --bare https://h/o/r", kind: "git-clone", want: []string{"/work r.git -> r.git creates r.git"}, moved: "git clone --bare https://h/o/r S/r.git"},
		{name: "bare, abbreviated", line: "git clone https://h/o/r --bar", kind: "git-clone", want: []string{"/work r.git -> r.git creates r.git"}, moved: "git clone https://h/o/r S/r.git --bar"},
		{name: "naked", line: "git clone --naked https://h/o/r", kind: "git-clone", want: []string{"/work r.git -> r.git creates r.git"}, moved: "git clone --naked https://h/o/r S/r.git"},
		{name: "bare taken back", line: "git clone --bare --no-naked https://h/o/r", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git clone --bare --no-naked https://h/o/r S/r"},
		{name: "mirror stays bare", line: "git clone --mirror --no-bare https://h/o/r", kind: "git-clone", want: []string{"/work r.git -> r.git creates r.git"}, moved: "git clone --mirror --no-bare https://h/o/r S/r.git"},
		{name: "mirror taken back", line: "git clone --mirror --no-mirror https://h/o/r", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git clone --mirror --no-mirror https://h/o/r S/r"},
		{name: "bare with a directory", line: "git clone --bare https://h/o/r x", kind: "git-clone", want: []string{"/work x -> x creates x"}, moved: "git clone --bare https://h/o/r S/x"},
		{name: "bare here", line: "git clone --bare https://h/o/r .", kind: "git-clone", want: []string{"/work . -> r.git creates ."}, moved: "git clone --bare https://h/o/r S/r.git"},
		{name: "origin is no output", line: "git clone -o up https://h/o/r", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git clone -o up https://h/o/r S/r"},
		{name: "local path", line: "git clone ../r.git", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git clone ../r.git S/r"},
		{name: "scp", line: "git clone git@h:o/r.git", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git clone git@h:o/r.git S/r"},
		{name: "three operands", line: "git clone https://h/o/r a b"},
		{name: "no operand", line: "git clone -q"},
		{name: "help", line: "git clone --help https://h/o/r"},
		{name: "version", line: "git --version clone https://h/o/r"},
		{name: "exec-path", line: "git --exec-path clone https://h/o/r"},
		{name: "exec-path=", line: "git --exec-path=/x clone https://h/o/r", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git --exec-path=/x clone https://h/o/r S/r"},
		{name: "work tree", line: "git --work-tree=/w clone https://h/o/r", kind: "git-clone", want: []string{"/work r -> r creates r problem"}},
		{name: "git dir", line: "git --git-dir /g clone https://h/o/r", kind: "git-clone", want: []string{"/work r -> r creates r"}, moved: "git --git-dir /g clone https://h/o/r S/r"},
		{name: "unknown URL", line: "git clone -- $U", kind: "git-clone", want: []string{"/work ? -> ? creates ?"}},
		{name: "unknown URL with a directory", line: "git clone -- $U x", kind: "git-clone", want: []string{"/work x -> x creates x"}, moved: "git clone -- ${U} S/x"},
		{name: "unknown URL here", line: "git clone -- $U .", kind: "git-clone", want: []string{"/work . -> ? creates ."}},
		{name: "unknown directory", line: "git clone https://h/o/r $D", kind: "git-clone", want: []string{"/work ? -> ? creates ?"}},
		{name: "directory with an unknown part", line: "git clone https://h/o/r $D/x", kind: "git-clone", want: []string{"/work ? -> ? creates ?"}},
		{name: "directory of two", line: "git clone https://h/o/r {a/x|b/x}", kind: "git-clone", want: []string{"/work ? -> ? creates ?"}},
		{name: "no name in the URL", line: "git clone https://h/..", kind: "git-clone", want: []string{"/work ? -> ? creates ?"}},
		{name: "no name in the URL, a directory", line: "git clone https://h/.. x", kind: "git-clone", want: []string{"/work x -> x creates x"}, moved: "git clone https://h/.. S/x"},

		// gh
		{name: "gh", line: "gh repo clone o/r", kind: "gh-clone", want: []string{"/work r -> r creates r"}, moved: "gh repo clone o/r S/r"},
		{name: "gh host", line: "gh repo clone h/o/r.git", kind: "gh-clone", want: []string{"/work r -> r creates r"}, moved: "gh repo clone h/o/r.git S/r"},
		{name: "gh own", line: "gh repo clone r", kind: "gh-clone", want: []string{"/work r -> r creates r"}, moved: "gh repo clone r S/r"},
		{name: "gh URL", line: "gh repo clone https://h/o/r/issues", kind: "gh-clone", want: []string{"/work r -> r creates r"}, moved: "gh repo clone https://h/o/r/issues S/r"},
		{name: "gh directory", line: "gh repo clone o/r /tmp/x", kind: "gh-clone", want: []string{"/work /tmp/x -> x creates /tmp/x"}, moved: "gh repo clone o/r S/x"},
		{name: "gh here", line: "gh repo clone o/r .", kind: "gh-clone", want: []string{"/work . -> r creates ."}, moved: "gh repo clone o/r S/r"},
		{name: "gh git flags", line: "gh repo clone o/r -- --depth 1", kind: "gh-clone", want: []string{"/work r -> r creates r"}, moved: "gh repo clone o/r S/r -- --depth 1"},
		{name: "gh directory after dashes", line: "gh repo clone o/r -- /tmp/x -q", kind: "gh-clone", want: []string{"/work /tmp/x -> x creates /tmp/x"}, moved: "gh repo clone o/r -- S/x -q"},
		{name: "gh bare", line: "gh repo clone o/r -- --bare", kind: "gh-clone", want: []string{"/work r.git -> r.git creates r.git"}, moved: "gh repo clone o/r S/r.git -- --bare"},
		{name: "gh three", line: "gh repo clone o/r a b"},
		{name: "gh none", line: "gh repo clone"},
		{name: "gh help", line: "gh repo clone o/r --help"},
		{name: "gh unknown", line: "gh repo clone $R", kind: "gh-clone", want: []string{"/work ? -> ? creates ?"}},
		{name: "gh gist", line: "gh gist clone 5b0e", kind: "gh-clone", want: []string{"/work 5b0e -> 5b0e creates 5b0e"}, moved: "gh gist clone 5b0e S/5b0e"},
		{name: "gh gist URL", line: "gh gist clone https://gist.h/o/5b0e d/e", kind: "gh-clone", want: []string{"/work d/e -> e creates d/e"}, moved: "gh gist clone https://gist.h/o/5b0e S/e"},
		{name: "gh checkout", line: "gh pr checkout 5", kind: "gh-checkout", want: []string{"/work . -> '' problem refused"}},
		{name: "gh checkout of another", line: "gh pr -R o/r checkout 5 --force", kind: "gh-checkout", want: []string{"/work . -> '' problem refused"}},
		{name: "gh checkout of none", line: "gh pr checkout", kind: "gh-checkout", want: []string{"/work . -> '' problem refused"}},
		{name: "gh co", line: "gh co 5", kind: "gh-checkout", want: []string{"/work . -> '' problem refused"}},

		// curl: -o
		{name: "curl to stdout", line: "curl -sSL https://h/f"},
		{name: "curl -o", line: "curl -o F https://h/f", kind: "curl-download", want: []string{"/work F -> F"}, moved: "curl -o S/F https://h/f"},
		{name: "curl -oF", line: "curl -sSLo/tmp/F https://h/f", kind: "curl-download", want: []string{"/work /tmp/F -> F"}, moved: "curl -sSLoS/F https://h/f"},
		{name: "curl --output=", line: "curl --output=a/F https://h/f", kind: "curl-download", want: []string{"/work a/F -> F"}, moved: "curl --output=S/F https://h/f"},
		{name: "curl -o behind", line: "curl https://h/f -o F", kind: "curl-download", want: []string{"/work F -> F"}, moved: "curl https://h/f -o S/F"},
		{name: "curl --url", line: "curl --url https://h/f -o F", kind: "curl-download", want: []string{"/work F -> F"}, moved: "curl --url https://h/f -o S/F"},
		{name: "curl two", line: "curl -o A -o B https://h/a https://h/b", kind: "curl-download", want: []string{"/work A -> A", "/work B -> B"}, moved: "curl -o S/A -o S/B https://h/a https://h/b"},
		{name: "curl two, mixed up", line: "curl https://h/a https://h/b -o A -s -o B", kind: "curl-download", want: []string{"/work A -> A", "/work B -> B"}, moved: "curl https://h/a https://h/b -o S/A -s -o S/B"},
		{name: "curl, the first output counts", line: "curl -o A -o B https://h/a", kind: "curl-download", want: []string{"/work A -> A"}, moved: "curl -o S/A -o B https://h/a"},
		{name: "curl, a URL without", line: "curl -o A https://h/a https://h/b", kind: "curl-download", want: []string{"/work A -> A"}, moved: "curl -o S/A https://h/a https://h/b"},
		{name: "curl nowhere", line: "curl -o /dev/null https://h/f"},
		{name: "curl dash", line: "curl -o - https://h/f"},
		{name: "curl stderr", line: "curl -o /dev/stderr https://h/f"},
		{name: "curl descriptor", line: "curl -o /dev/fd/3 https://h/f"},
		{name: "curl one nowhere", line: "curl -o /dev/null https://h/a -o B https://h/b", kind: "curl-download", want: []string{"/work B -> B"}, moved: "curl -o /dev/null https://h/a -o S/B https://h/b"},
		{name: "curl ./-", line: "curl -o ./- https://h/f", kind: "curl-download", want: []string{"/work ./- -> -"}, moved: "curl -o S/- https://h/f"},
		{name: "curl without a URL", line: "curl -o F"},
		{name: "curl an unknown file", line: "curl -o $OUT https://h/f", kind: "curl-download", want: []string{"/work ? -> ?"}},
		{name: "curl a partly unknown file", line: "curl -o $OUT/f https://h/f", kind: "curl-download", want: []string{"/work ? -> ?"}},
		{name: "curl the empty file", line: "curl -o '' https://h/f", kind: "curl-download", want: []string{"/work '' -> ?"}},
		{name: "curl into ..", line: "curl -o .. https://h/f", kind: "curl-download", want: []string{"/work .. -> ?"}},
		{name: "curl up", line: "curl -o ../../x https://h/f", kind: "curl-download", want: []string{"/work ../../x -> x"}, moved: "curl -o S/x https://h/f"},
		{name: "curl create-dirs", line: "curl --create-dirs -o a/b/F https://h/f", kind: "curl-download", want: []string{"/work a/b/F -> F creates a/b"}, moved: "curl --create-dirs -o S/F https://h/f"},
		{name: "curl create-dirs without any", line: "curl --create-dirs -o F https://h/f", kind: "curl-download", want: []string{"/work F -> F"}, moved: "curl --create-dirs -o S/F https://h/f"},
		{name: "curl glob", line: "curl -o F#1 https://h/f{a,b}", kind: "curl-download", want: []string{"/work F#1 -> F#1"}, moved: "curl -o S/F#1 https://h/f{a,b}"},
		{name: "curl glob with a slash", line: "curl -o F#1 https://h/{../x,b}", kind: "curl-download", want: []string{"/work ? -> ?"}},
		{name: "curl glob of an unknown URL", line: "curl -o F#1 -- $U", kind: "curl-download", want: []string{"/work ? -> ?"}},
		{name: "curl number sign", line: "curl -o F# https://h/{a/b,c}", kind: "curl-download", want: []string{"/work F# -> F#"}, moved: "curl -o S/F# https://h/{a/b,c}"},
		{name: "curl head", line: "curl -I -o F https://h/f", kind: "curl-download", want: []string{"/work F -> F"}, moved: "curl -I -o S/F https://h/f"},
		{name: "curl upload", line: "curl -T f https://h/f"},
		{name: "curl upload, saved", line: "curl -T f -o F https://h/f", kind: "curl-download", want: []string{"/work F -> F"}, moved: "curl -T f -o S/F https://h/f"},
		{name: "curl version", line: "curl -V -o F https://h/f"},
		{name: "curl out-null", line: "curl --out-null https://h/f -o F", want: nil},
		{name: "curl out-null of the first", line: "curl --out-null -o F https://h/a https://h/b", kind: "curl-download", want: []string{"/work F -> F"}, moved: "curl --out-null -o S/F https://h/a https://h/b"},

		// curl: -O
		{name: "curl -O", line: "curl -O https://h/d/f", kind: "curl-download", want: []string{"/work . -> f into"}, moved: "curl --output-dir S -O https://h/d/f"},
		{name: "curl -LO", line: "curl -LO https://h/f", kind: "curl-download", want: []string{"/work . -> f into"}, moved: "curl --output-dir S -LO https://h/f"},
		{name: "curl -OJ", line: "curl -OJ https://h/f", kind: "curl-download", want: []string{"/work . -> '' into"}, moved: "curl --output-dir S -OJ https://h/f"},
		{name: "curl -J alone", line: "curl -J https://h/f"},
		{name: "curl --remote-name", line: "curl https://h/f --remote-name", kind: "curl-download", want: []string{"/work . -> f into"}, moved: "curl --output-dir S https://h/f --remote-name"},
		{name: "curl -O two", line: "curl -O https://h/a -O https://h/b", kind: "curl-download", want: []string{"/work . -> a into", "/work . -> b into"}, moved: "curl --output-dir S -O https://h/a -O https://h/b"},
		{name: "curl -O and stdout", line: "curl -O https://h/a https://h/b", kind: "curl-download", want: []string{"/work . -> a into"}, moved: "curl --output-dir S -O https://h/a https://h/b"},
		{name: "curl all", line: "curl --remote-name-all https://h/a https://h/b", kind: "curl-download", want: []string{"/work . -> a into", "/work . -> b into"}, moved: "curl --output-dir S --remote-name-all https://h/a https://h/b"},
		{name: "curl all, too late", line: "curl https://h/a --remote-name-all https://h/b", kind: "curl-download", want: []string{"/work . -> b into"}, moved: "curl --output-dir S https://h/a --remote-name-all https://h/b"},
		{name: "curl all, off again", line: "curl --remote-name-all --no-remote-name-all https://h/a"},
		{name: "curl all but one", line: "curl --remote-name-all https://h/a --no-remote-name"},
		{name: "curl no-remote-name alone", line: "curl --no-remote-name -O https://h/a", kind: "curl-download", want: []string{"/work . -> a into"}, moved: "curl --output-dir S --no-remote-name -O https://h/a"},
		{name: "curl all, one named", line: "curl --remote-name-all https://h/a -o F", kind: "curl-download", want: []string{"/work F -> F"}, moved: "curl --remote-name-all https://h/a -o S/F"},
		{name: "curl -q stays first", line: "curl -q -O https://h/f", kind: "curl-download", want: []string{"/work . -> f into"}, moved: "curl -q --output-dir S -O https://h/f"},
		{name: "curl -q with a value", line: "curl -qm 5 -O https://h/f", kind: "curl-download", want: []string{"/work . -> f into"}, moved: "curl -qm 5 --output-dir S -O https://h/f"},
		{name: "curl -q not first", line: "curl -s -q -O https://h/f", kind: "curl-download", want: []string{"/work . -> f into"}, moved: "curl --output-dir S -s -q -O https://h/f"},
		{name: "curl --disable", line: "curl --disable -O https://h/f", kind: "curl-download", want: []string{"/work . -> f into"}, moved: "curl --disable --output-dir S -O https://h/f"},
		{name: "curl -O glob", line: "curl -O https://h/f[1-3]", kind: "curl-download", want: []string{"/work . -> '' into"}, moved: "curl --output-dir S -O https://h/f[1-3]"},
		{name: "curl -O query", line: "curl -O https://h/f?a=b", kind: "curl-download", want: []string{"/work . -> '' into"}, moved: "curl --output-dir S -O https://h/f?a=b"},
		{name: "curl -O unknown", line: "curl -O https://h/$F", kind: "curl-download", want: []string{"/work . -> '' into"}, moved: "curl --output-dir S -O https://h/${F}"},
		{name: "curl list", line: "curl @urls", kind: "curl-download", want: []string{"/work . -> '' into"}, moved: "curl --output-dir S @urls"},
		{name: "curl list by --url", line: "curl --url @urls", kind: "curl-download", want: []string{"/work . -> '' into"}, moved: "curl --output-dir S --url @urls"},

		// curl: --output-dir
		{name: "curl dir", line: "curl --output-dir D -O https://h/f", kind: "curl-download", want: []string{"/work D -> f into"}, moved: "curl --output-dir S -O https://h/f"},
		{name: "curl dir=", line: "curl -O https://h/f --output-dir=D", kind: "curl-download", want: []string{"/work D -> f into"}, moved: "curl -O https://h/f --output-dir=S"},
		{name: "curl dir, last wins", line: "curl --output-dir D --output-dir E -O https://h/f", kind: "curl-download", want: []string{"/work E -> f into"}, moved: "curl --output-dir D --output-dir S -O https://h/f"},
		{name: "curl dir and file", line: "curl --output-dir D -o F https://h/f", kind: "curl-download", want: []string{"/work D/F -> F"}, moved: "curl --output-dir S -o F https://h/f"},
		{name: "curl dir and path", line: "curl --output-dir D -o a/F https://h/f", kind: "curl-download", want: []string{"/work D/a/F -> F"}, moved: "curl --output-dir S -o F https://h/f"},
		{name: "curl dir and path attached", line: "curl --output-dir D -soa/F https://h/f", kind: "curl-download", want: []string{"/work D/a/F -> F"}, moved: "curl --output-dir S -soF https://h/f"},
		{name: "curl dir and absolute path", line: "curl --output-dir D -o /tmp/F https://h/f", kind: "curl-download", want: []string{"/work D//tmp/F -> F"}, moved: "curl --output-dir S -o F https://h/f"},
		{name: "curl dir and the way up", line: "curl --output-dir D -o ../../F https://h/f", kind: "curl-download", want: []string{"/work D/../../F -> F"}, moved: "curl --output-dir S -o F https://h/f"},
		{name: "curl dir, created", line: "curl --create-dirs --output-dir D -o a/F https://h/f", kind: "curl-download", want: []string{"/work D/a/F -> F creates D/a"}, moved: "curl --create-dirs --output-dir S -o F https://h/f"},
		{name: "curl dir, created, -O", line: "curl --create-dirs --output-dir D -O https://h/f", kind: "curl-download", want: []string{"/work D -> f into creates D"}, moved: "curl --create-dirs --output-dir S -O https://h/f"},
		{name: "curl dir and stdout", line: "curl --output-dir D https://h/f"},
		{name: "curl dir and dash", line: "curl --output-dir D -o - https://h/f"},
		{name: "curl dir makes a device a file", line: "curl --output-dir D -o /dev/null https://h/f", kind: "curl-download", want: []string{"/work D//dev/null -> null problem"}},
		{name: "curl dir unknown", line: "curl --output-dir $D -o F https://h/f", kind: "curl-download", want: []string{"/work ? -> ?"}},
		{name: "curl dir unknown, -O", line: "curl --output-dir $D -O https://h/f", kind: "curl-download", want: []string{"/work ? -> ? into"}},
		{name: "curl dir empty", line: "curl --output-dir '' -o F https://h/f", kind: "curl-download", want: []string{"/work F -> F"}, moved: "curl --output-dir  -o S/F https://h/f"},
		{name: "curl dir empty, -O", line: "curl --output-dir '' -O https://h/f", kind: "curl-download", want: []string{"/work . -> f into"}, moved: "curl --output-dir S -O https://h/f"},
		{name: "curl -O with a named one", line: "curl -O https://h/a -o b/F https://h/b", kind: "curl-download", want: []string{"/work . -> a into", "/work b/F -> F"}, moved: "curl --output-dir S -O https://h/a -o F https://h/b"},
		{name: "curl -O with a plain one", line: "curl -O https://h/a -o F https://h/b", kind: "curl-download", want: []string{"/work . -> a into", "/work F -> F"}, moved: "curl --output-dir S -O https://h/a -o F https://h/b"},
		{name: "curl -O with stdout", line: "curl -O https://h/a -o - https://h/b", kind: "curl-download", want: []string{"/work . -> a into"}, moved: "curl --output-dir S -O https://h/a -o - https://h/b"},
		{name: "curl -O with a device", line: "curl -O https://h/a -o /dev/null https://h/b", kind: "curl-download", want: []string{"/work . -> a into problem"}},
		{name: "curl -O with an unknown one", line: "curl -O https://h/a -o $F https://h/b", kind: "curl-download", want: []string{"/work . -> a into problem", "/work ? -> ? problem"}},
		{name: "curl -O with a nameless one", line: "curl -O https://h/a -o .. https://h/b", kind: "curl-download", want: []string{"/work . -> a into problem", "/work .. -> ? problem"}},

		// curl: --next
		{name: "curl next", line: "curl -o A https://h/a --next -o B https://h/b", kind: "curl-download", want: []string{"/work A -> A", "/work B -> B"}, moved: "curl -o S/A https://h/a --next -o S/B https://h/b"},
		{name: "curl next, outputs stay with their group", line: "curl -o A -o B https://h/a --next https://h/b", kind: "curl-download", want: []string{"/work A -> A"}, moved: "curl -o S/A -o B https://h/a --next https://h/b"},
		{name: "curl next -O", line: "curl -O https://h/a --next -O https://h/b", kind: "curl-download", want: []string{"/work . -> a into", "/work . -> b into"}, moved: "curl --output-dir S -O https://h/a --next --output-dir S -O https://h/b"},
		{name: "curl next alone -O", line: "curl https://h/a -s: -O https://h/b", kind: "curl-download", want: []string{"/work . -> b into"}, moved: "curl https://h/a -s: --output-dir S -O https://h/b"},
		{name: "curl next, dir stays with its group", line: "curl --output-dir D -O https://h/a --next -O https://h/b", kind: "curl-download", want: []string{"/work D -> a into", "/work . -> b into"}, moved: "curl --output-dir S -O https://h/a --next --output-dir S -O https://h/b"},
		{name: "curl next, all stays with its group", line: "curl --remote-name-all https://h/a --next https://h/b", kind: "curl-download", want: []string{"/work . -> a into"}, moved: "curl --output-dir S --remote-name-all https://h/a --next https://h/b"},

		// wget
		{name: "wget", line: "wget https://h/d/f", kind: "wget-download", want: []string{"/work . -> f into"}, moved: "wget -P S https://h/d/f"},
		{name: "wget index", line: "wget https://h", kind: "wget-download", want: []string{"/work . -> index.html into"}, moved: "wget -P S https://h"},
		{name: "wget quiet", line: "wget -q https://h/f -c", kind: "wget-download", want: []string{"/work . -> f into"}, moved: "wget -P S -q https://h/f -c"},
		{name: "wget dashes", line: "wget -- https://h/f", kind: "wget-download", want: []string{"/work . -> f into"}, moved: "wget -P S -- https://h/f"},
		{name: "wget two", line: "wget https://h/a https://h/b", kind: "wget-download", want: []string{"/work . -> '' into"}, moved: "wget -P S https://h/a https://h/b"},
		{name: "wget -O", line: "wget -O F https://h/f", kind: "wget-download", want: []string{"/work F -> F"}, moved: "wget -O S/F https://h/f"},
		{name: "wget -qOF", line: "wget -qO/tmp/F https://h/f", kind: "wget-download", want: []string{"/work /tmp/F -> F"}, moved: "wget -qOS/F https://h/f"},
		{name: "wget --output-document=", line: "wget --output-document=a/F https://h/f", kind: "wget-download", want: []string{"/work a/F -> F"}, moved: "wget --output-document=S/F https://h/f"},
		{name: "wget last -O", line: "wget -O A -O B https://h/f", kind: "wget-download", want: []string{"/work B -> B"}, moved: "wget -O A -O S/B https://h/f"},
		{name: "wget -O without -P", line: "wget -P D -O F https://h/f", kind: "wget-download", want: []string{"/work F -> F"}, moved: "wget -P D -O S/F https://h/f"},
		{name: "wget stdout", line: "wget -qO- https://h/f"},
		{name: "wget nowhere", line: "wget -O /dev/null https://h/f"},
		{name: "wget ./-", line: "wget -O ./- https://h/f", kind: "wget-download", want: []string{"/work ./- -> -"}, moved: "wget -O S/- https://h/f"},
		{name: "wget unknown file", line: "wget -O $F https://h/f", kind: "wget-download", want: []string{"/work ? -> ?"}},
		{name: "wget empty file", line: "wget -O '' https://h/f", kind: "wget-download", want: []string{"/work '' -> ?"}},
		{name: "wget -P", line: "wget -P D https://h/f", kind: "wget-dir", want: []string{"/work D -> f into creates D"}, moved: "wget -P S https://h/f"},
		{name: "wget -PD", line: "wget https://h/f -qPD/e/", kind: "wget-dir", want: []string{"/work D/e/ -> f into creates D/e/"}, moved: "wget https://h/f -qPS"},
		{name: "wget --directory-prefix=", line: "wget --directory-prefix=/tmp https://h/f", kind: "wget-dir", want: []string{"/work /tmp -> f into creates /tmp"}, moved: "wget --directory-prefix=S https://h/f"},
		{name: "wget last -P", line: "wget -P D https://h/f -P E", kind: "wget-dir", want: []string{"/work E -> f into creates E"}, moved: "wget -P D https://h/f -P S"},
		{name: "wget empty -P", line: "wget -P '' https://h/f", kind: "wget-dir", want: []string{"/work . -> f into"}, moved: "wget -P S https://h/f"},
		{name: "wget unknown -P", line: "wget -P $D https://h/f", kind: "wget-dir", want: []string{"/work ? -> ? into creates ?"}},
		{name: "wget no URL", line: "wget -P D"},
		{name: "wget list", line: "wget -i urls", kind: "wget-download", want: []string{"/work . -> '' into"}, moved: "wget -P S -i urls"},
		{name: "wget list and dir", line: "wget -i urls -P D", kind: "wget-dir", want: []string{"/work D -> '' into creates D"}, moved: "wget -i urls -P S"},
		{name: "wget spider", line: "wget --spider https://h/f"},
		{name: "wget spider off", line: "wget --spider --no-spider https://h/f", kind: "wget-download", want: []string{"/work . -> f into"}, moved: "wget -P S --spider --no-spider https://h/f"},
		{name: "wget spider=off", line: "wget --spider=off https://h/f", kind: "wget-download", want: []string{"/work . -> f into"}, moved: "wget -P S --spider=off https://h/f"},
		{name: "wget tree", line: "wget -r -np https://u@h:8080/d/", kind: "wget-download", want: []string{"/work . -> '' into creates h:8080"}, moved: "wget -P S -r -np https://u@h:8080/d/"},
		{name: "wget tree off", line: "wget --no-recursive https://h/f", kind: "wget-download", want: []string{"/work . -> f into"}, moved: "wget -P S --no-recursive https://h/f"},
		{name: "wget server's name", line: "wget --content-disposition https://h/f", kind: "wget-download", want: []string{"/work . -> '' into"}, moved: "wget -P S --content-disposition https://h/f"},
		{name: "wget other ending", line: "wget -E https://h/f", kind: "wget-download", want: []string{"/work . -> '' into"}, moved: "wget -P S -E https://h/f"},
		{name: "wget execute", line: "wget -e robots=off https://h/f", kind: "wget-download", want: []string{"/work . -> '' into"}, moved: "wget -P S -e robots=off https://h/f"},
		{name: "wget execute prefix", line: "wget -e Dir-Prefix=/x https://h/f", kind: "wget-download", want: []string{"/work ? -> ? into problem"}},
		{name: "wget execute document", line: "wget --execute=output_document=/x https://h/f", kind: "wget-download", want: []string{"/work ? -> ? into problem"}},
		{name: "wget execute unknown", line: "wget -e $C https://h/f", kind: "wget-download", want: []string{"/work ? -> ? into problem"}},
		{name: "wget configuration", line: "wget --config=rc https://h/f", kind: "wget-download", want: []string{"/work ? -> ? into problem"}},
		{name: "wget configuration and -O", line: "wget --config=rc -O F https://h/f", kind: "wget-download", want: []string{"/work F -> F"}, moved: "wget --config=rc -O S/F https://h/f"},
		{name: "wget version", line: "wget -V https://h/f"},
		{name: "wget log is no document", line: "wget -o log https://h/f", kind: "wget-download", want: []string{"/work . -> f into"}, moved: "wget -P S -o log https://h/f"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inv := line(tt.line)
			call, ok := Read(inv)
			require.True(t, ok, "is one of the tools")
			landings := call.Landings()
			var got []string
			settled := len(landings) > 0
			for _, l := range landings {
				got = append(got, landed(l))
				assert.Equal(t, tt.kind, l.Type)
				assert.False(t, l.Span.Empty(), "points at a word")
				_, named := l.Name.Text()
				settled = settled && named && l.Problem == ""
			}
			require.Equal(t, tt.want, got)
			require.Equal(t, tt.moved != "", settled, "can be moved")
			if settled {
				assert.Equal(t, tt.moved, strings.Join(moved(t, inv, landings, "S"), " "))
			}
		})
	}
}

// What messages need beside the paths.
func TestLandingsForPeople(t *testing.T) {
	tests := []struct {
		name, line                   string
		noun, url, given, at, reason string
	}{
		{name: "clone", line: "git clone U D", noun: "git clone", url: "U", given: "D", at: "D"},
		{name: "clone without", line: "git clone U", noun: "git clone", url: "U", given: "…", at: "U"},
		{name: "gh", line: "gh repo clone o/r", noun: "git clone", url: "o/r", given: "…", at: "o/r"},
		{name: "checkout", line: "gh pr checkout 5", noun: "gh pr checkout", url: "5", given: "…", at: "5"},
		{name: "curl", line: "curl -o F U", noun: "download", url: "U", given: "F", at: "F"},
		{name: "curl attached", line: "curl -oF U", noun: "download", url: "U", given: "F", at: "-oF"},
		{name: "curl by URL", line: "curl -O U", noun: "download", url: "U", given: "…", at: "U"},
		{name: "curl dir", line: "curl --output-dir D -o F U", noun: "download", url: "U", given: "D/F", at: "F"},
		{name: "wget", line: "wget U", noun: "download", url: "U", given: "…", at: "U"},
		{name: "wget list", line: "wget -i F", noun: "download", url: "…", given: "…", at: "wget"},
		{name: "wget dir", line: "wget -P D U", noun: "download", url: "U", given: "D", at: "D"},
		{name: "control", line: "git clone U a\x01b", noun: "git clone", url: "U", given: "a\x01b", at: "a\x01b", reason: "control characters"},
		{name: "empty", line: "git clone U ''", noun: "git clone", url: "U", given: "", at: "''", reason: "empty"},
		{name: "no name", line: "curl -o .. U", noun: "download", url: "U", given: "..", at: "..", reason: "no name"},
		{name: "unknown", line: "curl -o $OUT U", noun: "download", url: "U", given: "${OUT}", at: "$OUT", reason: "$OUT: not set here"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inv := line(tt.line)
			call, ok := Read(inv)
			require.True(t, ok)
			landings := call.Landings()
			require.Len(t, landings, 1)
			l := landings[0]
			assert.Equal(t, tt.noun, l.Noun)
			assert.Equal(t, tt.url, l.URL.Display())
			assert.Equal(t, tt.given, l.Given.Display())
			assert.Equal(t, tt.at, inv.In.Source.Text[l.Span.Start:l.Span.End])
			if tt.reason != "" {
				assert.Contains(t, l.Name.Reason(), tt.reason)
			}
		})
	}
}

func TestStdout(t *testing.T) {
	tests := []struct {
		line string
		want bool
	}{
		{line: "curl U", want: true},
		{line: "curl -o - U", want: true},
		{line: "curl -o /dev/stdout U", want: true},
		{line: "curl -o /dev/fd/1 U", want: true},
		{line: "curl -o /dev/fd/2 U"},
		{line: "curl -o F U"},
		{line: "curl -O U"},
		{line: "curl -O U V", want: true},
		{line: "curl -o F U --next V", want: true},
		{line: "curl --remote-name-all U"},
		{line: "curl --remote-name-all U --no-remote-name", want: true},
		{line: "curl --out-null U"},
		{line: "curl --no-out-null U", want: true},
		{line: "curl @list"},
		{line: "curl --output-dir D -o /dev/stdout U"},
		{line: "curl --output-dir D -o - U", want: true},
		{line: "curl -T f U", want: true},
		{line: "curl -sI U", want: true},
		{line: "curl -o $F U"},
		{line: "curl -s"},
		{line: "curl --help U"},
		{line: "wget -qO- U", want: true},
		{line: "wget -O /dev/stdout U", want: true},
		{line: "wget -O- --spider U"},
		{line: "wget -O F U"},
		{line: "wget -O - -O F U"},
		{line: "wget U"},
		{line: "wget -O-"},
		{line: "git clone U"},
		{line: "gh repo clone o/r"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			call, ok := Read(line(tt.line))
			require.True(t, ok)
			assert.Equal(t, tt.want, Stdout(call))
		})
	}
}
