package rules

import (
	"fmt"
	"slices"
	"strings"

	"sandbox-enforcer/ast"
)

// Address is what is known of the host that a URL names, as far as its spelling says.
type Address uint8

const (
	// AddressOther is any host that the rest does not cover.
	AddressOther Address = iota
	// AddressInner is a loopback, private or link-local host, written plainly.
	AddressInner
	// AddressHidden is one that is written so that it is not seen to be one: decimal,
	// octal, hexadecimal or short numbers, an IPv4 address in an IPv6 one, or a name
	// that resolves to it by a service that answers with what it is asked.
	AddressHidden
	// AddressMetadata is the address of a cloud's metadata service, in any spelling.
	AddressMetadata
)

// AddressOf says what host a URL names. Text without a scheme is read as a host, as
// curl and wget do.
func AddressOf(url string) Address {
	host := hostOf(url)
	if host == "" {
		return AddressOther
	}
	if ip, plain, ok := ipv4(host); ok {
		return ofIPv4(ip, plain)
	}
	if strings.ContainsAny(host, "{[") && strings.Trim(host, "0123456789.,-{}[]") == "" {
		return AddressHidden // curl's own patterns, of numbers alone
	}
	if strings.ContainsRune(host, ':') {
		return ofIPv6(host)
	}
	return ofName(host)
}

// fetchers are programs whose operands are addresses, connectors those whose operands
// are hosts, and copiers those whose operands are HOST:PATH or files.
const (
	fetchers   = "curl wget wget2 aria2c axel http https xh httpie lynx links w3m elinks fetch hurl youtube-dl yt-dlp"
	connectors = "nc ncat netcat telnet socat ftp lftp ssh ping ping6 dig host nslookup grpcurl websocat crane skopeo oras"
	copiers    = "rsync scp sftp"
)

// addresses are the words of an invocation that name hosts: the sources of a fetcher,
// the hosts of other clients, and any word with a scheme of a program that is not known
// to read. A word that is only a number is a host to a fetcher alone.
func addresses(inv *ast.Invocation) []*ast.Arg {
	var out []*ast.Arg
	program := inv.Program()
	call, read := Read(inv)
	switch {
	case read && has(fetchers, program):
		out = append(out, call.Operands...)
		for _, o := range call.Options {
			if (o.Role() == URL || has("--proxy --preproxy --socks4 --socks4a --socks5 --socks5-hostname --connect-to --resolve --doh-url", o.Name())) && o.ValueWord != nil {
				out = append(out, o.ValueWord)
			}
		}
	case program == "git" && !gitConnects(inv):
	default:
		for i := range inv.Args {
			if namesHost(program, spelledOut(&inv.Args[i])) {
				out = append(out, &inv.Args[i])
			}
		}
	}
	return slices.DeleteFunc(out, func(a *ast.Arg) bool { return spelledOut(a) == "" })
}

// gitConnects reports whether a subcommand of git takes a repository's address.
func gitConnects(inv *ast.Invocation) bool {
	words := plainWords(inv)
	return len(words) > 0 && has("clone fetch pull push ls-remote remote submodule archive", words[0])
}

// namesHost reports whether a word of a program is, or begins with, a host.
func namesHost(program, word string) bool {
	switch scheme := strings.Contains(word, "://"); {
	case word == "" || word[0] == '-':
		return false
	case has(fetchers, program):
		return true
	case has(connectors, program):
		return scheme || strings.ContainsAny(word, ".:") || strings.HasPrefix(word, "0x")
	case has(copiers, program):
		return strings.Contains(word, ":")
	case program == "git":
		return scheme || strings.ContainsAny(word, "@:")
	default:
		u := findUse(program)
		return scheme && (u == nil || u.Text == 0) && !has("gh glab", program)
	}
}

// spelledOut is the text of a word as it is written: a URL with an IPv6 address in
// brackets is a pattern to the shell, which leaves it as it is where no file matches.
// Empty where it is not known.
func spelledOut(a *ast.Arg) string {
	text, known := a.Value.Text()
	if known || !isPattern(a.Value) || len(a.Value.Alts()) != 1 {
		return text
	}
	for _, part := range a.Value.Alts()[0] {
		text += part.Text
	}
	return text
}

// hostOf returns the host of a URL in small letters, without userinfo, port, brackets
// and the dot at the end; what is percent-encoded is decoded, as clients do.
func hostOf(url string) string {
	rest := url
	if i := strings.Index(rest, "://"); i >= 0 {
		rest = rest[i+3:]
	} else {
		for _, scheme := range [...]string{"http:", "https:", "ftp:"} {
			if len(rest) > len(scheme) && strings.EqualFold(rest[:len(scheme)], scheme) {
				rest = rest[len(scheme):]
			}
		}
	}
	rest = unescapePercent(strings.ToLower(strings.TrimLeft(rest, "/")))
	if i := strings.IndexAny(rest, "/?#\\"); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	if inner, ok := strings.CutPrefix(rest, "["); ok && strings.Contains(inner, ":") {
		inner, _, _ = strings.Cut(inner, "]")
		inner, _, _ = strings.Cut(inner, "%")
		return inner
	}
	if strings.Count(rest, ":") == 1 || strings.Contains(rest, "::") && strings.Contains(rest, ".") {
		rest, _, _ = strings.Cut(rest, ":")
	}
	return strings.TrimRight(foldDigits(rest), ".")
}

// foldDigits turns what IDNA maps to ASCII digits, letters and dots into ASCII: full
// width, circled, raised, lowered and mathematical forms.
func foldDigits(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case r >= 0xff01 && r <= 0xff5e:
			b.WriteRune(r - 0xff01 + '!')
		case r == 0x3002 || r == 0xff61 || r == 0xff0e:
			b.WriteByte('.')
		case r >= 0x2460 && r <= 0x2473: // circled 1 to 20
			if n := r - 0x2460 + 1; n >= 10 {
				b.WriteRune('0' + n/10)
				b.WriteRune('0' + n%10)
			} else {
				b.WriteRune('0' + n)
			}
		case r == 0x24ea:
			b.WriteByte('0')
		case r == 0xb9:
			b.WriteByte('1')
		case r == 0xb2 || r == 0xb3:
			b.WriteRune(r - 0xb2 + '2')
		case r == 0x2070 || r >= 0x2074 && r <= 0x2079:
			b.WriteRune(r - 0x2070 + '0')
		case r >= 0x2080 && r <= 0x2089:
			b.WriteRune(r - 0x2080 + '0')
		case r >= 0x1d7ce && r <= 0x1d7ff:
			b.WriteRune((r-0x1d7ce)%10 + '0')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unescapePercent(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if n, ok := number(text[i+1:i+3], 16); ok {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// ipv4 reads a host as inet_aton does: one to four numbers in decimal, octal (0…) or
// hexadecimal (0x…), the last filling what is left. plain says that it is written as
// four decimal numbers.
func ipv4(host string) (ip uint32, plain, ok bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return 0, false, false
	}
	plain = len(parts) == 4
	var value uint64
	for i, part := range parts {
		n, decimal, isNumber := anyNumber(part)
		if !isNumber {
			return 0, false, false
		}
		plain = plain && decimal
		if i < len(parts)-1 {
			if n > 255 {
				return 0, false, false
			}
			value |= n << (24 - 8*i)
			continue
		}
		if n >= 1<<(8*(4-i)) {
			n &= 1<<(8*(4-i)) - 1 // some readers let it overflow
			plain = false
		}
		value |= n
	}
	return uint32(value), plain, true
}

// anyNumber reads a number in the bases of inet_aton.
func anyNumber(text string) (n uint64, decimal, ok bool) {
	switch {
	case strings.HasPrefix(text, "0x"):
		n, ok = number(text[2:], 16)
		return n, false, ok || text == "0x"
	case len(text) > 1 && text[0] == '0':
		if n, ok = number(text, 8); !ok {
			n, ok = number(text, 10)
		}
		return n, false, ok
	}
	n, ok = number(text, 10)
	return n, true, ok
}

func number(text string, base uint64) (n uint64, ok bool) {
	if text == "" || len(text) > 20 {
		return 0, false
	}
	for _, c := range []byte(text) {
		var digit uint64
		switch {
		case c >= '0' && c <= '9':
			digit = uint64(c - '0')
		case c >= 'a' && c <= 'f':
			digit = uint64(c-'a') + 10
		case c >= 'A' && c <= 'F':
			digit = uint64(c-'A') + 10
		default:
			return 0, false
		}
		if digit >= base {
			return 0, false
		}
		n = n*base + digit
		if n > 1<<48 {
			return 0, false
		}
	}
	return n, true
}

// The addresses of metadata services: AWS, Azure, GCP, Oracle, DigitalOcean and others
// share the first; the rest are AWS's for tasks and over IPv6, Alibaba's, Azure's wire
// server, and Oracle's old one.
var metadataIPv4 = [...]uint32{
	169<<24 | 254<<16 | 169<<8 | 254, 169<<24 | 254<<16 | 170<<8 | 2, 169<<24 | 254<<16 | 170<<8 | 23,
	169<<24 | 254<<16 | 42<<8 | 42, 169<<24 | 254<<16 | 0<<8 | 23, 100<<24 | 100<<16 | 100<<8 | 200, 168<<24 | 63<<16 | 129<<8 | 16, 192<<24 | 0<<16 | 0<<8 | 192,
}

func ofIPv4(ip uint32, plain bool) Address {
	for _, m := range metadataIPv4 {
		if ip == m {
			return AddressMetadata
		}
	}
	a, b := ip>>24, ip>>16&0xff
	inner := a == 0 || a == 10 || a == 127 || a == 172 && b >= 16 && b < 32 || a == 192 && b == 168 || a == 169 && b == 254 || a == 100 && b >= 64 && b < 128
	switch {
	case !inner:
		return AddressOther
	case plain:
		return AddressInner
	}
	return AddressHidden
}

// ofIPv6 says what an IPv6 address names; one that cannot be read names nothing.
func ofIPv6(host string) Address {
	words, ok := ipv6(host)
	if !ok {
		return AddressOther
	}
	zeros := func(n int) bool {
		for _, w := range words[:n] {
			if w != 0 {
				return false
			}
		}
		return true
	}
	inside := uint32(words[6])<<16 | uint32(words[7])
	switch {
	case words[0] == 0xfd00 && words[1] == 0x0ec2 && inside == 0x0254:
		return AddressMetadata // AWS, fd00:ec2::254
	case words[0] == 0xfd20 && words[1] == 0x0ce && inside == 0x0254:
		return AddressMetadata // GCP, fd20:ce::254
	case zeros(7) && words[7] <= 1:
		return AddressInner
	case zeros(5) && (words[5] == 0xffff || words[5] == 0), zeros(4) && words[4] == 0xffff && words[5] == 0, words[0] == 0x64 && words[1] == 0xff9b:
		return ofIPv4(inside, false) // mapped, compatible, translated, NAT64
	case words[0] == 0x2002:
		return ofIPv4(uint32(words[1])<<16|uint32(words[2]), false) // 6to4
	case words[0]&0xfe00 == 0xfc00, words[0]&0xffc0 == 0xfe80:
		return AddressInner
	}
	return AddressOther
}

// ipv6 reads the eight words of an address.
func ipv6(host string) (words [8]uint16, ok bool) {
	head, tail, double := strings.Cut(host, "::")
	left, ok1 := words16(head)
	right, ok2 := words16(tail)
	n := len(left) + len(right)
	if !ok1 || !ok2 || n > 8 || !double && n != 8 || double && n > 7 {
		return words, false
	}
	copy(words[:], left)
	copy(words[8-len(right):], right)
	return words, true
}

func words16(text string) ([]uint16, bool) {
	if text == "" {
		return nil, true
	}
	var out []uint16
	parts := strings.Split(text, ":")
	for i, part := range parts {
		if i == len(parts)-1 && strings.Contains(part, ".") {
			ip, _, ok := ipv4(part)
			if !ok {
				return nil, false
			}
			return append(out, uint16(ip>>16), uint16(ip)), true
		}
		n, ok := number(part, 16)
		if !ok || n > 0xffff {
			return nil, false
		}
		out = append(out, uint16(n))
	}
	return out, true
}

// echoServices are the domains under which a name resolves to the address that stands
// in it.
var echoServices = [...]string{"nip.io", "sslip.io", "xip.io", "localtest.me", "lvh.me", "lacolhost.com", "vcap.me", "1u.ms", "rbndr.us", "rebind.it", "rebind.network", "traefik.me", "localho.st"}

func ofName(name string) Address {
	switch name {
	case "metadata.google.internal", "metadata.goog", "metadata", "instance-data", "instance-data.ec2.internal", "metadata.azure.internal", "metadata.packet.net", "metadata.tencentyun.com",
		"metadata.oraclecloud.com", "metadata.platformequinix.com", "api.metadata.cloud.ibm.com", "rancher-metadata", "metadata.nifcloud", "metadata.internal":
		return AddressMetadata
	case "localhost", "ip6-localhost", "ip6-loopback", "localhost.localdomain", "host.docker.internal", "kubernetes.default.svc", "gateway.docker.internal":
		return AddressInner
	}
	if strings.HasSuffix(name, ".localhost") || strings.HasSuffix(name, ".internal") || strings.HasSuffix(name, ".local") || strings.HasSuffix(name, ".svc.cluster.local") {
		return AddressInner
	}
	for _, service := range echoServices {
		if !strings.HasSuffix(name, "."+service) && (name != service || strings.HasSuffix(service, ".io") || service == "rebind.it") {
			continue
		}
		if embedsMetadata(strings.TrimSuffix(name, service)) {
			return AddressMetadata
		}
		return AddressHidden
	}
	return AddressOther
}

// embedsMetadata reports whether the labels of a name hold the address of a metadata
// service, with dots or hyphens, or as one hexadecimal number.
func embedsMetadata(labels string) bool {
	spread := strings.ReplaceAll(labels, "-", ".")
	return strings.Contains(spread, "169.254.169.254") || strings.Contains(labels, "a9fea9fe") || strings.Contains(spread, "169.254.170.2") || strings.Contains(spread, "100.100.100.200")
}

// blockedAddresses reports fetches from metadata services, and from inner addresses
// that are hidden.
func (p *Inspection) blockedAddresses() {
	for _, inv := range p.Script.Invocations {
		for _, arg := range addresses(inv) {
			text := spelledOut(arg)
			switch AddressOf(text) {
			case AddressMetadata:
				p.block(PolicyNetwork, inv.In, arg.Span, Origin{}, fmt.Sprintf("%q is the address of a cloud's metadata service (SSRF), which hands out credentials", MaskURL(text)))
			case AddressHidden:
				p.block(PolicyNetwork, inv.In, arg.Span, Origin{}, fmt.Sprintf("%q is a loopback or private address in a spelling that hides it (SSRF); write it plainly", MaskURL(text)))
			}
		}
	}
}
