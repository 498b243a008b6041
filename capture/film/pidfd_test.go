package film

import (
	"time"

	"golang.org/x/sys/unix"
)

// openProcess is a file that becomes readable when the process ends.
func openProcess(pid int) (int, error) { return unix.PidfdOpen(pid, 0) }

func processEnds(fd int, within time.Duration) (bool, error) {
	for {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(within.Milliseconds()))
		if err != unix.EINTR {
			return n > 0, err
		}
	}
}
