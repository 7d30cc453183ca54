package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// layTree makes a checkout with a linked worktree in dir, as git lays them out, and
// returns the worktree.
func layTree(dir string) (string, error) {
	host := filepath.Join(dir, "host")
	tree := filepath.Join(host, ".trees", "one")
	for name, text := range map[string]string{
		filepath.Join(host, ".git/HEAD"):                    "ref: refs/heads/main\n",
		filepath.Join(host, ".git/config"):                  "[core]\n\tbare = false\n",
		filepath.Join(host, ".git/objects/keep"):            "",
		filepath.Join(host, ".git/refs/keep"):               "",
		filepath.Join(host, ".git/worktrees/one/HEAD"):      "ref: refs/heads/one\n",
		filepath.Join(host, ".git/worktrees/one/commondir"): "../..\n",
		filepath.Join(host, ".git/worktrees/one/gitdir"):    filepath.Join(tree, ".git") + "\n",
		filepath.Join(tree, ".git"):                         "gitdir: " + filepath.Join(host, ".git/worktrees/one") + "\n",
		filepath.Join(tree, "src/main.go"):                  "package main\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return "", fmt.Errorf("make a worktree: %w", err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return "", fmt.Errorf("make a worktree: %w", err)
		}
	}
	return tree, nil
}
