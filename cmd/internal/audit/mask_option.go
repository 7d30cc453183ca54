package audit

import "strings"

// program is a program whose short options have secret values. The same letters mean
// other things elsewhere.
type program struct {
	name string
	// next are the letters whose value is the next word, or the rest of the same one;
	// attached those that have only the latter.
	next, attached string
}

// programs are in the order of their names. Words of a command that tell as much as a
// program's name are among them: login in docker login -p.
var programs = []program{
	{name: "7z", attached: "p"},
	{name: "curl", next: "bE"},
	{name: "htpasswd", next: "b"},
	{name: "http", next: "a"},
	{name: "https", next: "a"},
	{name: "ldapadd", next: "w"},
	{name: "ldapmodify", next: "w"},
	{name: "ldapsearch", next: "w"},
	{name: "login", next: "p"},
	{name: "mariadb", attached: "p"},
	{name: "mysql", attached: "p"},
	{name: "mysqladmin", attached: "p"},
	{name: "mysqldump", attached: "p"},
	{name: "redis-cli", next: "a"},
	{name: "smbclient", next: "U"},
	{name: "sqlcmd", next: "P"},
	{name: "sshpass", next: "p"},
	{name: "unzip", next: "P"},
	{name: "zip", next: "P"},
}

func findProgram(name string) *program {
	for i := range programs {
		if programs[i].name == name {
			return &programs[i]
		}
	}
	return nil
}

// option looks at the option that begins at i. The form --name=value is left to named.
func (m *masker) option(i int) int {
	end := m.nameFrom(i)
	name := strings.TrimLeft(m.text[i:end], "-")
	if name == "" || i > 0 && !breaks(m.text[i-1]) && m.text[i-1] != '\\' {
		return i
	}
	short := !strings.HasPrefix(m.text[i:], "--")
	apart := end < len(m.text) && m.blanksFrom(end) > end
	switch {
	case apart && secretName(name):
		v := m.blanksFrom(end)
		if strings.HasPrefix(m.text[v:], "--") {
			return i // it asks for the secret, or reads it elsewhere
		}
		return m.hideValue(v, m.value(v))
	case apart && (userOption(name) || short && isCluster(name, "uU")):
		return m.userPassword(m.blanksFrom(end))
	case short && !apart && strings.ContainsAny(name, "uU"):
		if strings.HasPrefix(m.text[end:], "=") {
			return i // a long option with one dash
		}
		if next := m.userPassword(i + 1); next > i {
			return next
		}
	}
	if short && m.program != nil {
		return m.programOption(i, end, name, apart)
	}
	return i
}

// userOption reports whether the long option has user:password as its value.
func userOption(name string) bool {
	switch name {
	case "user", "proxy-user", "cert", "proxy-cert", "userpwd":
		return true
	}
	return false
}

// isCluster reports whether the letters of a short option, several in one, end with
// one of the letters.
func isCluster(name, letters string) bool {
	return strings.IndexByte(letters, name[len(name)-1]) >= 0 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// userPassword hides what stands behind the colon of the word at i.
func (m *masker) userPassword(i int) int {
	end := m.value(i)
	colon := strings.IndexByte(m.text[i:end], ':')
	if colon < 0 || strings.HasPrefix(m.text[i+colon:], "://") {
		return -1
	}
	return m.hideValue(i+colon+1, end)
}

// programOption looks at a short option of the program that the command names.
func (m *masker) programOption(i, end int, name string, apart bool) int {
	p := m.program
	first := strings.IndexAny(name, p.next+p.attached)
	if first < 0 {
		return i
	}
	v := i + 1 + first + 1
	if v < end || !apart {
		return m.hideValue(v, m.value(v))
	}
	if strings.IndexByte(p.attached, name[first]) >= 0 {
		return i
	}
	v = m.blanksFrom(end)
	return m.hideValue(v, m.value(v))
}
