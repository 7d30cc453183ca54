package oracle

// attempt is one way to change what lies outside of the directory that may be written.
type attempt struct {
	name string
	// script is run by bash in the work directory, confined.
	script string
	// before is run by the bash that starts the confined one, which is not.
	before string
	// net has the network cut off.
	net bool
	// meta says that only mode, owner, times or attributes change, which Landlock does
	// not hold.
	meta bool
	// late says that the change comes after the end of the script.
	late bool
	// inert says why nothing changes without confinement either, by who runs it: "root",
	// "nobody" or "" for both.
	inert map[string]string
	// needs are programs.
	needs []string
	// signals says that Landlock holds it from version 6 on.
	signals bool
}

// only is a reason for one of the users.
func only(user, reason string) map[string]string { return map[string]string{user: reason} }

const needsRoot = "an ordinary user may not"

// attempts know these variables: OUT is a directory outside with file.txt, dir/inner.txt
// and run.sh; W the work directory with the links to-file, to-dir and broken that lead
// out; SHM a file in shared memory; VICTIM a process outside whose working directory is
// OUT; STREAM, DGRAM, ABSTRACT, TCP and UDP are where a daemon outside listens, which
// writes a file for each message. A file $W/opened says that something was opened for
// writing that must not be, and $W/survived that a process was still there.
var attempts = []attempt{
	// by name
	{name: "absolute path", script: `echo x > "$OUT/file.txt"`},
	{name: "new file", script: `echo x > "$OUT/new"`},
	{name: "dots", script: `echo x > ../outside/file.txt`},
	{name: "append after cd", script: `cd ../outside && echo x >> file.txt`},
	{name: "through a link to a file", script: `echo x > to-file`},
	{name: "through a link to a directory", script: `echo x > to-dir/new`},
	{name: "through a dangling link", script: `echo x > broken`},
	{name: "through a link that is made first", script: `ln -s "$OUT" l && echo x > l/file.txt`},
	{name: "dots behind a link", script: `ln -s "$OUT/dir" l && echo x > l/../file.txt`},
	{name: "link swapped in a race", script: `mkdir -p real; (while :; do ln -sfn "$OUT" l; ln -sfn real l; done) & s=$!; for i in $(seq 4000); do echo x > l/raced 2>/dev/null; done; kill $s`},
	{name: "a directory swapped in a race", needs: []string{"python3"}, script: `mkdir real; ln -s "$OUT" bad; python3 - <<'E'
import ctypes,os
libc=ctypes.CDLL(None)
pid=os.fork()
if pid==0:
    while True: libc.renameat2(-100,b"real",-100,b"bad",2)
for i in range(20000):
    try: open("real/raced","w").close()
    except OSError: pass
os.kill(pid,9)
E`},
	// by other calls
	{name: "hard link in, then write", script: `ln "$OUT/file.txt" h && echo x > h`},
	{name: "hard link through a link", script: `ln -L to-file h && echo x > h`},
	{name: "hard link out", script: `echo x > f; ln f "$OUT/new"`},
	{name: "symbolic link out", script: `ln -s /etc/passwd "$OUT/new"`},
	{name: "rename in", script: `mv "$OUT/file.txt" got`},
	{name: "rename out", script: `echo x > f; mv f "$OUT/file.txt"`},
	{name: "rename a directory in", script: `mv "$OUT/dir" got`},
	{name: "exchange", needs: []string{"python3"}, script: `echo x > f; python3 -c 'import ctypes,os; ctypes.CDLL(None).renameat2(-100,b"f",-100,os.environb[b"OUT"]+b"/file.txt",2)'`},
	{name: "rename the work directory away", script: `mv "$W" "$W.gone"`},
	{name: "remove", script: `rm -f "$OUT/file.txt"`},
	{name: "remove a tree", script: `rm -rf "$OUT/dir"`},
	{name: "make a directory", script: `mkdir "$OUT/made"`},
	{name: "make a pipe", script: `mkfifo "$OUT/pipe"`},
	{name: "make a socket", needs: []string{"python3"}, script: `python3 -c 'import socket,os; socket.socket(socket.AF_UNIX).bind(os.environ["OUT"]+"/sock")'`},
	{name: "make a device", script: `mknod "$OUT/null" c 1 3`, inert: only("nobody", needsRoot)},
	{name: "truncate", script: `truncate -s 0 "$OUT/file.txt"`},
	{name: "truncate without write", needs: []string{"python3"}, script: `python3 -c 'import os; os.open(os.environ["OUT"]+"/file.txt", os.O_RDONLY|os.O_TRUNC)'`},
	{name: "truncate by path", needs: []string{"python3"}, script: `python3 -c 'import os; os.truncate(os.environ["OUT"]+"/file.txt", 1)'`},
	{name: "file without a name, linked out", needs: []string{"python3"}, script: `python3 -c 'import ctypes,os
o=os.environb[b"OUT"]; fd=os.open(o, os.O_TMPFILE|os.O_RDWR); os.write(fd,b"x"); ctypes.CDLL(None).linkat(-100,b"/proc/self/fd/%d"%fd,-100,o+b"/tmp",0x400)'`},
	{name: "file without a name from inside, linked out", needs: []string{"python3"}, script: `python3 -c 'import ctypes,os
fd=os.open(".", os.O_TMPFILE|os.O_RDWR); os.write(fd,b"x"); ctypes.CDLL(None).linkat(-100,b"/proc/self/fd/%d"%fd,-100,os.environb[b"OUT"]+b"/tmp",0x400)'`},
	{name: "mode", meta: true, script: `chmod 777 "$OUT/file.txt"`},
	{name: "mode of a directory", meta: true, script: `chmod 700 "$OUT"`},
	{name: "owner", meta: true, script: `chown 1:1 "$OUT/file.txt"`, inert: only("nobody", needsRoot)},
	{name: "times", meta: true, script: `touch -d 2001-01-01 "$OUT/file.txt"`},
	{name: "attribute", meta: true, needs: []string{"python3"}, script: `python3 -c 'import os; os.setxattr(os.environ["OUT"]+"/file.txt", "user.x", b"1")'`},
	{name: "open by handle", needs: []string{"python3"}, inert: only("nobody", needsRoot), script: `python3 - <<'E'
import ctypes,os
libc=ctypes.CDLL(None,use_errno=True)
class H(ctypes.Structure): _fields_=[("n",ctypes.c_uint),("t",ctypes.c_int),("b",ctypes.c_char*128)]
h=H(128,0,b""); m=ctypes.c_int()
libc.name_to_handle_at(-100,os.environb[b"OUT"]+b"/file.txt",ctypes.byref(h),ctypes.byref(m),0)
fd=libc.open_by_handle_at(os.open(".",0),ctypes.byref(h),1)
os.write(fd,b"x")
E`},
	// by programs
	{name: "perl", needs: []string{"perl"}, script: `perl -e 'open F, ">", "$ENV{OUT}/file.txt"; print F 1'`},
	{name: "python", needs: []string{"python3"}, script: `python3 -c 'import os; open(os.environ["OUT"]+"/file.txt","w").write("x")'`},
	{name: "awk", needs: []string{"awk"}, script: `awk 'BEGIN { print 1 > ENVIRON["OUT"] "/file.txt" }'`},
	{name: "sed in place", script: `sed -i s/old/new/ "$OUT/file.txt"`},
	{name: "dd", script: `echo x | dd of="$OUT/file.txt" 2>/dev/null`},
	{name: "tee", script: `echo x | tee "$OUT/file.txt"`},
	{name: "tar", script: `echo x > file.txt; tar c file.txt | tar x -C "$OUT"`},
	{name: "git hook", needs: []string{"git"}, script: `git init -q . && printf '#!/bin/sh\necho x > "$OUT/hooked"\n' > .git/hooks/post-commit && chmod +x .git/hooks/post-commit && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x`},
	{name: "git elsewhere", needs: []string{"git"}, script: `git init -q "$OUT/repo"`},
	{name: "xargs and env", script: `echo "$OUT/new" | xargs env touch`},
	{name: "exec in exec", script: `"$PROGRAM" exec --write "$OUT" -- bash -c 'echo x > "$OUT/new"' || echo x > "$OUT/new"`},
	{name: "raw system call by number", needs: []string{"perl"}, script: `perl -e 'my $p="$ENV{OUT}/new"; syscall(85, $p, 0644)'`, inert: onlyOn("amd64")},
	// by /proc
	{name: "/proc/self/root", script: `echo x > "/proc/self/root$OUT/file.txt"`},
	{name: "/proc/self/cwd", script: `echo x > /proc/self/cwd/../outside/file.txt`},
	{name: "/proc/1/root", script: `echo x > "/proc/1/root$OUT/file.txt"`, inert: map[string]string{"": "the first process may be another's, or have other files"}},
	{name: "root of the parent", script: `echo x > "/proc/$PPID/root$OUT/file.txt"`, inert: only("nobody", "the caller is another user's")},
	{name: "root of a process outside", script: `echo x > "/proc/$VICTIM/root$OUT/file.txt"`},
	{name: "directory of a process outside", script: `echo x > "/proc/$VICTIM/cwd/file.txt"`},
	{name: "file of a process outside", script: `echo x > "/proc/$VICTIM/fd/7"`},
	{name: "every process", script: `for p in /proc/[0-9]*; do echo x > "$p/root$OUT/file.txt"; done 2>/dev/null`},
	{name: "settings of the kernel", script: `: 3<> /proc/sys/kernel/core_pattern && touch "$W/opened"`, inert: only("nobody", needsRoot)},
	{name: "limits of the kernel", script: `: 3<> /proc/sys/vm/swappiness && touch "$W/opened"`, inert: only("nobody", needsRoot)},
	{name: "/sys", script: `: 3<> /sys/kernel/mm/transparent_hugepage/enabled && touch "$W/opened"`, inert: only("nobody", needsRoot)},
	{name: "control groups", script: `for f in $(find /sys/fs/cgroup -name cgroup.procs 2>/dev/null | head -n 3); do : 3>> "$f" && touch "$W/opened"; done`, inert: only("nobody", needsRoot)},
	{name: "score of a process outside", script: `echo 500 > "/proc/$VICTIM/oom_score_adj" && touch "$W/opened"`},
	{name: "trigger", script: `: 3>> /proc/sysrq-trigger && touch "$W/opened"`, inert: map[string]string{"": "the kernel may have none, and an ordinary user may not"}},
	// A line to /proc/pressure asks for a notice and changes nothing, and the limits of
	// messages, semaphores, shared memory and processes are those of a name space.
	{name: "anything of the kernel's", script: `for f in $(find /proc -maxdepth 5 \( -path '/proc/[0-9]*' -o -path /proc/pressure -o -path /proc/sys/fs/mqueue \) -prune -o -type f -perm -0200 -print 2>/dev/null |
	grep -vE '/(auto_)?(msg|sem|shm|ns_last_pid|pid_max)[^/]*$'); do : 3>> "$f" && touch "$W/opened" && echo "$f" >> "$W/opened"; done`, inert: only("nobody", needsRoot)},
	// by descriptors of the caller
	{name: "file of the caller", before: `exec 9>> "$OUT/file.txt"`, script: `echo x >&9`},
	{name: "file of the caller, opened anew", before: `exec 9< "$OUT/file.txt"`, script: `echo x > /proc/self/fd/9`},
	{name: "directory of the caller", before: `exec 9< "$OUT"`, script: `echo x > /proc/self/fd/9/new`},
	{name: "standard input opened anew", before: `exec < "$OUT/file.txt"`, script: `echo x > /proc/self/fd/0`},
	{name: "/dev/stdin", before: `exec < "$OUT/file.txt"`, script: `echo x > /dev/stdin`},
	{name: "standard error opened anew", before: `exec 2< "$OUT/file.txt"`, script: `echo x > /proc/self/fd/2`},
	{name: "standard input is a directory", before: `exec < "$OUT"`, script: `echo x > /proc/self/fd/0/new`},
	// by mounts, name spaces and devices
	{name: "bind mount", script: `mkdir m; mount --bind "$OUT" m && echo x > m/new; umount m`, inert: only("nobody", needsRoot)},
	{name: "remount", script: `mount -o remount,bind,rw / ; mount -o remount,rw / ; echo x > "$OUT/new"`},
	{name: "unmount", script: `while umount -l "$OUT" || umount -l /var || umount -l /; do :; done 2>/dev/null; echo x > "$OUT/new"`, inert: only("root", "it would unmount the machine's own root, so that it is not tried")},
	{name: "own user name space", script: `unshare -r bash -c 'echo x > "$OUT/new"'`},
	{name: "own mounts in an own user name space", script: `unshare -rm bash -c 'mkdir m; mount --bind "$OUT" m && mount -o remount,bind,rw m; echo x > m/new'`},
	{name: "remount in an own user name space", script: `unshare -rm bash -c 'mount -o remount,bind,rw /; echo x > "$OUT/new"'`},
	{name: "new file system over the way", script: `unshare -rm bash -c 'mount -t proc proc /proc; echo x > "/proc/1/root$OUT/new" || echo x > "$OUT/new"'`},
	{name: "name spaces of a process outside", script: `nsenter -t "$VICTIM" -m bash -c 'echo x > "$OUT/new"'`, inert: only("nobody", needsRoot)},
	{name: "chroot", script: `chroot / bash -c 'echo x > "$OUT/new"'`, inert: only("nobody", needsRoot)},
	{name: "chroot left by a directory", needs: []string{"python3"}, inert: only("nobody", needsRoot), script: `mkdir c; python3 - <<'E'
import os
out=os.environ["OUT"]; os.chroot("c")
for i in range(64): os.chdir("..")
os.chroot("."); open(out+"/new","w").close()
E`},
	{name: "disk", script: `for d in /dev/vda /dev/sda /dev/nvme0n1; do [ -b $d ] && : 3<> $d && touch "$W/opened"; done`, inert: map[string]string{"": "there may be no disk, or not for this user"}},
	{name: "disk by a device of its own", script: `n=$(stat -c '%Hd %Ld' "$W"); mknod d b $n && : 3<> d && touch "$W/opened"`, inert: map[string]string{"": "the file system may have no disk, and an ordinary user may not"}},
	{name: "shared memory", script: `echo x > "$SHM"`},
	{name: "System V shared memory", script: `ipcrm -m "$SHMID"`, needs: []string{"ipcmk", "ipcrm"}},
	// by other processes
	{name: "background child", late: true, script: `(sleep 0.3; echo x > "$OUT/late") & disown`},
	{name: "setsid", late: true, script: `setsid bash -c 'sleep 0.3; echo x > "$OUT/late"' & sleep 0.05`},
	{name: "nohup", late: true, script: `nohup bash -c 'sleep 0.3; echo x > "$OUT/late"' >/dev/null 2>&1 & sleep 0.05`},
	{name: "double fork", late: true, needs: []string{"python3"}, script: `python3 -c 'import os,time
if os.fork()==0:
    os.setsid()
    if os.fork()==0: time.sleep(0.3); open(os.environ["OUT"]+"/late","w").close()
    os._exit(0)'`},
	{name: "a child that stays", late: true, script: `(sleep 0.3; echo x > "$W/survived") & disown`},
	{name: "a daemon that stays", late: true, script: `setsid bash -c '(sleep 0.3; echo x > "$W/survived") & exit' & sleep 0.05`},
	{name: "a daemon that ignores signals", late: true, script: `setsid bash -c 'trap "" TERM HUP INT QUIT; sleep 0.3; echo x > "$W/survived"' & sleep 0.05`},
	{name: "a program of root", script: `"$SUID" -p -c 'echo x > "$OUT/of-root.txt"'`, inert: only("root", "root may anyway, and has no need of it")},
	{name: "sudo and su", script: `sudo -n bash -c 'echo x > "$OUT/of-root.txt"' || su -c 'echo x > "$OUT/of-root.txt"' < /dev/null`, inert: map[string]string{"": "they may not be installed or may ask for a password"}},
	{name: "kill", signals: true, script: `kill -9 "$VICTIM"`},
	{name: "kill by descriptor", signals: true, needs: []string{"python3"}, script: `python3 -c 'import os,signal; signal.pidfd_send_signal(os.pidfd_open(int(os.environ["VICTIM"])), 9)'`},
	{name: "trace", needs: []string{"python3"}, script: `python3 -c 'import ctypes,os
l=ctypes.CDLL(None); p=int(os.environ["VICTIM"])
if l.ptrace(16,p,0,0)==0: os.waitpid(p,0x40000000); l.ptrace(8,p,0,0)'`},
	{name: "memory of a process outside", script: `: 3<> "/proc/$VICTIM/mem" && touch "$W/opened"`},
	// script itself types the end of its input, which no attempt is to be blamed for.
	{name: "input of the terminal", needs: []string{"script", "python3"}, before: `run() { script -qec "$(printf '%q ' "$@"); while IFS= read -rsn1 -t 0.3 c; do [ \"\$c\" = x ] && echo x > \"\$OUT/typed\"; done" /dev/null < /dev/null; exit; }; set -- run "$@"; exec() { "$@"; }`,
		script: `python3 -c 'import fcntl,termios; fcntl.ioctl(1, termios.TIOCSTI, b"x")'`, inert: map[string]string{"": "the kernel may not know TIOCSTI any more"}},
	// by services
	{name: "unix socket", needs: []string{"python3"}, script: `python3 -c 'import socket,os; s=socket.socket(socket.AF_UNIX); s.connect(os.environ["STREAM"]); s.send(b"x")'`},
	{name: "unix socket, perl", needs: []string{"perl"}, script: `perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Peer=>$ENV{STREAM})->send("x")'`},
	{name: "unix datagram", needs: []string{"python3"}, script: `python3 -c 'import socket,os; socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM).sendto(b"x",os.environ["DGRAM"])'`},
	{name: "unix datagram by a raw socket", needs: []string{"python3"}, script: `python3 -c 'import socket,os; socket.socket(socket.AF_UNIX,socket.SOCK_RAW).sendto(b"x",os.environ["DGRAM"])'`},
	{name: "unix datagram from a pair", needs: []string{"python3"}, script: `python3 -c 'import socket,os; a,b=socket.socketpair(socket.AF_UNIX,socket.SOCK_DGRAM); a.sendto(b"x",os.environ["DGRAM"])'`},
	{name: "abstract socket", needs: []string{"python3"}, script: `python3 -c 'import socket,os; s=socket.socket(socket.AF_UNIX); s.connect("\0"+os.environ["ABSTRACT"]); s.send(b"x")'`},
	{name: "TCP", net: true, script: `echo x > "/dev/tcp/127.0.0.1/$TCP"`},
	{name: "UDP", net: true, script: `echo x > "/dev/udp/127.0.0.1/$UDP"`},
	{name: "TCP by IPv6's view of it", net: true, needs: []string{"python3"}, script: `python3 -c 'import socket,os; s=socket.socket(socket.AF_INET6); s.connect(("::ffff:127.0.0.1",int(os.environ["TCP"]))); s.send(b"x")'`},
	{name: "multipath TCP", net: true, needs: []string{"python3"}, script: `python3 -c 'import socket,os; s=socket.socket(socket.AF_INET,socket.SOCK_STREAM,262); s.connect(("127.0.0.1",int(os.environ["TCP"]))); s.send(b"x")'`, inert: map[string]string{"": "the kernel may have none"}},
	{name: "unix socket without a network", net: true, needs: []string{"python3"}, script: `python3 -c 'import socket,os; s=socket.socket(socket.AF_UNIX); s.connect(os.environ["STREAM"]); s.send(b"x")'`},
	// by the environment
	{name: "LD_PRELOAD", needs: []string{"cc"}, before: `export LD_PRELOAD="$PRELOAD"`, script: `:`},
	{name: "LD_LIBRARY_PATH", needs: []string{"cc"}, before: `mkdir lib; for l in libcap.so.2 libselinux.so.1 libtinfo.so.6; do cp "$PRELOAD" lib/$l; done; export LD_LIBRARY_PATH="$W/lib"`, script: `:`, inert: map[string]string{"": "the shell does not start with them"}},
	{name: "another bwrap on the PATH", before: `mkdir fake; printf '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n' > fake/bwrap; chmod +x fake/bwrap; export PATH="$W/fake:$PATH"`, script: `echo x > "$OUT/new"`},
	{name: "another env on the PATH", before: `mkdir fake; printf '#!/bin/sh\necho x > "$OUT/env"\n' > fake/env; chmod +x fake/env; export PATH="$W/fake:$PATH"`, script: `env`},
	{name: "BASH_ENV", before: `export BASH_ENV="$OUT/run.sh"`, script: `:`},
	{name: "settings of this program", before: `export SANDBOX_ENABLED=false SANDBOX_ALLOW_DIRS="$OUT" CONTENT_FILTER_SANDBOX_DIR="$OUT" GODEBUG=all=1 TMPDIR="$OUT/dir"`, script: `echo x > "$OUT/new"`},
	{name: "TMPDIR", before: `export TMPDIR="$OUT/dir"`, script: `echo x > "$OUT/dir/new"`},
	{name: "HOME", before: `export HOME="$OUT"`, script: `echo x > ~/new`},
}
