package cvcodec

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"ditchline/capture"
)

// The upright picture of these tests is 160 x 96 pixels with a colour in each
// quarter, so that every turn and mirroring shows.
const uprightWidth, uprightHeight = 160, 96

var (
	topLeft     = color.RGBA{220, 30, 30, 255}
	topRight    = color.RGBA{30, 200, 30, 255}
	bottomLeft  = color.RGBA{30, 30, 220, 255}
	bottomRight = color.RGBA{230, 230, 40, 255}
)

// upright is the colour at (u, v) of the picture as it should be seen.
func upright(u, v int) color.RGBA {
	switch {
	case u < uprightWidth/2 && v < uprightHeight/2:
		return topLeft
	case v < uprightHeight/2:
		return topRight
	case u < uprightWidth/2:
		return bottomLeft
	}
	return bottomRight
}

// stored is the picture as a camera that was held otherwise stores it. EXIF
// 2.32, 4.6.4 A: the orientation names the sides of the upright picture where
// row 0 and column 0 lie.
func stored(orientation int) *image.RGBA {
	const w, h = uprightWidth, uprightHeight
	places := map[int]struct {
		turned bool
		from   func(x, y int) (u, v int)
	}{
		1: {false, func(x, y int) (int, int) { return x, y }},                 // top, left
		2: {false, func(x, y int) (int, int) { return w - 1 - x, y }},         // top, right
		3: {false, func(x, y int) (int, int) { return w - 1 - x, h - 1 - y }}, // bottom, right
		4: {false, func(x, y int) (int, int) { return x, h - 1 - y }},         // bottom, left
		5: {true, func(x, y int) (int, int) { return y, x }},                  // left, top
		6: {true, func(x, y int) (int, int) { return w - 1 - y, x }},          // right, top
		7: {true, func(x, y int) (int, int) { return w - 1 - y, h - 1 - x }},  // right, bottom
		8: {true, func(x, y int) (int, int) { return y, h - 1 - x }},          // left, bottom
	}
	p := places[orientation]
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	if p.turned {
		img = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			img.SetRGBA(x, y, upright(p.from(x, y)))
		}
	}
	return img
}

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exifTag is one entry of an EXIF directory; text, or else a short number.
type exifTag struct {
	id     uint16
	number uint16
	text   string
}

// exifBlock writes EXIF data: a TIFF header, a main directory and the EXIF
// directory under it.
func exifBlock(main, exif []exifTag) []byte {
	const headerSize, entrySize = 8, 12
	order := binary.BigEndian
	b := append([]byte("MM\x00*"), 0, 0, 0, headerSize)
	mainSize := 2 + entrySize*(len(main)+1) + 4
	exifAt := headerSize + mainSize
	textAt := exifAt + 2 + entrySize*len(exif) + 4
	var texts []byte
	entry := func(tag exifTag) {
		b = order.AppendUint16(b, tag.id)
		switch {
		case tag.text == "":
			b = order.AppendUint16(b, 3)
			b = order.AppendUint32(b, 1)
			b = order.AppendUint16(b, tag.number)
			b = order.AppendUint16(b, 0)
		default:
			text := append([]byte(tag.text), 0)
			b = order.AppendUint16(b, 2)
			b = order.AppendUint32(b, uint32(len(text)))
			if len(text) <= 4 {
				b = append(b, append(text, 0, 0, 0)[:4]...)
				return
			}
			b = order.AppendUint32(b, uint32(textAt+len(texts)))
			texts = append(texts, text...)
		}
	}
	b = order.AppendUint16(b, uint16(len(main)+1))
	for _, tag := range main {
		entry(tag)
	}
	b = order.AppendUint16(b, 0x8769)
	b = order.AppendUint16(b, 4)
	b = order.AppendUint32(b, 1)
	b = order.AppendUint32(b, uint32(exifAt))
	b = order.AppendUint32(b, 0)
	b = order.AppendUint16(b, uint16(len(exif)))
	for _, tag := range exif {
		entry(tag)
	}
	b = order.AppendUint32(b, 0)
	return append(b, texts...)
}

// withSegment puts a marker segment behind a JPEG's start.
func withSegment(jpg []byte, marker byte, payload []byte) []byte {
	out := append([]byte{}, jpg[:2]...)
	out = append(out, 0xff, marker)
	out = binary.BigEndian.AppendUint16(out, uint16(len(payload)+2))
	out = append(out, payload...)
	return append(out, jpg[2:]...)
}

func withEXIF(jpg []byte, main, exif []exifTag) []byte {
	return withSegment(jpg, 0xe1, append([]byte("Exif\x00\x00"), exifBlock(main, exif)...))
}

// wantUpright checks size and the colour in the middle of each quarter.
func wantUpright(t *testing.T, f capture.Frame, width, height int) {
	t.Helper()
	if f.Width != width || f.Height != height || len(f.Pix) != 3*width*height {
		t.Fatalf("frame is %d x %d with %d bytes, want %d x %d", f.Width, f.Height, len(f.Pix), width, height)
	}
	for _, q := range []struct {
		name string
		x, y int
		want color.RGBA
	}{
		{"top left", width / 4, height / 4, topLeft},
		{"top right", 3 * width / 4, height / 4, topRight},
		{"bottom left", width / 4, 3 * height / 4, bottomLeft},
		{"bottom right", 3 * width / 4, 3 * height / 4, bottomRight},
	} {
		i := 3 * (q.y*width + q.x)
		got := color.RGBA{f.Pix[i+2], f.Pix[i+1], f.Pix[i], 255}
		if !near(got, q.want, 25) {
			t.Errorf("%s is %v, want %v", q.name, got, q.want)
		}
	}
}

func near(a, b color.RGBA, tolerance int) bool {
	d := func(x, y uint8) bool { return max(int(x)-int(y), int(y)-int(x)) <= tolerance }
	return d(a.R, b.R) && d(a.G, b.G) && d(a.B, b.B)
}
