package ui

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"strings"
	"testing"
	"testing/synctest"

	"ditchline/capture"
	"ditchline/score/session"
	"ditchline/ui/storybook"
)

// decoded is a JPEG that an answer brought.
func decoded(t *testing.T, body string) image.Image {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// brightness of the pixel at (x, y), 0 to 255.
func brightness(img image.Image, x, y float64) float64 {
	r, g, b, _ := img.At(int(math.Round(x)), int(math.Round(y))).RGBA()
	return (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 257
}

func TestTheBoardIsShownFromAboveInMillimetres(t *testing.T) {
	s, board := newServer(t, func(o *Options) { o.Encode, o.Resize = storybook.EncodeJPEG, storybook.Resize })
	base, _ := listen(t, s)
	story, err := storybook.Tell("ready")
	if err != nil {
		t.Fatal(err)
	}
	board.Publish(story.State)
	board.Show(story.Frame)
	for query, side := range map[string]int{"": aboveWidth, "&width=640": 640, "&width=640&rotate=90": 640, "&width=650&rotate=270": 640} {
		status, h, body := fetch(t, base+"/snapshot.jpg?view=top"+query)
		if status != 200 || h.Get("Content-Type") != "image/jpeg" {
			t.Fatalf("%s: %d %s", query, status, body)
		}
		img := decoded(t, body)
		if img.Bounds().Dx() != side || img.Bounds().Dy() != side {
			t.Fatalf("%s: picture of %v", query, img.Bounds())
		}
		// The dark discs that lie flat are dark where the state says that they lie.
		scale := float64(side) / 2 / (aboveMargin * reachOf(story.State.Board))
		found := 0
		for _, d := range story.State.Discs {
			if d.State != "flat" || d.Color > "#60" {
				continue
			}
			x, y := d.X, d.Y
			switch {
			case strings.Contains(query, "rotate=90"):
				x, y = y, -x
			case strings.Contains(query, "rotate=270"):
				x, y = -y, x
			}
			found++
			if v := brightness(img, float64(side)/2+x*scale, float64(side)/2-y*scale); v > 110 {
				t.Errorf("%s: at the disc (%.0f, %.0f) the picture has brightness %.0f", query, d.X, d.Y, v)
			}
		}
		if found < 3 {
			t.Fatalf("only %d dark discs were looked for", found)
		}
	}
}

func TestTheViewFromAboveSaysWhyItWaits(t *testing.T) {
	s, board := newServer(t, func(o *Options) { o.Encode, o.Resize = storybook.EncodeJPEG, storybook.Resize })
	base, _ := listen(t, s)
	seen := map[string]string{}
	story, err := storybook.Tell("ready")
	if err != nil {
		t.Fatal(err)
	}
	get := func(name, query string) {
		t.Helper()
		status, _, body := fetch(t, base+"/snapshot.jpg?view=top&width=320"+query)
		if status != 200 || decoded(t, body).Bounds().Dx() != 320 {
			t.Errorf("%s: %d %.100s", name, status, body)
		}
		for other, b := range seen {
			if b == body {
				t.Errorf("%s shows the same as %s", name, other)
			}
		}
		seen[name] = body
	}
	get("starting", "")
	board.Show(story.Frame)
	board.Publish(session.Snapshot{Phase: session.Looking})
	get("looking", "")
	get("looking in French", "&lang=fr")
	get("looking in Dutch", "&lang=nl")
	board.Publish(story.State)
	get("ready", "")
	lost := story.State
	lost.Phase = session.Lost
	board.Publish(lost)
	get("lost", "")
}

func TestTheStreamFromAboveBeginsBeforeThereIsACamera(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, board := newServer(t, func(o *Options) { o.Encode, o.Resize = storybook.EncodeJPEG, storybook.Resize })
		ln := newPipes()
		defer serve(t, s, ln)()
		m := parts(t, answer(t, ln.get(t, "/stream.mjpg?view=top&width=160")))
		waiting := nextPicture(t, m)
		if again := nextPicture(t, m); again != waiting {
			t.Error("the waiting picture is not repeated")
		}
		story, err := storybook.Tell("ready")
		if err != nil {
			t.Fatal(err)
		}
		board.Publish(story.State)
		board.Show(story.Frame)
		if got := nextPicture(t, m); got == waiting || decoded(t, got).Bounds().Dx() != 160 {
			t.Error("the board is not shown once it is found")
		}
	})
}

func TestQueriesOfTheViewFromAboveAreCheckedByName(t *testing.T) {
	s, _ := newServer(t, nil)
	base, _ := listen(t, s)
	for query, name := range map[string]string{"view=side": "view", "view=top&rotate=45": "rotate", "view=top&lang=de": "lang", "view=top&width=10": "width"} {
		if status, _, body := fetch(t, base+"/snapshot.jpg?"+query); status != 400 || !strings.Contains(body, name+" is ") {
			t.Errorf("%s: %d %s", query, status, body)
		}
	}
}

func TestTablesAreMadeOncePerCalibrationAndSize(t *testing.T) {
	story, err := storybook.Tell("ready")
	if err != nil {
		t.Fatal(err)
	}
	var k tables
	a, f := above{lang: "en"}.of(session.Picture{Frame: story.Frame, State: story.State}, 160)
	first, err := k.of(a.camera, a.view)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.lay(f, a); err != nil {
		t.Fatal(err)
	}
	if again, _ := k.of(a.camera, a.view); again != first {
		t.Error("the table was made twice")
	}
	for i := range 3 * keptTables {
		moved := a.camera
		moved.T.X += float64(i)
		if _, err := k.of(moved, a.view); err != nil {
			t.Fatal(err)
		}
	}
	if len(k.kept) != keptTables {
		t.Errorf("%d tables are kept, want %d", len(k.kept), keptTables)
	}
	// A camera that changed its resolution is shown all the same.
	small, err := storybook.Resize(story.Frame, 640)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := k.lay(small, a); err != nil || got.Width != 160 {
		t.Errorf("at 640 pixels: %v", err)
	}
	if _, err := k.lay(capture.Frame{Width: 7, Height: 3, Pix: make([]byte, 63)}, a); err == nil {
		t.Error("a frame of another shape is laid")
	}
}

func TestFFmpegReadsTheStreamFromAbove(t *testing.T) { ffmpegReads(t, "view=top&width=320") }
