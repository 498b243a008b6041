package capture

import (
	"bytes"
	"errors"
	"fmt"
	"image/jpeg"
)

// CheckComplete is ErrCutShort where a picture's data ends before the
// picture does: a decoder would fill the rest with grey and say nothing.
// HEIC and AVIF are left to their decoder, which does say so.
func CheckComplete(f Format, data []byte) error {
	switch f {
	case JPEG:
		return jpegComplete(data)
	case PNG:
		return pngChunks(data, func(string, []byte) bool { return true })
	case WebP:
		if size := uint64(le32(data[4:])) + 8; uint64(len(data)) < size {
			return fmt.Errorf("%w (%d of %d bytes are there)", ErrCutShort, len(data), size)
		}
	}
	return nil
}

// jpegComplete looks for the end marker. Some cameras leave it out though
// all of the picture is there, so that what lacks it gets a strict decoding
// by Go's own decoder, which refuses missing data.
func jpegComplete(data []byte) error {
	err := jpegSegments(data, func(byte, []byte) bool { return true })
	if !errors.Is(err, ErrCutShort) {
		return err
	}
	if _, strict := jpeg.Decode(bytes.NewReader(append(bytes.Clone(data), 0xff, jpegEOI))); strict != nil {
		return ErrCutShort
	}
	return nil
}
