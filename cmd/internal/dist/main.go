package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

//go:embed install.sh
var installScript []byte

func main() {
	version := flag.String("version", "dev", "what --version says")
	out := flag.String("out", "dist", "the directory that the files go to")
	asPlugin := flag.Bool("plugin", false, "make the folder of a plugin of Claude Code for this machine")
	flag.Parse()
	write := archives
	if *asPlugin {
		write = plugin
	}
	if err := write(*version, *out); err != nil {
		fmt.Fprintf(os.Stderr, "dist: %v\n", err)
		os.Exit(1)
	}
}

// archives writes an archive for each target, the script and the checksums of all.
func archives(version, out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var sums bytes.Buffer
	write := func(name string, text []byte, mode os.FileMode) error {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), name)
		path := filepath.Join(out, name)
		if err := os.WriteFile(path, text, mode); err != nil {
			return err
		}
		return os.Chmod(path, mode)
	}
	for _, t := range targets {
		text, err := archive(t, version)
		if err != nil {
			return err
		}
		if err := write("sandbox-enforcer-"+t.String()+".tar.gz", text, 0o644); err != nil {
			return err
		}
	}
	if err := write("install.sh", installScript, 0o755); err != nil {
		return err
	}
	_, _ = os.Stdout.Write(sums.Bytes())
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// archive builds the programs for one target and packs them.
func archive(t target, version string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "dist-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := build(t, version, dir, programs...); err != nil {
		return nil, err
	}
	var entries []entry
	for _, f := range []struct {
		path string
		mode int64
	}{
		{"LICENSE", 0o644},
		{"README.md", 0o644},
		{filepath.Join(dir, programs[0]), 0o755},
		{filepath.Join(dir, programs[1]), 0o755},
	} {
		text, err := os.ReadFile(f.path)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry{name: "sandbox-enforcer/" + filepath.Base(f.path), mode: f.mode, text: text})
	}
	var packed bytes.Buffer
	err = pack(&packed, entries)
	return packed.Bytes(), err
}

// here is the target that this machine is.
func here() target { return target{runtime.GOOS, runtime.GOARCH} }
