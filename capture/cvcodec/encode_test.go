package cvcodec

import (
	"bytes"
	"image/jpeg"
	"testing"

	"ditchline/capture"
)

func uprightFrame(t testing.TB) capture.Frame {
	f, err := Decode("a.png", asPNG(t, stored(1)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestEncodeJPEGIsReadBackAsTheSamePicture(t *testing.T) {
	f := uprightFrame(t)
	data, err := EncodeJPEG(f, 90)
	if err != nil {
		t.Fatal(err)
	}
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil || config.Width != f.Width || config.Height != f.Height {
		t.Errorf("Go reads %+v, %v", config, err)
	}
	back, err := Decode("a.jpg", data)
	if err != nil {
		t.Fatal(err)
	}
	wantUpright(t, back, uprightWidth, uprightHeight)
}

func TestEncodeAndResizeRefuseWhatIsNoPicture(t *testing.T) {
	f := uprightFrame(t)
	short := f
	short.Pix = f.Pix[:100]
	for name, err := range map[string]error{
		"quality 0":     second(EncodeJPEG(f, 0)),
		"quality 101":   second(EncodeJPEG(f, 101)),
		"missing bytes": second(EncodeJPEG(short, 90)),
		"no frame":      second(EncodeJPEG(capture.Frame{}, 90)),
		"no size":       second(Resize(f, 0, 10)),
		"huge":          second(Resize(f, 20000, 20000)),
		"resize short":  second(Resize(short, 10, 10)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestResizeKeepsThePictureAndScalesItsFocalLength(t *testing.T) {
	f := uprightFrame(t)
	f.Seq, f.FocalPx = 7, 100
	for _, k := range []float64{0.5, 2} {
		g, err := Resize(f, int(k*uprightWidth), int(k*uprightHeight))
		if err != nil {
			t.Fatal(err)
		}
		wantUpright(t, g, int(k*uprightWidth), int(k*uprightHeight))
		if g.Seq != 7 || g.FocalPx != 100*k {
			t.Errorf("number %d, focal length %v", g.Seq, g.FocalPx)
		}
	}
}

func BenchmarkEncodeJPEG1080p(b *testing.B) {
	f, err := Resize(uprightFrame(b), 1920, 1080)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := EncodeJPEG(f, 85); err != nil {
			b.Fatal(err)
		}
	}
}

func TestEncodeJPEGFitShrinksAndNeverGrows(t *testing.T) {
	f := uprightFrame(t)
	big, err := Resize(f, 4*f.Width, 4*f.Height)
	if err != nil {
		t.Fatal(err)
	}
	for _, divisor := range []int{1, 2, 4} {
		data, err := EncodeJPEGFit(big, big.Width/divisor, big.Height/divisor, 90)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Decode("a.jpg", data)
		if err != nil || back.Width != big.Width/divisor || back.Height != big.Height/divisor {
			t.Fatalf("1/%d is %d x %d, %v", divisor, back.Width, back.Height, err)
		}
		small, err := Resize(back, uprightWidth, uprightHeight)
		if err != nil {
			t.Fatal(err)
		}
		wantUpright(t, small, uprightWidth, uprightHeight)
	}
	short := f
	short.Pix = f.Pix[:100]
	for name, err := range map[string]error{
		"larger":         second(EncodeJPEGFit(f, f.Width+1, f.Height, 80)),
		"nothing":        second(EncodeJPEGFit(f, 0, f.Height, 80)),
		"quality 0":      second(EncodeJPEGFit(big, f.Width, f.Height, 0)),
		"missing pixels": second(EncodeJPEGFit(short, f.Width-1, f.Height, 80)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
