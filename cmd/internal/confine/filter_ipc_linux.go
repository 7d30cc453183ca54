//go:build amd64 || arm64 || riscv64 || loong64

package confine

import "golang.org/x/sys/unix"

// interProcess are the calls on memory, semaphores and queues that all programs of a
// user share by number or name. Behind bubblewrap they are of a name space.
var interProcess = []uintptr{
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL,
	unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL,
	unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL,
	unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
}
