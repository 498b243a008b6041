package capture

import (
	"encoding/binary"
	"testing"
)

func TestHeadersOfWebPInItsThreeForms(t *testing.T) {
	pad := func(kind string, payload ...byte) []byte {
		b := append([]byte("RIFF\x00\x00\x00\x00WEBP"+kind+"\x00\x00\x00\x00"), payload...)
		return append(b, make([]byte, 16)...)
	}
	for _, c := range []struct {
		name string
		data []byte
		w, h int
	}{
		{"lossy", pad("VP8 ", 0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x41, 0xf0, 0x00), 0x140, 0xf0},
		{"lossless", pad("VP8L", 0x2f, 0x3f, 0xc1, 0x3b, 0x00), 320, 240},
		{"extended", pad("VP8X", 0, 0, 0, 0, 0x3f, 0x01, 0, 0xef, 0, 0), 320, 240},
	} {
		if got, err := ReadHeader(WebP, c.data); err != nil || got != (Header{c.w, c.h, 1}) {
			t.Errorf("%s: %+v, %v; want %d x %d", c.name, got, err, c.w, c.h)
		}
	}
}

func TestPNGWithoutUnitsHasAnAspect(t *testing.T) {
	chunk := func(kind string, p []byte) []byte {
		b := binary.BigEndian.AppendUint32(nil, uint32(len(p)))
		return append(append(append(b, kind...), p...), 0, 0, 0, 0)
	}
	u32 := binary.BigEndian.AppendUint32
	file := append([]byte{}, pngSignature...)
	file = append(file, chunk("IHDR", append(u32(u32(nil, 200), 100), 8, 2, 0, 0, 0))...)
	file = append(file, chunk("pHYs", append(u32(u32(nil, 2), 1), 0))...)
	file = append(file, chunk("IDAT", nil)...)
	if got, err := ReadHeader(PNG, file); err != nil || got != (Header{200, 100, 0.5}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestCheckSize(t *testing.T) {
	for _, c := range []struct {
		w, h int
		ok   bool
	}{
		{1, 1, false}, {0, 0, false}, {-5, 100, false}, {MinSide - 1, 1000, false}, {MinSide, MinSide, true},
		{4032, 3024, true}, {9248, 6936, true}, {20000, 20000, false}, {1 << 40, 1 << 40, false},
	} {
		if err := CheckSize(c.w, c.h); (err == nil) != c.ok {
			t.Errorf("%d x %d: %v, want ok %v", c.w, c.h, err, c.ok)
		}
	}
}

func TestSquareSizeOnlyGrows(t *testing.T) {
	for _, c := range []struct {
		aspect float64
		w, h   int
	}{{1, 720, 576}, {64.0 / 45, 1024, 576}, {0.5, 720, 1152}, {0, 720, 576}, {-1, 720, 576}, {1000, 720, 576}} {
		if w, h := SquareSize(720, 576, c.aspect); w != c.w || h != c.h {
			t.Errorf("aspect %v: %d x %d, want %d x %d", c.aspect, w, h, c.w, c.h)
		}
	}
}

func TestOnlyHugePicturesAreHalved(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want bool
	}{{4896, 3672, false}, {5712, 4284, false}, {8160, 6120, true}, {500_000, 100, false}, {MinSide, MinSide, false}} {
		if got := Halved(c.w, c.h); got != c.want {
			t.Errorf("%d x %d: %v", c.w, c.h, got)
		}
	}
}
