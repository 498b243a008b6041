package cvcam

/*
#include <linux/videodev2.h>
#include <string.h>
#include <sys/ioctl.h>
#include <errno.h>

// query_capture reads a V4L2 device's name and whether it captures video.
static int query_capture(int fd, char *name, int size, int *captures) {
	struct v4l2_capability c;
	memset(&c, 0, sizeof c);
	if (ioctl(fd, VIDIOC_QUERYCAP, &c) < 0) return errno;
	strncpy(name, (const char *)c.card, size - 1);
	name[size - 1] = 0;
	__u32 caps = c.capabilities & V4L2_CAP_DEVICE_CAPS ? c.device_caps : c.capabilities;
	*captures = (caps & (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE)) != 0;
	return 0;
}

// claim asks for one buffer and gives it back: EBUSY where another program
// captures.
static int claim(int fd) {
	struct v4l2_requestbuffers r;
	memset(&r, 0, sizeof r);
	r.count = 1;
	r.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
	r.memory = V4L2_MEMORY_MMAP;
	if (ioctl(fd, VIDIOC_REQBUFS, &r) < 0) return errno;
	r.count = 0;
	ioctl(fd, VIDIOC_REQBUFS, &r);
	return 0;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Device is a V4L2 device of this machine.
type Device struct {
	Path string // "/dev/video0"
	Name string // what its maker calls it
	Err  error  // why it can't be captured from now: permission, in use, no camera; nil when it can
}

// Devices lists /dev/video* in order, also those that can't be captured from.
func Devices() []Device { return devices(os.DirFS("/")) }

func devices(root fs.FS) []Device {
	list := devicePaths(root)
	for i := range list {
		list[i].Err = checkDevice(list[i].Path)
	}
	return list
}

// devicePaths are the devices in order, with their names, untouched.
func devicePaths(root fs.FS) []Device {
	paths, _ := fs.Glob(root, "dev/video*") // the pattern is good
	slices.SortFunc(paths, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	var list []Device
	for _, p := range paths {
		name, _ := fs.ReadFile(root, "sys/class/video4linux/"+filepath.Base(p)+"/name")
		list = append(list, Device{Path: "/" + p, Name: strings.TrimSpace(string(name))})
	}
	return list
}

// checkDevice says why a device can't be captured from, in a sentence with
// what to do.
func checkDevice(path string) error {
	fd, err := syscall.Open(path, syscall.O_RDWR|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return deviceError(path, err)
	}
	defer syscall.Close(fd)
	var name [64]C.char
	var captures C.int
	if e := C.query_capture(C.int(fd), &name[0], C.int(len(name)), &captures); e != 0 {
		return deviceError(path, syscall.Errno(e))
	}
	if captures == 0 {
		return fmt.Errorf("%s (%s) gives no pictures: many cameras have a second device beside the one that does; try the number before it: %w", path, C.GoString(&name[0]), errNoPictures)
	}
	if e := C.claim(C.int(fd)); syscall.Errno(e) == syscall.EBUSY {
		return deviceError(path, syscall.EBUSY)
	}
	return nil
}

// errNoPictures is the fault of a device that is none for pictures.
var errNoPictures = errors.New("not for capturing")

func deviceError(path string, err error) error {
	switch {
	case errors.Is(err, syscall.ENOENT):
		return fmt.Errorf("there is no %s: plug the camera in; `ditchline doctor` lists what is there: %w", path, err)
	case errors.Is(err, syscall.ENODEV), errors.Is(err, syscall.ENXIO):
		return fmt.Errorf("%s has no camera behind it any more: plug it in again: %w", path, err)
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EPERM):
		return fmt.Errorf("%s may not be opened by this user: sudo usermod -aG video $USER, then log in again: %w", path, err)
	case errors.Is(err, syscall.EBUSY):
		return fmt.Errorf("%s is in use by another program: close it there (fuser %s says which): %w", path, path, err)
	case errors.Is(err, syscall.ENOTTY), errors.Is(err, syscall.EINVAL):
		return fmt.Errorf("%s is not a camera: %w", path, err)
	}
	return fmt.Errorf("%s can't be opened: %w", path, err)
}
