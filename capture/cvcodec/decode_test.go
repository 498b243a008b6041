package cvcodec

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ditchline/capture"
)

func TestDecodeHonoursAllEightOrientations(t *testing.T) {
	for orientation := 1; orientation <= 8; orientation++ {
		t.Run(fmt.Sprint(orientation), func(t *testing.T) {
			data := withEXIF(asJPEG(t, stored(orientation)), []exifTag{{id: 0x0112, number: uint16(orientation)}}, nil)
			f, err := Decode("a.jpg", data)
			if err != nil {
				t.Fatal(err)
			}
			wantUpright(t, f, uprightWidth, uprightHeight)
		})
	}
}

func TestDecodeTellsFormatsByContent(t *testing.T) {
	for _, name := range []string{
		"quarters.heic", "quarters.avif", "quarters.webp", "quarters_lossless.webp",
		"quarters_cmyk.jpg", "quarters_progressive.jpg", "sideways_exif.webp", "sideways_exif.png",
	} {
		t.Run(name, func(t *testing.T) {
			data := readTestdata(t, name)
			f, err := Decode("wrongly_named.txt", data)
			if err != nil {
				t.Fatal(err)
			}
			if name == "quarters_cmyk.jpg" {
				f = mellow(f)
			}
			wantUpright(t, f, uprightWidth, uprightHeight)
		})
	}
}

// mellow leaves CMYK, which is converted without a profile, only the order of
// its channels to be judged: they are pulled to the colours of the test.
func mellow(f capture.Frame) capture.Frame {
	pix := bytes.Clone(f.Pix)
	for i := 0; i < len(pix); i += 3 {
		got := color.RGBA{pix[i+2], pix[i+1], pix[i], 255}
		for _, c := range []color.RGBA{topLeft, topRight, bottomLeft, bottomRight} {
			if near(got, c, 60) {
				pix[i], pix[i+1], pix[i+2] = c.B, c.G, c.R
			}
		}
	}
	f.Pix = pix
	return f
}

func TestDecodeHandlesEveryDepthAndChannelCount(t *testing.T) {
	rgba := stored(1)
	nrgba, nrgba64, rgba64 := image.NewNRGBA(rgba.Rect), image.NewNRGBA64(rgba.Rect), image.NewRGBA64(rgba.Rect)
	for y := range uprightHeight {
		for x := range uprightWidth {
			c := upright(x, y)
			nrgba.SetNRGBA(x, y, color.NRGBA{c.R, c.G, c.B, 128})
			nrgba64.Set(x, y, color.NRGBA{c.R, c.G, c.B, 200})
			rgba64.Set(x, y, c)
		}
	}
	for name, img := range map[string]image.Image{"8 bits": rgba, "alpha": nrgba, "16 bits with alpha": nrgba64, "16 bits": rgba64} {
		t.Run(name, func(t *testing.T) {
			f, err := Decode("a.png", asPNG(t, img))
			if err != nil {
				t.Fatal(err)
			}
			wantUpright(t, f, uprightWidth, uprightHeight)
		})
	}
	grey, grey16 := image.NewGray(rgba.Rect), image.NewGray16(rgba.Rect)
	for y := range uprightHeight {
		for x := range uprightWidth {
			grey.SetGray(x, y, color.Gray{uint8(x)})
			grey16.SetGray16(x, y, color.Gray16{uint16(x) << 8})
		}
	}
	for name, data := range map[string][]byte{"grey PNG": asPNG(t, grey), "grey PNG of 16 bits": asPNG(t, grey16), "grey JPEG": asJPEG(t, grey)} {
		t.Run(name, func(t *testing.T) {
			f, err := Decode("a", data)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range []int{0, 77, 150} {
				for c := range 3 {
					if got := int(f.Pix[3*(50*f.Width+x)+c]); got < x-3 || got > x+3 {
						t.Errorf("channel %d at x=%d is %d, want %d", c, x, got, x)
					}
				}
			}
		})
	}
}

func TestContainerTurnsHEIFAndEXIFDoesNot(t *testing.T) {
	for _, format := range []string{"heic", "avif"} {
		t.Run(format, func(t *testing.T) {
			plain := readTestdata(t, "quarters."+format)
			for _, c := range []struct {
				name   string
				boxes  [][]byte
				stored func(u, v int) (int, int) // what is seen at the fraction (u, v) in quarters, 0 or 1
			}{
				{"nothing", nil, func(u, v int) (int, int) { return u, v }},
				{"irot 1, a quarter counter-clockwise", [][]byte{irot(1)}, func(u, v int) (int, int) { return 1 - v, u }},
				{"irot 2", [][]byte{irot(2)}, func(u, v int) (int, int) { return 1 - u, 1 - v }},
				{"irot 3", [][]byte{irot(3)}, func(u, v int) (int, int) { return v, 1 - u }},
				{"imir, left and right", [][]byte{imir(1)}, func(u, v int) (int, int) { return 1 - u, v }},
			} {
				f, err := Decode("a", withTransforms(plain, c.boxes...))
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				for _, q := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
					su, sv := c.stored(q[0], q[1])
					want := upright(uprightWidth*(1+2*su)/4, uprightHeight*(1+2*sv)/4)
					i := 3 * (f.Height*(1+2*q[1])/4*f.Width + f.Width*(1+2*q[0])/4)
					if got := (color.RGBA{f.Pix[i+2], f.Pix[i+1], f.Pix[i], 255}); !near(got, want, 25) {
						t.Errorf("%s: quarter %v is %v, want %v", c.name, q, got, want)
					}
				}
			}
			f, err := Decode("a", readTestdata(t, "sideways_exif_only."+format))
			if err != nil {
				t.Fatal(err)
			}
			if f.Width != uprightHeight || f.Height != uprightWidth {
				t.Errorf("EXIF's orientation was applied: %d x %d", f.Width, f.Height)
			}
		})
	}
}

func TestDecodeReadsFocalLengthAndTime(t *testing.T) {
	exif := []exifTag{
		{id: 0x9003, text: "2024:05:06 07:08:09"}, {id: 0x9011, text: "+02:00"}, {id: 0x9291, text: "25"},
		{id: 0xa405, number: 26},
	}
	f, err := Decode("a.jpg", withEXIF(asJPEG(t, stored(6)), []exifTag{{id: 0x0112, number: 6}}, exif))
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Date(2024, 5, 6, 5, 8, 9, 250e6, time.UTC); !f.CapturedAt.Equal(want) {
		t.Errorf("taken at %v, want %v", f.CapturedAt, want)
	}
	if want := 26 / 43.267 * math.Hypot(uprightWidth, uprightHeight); math.Abs(f.FocalPx-want) > 1e-9 {
		t.Errorf("focal length %v px, want %v", f.FocalPx, want)
	}
}

func TestDecodeReadsMetadataOfHEIF(t *testing.T) {
	for _, format := range []string{"heic", "avif"} {
		f, err := Decode("a", readTestdata(t, "sideways_exif_only."+format))
		if err != nil {
			t.Fatal(err)
		}
		if want := time.Date(2024, 5, 6, 7, 8, 9, 0, time.Local); !f.CapturedAt.Equal(want) {
			t.Errorf("%s: taken at %v, want %v", format, f.CapturedAt, want)
		}
		if f.FocalPx == 0 {
			t.Errorf("%s: no focal length", format)
		}
	}
}

func TestReadFileTakesTheFilesTimeWhereThePictureHasNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jpg")
	when := time.Date(2023, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := errors.Join(os.WriteFile(path, asJPEG(t, stored(1)), 0o600), os.Chtimes(path, when, when)); err != nil {
		t.Fatal(err)
	}
	f, err := ReadFile(path)
	if err != nil || !f.CapturedAt.Equal(when) {
		t.Errorf("taken at %v (%v), want %v", f.CapturedAt, err, when)
	}
}

func TestDecodeMakesPixelsSquare(t *testing.T) {
	jfif := func(unit byte, x, y uint16) []byte {
		b := append([]byte("JFIF\x00\x01\x02"), unit)
		return append(binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(b, x), y), 0, 0)
	}
	jpg := asJPEG(t, stored(1))
	sideways := withEXIF(asJPEG(t, stored(6)), []exifTag{{id: 0x0112, number: 6}}, nil)
	for _, c := range []struct {
		name          string
		data          []byte
		width, height int
	}{
		{"twice as many dots across as down: pixels are tall", withSegment(jpg, 0xe0, jfif(0, 2, 1)), uprightWidth, 2 * uprightHeight},
		{"pixels are wide", withSegment(jpg, 0xe0, jfif(0, 3, 4)), uprightWidth * 4 / 3, uprightHeight},
		{"stretched before it is turned", withSegment(sideways, 0xe0, jfif(0, 2, 1)), 2 * uprightWidth, uprightHeight},
		{"FFmpeg has it the other way around", withSegment(withSegment(jpg, 0xfe, []byte("Lavc59.37.100\x00")), 0xe0, jfif(0, 4, 3)), uprightWidth * 4 / 3, uprightHeight},
		{"dots per inch are no aspect", withSegment(jpg, 0xe0, jfif(1, 72, 96)), uprightWidth, uprightHeight},
		{"absurd densities are ignored", withSegment(jpg, 0xe0, jfif(0, 300, 1)), uprightWidth, uprightHeight},
		{"zero densities are ignored", withSegment(jpg, 0xe0, jfif(0, 0, 0)), uprightWidth, uprightHeight},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Decode("a.jpg", c.data)
			if err != nil {
				t.Fatal(err)
			}
			wantUpright(t, f, c.width, c.height)
		})
	}
}

func TestDecodeRefusesInASentenceThatNamesTheFile(t *testing.T) {
	jpg := asJPEG(t, stored(1))
	png := asPNG(t, stored(1))
	webp, heic, avif := readTestdata(t, "quarters.webp"), readTestdata(t, "quarters.heic"), readTestdata(t, "quarters.avif")
	progressive := readTestdata(t, "quarters_progressive.jpg")
	huge := func(kind string) []byte {
		switch kind {
		case "jpg":
			data := bytes.Clone(jpg)
			i := bytes.Index(data, []byte{0xff, 0xc0})
			binary.BigEndian.PutUint16(data[i+5:], 20000)
			binary.BigEndian.PutUint16(data[i+7:], 20000)
			return data
		case "png":
			data := bytes.Clone(png)
			binary.BigEndian.PutUint32(data[16:], 20000)
			binary.BigEndian.PutUint32(data[20:], 20000)
			return data
		}
		data := bytes.Clone(avif)
		i := bytes.Index(data, []byte("ispe"))
		binary.BigEndian.PutUint32(data[i+8:], 20000)
		binary.BigEndian.PutUint32(data[i+12:], 20000)
		return data
	}
	for _, c := range []struct {
		name string
		data []byte
		says string
	}{
		{"a text", []byte("hello, this is no picture\n"), "it is text"},
		{"an empty file", nil, "it is empty"},
		{"a GIF", []byte("GIF89a\x01\x00\x01\x00"), "image/gif"},
		{"a video", []byte("\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41"), "it is a video"},
		{"a JPEG cut in half", jpg[:len(jpg)/2], "cut short"},
		{"a JPEG cut near its end", jpg[:len(jpg)-30], "cut short"},
		{"a JPEG cut in its header", jpg[:100], "cut short"},
		{"a progressive JPEG cut in its scans", progressive[:len(progressive)*3/4], "cut short"},
		{"a JPEG of nothing", []byte("\xff\xd8\xff\xd9"), "no frame header"},
		{"a PNG cut in half", png[:len(png)/2], "cut short"},
		{"a WebP cut in half", webp[:len(webp)/2], "cut short"},
		{"a HEIC cut in half", heic[:len(heic)/2], "cut short"},
		{"an AVIF cut in half", avif[:len(avif)*3/4], "cut short"},
		{"one pixel", asPNG(t, image.NewGray(image.Rect(0, 0, 1, 1))), "too small"},
		{"a huge JPEG", huge("jpg"), "too large, the most is 65 megapixels"},
		{"a huge PNG", huge("png"), "too large, the most is 65 megapixels"},
		{"a huge AVIF", huge("avif"), "too large, the most is 65 megapixels"},
		{"a PNG whose data is rubbish", bytes.Replace(png, []byte("IDAT"), []byte("IDAX"), 1), "damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Decode("holiday.jpg", c.data)
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), "holiday.jpg: ") || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error is %q, want the file's name and %q", err, c.says)
			}
		})
	}
}

func TestHugePicturesAreReadAtHalfTheirSize(t *testing.T) {
	huge, err := Resize(uprightFrame(t), 6480, 3888)
	if err != nil {
		t.Fatal(err)
	}
	jpg, err := EncodeJPEG(huge, 90)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"JPEG": jpg, "AVIF": readTestdata(t, "huge_quarters.avif")} {
		f, err := Decode(name, data)
		if err != nil {
			t.Fatal(err)
		}
		wantUpright(t, f, 3240, 1944)
	}
}

func TestDecodeTakesAJPEGThatLacksOnlyItsEndMarker(t *testing.T) {
	jpg := asJPEG(t, stored(1))
	f, err := Decode("a.jpg", jpg[:len(jpg)-2])
	if err != nil {
		t.Fatal(err)
	}
	wantUpright(t, f, uprightWidth, uprightHeight)
}

func TestReadFileRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	for path, says := range map[string]string{dir: "it is a folder", filepath.Join(dir, "none.jpg"): "none.jpg: no such file"} {
		if _, err := ReadFile(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error is %v, want %q", err, says)
		}
	}
}

func readTestdata(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func FuzzDecode(f *testing.F) {
	jpg := asJPEG(f, stored(6))
	f.Add(withEXIF(jpg, []exifTag{{id: 0x0112, number: 6}}, []exifTag{{id: 0xa405, number: 26}}))
	f.Add(withSegment(jpg, 0xe0, []byte("JFIF\x00\x01\x02\x00\x00\x02\x00\x01\x00\x00")))
	f.Add(asPNG(f, stored(1)))
	for _, name := range []string{"quarters.heic", "quarters.avif", "quarters.webp", "quarters_lossless.webp", "quarters_progressive.jpg", "quarters_cmyk.jpg"} {
		f.Add(readTestdata(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		frame, err := Decode("a", data)
		if err == nil && (len(frame.Pix) != 3*frame.Width*frame.Height || capture.CheckSize(frame.Width, frame.Height) != nil) {
			t.Errorf("frame of %d x %d with %d bytes", frame.Width, frame.Height, len(frame.Pix))
		}
	})
}
