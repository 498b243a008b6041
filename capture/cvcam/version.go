package cvcam

// #cgo pkg-config: opencv4
// #cgo CXXFLAGS: -std=c++11
// #include <stdlib.h>
// #include "backends.h"
import "C"

import (
	"strings"
	"unsafe"

	"gocv.io/x/gocv"
)

// Versions are those of what reads cameras and videos here.
type Versions struct {
	GoCV     string
	OpenCV   string
	Backends []string // OpenCV's video inputs, the preferred one first: FFMPEG, V4L2...
}

// Version asks the libraries.
func Version() Versions {
	list := C.video_backends()
	defer C.free(unsafe.Pointer(list))
	return Versions{
		GoCV:     gocv.Version(),
		OpenCV:   gocv.OpenCVVersion(),
		Backends: strings.Fields(C.GoString(list)),
	}
}
