package capture

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
	"time"
)

func TestExifTime(t *testing.T) {
	for _, c := range []struct {
		name, moment, fraction, zone string
		want                         time.Time
	}{
		{"with zone and fraction", "2024:05:06 07:08:09", "5", "-03:30", time.Date(2024, 5, 6, 10, 38, 9, 500e6, time.UTC)},
		{"in local time", "2024:05:06 07:08:09", "", "", time.Date(2024, 5, 6, 7, 8, 9, 0, time.Local)},
		{"in UTC", "2024:05:06 07:08:09", "", "Z", time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)},
		{"not set", "0000:00:00 00:00:00", "", "", time.Time{}},
		{"blank", "    :  :     :  :  ", "", "", time.Time{}},
		{"a clock that was never set", "1904:01:01 00:00:00", "", "", time.Time{}},
		{"a fraction that is none", "2024:05:06 07:08:09", "x", "Z", time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)},
	} {
		if got := exifTime(c.moment, c.fraction, c.zone); !got.Equal(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestExifNumbersOutsideOfTheirMeaningAreLeftOut(t *testing.T) {
	for _, v := range []any{nil, "6", uint16(0), uint16(9), 2.5, math.NaN()} {
		if got := exifOrientation(v); got != Upright {
			t.Errorf("orientation of %v is %v", v, got)
		}
	}
	for _, v := range []any{nil, "26", uint16(0), uint16(65535), math.Inf(1)} {
		if got := exifFocal(v); got != 0 {
			t.Errorf("focal length of %v is %v", v, got)
		}
	}
	if exifOrientation(uint16(6)) != Turn90CW || exifFocal(uint16(26)) != 26 {
		t.Error("good values are lost")
	}
}

func TestFocalPxIsByTheDiagonal(t *testing.T) {
	m := Metadata{Focal35mm: 26}
	// A full-frame picture of 36 x 24 mm at 100 pixels a mm.
	if got := m.FocalPx(3600, 2400); math.Abs(got-2600) > 1 {
		t.Errorf("%v px, want 2600", got)
	}
	if got := (Metadata{}).FocalPx(3600, 2400); got != 0 {
		t.Errorf("%v px of nothing", got)
	}
}

func TestOrientationsTurnAndMirror(t *testing.T) {
	want := map[Orientation]struct {
		mirrored bool
		turns    int
	}{
		Upright: {false, 0}, Mirror: {true, 0}, Turn180: {false, 2}, MirrorTurn180: {true, 2},
		MirrorTurn270CW: {true, 3}, Turn90CW: {false, 1}, MirrorTurn90CW: {true, 1}, Turn270CW: {false, 3},
	}
	for o, w := range want {
		if o.Mirrored() != w.mirrored || o.QuarterTurns() != w.turns {
			t.Errorf("%d: %v, %d; want %+v", o, o.Mirrored(), o.QuarterTurns(), w)
		}
	}
}

// jpegOfTIFF is a JPEG that holds nothing but EXIF data.
func jpegOfTIFF(tiff []byte) []byte {
	b := []byte{0xff, 0xd8, 0xff, 0xe1}
	b = binary.BigEndian.AppendUint16(b, uint16(min(len(tiff)+8, 0xffff)))
	return append(append(b, "Exif\x00\x00"...), tiff...)
}

var orientation6 = []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00")

func TestReadMetadataSurvivesDamage(t *testing.T) {
	whole := jpegOfTIFF(orientation6)
	if got := ReadMetadata(JPEG, whole).Orientation; got != Turn90CW {
		t.Fatalf("orientation %v, want 6", got)
	}
	for n := range whole {
		for _, f := range []Format{JPEG, PNG, WebP, HEIC, AVIF, UnknownFormat} {
			if o := ReadMetadata(f, whole[:n]).Orientation; o < 1 || o > 8 {
				t.Errorf("%s of %d bytes: orientation %v", f, n, o)
			}
		}
	}
}

func FuzzReadMetadata(f *testing.F) {
	f.Add(orientation6)
	f.Add(bytes.Replace(orientation6, []byte("\x00\x00\x00\x08"), []byte("\xff\xff\xff\xff"), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, c := range []struct {
			format Format
			data   []byte
		}{{JPEG, jpegOfTIFF(data)}, {PNG, data}, {WebP, data}, {HEIC, data}} {
			m := ReadMetadata(c.format, c.data)
			if m.Orientation < 1 || m.Orientation > 8 || !(m.Focal35mm >= 0 && m.Focal35mm <= 4000) {
				t.Errorf("%s: %+v", c.format, m)
			}
		}
	})
}
