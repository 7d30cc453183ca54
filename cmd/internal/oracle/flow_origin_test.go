package oracle

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sandbox-enforcer/cmd/internal/origin"
)

// otherOrigins are what tools besides git, curl and wget fetch from: a repository of
// Mercurial, one of Subversion, and a module of an rsync daemon on the loopback address.
// Where a tool is missing its URL is empty, and no script has it.
type otherOrigins struct{ hg, svn, rsync string }

// kitFiles are in both repositories, and in the directory kit of the module.
var kitFiles = []string{"README", "src/main.txt", "run.sh"}

func newOtherOrigins(t *testing.T) otherOrigins {
	t.Helper()
	root := temporary(t)
	kit := filepath.Join(root, "module", "kit")
	for _, name := range kitFiles {
		file := filepath.Join(kit, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, origin.Body(name), 0o755))
	}
	for _, k := range kinds[:len(kinds)-1] {
		for _, stem := range []string{"x", "y"} {
			require.NoError(t, os.WriteFile(filepath.Join(root, "module", stem+k.ending), origin.Body(stem+k.ending), 0o644))
		}
	}
	var o otherOrigins
	if installed("hg") != "" {
		o.hg = filepath.Join(root, "hg", "kit")
		require.NoError(t, os.CopyFS(o.hg, os.DirFS(kit)))
		made(t, o.hg, "hg init", "hg -q add", "hg commit -q -u origin -m kit")
	}
	if installed("svn") != "" && installed("svnadmin") != "" {
		o.svn = "file://" + filepath.Join(root, "svn", "kit")
		made(t, root, "mkdir svn", "svnadmin create svn/kit", "svn import -q -m kit "+kit+" "+o.svn)
	}
	if installed("rsync") != "" {
		o.rsync = rsyncDaemon(t, root)
	}
	return o
}

// made runs the commands in the directory.
func made(t *testing.T, dir string, commands ...string) {
	t.Helper()
	for _, command := range commands {
		words := strings.Fields(command)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "HGRCPATH="+os.DevNull, "HOME="+dir)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", command, out)
	}
}

// rsyncDaemon serves the directory module for the time of the test and returns its URL.
func rsyncDaemon(t *testing.T, root string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close()) // the daemon takes the port itself
	settings := "use chroot = no\nreverse lookup = no\n"
	if os.Getuid() == 0 {
		settings += "uid = 0\ngid = 0\n" // the directory is root's own
	}
	config := filepath.Join(root, "rsyncd.conf")
	require.NoError(t, os.WriteFile(config, fmt.Appendf(nil, "%s[files]\npath = %s\n", settings, filepath.Join(root, "module")), 0o644))
	_, port, _ := strings.Cut(address, ":")
	daemon := exec.Command("rsync", "--daemon", "--no-detach", "--address=127.0.0.1", "--port="+port, "--config="+config)
	require.NoError(t, daemon.Start())
	t.Cleanup(func() {
		_ = daemon.Process.Kill() // it may have ended
		_ = daemon.Wait()
	})
	require.Eventually(t, func() bool {
		connection, err := net.Dial("tcp", address)
		if err == nil {
			_ = connection.Close()
		}
		return err == nil
	}, patience, 20*time.Millisecond, "rsync does not listen")
	return "rsync://" + address + "/files"
}

// names says what the placeholders mean, those of the other origins too.
func (f flowField) names(sandbox string) func(kind, name string) string {
	names := f.field.names(sandbox)
	return func(kind, name string) string {
		switch kind {
		case "hg":
			return f.others.hg
		case "svn":
			return f.others.svn
		case "rsync":
			return f.others.rsync
		case "port":
			return f.server.URL[strings.LastIndexByte(f.server.URL, ':')+1:]
		}
		return names(kind, name)
	}
}

// plain makes a message that is the same in every run.
func (f flowField) plain(message string) string {
	for _, known := range [][2]string{{f.others.hg, "/O/hg/kit"}, {f.others.svn, "file:///O/svn/kit"}, {f.others.rsync, "rsync://O/files"}} {
		if known[0] != "" {
			message = strings.ReplaceAll(message, known[0], known[1])
		}
	}
	return f.field.plain(message)
}
