package capture

import (
	"strings"
	"testing"
)

func ftyp(brands ...string) []byte {
	b := []byte{0, 0, 0, byte(8 + 4*(len(brands)+1)), 'f', 't', 'y', 'p'}
	return append(b, brands[0]+"\x00\x00\x00\x00"+strings.Join(brands[1:], "")...)
}

func TestSniffTellsPicturesByContent(t *testing.T) {
	for _, c := range []struct {
		name string
		data []byte
		want Format
	}{
		{"JPEG with EXIF", []byte("\xff\xd8\xff\xe1\x00\x10Exif"), JPEG},
		{"PNG", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), PNG},
		{"WebP", []byte("RIFF\x10\x00\x00\x00WEBPVP8 "), WebP},
		{"a sound in RIFF", []byte("RIFF\x10\x00\x00\x00WAVEfmt "), UnknownFormat},
		{"HEIC of a phone", ftyp("heic", "mif1", "heic"), HEIC},
		{"HEIC with the general brand first", ftyp("mif1", "mif1", "heic", "hevc"), HEIC},
		{"AVIF", ftyp("avif", "mif1", "miaf"), AVIF},
		{"AVIF with the general brand first", ftyp("mif1", "avif", "miaf"), AVIF},
		{"a sequence of AV1 pictures", ftyp("avis", "msf1"), AVIF},
		{"a video", ftyp("isom", "iso2", "avc1", "mp41"), UnknownFormat},
		{"a video in AV1", ftyp("iso4", "iso4", "av01"), UnknownFormat},
		{"QuickTime", ftyp("qt  ", "qt  "), UnknownFormat},
		{"a text", []byte("just words, no picture"), UnknownFormat},
		{"nothing", nil, UnknownFormat},
		{"two bytes", []byte("\xff\xd8"), UnknownFormat},
	} {
		if got := Sniff(c.data); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDescribeSaysWhatAFileSeemsToBe(t *testing.T) {
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, "it is empty"},
		{[]byte("words\n"), "it is text"},
		{[]byte("<html><body>"), "it is text"},
		{ftyp("isom", "mp41"), "it is a video"},
		{[]byte("\x1a\x45\xdf\xa3\x01webm"), "it is a video"},
		{[]byte("%PDF-1.7"), "it is application/pdf"},
		{[]byte{0, 1, 2, 3, 0xfe}, "its content is of no known kind"},
	} {
		if got := Describe(c.data); got != c.want {
			t.Errorf("%q: %q, want %q", c.data, got, c.want)
		}
	}
}

func FuzzSniff(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00"))
	f.Add(ftyp("mif1", "heic"))
	f.Add(append([]byte("\x89PNG\r\n\x1a\n"), "\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01"...))
	f.Add([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0e\x00\x00\x00\x2f\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		format := Sniff(data)
		if format == UnknownFormat {
			return
		}
		h, err := ReadHeader(format, data)
		if err == nil && (h.Width < 0 || h.Height < 0 || !(h.PixelAspect >= 0.25 && h.PixelAspect <= 4)) {
			t.Errorf("header %+v", h)
		}
		if err == nil && CheckSize(h.Width, h.Height) == nil && h.Width*h.Height > MaxPixels {
			t.Errorf("a size of %d x %d passed", h.Width, h.Height)
		}
	})
}
