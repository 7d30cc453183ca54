package rules

import (
	"slices"
	"strings"
)

// firstTools are the tools of the scope first, moreTools those that the scope all adds,
// each in the order of their commands.
var (
	firstTools = [...]*Tool{&curl, &ghCo, &ghGistClone, &ghPrCheckout, &ghRepoClone, &gitClone, &wget}
	moreTools  = [...]*Tool{
		&aria2c, &axel, &brzBranch, &brzCheckout, &brzClone, &brzCo, &brzExport, &bunXDegit, &bunXTiged, &bunxDegit,
		&bunxTiged, &busyboxWget, &bzrBranch, &bzrCheckout, &bzrClone, &bzrCo, &bzrExport, &degit, &elinks,
		&fossilClone, &fossilOpen, &ftp, &ghApi, &ghAtDownload, &ghAttestationDownload, &ghCodespaceCp, &ghCsCp,
		&ghExtInstall, &ghExtensionInstall, &ghExtensionUpgrade, &ghExtensionsInstall, &ghReleaseDownload,
		&ghRepoCreate, &ghRepoFork, &ghRunDownload, &gitArchive, &gitFetch, &gitLfsClone, &gitLfsFetch, &gitLfsPull,
		&gitPull, &gitRemoteAdd, &gitRemoteUpdate, &gitSubmoduleAdd, &gitSvnClone, &glabApi, &glabJobArtifact,
		&glabReleaseDownload, &glabRepoClone, &hgClone, &httpie, &httpies, &hubClone, &jjGitClone, &lftp, &lftpget,
		&links, &lynx, &npxDegit, &npxTiged, &pnpmDlxDegit, &pnpmDlxTiged, &pnpxDegit, &pnpxTiged, &rsync, &scp, &sftp,
		&svnCat, &svnCheckout, &svnCo, &svnExport, &teaClone, &teaRepoClone, &teaReposClone, &tiged, &tnftp, &w3m,
		&wget2, &xh, &xhs, &yarnDlxDegit, &yarnDlxTiged, &youtubeDl, &ytDlp,
	}
)

// isTool reports whether a program has tools. Most have none, and looking through those of
// all would touch each of them.
func isTool(name string) bool {
	switch strings.TrimSuffix(name, ".exe") {
	case "aria2c", "axel", "brz", "bun", "bunx", "busybox", "bzr", "curl", "degit", "elinks", "fossil", "ftp", "gh", "git", "glab", "hg", "http",
		"https", "hub", "jj", "lftp", "lftpget", "links", "lynx", "npx", "pnpm", "pnpx", "rsync", "scp", "sftp", "svn", "tea", "tiged", "tnftp",
		"w3m", "wget", "wget2", "xh", "xhs", "yarn", "youtube-dl", "yt-dlp":
		return true
	}
	return false
}

// Tools returns every tool that is known, in the order of Tool.Command.
func Tools() []*Tool {
	all := slices.Concat(firstTools[:], moreTools[:])
	slices.SortFunc(all, func(a, b *Tool) int { return strings.Compare(a.Command(), b.Command()) })
	return all
}

// First reports whether the scope first knows the tool.
func (t *Tool) First() bool { return slices.Contains(firstTools[:], t) }

// Command returns the program and its subcommand as they are typed: "gh repo clone".
func (t *Tool) Command() string {
	return strings.Join(append([]string{t.Name}, t.Sub...), " ")
}

// Find returns the tools of a program in the scope first, one for each subcommand that
// is known. Name is the last element of the program's path; an .exe at its end is passed
// over, since a Windows program can be started from WSL under that name alone.
func Find(name string) []*Tool {
	if !isTool(name) {
		return nil
	}
	name = strings.TrimSuffix(name, ".exe")
	for i, t := range firstTools { // they are few
		if t.Name == name {
			return ofOne(firstTools[i:])
		}
	}
	return nil
}

// findMore are the tools of a program that the scope all adds.
func findMore(name string) []*Tool {
	name = strings.TrimSuffix(name, ".exe")
	from, found := slices.BinarySearchFunc(moreTools[:], name, func(t *Tool, name string) int { return strings.Compare(t.Name, name) })
	if !found {
		return nil
	}
	return ofOne(moreTools[from:])
}

// ofOne are the first of some tools that are of one program: those stand together.
func ofOne(tools []*Tool) []*Tool {
	n := 1
	for n < len(tools) && tools[n].Name == tools[0].Name {
		n++
	}
	return tools[:n:n]
}
