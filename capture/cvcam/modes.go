package cvcam

/*
#include <linux/videodev2.h>
#include <string.h>
#include <sys/ioctl.h>
#include <errno.h>

// nth_format, nth_size and nth_interval ask a V4L2 device what it can do. None
// of them changes anything in it, also while another captures from it.
static int nth_format(int fd, int n, __u32 *format) {
	struct v4l2_fmtdesc d;
	memset(&d, 0, sizeof d);
	d.index = n;
	d.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
	if (ioctl(fd, VIDIOC_ENUM_FMT, &d) < 0) return errno;
	*format = d.pixelformat;
	return 0;
}

// kind is 0 where the size is one of a list, else the greatest of a range.
static int nth_size(int fd, __u32 format, int n, int *kind, int *width, int *height) {
	struct v4l2_frmsizeenum s;
	memset(&s, 0, sizeof s);
	s.index = n;
	s.pixel_format = format;
	if (ioctl(fd, VIDIOC_ENUM_FRAMESIZES, &s) < 0) return errno;
	*kind = s.type != V4L2_FRMSIZE_TYPE_DISCRETE;
	*width = *kind ? s.stepwise.max_width : s.discrete.width;
	*height = *kind ? s.stepwise.max_height : s.discrete.height;
	return 0;
}

// nth_interval is the time between two frames, s; the shortest of a range.
static int nth_interval(int fd, __u32 format, int width, int height, int n, int *kind, double *seconds) {
	struct v4l2_frmivalenum v;
	memset(&v, 0, sizeof v);
	v.index = n;
	v.pixel_format = format;
	v.width = width;
	v.height = height;
	if (ioctl(fd, VIDIOC_ENUM_FRAMEINTERVALS, &v) < 0) return errno;
	*kind = v.type != V4L2_FRMIVAL_TYPE_DISCRETE;
	struct v4l2_fract f = *kind ? v.stepwise.min : v.discrete;
	*seconds = f.denominator ? (double)f.numerator / f.denominator : 0;
	return 0;
}
*/
import "C"

import (
	"cmp"
	"errors"
	"math"
	"os"
	"slices"
	"syscall"

	"ditchline/capture"
)

// Cameras are the cameras of this machine with what they can do. Of a device
// that used names nothing is asked that its user would notice.
func Cameras(used func(path string) bool) []capture.Device {
	return cameras(devicePaths(os.DirFS("/")), used)
}

func cameras(found []Device, used func(path string) bool) []capture.Device {
	var out []capture.Device
	for _, d := range found {
		if used == nil || !used(d.Path) {
			d.Err = checkDevice(d.Path)
		}
		if errors.Is(d.Err, errNoPictures) {
			continue // cameras have a second device, for what they say of themselves
		}
		out = append(out, capture.Device{Path: d.Path, Name: d.Name, Modes: modesOf(d.Path), Err: d.Err})
	}
	return out
}

// mostOf bounds the answers of a driver that never ends a list.
const mostOf = 64

// modesOf a device; none where it can't be asked.
func modesOf(path string) []capture.Mode {
	fd, err := syscall.Open(path, syscall.O_RDWR|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(fd)
	var modes []capture.Mode
	for i := range mostOf {
		var format C.__u32
		if C.nth_format(C.int(fd), C.int(i), &format) != 0 {
			break
		}
		for k := range mostOf {
			var kind, width, height C.int
			if C.nth_size(C.int(fd), format, C.int(k), &kind, &width, &height) != 0 {
				break
			}
			modes = append(modes, capture.Mode{Width: int(width), Height: int(height), FPS: fastest(fd, format, width, height)})
			if kind != 0 {
				break
			}
		}
	}
	return tidyModes(modes)
}

// fastest is the most frames a second in one size; 0 where it is not told.
func fastest(fd int, format C.__u32, width, height C.int) float64 {
	best := 0.0
	for n := range mostOf {
		var kind C.int
		var seconds C.double
		if C.nth_interval(C.int(fd), format, width, height, C.int(n), &kind, &seconds) != 0 {
			break
		}
		if seconds > 0 {
			best = max(best, 1/float64(seconds))
		}
		if kind != 0 {
			break
		}
	}
	return best
}

// tidyModes has each size once, with the most frames a second that one of the
// formats gives, the largest first.
func tidyModes(all []capture.Mode) []capture.Mode {
	best := map[[2]int]float64{}
	for _, m := range all {
		if m.Width >= capture.MinSide && m.Height >= capture.MinSide {
			size := [2]int{m.Width, m.Height}
			best[size] = max(best[size], math.Round(m.FPS*100)/100)
		}
	}
	out := make([]capture.Mode, 0, len(best))
	for size, fps := range best {
		out = append(out, capture.Mode{Width: size[0], Height: size[1], FPS: fps})
	}
	slices.SortFunc(out, func(a, b capture.Mode) int {
		return cmp.Or(b.Width*b.Height-a.Width*a.Height, b.Width-a.Width)
	})
	return out
}
