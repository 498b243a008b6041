// Package capture brings pictures in: frames with their capture time, from
// files, folders, cameras, streams and the simulator.
package capture

import (
	"context"
	"time"
)

// Frame is one picture with its capture time. Its pixels are never written
// to after it was handed out, so that it may be shared.
type Frame struct {
	Seq        uint64        // counts the frames of a source from 0
	CapturedAt time.Time     // when the light fell, as well as the source knows it
	Media      time.Duration // time from the source's first frame
	Width      int
	Height     int
	Pix        []byte  // BGR, 3 bytes a pixel, row after row without padding; upright, square pixels
	FocalPx    float64 // focal length that the picture's metadata states, in pixels; 0 where it states none
}

// Source gives frames until its end. Run blocks: it calls emit for each
// frame, in order, from one goroutine, and returns nil at the end of a file
// and when ctx ends, or the reason why it cannot go on.
type Source interface {
	Run(ctx context.Context, emit func(Frame)) error
	String() string // the source as the user named it
}
