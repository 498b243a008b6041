package film

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Free is the room on the disk that holds a folder or file, bytes.
func Free(path string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(path, &s); err != nil {
		return 0, fmt.Errorf("free room of %s: %w", path, err)
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}
