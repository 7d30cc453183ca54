package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"sandbox-enforcer/cmd/internal/origin"
)

const (
	// placeVariable names the directory that the clients are installed in.
	placeVariable = "SANDBOX_ENFORCER_CLIENTS"
	// nodeVersion is the Node.js that runs the clients, whatever the machine has.
	nodeVersion = "22.23.3"
)

// places are where programs are found.
type places struct {
	cache string // the clients, each in a directory of its own
	bin   string // the project's programs
	// origin is where all that the clients fetch comes from.
	origin *origin.Server
}

// cacheDir is where the clients are: as the variable says, else in the user's cache.
func cacheDir() (string, error) {
	if dir := os.Getenv(placeVariable); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find a place for the clients: %w: set %s to a directory", err, placeVariable)
	}
	return filepath.Join(dir, "sandbox-enforcer-clients"), nil
}

// folder is the directory of one package.
func (p places) folder(name, version string) string {
	return filepath.Join(p.cache, strings.Trim(strings.ReplaceAll(name, "/", "-"), "@")+"-"+version)
}

func (p places) program(c client) string {
	return filepath.Join(p.folder(c.Package, c.Version), "node_modules", ".bin", c.Program)
}

func (p places) node() string {
	return filepath.Join(p.folder("node", nodeVersion), "node_modules", ".bin", "node")
}

// absent returns the packages that are not installed, as npm calls them.
func (p places) absent(all []client) (names []string) {
	if _, err := os.Stat(p.node()); err != nil {
		names = append(names, "node@"+nodeVersion)
	}
	for _, c := range all {
		if _, err := os.Stat(p.program(c)); err != nil {
			names = append(names, c.Package+"@"+c.Version)
		}
	}
	return names
}

// fetch installs the packages. A client whose maker wants a newer Node.js than the
// machine's is installed all the same: it is run by the one that comes with it.
func (p places) fetch(names []string) error {
	if _, err := exec.LookPath("npm"); err != nil && len(names) > 0 {
		return fmt.Errorf("npm is not installed, and %s must be fetched: install Node.js", strings.Join(names, " and "))
	}
	for _, name := range names {
		i := strings.LastIndex(name, "@")
		dir := p.folder(name[:i], name[i+1:])
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("make a place for %s: %w", name, err)
		}
		fmt.Println("installing", name)
		cmd := exec.Command("npm", "install", "--no-audit", "--no-fund", "--save-exact", "--loglevel=error", "--prefix", dir, name)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("install %s: %w: %s", name, err, out)
		}
	}
	return nil
}
