package confine

import "strings"

// Profile is a named set of choices. A flag that is given wins over it.
type Profile struct {
	Name, Doc string
	// Write says that the working directory may be written, where no directory is named.
	Write bool
	// Net and Sockets are None or Host.
	Net, Sockets string
}

// None and Host are the values of Net and Sockets. The zero value is none of them.
const (
	None = "none"
	Host = "host"
)

// profiles are all there are, the default one first.
var profiles = []Profile{
	{Name: "build", Doc: "the working directory is writable, the network is the machine's", Write: true, Net: Host, Sockets: None},
	{Name: "offline", Doc: "the working directory is writable, there is no network", Write: true, Net: None, Sockets: None},
	{Name: "readonly", Doc: "nothing is writable, the network is the machine's", Net: Host, Sockets: None},
	{Name: "sealed", Doc: "nothing is writable, there is no network", Net: None, Sockets: None},
}

// Profiles returns the profiles, the default one first.
func Profiles() []Profile { return append([]Profile(nil), profiles...) }

// profile finds a profile by its name; an empty name means the default one.
func profile(name string) (Profile, bool) {
	if name == "" {
		return profiles[0], true
	}
	for _, p := range profiles {
		if p.Name == name {
			return p, true
		}
	}
	return Profile{}, false
}

func profileNames() string {
	names := make([]string, len(profiles))
	for i, p := range profiles {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}
