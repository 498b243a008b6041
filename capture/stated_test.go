package capture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"
)

// aPNG of which the header states a size.
func aPNG(t testing.TB, width, height uint32) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	binary.BigEndian.PutUint32(data[16:], width)
	binary.BigEndian.PutUint32(data[20:], height)
	return data
}

func TestPicturesThatStateTooMuchAreRefusedUndecoded(t *testing.T) {
	heic, err := os.ReadFile("cvcodec/testdata/quarters.heic")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(heifSizes(heic)); n == 0 {
		t.Fatal("no size was found in a HEIC")
	}
	bomb := bytes.Clone(heic)
	at := bytes.Index(bomb, []byte("ispe"))
	binary.BigEndian.PutUint32(bomb[at+8:], 60000)
	binary.BigEndian.PutUint32(bomb[at+12:], 60000)
	nothing := bytes.Clone(heic)
	binary.BigEndian.PutUint32(nothing[at+8:], 0)
	for name, c := range map[string]struct {
		data []byte
		want string // "" for none
	}{
		"a HEIC":            {heic, ""},
		"a HEIC bomb":       {bomb, "too large"},
		"a HEIC of nothing": {nothing, "nothing"},
		"a PNG":             {aPNG(t, 640, 480), ""},
		"a PNG bomb":        {aPNG(t, 60000, 60000), "too large"},
		"a PNG beyond int":  {aPNG(t, 1<<31-1, 1<<31-1), "too large"},
		"a stamp":           {aPNG(t, 16, 16), "too small"},
		"a cut JPEG":        {[]byte("\xff\xd8\xff\xe0\x00\x10JFIF"), "cut short"},
	} {
		if err := CheckStated(Sniff(c.data), c.data); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzCheckStated(f *testing.F) {
	heic, err := os.ReadFile("cvcodec/testdata/quarters.heic")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(heic[:min(len(heic), 600)])
	f.Add(aPNG(f, 64, 64))
	f.Add([]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic\x00\x00\x00\x01meta\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := CheckStated(Sniff(data), data); err != nil && err.Error() == "" {
			t.Error("an error without words")
		}
		heifSizes(data)
	})
}
