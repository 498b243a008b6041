package capture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Limits of a picture's size, so that the program runs in 600 MB: a picture of
// MaxPixels is 195 MB of BGR while it is decoded.
const (
	MinSide       = 64         // pixels, of the shorter side
	MaxPixels     = 65_000_000 // width times height
	FullPixels    = 25_000_000 // above this a still is kept at half its width and height
	shrunkAtLeast = 2 * MinSide
)

// Halved says whether a still of that size is kept at half of it: what a
// phone makes of its sensor's single pixels holds no more detail than that.
func Halved(width, height int) bool {
	return width > FullPixels/height && width >= shrunkAtLeast && height >= shrunkAtLeast
}

// Header is what the first part of a picture file says of its pixels, as
// they are stored: before any turning.
type Header struct {
	Width, Height int
	PixelAspect   float64 // width of a pixel over its height; 1 where the file doesn't say
}

// ErrCutShort says that a picture's data ends before the picture does.
var ErrCutShort = errors.New("the file is cut short: copy or download it again")

var pngSignature = []byte("\x89PNG\r\n\x1a\n")

func be16(b []byte) int    { return int(binary.BigEndian.Uint16(b)) }
func be32(b []byte) uint32 { return binary.BigEndian.Uint32(b) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
func le24(b []byte) int    { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// ReadHeader reads the size of a JPEG, PNG or WebP without decoding it. For
// HEIC and AVIF, whose boxes only their own library reads, it is an error.
func ReadHeader(f Format, data []byte) (Header, error) {
	switch f {
	case JPEG:
		return jpegHeader(data)
	case PNG:
		return pngHeader(data)
	case WebP:
		return webpHeader(data)
	}
	return Header{}, fmt.Errorf("no reader for the header of format %q", f)
}

// CheckSize refuses pictures that are too small to measure or too large for
// the program's memory.
func CheckSize(width, height int) error {
	if width < MinSide || height < MinSide {
		return fmt.Errorf("the picture is %d x %d pixels: too small, the least is %d x %d", width, height, MinSide, MinSide)
	}
	if width > MaxPixels/height {
		return fmt.Errorf("the picture is %d x %d pixels (%.0f megapixels): too large, the most is %d megapixels; make it smaller first",
			width, height, float64(width)*float64(height)/1e6, MaxPixels/1_000_000)
	}
	return nil
}

// pixelAspect is the width of a pixel over its height from the pixels per
// unit of length along x and y; 1 where the figures make no sense.
func pixelAspect(perX, perY float64) float64 {
	a := perY / perX
	if !(a >= 0.25 && a <= 4) {
		return 1
	}
	return a
}

// SquareSize is the size at which a picture's pixels are square: the side
// along which they are longer grows, so that nothing is lost.
func SquareSize(width, height int, pixelAspect float64) (int, int) {
	switch {
	case !(pixelAspect >= 0.25 && pixelAspect <= 4):
		return width, height
	case pixelAspect > 1:
		return int(math.Round(float64(width) * pixelAspect)), height
	default:
		return width, int(math.Round(float64(height) / pixelAspect))
	}
}

// JPEG markers, ITU-T T.81 table B.1.
const (
	jpegTEM  = 0x01
	jpegSOF0 = 0xc0
	jpegDHT  = 0xc4
	jpegJPG  = 0xc8
	jpegDAC  = 0xcc
	jpegRST0 = 0xd0
	jpegSOI  = 0xd8
	jpegEOI  = 0xd9
	jpegSOS  = 0xda
	jpegAPP0 = 0xe0
	jpegCOM  = 0xfe
)

// jpegSegments calls each for every marker segment in order, with its
// payload, until it returns false or the picture's end. It is ErrCutShort
// where the data ends first.
func jpegSegments(data []byte, each func(marker byte, payload []byte) bool) error {
	at := 2 // after SOI
	for {
		// Between segments, also after a scan's coded data, the next marker is
		// the next 0xff that is followed by neither stuffing nor a restart.
		i := bytes.IndexByte(data[min(at, len(data)):], 0xff)
		if i < 0 || at+i+1 >= len(data) {
			return ErrCutShort
		}
		at += i + 1
		marker := data[at]
		switch {
		case marker == 0xff:
			continue // fill byte
		case marker == 0, marker == jpegTEM, marker >= jpegRST0 && marker <= jpegSOI:
			at++
			continue
		case marker == jpegEOI:
			each(marker, nil)
			return nil
		}
		at++
		if at+2 > len(data) {
			return ErrCutShort
		}
		length := be16(data[at:])
		if length < 2 {
			return fmt.Errorf("the JPEG is damaged: segment 0x%02x has no length", marker)
		}
		if at+length > len(data) {
			return ErrCutShort
		}
		if !each(marker, data[at+2:at+length]) {
			return nil
		}
		at += length
	}
}

func jpegHeader(data []byte) (Header, error) {
	h := Header{PixelAspect: 1}
	var problem error
	err := jpegSegments(data, func(marker byte, p []byte) bool {
		switch {
		case marker == jpegAPP0 && len(p) >= 12 && string(p[:5]) == "JFIF\x00":
			if p[7] == 0 { // no unit: the densities only give the aspect (ITU-T T.871, 10.1)
				h.PixelAspect = pixelAspect(float64(be16(p[8:])), float64(be16(p[10:])))
			}
		case marker == jpegCOM && bytes.HasPrefix(p, []byte("Lavc")):
			// FFmpeg writes and reads the pixel's aspect itself where the
			// densities belong, which is the reciprocal.
			h.PixelAspect = 1 / h.PixelAspect
		case marker >= jpegSOF0 && marker <= 0xcf && marker != jpegDHT && marker != jpegJPG && marker != jpegDAC:
			if len(p) < 6 {
				problem = errors.New("the JPEG is damaged: its frame header is too short")
				return false
			}
			h.Height, h.Width = be16(p[1:]), be16(p[3:])
			return false
		case marker == jpegSOS, marker == jpegEOI:
			problem = errors.New("the JPEG is damaged: it has no frame header")
			return false
		}
		return true
	})
	return h, errors.Join(err, problem)
}

func pngHeader(data []byte) (Header, error) {
	h := Header{PixelAspect: 1}
	err := pngChunks(data, func(kind string, p []byte) bool {
		switch kind {
		case "IHDR":
			if len(p) >= 8 {
				h.Width, h.Height = int(be32(p)), int(be32(p[4:]))
			}
		case "pHYs":
			if len(p) >= 9 && p[8] == 0 { // no unit: an aspect ratio
				h.PixelAspect = pixelAspect(float64(be32(p)), float64(be32(p[4:])))
			}
		case "IDAT":
			return false
		}
		return true
	})
	if err == nil && h.Width == 0 {
		err = errors.New("the PNG is damaged: it has no header")
	}
	return h, err
}

// pngChunks calls each for every chunk until it returns false or the end
// chunk. It is ErrCutShort where the data ends first.
func pngChunks(data []byte, each func(kind string, payload []byte) bool) error {
	for at := len(pngSignature); ; {
		if at+8 > len(data) {
			return ErrCutShort
		}
		size, kind := int(be32(data[at:])), string(data[at+4:at+8])
		if size > len(data)-at-12 {
			// A chunk that runs over the end may still hold what is asked for.
			if !each(kind, data[at+8:]) {
				return nil
			}
			return ErrCutShort
		}
		if !each(kind, data[at+8:at+8+size]) || kind == "IEND" {
			return nil
		}
		at += size + 12
	}
}

// webpHeader reads the three forms of RFC 9649: extended, lossy, lossless.
func webpHeader(data []byte) (Header, error) {
	if len(data) < 30 {
		return Header{}, ErrCutShort
	}
	h := Header{PixelAspect: 1}
	p := data[20:]
	switch string(data[12:16]) {
	case "VP8X":
		h.Width, h.Height = le24(p[4:])+1, le24(p[7:])+1
	case "VP8 ":
		h.Width, h.Height = int(binary.LittleEndian.Uint16(p[6:])&0x3fff), int(binary.LittleEndian.Uint16(p[8:])&0x3fff)
	case "VP8L":
		bits := le32(p[1:])
		h.Width, h.Height = int(bits&0x3fff)+1, int(bits>>14&0x3fff)+1
	default:
		return Header{}, errors.New("the WebP is damaged: it has no header")
	}
	return h, nil
}
