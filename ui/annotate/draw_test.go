package annotate

import (
	"bytes"
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"ditchline/capture"
	"ditchline/score/session"
)

// round is a circle in the picture.
func round(x, y, r float64) [][2]float64 {
	points := make([][2]float64, 60)
	for i := range points {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 60)
		points[i] = [2]float64{x + r*c, y + r*s}
	}
	return points
}

func scene(width, height int) (capture.Frame, session.Snapshot) {
	f := capture.Frame{Width: width, Height: height, Pix: bytes.Repeat([]byte{120, 160, 190}, width*height)}
	cx, cy, k := float64(width)/2, float64(height)/2, float64(height)/720
	points := 15
	n := session.Snapshot{
		Source: "table.jpg", Width: width, Height: height,
		Board: &session.Board{
			BoardReport: session.BoardReport{Name: "nca-26"},
			Outlines: []session.Outline{
				{What: "surface", Closed: true, Points: round(cx, cy, 330*k)},
				{What: "15", Closed: true, Points: round(cx, cy, 100*k)},
				{What: "quadrant", Points: [][2]float64{{cx + 150*k, cy + 150*k}, {cx + 200*k, cy + 200*k}}},
			},
		},
		Score: []session.Side{{Team: "A", Color: "#202020"}, {Team: "B", Color: "#e0c090"}},
		Left:  []session.Ghost{{Why: "outside the surface", Outline: round(cx+340*k, cy, 15*k)}},
		Warn:  []string{strings.Repeat("the light is uneven and ", 20)},
	}
	for i := range 12 {
		s, c := math.Sincos(float64(i))
		x, y := cx+100*k*c, cy+100*k*s
		n.Discs = append(n.Discs, session.Disc{
			DiscReport: session.DiscReport{Team: "A", State: "flat", Points: &points, Lines: []session.LineReport{{Line: "15", Clearance: -0.4, SD: 0.1, Call: "touching"}}},
			Footprint:  round(x, y, 15*k), Top: round(x+2, y-2, 15*k),
		})
	}
	return f, n
}

// at is the colour of a pixel of the picture under the band, as R, G, B.
func at(drawn, original capture.Frame, x, y int) [3]byte {
	k := 3 * ((y+drawn.Height-original.Height)*drawn.Width + x)
	return [3]byte{drawn.Pix[k+2], drawn.Pix[k+1], drawn.Pix[k]}
}

func TestRingsAreDrawnWhereTheyLieUnderABand(t *testing.T) {
	for _, size := range [][2]int{{640, 480}, {1920, 1080}, {4000, 3000}} {
		f, n := scene(size[0], size[1])
		n.Discs, n.Left = nil, nil
		before := slices.Clone(f.Pix)
		drawn, err := Draw(f, n)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(f.Pix, before) {
			t.Error("the frame that was given was written to")
		}
		if drawn.Width != f.Width || drawn.Height <= f.Height || len(drawn.Pix) != 3*drawn.Width*drawn.Height {
			t.Fatalf("%d x %d with %d bytes", drawn.Width, drawn.Height, len(drawn.Pix))
		}
		cx, cy, k := size[0]/2, size[1]/2, float64(size[1])/720
		// Within a pixel, since the ring may pass between two of them.
		seen := false
		for d := -1; d <= 1; d++ {
			c := at(drawn, f, cx-int(math.Round(100*k))+d, cy)
			seen = seen || c[0] > 205 && c[2] < 100 // toward the ring's yellow
		}
		if !seen {
			t.Errorf("%v: no ring at 100 mm", size)
		}
		wood := [3]byte{190, 160, 120}
		if got := at(drawn, f, cx-int(60*k), cy); got != wood {
			t.Errorf("%v: %v between the rings, want the wood as it was", size, got)
		}
		if got := at(drawn, f, 5, size[1]-5); got != wood {
			t.Errorf("%v: %v in the corner, want the table as it was", size, got)
		}
	}
}

func TestLabelsStandBesideTheDiscsAndNotOnEachOther(t *testing.T) {
	room := image.Rect(0, 60, 1280, 780)
	var taken []image.Rectangle
	for i := range 24 {
		s, c := math.Sincos(float64(i) * math.Pi / 12)
		middle := image.Pt(640+int(250*c), 420+int(250*s))
		taken = append(taken, image.Rectangle{middle.Sub(image.Pt(17, 17)), middle.Add(image.Pt(17, 17))})
	}
	for i := range 24 {
		plate := place(taken[i], image.Pt(90, 34), room, taken, 3)
		for k, other := range taken {
			if !plate.Intersect(other).Empty() {
				t.Errorf("the label of disc %d at %v covers %d at %v", i, plate, k, other)
			}
		}
		if !plate.In(room) {
			t.Errorf("the label of disc %d at %v leaves the picture", i, plate)
		}
		taken = append(taken, plate)
	}
}

func TestWhatCannotBeDrawnIsRefused(t *testing.T) {
	f, n := scene(640, 480)
	broken := f
	broken.Pix = broken.Pix[:100]
	if _, err := Draw(broken, n); err == nil {
		t.Error("a frame without its pixels was drawn on")
	}
	other := n
	other.Width = 641
	if _, err := Draw(f, other); err == nil {
		t.Error("a frame of another size was drawn on")
	}
	n.Board = nil
	if _, err := Draw(f, n); err == nil {
		t.Error("a picture without a board was drawn on")
	}
}

func TestOutlinesOutsideThePictureAreClipped(t *testing.T) {
	f, n := scene(640, 480)
	n.Board.Outlines = []session.Outline{
		{What: "5", Closed: true, Points: round(-300, -300, 500)},
		{What: "10", Closed: true, Points: round(5000, 5000, 100)},
		{What: "15", Points: [][2]float64{{math.NaN(), 1}, {2, math.NaN()}}},
		{What: "hole", Points: nil},
	}
	if _, err := Draw(f, n); err != nil {
		t.Error(err)
	}
}

func TestWrapKeepsEveryWordWithinTheWidth(t *testing.T) {
	faces, err := newFaces(640, 480)
	if err != nil {
		t.Fatal(err)
	}
	defer faces.Close()
	text := "the light is uneven and the lines are hard to see on the left side of the board"
	lines := wrap(text, faces.small, 200)
	if strings.Join(lines, " ") != text || len(lines) < 2 {
		t.Errorf("got %q", lines)
	}
	for _, l := range lines {
		if faces.small.width(l) > 200 {
			t.Errorf("%q is %d pixels wide", l, faces.small.width(l))
		}
	}
	if got := wrap("", faces.small, 10); len(got) != 1 {
		t.Errorf("an empty text gives %q", got)
	}
}
