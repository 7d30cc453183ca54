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
	if strings.ContainsRune(host, ':') {
		return ofIPv6(host)
	}
	return ofName(host)
}

// fetchers are programs whose operands are addresses; connectors those whose operands
// are hosts and ports.
const (
	fetchers   = "curl wget wget2 aria2c axel http https xh httpie lynx links w3m elinks fetch hurl youtube-dl yt-dlp"
	connectors = "nc ncat netcat telnet socat ftp lftp rsync scp sftp ssh ping ping6 dig host nslookup git grpcurl websocat openssl"
)

// addresses are the words of an invocation that name hosts: the sources of a fetcher,
// and any word with a scheme. A word that is only a number is a host to a fetcher
// alone.
func addresses(inv *ast.Invocation) []*ast.Arg {
	var out []*ast.Arg
	program := inv.Program()
	if call, ok := Read(inv); ok && has(fetchers, program) {
		out = append(out, call.Operands...)
		for _, o := range call.Options {
			if o.Role() == URL && o.ValueWord != nil {
				out = append(out, o.ValueWord)
			}
		}
	} else {
		connects := has(connectors, program) || has(fetchers, program)
		for i := range inv.Args {
			text := spelledOut(&inv.Args[i])
			if strings.Contains(text, "://") || connects && text != "" && text[0] != '-' && (strings.ContainsAny(text, ".:") || strings.HasPrefix(text, "0x") || len(text) > 6) {
				out = append(out, &inv.Args[i])
			}
		}
	}
	return slices.DeleteFunc(out, func(a *ast.Arg) bool { return spelledOut(a) == "" })
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
	}
	rest = strings.TrimLeft(rest, "/")
	if i := strings.IndexAny(rest, "/?#\\"); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	if inner, ok := strings.CutPrefix(rest, "["); ok {
		inner, _, _ = strings.Cut(inner, "]")
		inner, _, _ = strings.Cut(inner, "%")
		return strings.ToLower(inner)
	}
	if strings.Count(rest, ":") == 1 {
		rest, _, _ = strings.Cut(rest, ":")
	}
	return strings.TrimRight(foldWidth(unescapePercent(strings.ToLower(rest))), ".")
}

// foldWidth turns the full-width forms and circled digits that IDNA maps to ASCII into
// ASCII.
func foldWidth(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 0xff01 && r <= 0xff5e:
			return r - 0xff01 + '!'
		case r == 0x3002 || r == 0xff61:
			return '.'
		case r >= 0x2460 && r <= 0x2468:
			return r - 0x2460 + '1'
		case r == 0x24ea:
			return '0'
		}
		return r
	}, text)
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
	100<<24 | 100<<16 | 100<<8 | 200, 168<<24 | 63<<16 | 129<<8 | 16, 192<<24 | 0<<16 | 0<<8 | 192,
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
	case zeros(5) && (words[5] == 0xffff || words[5] == 0), words[0] == 0x64 && words[1] == 0xff9b:
		return ofIPv4(inside, false) // mapped, compatible, NAT64
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
	case "metadata.google.internal", "metadata.goog", "metadata", "instance-data", "instance-data.ec2.internal", "metadata.azure.internal", "metadata.packet.net", "metadata.tencentyun.com":
		return AddressMetadata
	case "localhost", "ip6-localhost", "ip6-loopback", "localhost.localdomain", "host.docker.internal", "kubernetes.default.svc", "gateway.docker.internal":
		return AddressInner
	}
	if strings.HasSuffix(name, ".localhost") || strings.HasSuffix(name, ".internal") || strings.HasSuffix(name, ".local") || strings.HasSuffix(name, ".svc.cluster.local") {
		return AddressInner
	}
	for _, service := range echoServices {
		if name != service && !strings.HasSuffix(name, "."+service) {
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
