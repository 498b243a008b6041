package annotate

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// overBoard is a camera straight above the board, two pixels a mm.
func overBoard() models.Camera {
	return models.Camera{Width: 800, Height: 800, Fx: 1600, Fy: 1600, Cx: 399.5, Cy: 399.5, R: models.Rotation{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: r3.Vec{Z: 800}}
}

// sloped is a frame whose blue grows by one each pixel to the right up to 255,
// and green downward.
func sloped() capture.Frame {
	f := capture.Frame{Width: 800, Height: 800, Pix: make([]byte, 3*800*800)}
	for y := range 800 {
		for x := range 800 {
			f.Pix[3*(y*800+x)] = byte(x / 4)
			f.Pix[3*(y*800+x)+1] = byte(y / 4)
		}
	}
	return f
}

func disputeOf(clearance, sd float64) (Dispute, spot) {
	b := models.ShippedBoards()["nca-26"]
	// Off the x axis, so that turning the plan is tested too.
	at := r2.Scale(b.Rings.R15-b.LineWidth/2-b.Disc.Radius-clearance, r2.Vec{X: 0.6, Y: 0.8})
	d := detect.Disc{Pos: at, Cov: [3]float64{sd * sd, 0, sd * sd}, Radius: b.Disc.Radius, Thickness: 9.5, State: detect.Flat, Colour: detect.RGB{R: 180}}
	d.Lines = detect.CallLines(b, d.Pos, d.Cov, d.Radius, 0)
	o := detect.Observation{Frame: capture.Frame{Width: 800, Height: 800}, Calibration: calibrate.Calibration{Board: b, Make: b.Name, Camera: overBoard()}, Discs: []detect.Disc{d}}
	s := detect.Situations([]detect.Observation{o})[0]
	judged := s.Judge([]models.Line{models.Line15}, 20)[0]
	return Dispute{Frame: sloped(), Situation: s, Judged: judged, File: "a.jpg", Scale: ScaleText(true, 0), Program: "test", Date: time.Date(2026, 5, 1, 20, 15, 0, 0, time.UTC)},
		newSpot(b, overBoard(), d, judged.Call)
}

func TestAPlanShowsThePhotographWhereItWasTaken(t *testing.T) {
	cam := overBoard()
	p := plan{middle: r2.Vec{X: 30, Y: 40}, up: r2.Vec{X: 0.6, Y: 0.8}, scale: 10, area: image.Rect(0, 0, 200, 160)}
	img := image.NewRGBA(p.area)
	p.lay(img, sloped(), cam)
	for _, at := range []image.Point{{20, 30}, {100, 80}, {199, 0}} {
		px, _ := cam.Project(r3.Vec{X: p.board(float64(at.X), float64(at.Y)).X, Y: p.board(float64(at.X), float64(at.Y)).Y})
		got := img.RGBAAt(at.X, at.Y)
		if math.Abs(float64(got.B)-px.X/4) > 1.5 || math.Abs(float64(got.G)-px.Y/4) > 1.5 {
			t.Errorf("at %v: %v, want blue %.1f and green %.1f", at, got, px.X/4, px.Y/4)
		}
	}
}

func TestPlanAndBoardAreInverse(t *testing.T) {
	p := plan{middle: r2.Vec{X: -80, Y: 12}, up: r2.Vec{X: -0.8, Y: 0.6}, scale: 17, area: image.Rect(0, 0, 300, 200)}
	for _, at := range [][2]float64{{0, 0}, {299, 199}, {12.25, 150.5}} {
		back := p.sheet(p.board(at[0], at[1]))
		if math.Hypot(back[0]-at[0], back[1]-at[1]) > 1e-9 {
			t.Errorf("%v comes back as %v", at, back)
		}
	}
	above := p.sheet(r2.Add(p.middle, r2.Scale(3, p.up)))
	if mid := center(p.area); math.Abs(above[0]-mid[0]) > 1e-9 || math.Abs(mid[1]-above[1]-51) > 1e-9 {
		t.Errorf("3 mm upward is drawn at %v, the middle is %v", above, mid)
	}
}

func TestBicubicKeepsASlopeAndRefusesWhatLiesOutside(t *testing.T) {
	f := sloped()
	for i := range f.Pix {
		f.Pix[i] = byte(3 * ((i / 3) % 800 % 80))
	}
	if c, ok := bicubic(f, 40.3, 100.7); !ok || math.Abs(c[0]-3*40.3) > 1e-9 {
		t.Errorf("%v, %v; want %v", c, ok, 3*40.3)
	}
	for _, at := range [][2]float64{{-0.1, 5}, {5, 799.1}, {math.NaN(), 1}} {
		if _, ok := bicubic(f, at[0], at[1]); ok {
			t.Errorf("%v lies outside", at)
		}
	}
}

func TestTheSpotsGeometryIsTheClearances(t *testing.T) {
	for _, clearance := range []float64{0.4, -0.7} {
		_, s := disputeOf(clearance, 0.1)
		if got := s.line.Radius - r2.Norm(s.contact()); math.Abs(got-clearance) > 1e-9 {
			t.Errorf("the contact point lies %v mm from the line's edge, want %v", got, clearance)
		}
		far := 0.0
		for _, p := range s.discEdge(0) {
			far = math.Max(far, math.Hypot(p[0], p[1]))
		}
		if got := s.line.Radius - far; math.Abs(got-clearance) > 0.01 {
			t.Errorf("the footprint comes within %v mm, want %v", got, clearance)
		}
		wide := 0.0
		for _, p := range s.discEdge(1) {
			wide = math.Max(wide, math.Hypot(p[0], p[1]))
		}
		if math.Abs(wide-far-0.1) > 0.01 {
			t.Errorf("one sd of 0.1 mm is drawn %v mm wide", wide-far)
		}
	}
}

func TestTheTopIsDrawnAwayFromTheCamera(t *testing.T) {
	_, s := disputeOf(0.4, 0.1)
	var mid r2.Vec
	rim := s.topRim()
	for _, p := range rim[:len(rim)-1] {
		mid = r2.Add(mid, r2.Scale(1/float64(len(rim)-1), r2.Vec{X: p[0], Y: p[1]}))
	}
	want := r2.Scale(800/(800-9.5), s.disc.Pos)
	if r2.Norm(r2.Sub(mid, want)) > 0.01 {
		t.Errorf("the top is drawn about %v, want %v", mid, want)
	}
}

func TestTheSheetTellsTheAnswer(t *testing.T) {
	for _, c := range []struct {
		clearance, sd float64
		ink           any
	}{{1, 0.1, clearInk}, {-1, 0.1, touchingInk}, {0.05, 0.2, closeInk}} {
		d, s := disputeOf(c.clearance, c.sd)
		before := append([]byte(nil), d.Frame.Pix...)
		img, err := DrawDispute(d)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(before, d.Frame.Pix) {
			t.Error("the photograph was written to")
		}
		if got := img.At(600, 5); got != c.ink {
			t.Errorf("clearance %v: the sheet's head is %v, want %v", c.clearance, got, c.ink)
		}
		if b := img.Bounds(); b.Dx() != sheetWidth || b.Dy() < 2000 || b.Dy() > 3000 {
			t.Errorf("the sheet has %v", b)
		}
		faces, err := newSheetFaces()
		if err != nil {
			t.Fatal(err)
		}
		over, p := overview(photo{d.Frame, overBoard()}, s, sheetWidth, overviewHeight, faces)
		if p.scale < 10 {
			t.Errorf("%v pixels a mm", p.scale)
		}
		// Beside the spot, where no footprint covers it, the line's edge is yellow.
		left := s.edge(0, 20)
		edge := p.sheet(r2.Vec{X: left[len(left)-1][0], Y: left[len(left)-1][1]})
		if got := over.img.RGBAAt(int(math.Round(edge[0])), int(math.Round(edge[1]))); got.R < 200 || got.B > 120 {
			t.Errorf("the line's edge is %v", got)
		}
	}
}

func TestTheSheetIsAPNG(t *testing.T) {
	d, _ := disputeOf(0.4, 0.1)
	img, err := DrawDispute(d)
	if err != nil {
		t.Fatal(err)
	}
	text, err := EncodePNG(img)
	if err != nil {
		t.Fatal(err)
	}
	back, err := png.Decode(bytes.NewReader(text))
	if err != nil || back.Bounds() != img.Bounds() {
		t.Errorf("decoded %v, %v", back.Bounds(), err)
	}
}

func TestASheetNeedsItsPhotograph(t *testing.T) {
	d, _ := disputeOf(0.4, 0.1)
	d.Photo = 1
	if _, err := DrawDispute(d); err == nil {
		t.Error("a photograph that the situation does not have is drawn")
	}
	d.Photo, d.Frame.Pix = 0, nil
	if _, err := DrawDispute(d); err == nil {
		t.Error("a photograph without pixels is drawn")
	}
}

func TestDashesHaveTheirLengths(t *testing.T) {
	pieces := dashes([][2]float64{{0, 0}, {25, 0}, {25, 25}}, 10, 5)
	if len(pieces) != 4 {
		t.Fatalf("%d dashes: %v", len(pieces), pieces)
	}
	for i, p := range pieces[:3] {
		length := 0.0
		for k := 1; k < len(p); k++ {
			length += math.Hypot(p[k][0]-p[k-1][0], p[k][1]-p[k-1][1])
		}
		if math.Abs(length-10) > 1e-9 {
			t.Errorf("dash %d is %v long: %v", i, length, p)
		}
	}
}

func TestRulerStepsAreRound(t *testing.T) {
	for v, want := range map[float64]float64{0.34: 0.2, 0.5: 0.5, 1.9: 1, 0.09: 0.05} {
		if got := roundStep(v); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", v, got, want)
		}
	}
}
