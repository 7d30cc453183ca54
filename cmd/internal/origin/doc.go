// Package origin is the outside world on the loopback address: a web server that
// offers files and git repositories for tests and for the demonstration, so that
// real fetchers can run without the internet.
//
// Every line that it sends holds [Mark], also in archives, error pages and committed
// files, so that whatever a command leaves on the disk can be told by its content:
// [Marked] finds it. Archives are stored, not compressed, and so are the objects of
// the repositories, for the same reason.
//
// The paths:
//
//	/files/NAME   a file; .json .tar .tar.gz .tar.xz .tgz .zip .cpio .sh .html .asc
//	              .diff .txt.gz .txt.xz .txt.zst .txt.b64 .sh.b64 by its name, else text
//	/git/NAME.git a bare repository for git's dumb protocol; see [Repositories]
//	/moved/PATH   a redirect to /PATH
//	/named/NAME   a file with Content-Disposition, so that the server names it
//	/site/        a page with links to two files and to one below it
//	/loop         a redirect to itself
//
// The header X-Origin of every answer is marked too: fetchers can store headers.
//
// All else is an error page of status 404.
//
//	server, err := origin.New(dir)
//	if err != nil { … }
//	defer server.Close()
//	exec.Command("git", "clone", server.Repository("repo")).Run()
package origin
