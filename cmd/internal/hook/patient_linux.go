package hook

import (
	"errors"
	"io"
	"math/bits"
	"os"
	"syscall"
	"time"
)

var _ io.Reader = (*waiter)(nil)

// patient returns a reader of the file that gives up at the end of the time: a read
// that would have to wait longer is an error.
//
// It asks the system before each read. A second goroutine with a timer would do the
// same on every system, but costs each run of the hook as much as reading the
// settings.
func patient(file *os.File, wait time.Duration) io.Reader {
	return &waiter{file: file, until: time.Now().Add(wait)}
}

type waiter struct {
	file  *os.File
	until time.Time
}

func (w *waiter) Read(p []byte) (int, error) {
	if !w.ready() {
		return 0, errors.New("it did not end in time")
	}
	return w.file.Read(p)
}

// ready waits until there is something to read, the end included. Where the system
// does not tell, it is taken to be so.
func (w *waiter) ready() bool {
	fd := w.file.Fd()
	for {
		var set syscall.FdSet
		if fd >= uintptr(len(set.Bits)*bits.UintSize) {
			return true
		}
		set.Bits[fd/bits.UintSize] = 1 << (fd % bits.UintSize)
		left := syscall.NsecToTimeval(max(0, time.Until(w.until).Nanoseconds()))
		n, err := syscall.Select(int(fd)+1, &set, nil, nil, &left)
		if err == syscall.EINTR {
			continue
		}
		return err != nil || n > 0
	}
}
