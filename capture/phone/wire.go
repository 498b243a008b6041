package phone

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"ditchline/capture"
)

// Limits of what a phone may send.
const (
	MaxPicture = 4 << 20    // bytes of one picture
	maxPixels  = 20_000_000 // of one picture: 4K and a little; more is not film
	headBytes  = 16
	version    = 1
)

// MaxMessage is the longest message that a phone sends, bytes.
const MaxMessage = MaxPicture + headBytes

// Picture is one picture as a phone sends it.
type Picture struct {
	Number uint32        // counts what this phone sent since it connected
	Taken  time.Duration // by the phone's own clock, which begins anywhere
	JPEG   []byte
}

// ParsePicture reads a message: "DP", a version, a zero, the picture's number
// (32 bits, big-endian), when it was taken (ms, a 64 bit float, big-endian),
// and the JPEG. The size that the JPEG's header states is checked before
// anybody decodes it.
func ParsePicture(message []byte) (Picture, error) {
	if len(message) > MaxMessage {
		return Picture{}, fmt.Errorf("phone: a message of %d bytes: at most %d are read", len(message), MaxMessage)
	}
	if len(message) < headBytes || message[0] != 'D' || message[1] != 'P' {
		return Picture{}, errors.New("phone: a message that is no picture: want DP, version, number, time and a JPEG")
	}
	if message[2] != version || message[3] != 0 {
		return Picture{}, fmt.Errorf("phone: a picture of version %d: want %d; load the page again", message[2], version)
	}
	ms := math.Float64frombits(binary.BigEndian.Uint64(message[8:]))
	if !(ms >= 0 && ms < 1e12) {
		return Picture{}, fmt.Errorf("phone: a picture taken at %g ms: want 0 or more", ms)
	}
	p := Picture{
		Number: binary.BigEndian.Uint32(message[4:]), Taken: time.Duration(ms * float64(time.Millisecond)), JPEG: message[headBytes:],
	}
	if capture.Sniff(p.JPEG) != capture.JPEG {
		return Picture{}, fmt.Errorf("phone: picture %d is no JPEG: %s", p.Number, capture.Describe(p.JPEG))
	}
	h, err := capture.ReadHeader(capture.JPEG, p.JPEG)
	if err != nil {
		return Picture{}, fmt.Errorf("phone: picture %d: %w", p.Number, err)
	}
	if err := capture.CheckSize(h.Width, h.Height); err != nil {
		return Picture{}, fmt.Errorf("phone: picture %d: %w", p.Number, err)
	}
	if h.Width > maxPixels/h.Height {
		return Picture{}, fmt.Errorf("phone: picture %d has %d x %d pixels: at most %d megapixels are film", p.Number, h.Width, h.Height, maxPixels/1_000_000)
	}
	return p, nil
}
