package detect

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// paintedFilm is a film of a board seen straight from above, painted so
// simply that every place in it is known.
type paintedFilm struct {
	t     *testing.T
	cal   calibrate.Calibration
	board []byte
	fps   float64
	discs func(at float64) []paintedDisc
	hand  func(at float64) (tip r2.Vec, over bool) // an arm from beyond the board to the tip
	light func(at float64) float64                 // nil for a steady one
}

type paintedDisc struct {
	pos    r2.Vec
	colour RGB
	state  State // Flat where it is empty; a disc in the ditch is not painted
}

var (
	filmBlack = RGB{38, 36, 35}
	filmWhite = RGB{235, 230, 210}
	filmSkin  = RGB{214, 150, 122}
)

func newPaintedFilm(t *testing.T, fps float64) *paintedFilm {
	t.Helper()
	board, err := models.ShippedBoards().Get("nca-26")
	if err != nil {
		t.Fatal(err)
	}
	const w, h, scale, high = 640, 560, 0.65, 6000.0
	cam := models.Camera{Width: w, Height: h, Fx: scale * high, Fy: scale * high, Cx: w/2 - 0.5, Cy: h/2 - 0.5, R: models.Rotation{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: r3.Vec{Z: high}}
	f := &paintedFilm{t: t, fps: fps, cal: calibrate.Calibration{Board: board, Make: board.Name, Camera: cam}}
	f.board = make([]byte, 3*w*h)
	f.paint(f.board, func(p r2.Vec) (RGB, float64) {
		d := r2.Norm(p)
		line := math.Inf(1)
		for _, l := range models.Lines {
			line = math.Min(line, math.Abs(d-board.Rings.Radius(l)))
		}
		switch {
		case d < board.Hole.Radius, line < board.LineWidth/2:
			return RGB{60, 40, 30}, 1
		case d > board.SurfaceRadius:
			return RGB{120, 70, 45}, 1
		}
		return RGB{205, 170, 115}, 1
	})
	return f
}

// grainTile is a camera's noise, to be laid anywhere.
var grainTile = func() (out [9973]int8) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range out {
		out[i] = int8(rng.IntN(5) - 2)
	}
	return out
}()

// paint sets every pixel to the colour at its place, as far as it covers.
func (f *paintedFilm) paint(pix []byte, at func(p r2.Vec) (c RGB, cover float64)) {
	cam := &f.cal.Camera
	for y := range cam.Height {
		for x := range cam.Width {
			p := r2.Vec{X: (float64(x) - cam.Cx) / cam.Fx * cam.T.Z, Y: -(float64(y) - cam.Cy) / cam.Fy * cam.T.Z}
			if c, cover := at(p); cover > 0 {
				blend(pix[3*(y*cam.Width+x):], c, cover)
			}
		}
	}
}

func blend(px []byte, c RGB, cover float64) {
	for i, v := range [3]uint8{c.B, c.G, c.R} {
		px[i] = byte(math.Round(float64(px[i])*(1-cover) + float64(v)*cover))
	}
}

// at is the film's picture at a time: discs, then the hand over them.
func (f *paintedFilm) at(seconds float64) capture.Frame {
	cam := &f.cal.Camera
	pix := append([]byte(nil), f.board...)
	scale := cam.Fx / cam.T.Z
	near := func(p r2.Vec, radius float64, do func(k int, d float64)) {
		cx, cy, r := cam.Cx+p.X*scale, cam.Cy-p.Y*scale, radius*scale+2
		for y := max(0, int(cy-r)); y <= min(cam.Height-1, int(cy+r)); y++ {
			for x := max(0, int(cx-r)); x <= min(cam.Width-1, int(cx+r)); x++ {
				do(3*(y*cam.Width+x), math.Hypot(float64(x)-cx, float64(y)-cy))
			}
		}
	}
	radius := f.cal.Board.Disc.Radius
	for _, d := range f.discs(seconds) {
		if d.state == InDitch {
			continue
		}
		near(d.pos, radius, func(k int, dist float64) {
			blend(pix[k:], d.colour, 0.5*math.Erfc((dist-radius*scale)/(0.8*math.Sqrt2))) // a lens that blurs by 0.8 pixels
		})
	}
	if f.hand != nil {
		if tip, over := f.hand(seconds); over {
			out := r2.Unit(tip)
			for s := 0.0; s < 700; s += 8 {
				near(r2.Add(tip, r2.Scale(s, out)), 32, func(k int, dist float64) {
					if dist < 32*scale {
						blend(pix[k:], filmSkin, 1)
					}
				})
			}
		}
	}
	if f.light != nil {
		k := f.light(seconds)
		for i, v := range pix {
			pix[i] = byte(math.Min(255, float64(v)*k))
		}
	}
	from := rand.New(rand.NewPCG(uint64(seconds*1e6), 7)).IntN(len(grainTile))
	for i, v := range pix {
		pix[i] = byte(max(0, min(255, int(v)+int(grainTile[(from+i)%len(grainTile)]))))
	}
	return capture.Frame{Media: time.Duration(seconds * float64(time.Second)), Width: cam.Width, Height: cam.Height, Pix: pix}
}

// Find and Detect stand for the eyes of the program: they know the truth.
func (f *paintedFilm) Find(capture.Frame, calibrate.Options) (calibrate.Calibration, error) {
	return f.cal, nil
}

func (f *paintedFilm) Detect(frame capture.Frame, c calibrate.Calibration) (Observation, error) {
	o := Observation{Frame: frame, Calibration: c}
	for _, d := range f.discs(frame.Media.Seconds()) {
		if f.hand != nil {
			// What is quite under the arm is not seen.
			if tip, over := f.hand(frame.Media.Seconds()); over && r2.Dot(r2.Sub(d.pos, tip), r2.Unit(tip)) > 0 && math.Abs(r2.Cross(d.pos, r2.Unit(tip))) < 32 {
				continue
			}
		}
		state := d.state
		if state == "" {
			state = Flat
		}
		o.Discs = append(o.Discs, Disc{Pos: d.pos, Cov: [3]float64{0.04, 0, 0.04}, Radius: c.Board.Disc.Radius, Thickness: c.Board.Disc.Thickness, Colour: d.colour, State: state, Confidence: 1})
	}
	return o, nil
}

// watch shows the film to a new Watcher, to its end.
func (f *paintedFilm) watch(seconds float64) []Happening {
	f.t.Helper()
	w := NewWatcher(WatchOptions{Finder: f, Detector: f, Boards: []models.Board{f.cal.Board}})
	var out []Happening
	for i := 0; float64(i)/f.fps < seconds; i++ {
		h, err := w.Look(f.at(float64(i) / f.fps))
		if err != nil {
			f.t.Fatal(err)
		}
		out = append(out, h...)
	}
	return append(out, w.End()...)
}

// sorted parts happenings: of each shot the last revision.
func sortedHappenings(hs []Happening) (shots []*Shot, hands []*Handling, others []Happening) {
	for _, h := range hs {
		switch h := h.(type) {
		case *Shot:
			if h.Revision == 1 {
				shots = append(shots, h)
			} else {
				shots[len(shots)-1] = h
			}
		case *Handling:
			hands = append(hands, h)
		default:
			others = append(others, h)
		}
	}
	return shots, hands, others
}

// glide is where a disc is that left from with the speed v (mm/s) so long ago,
// slowed by friction, and whether it rests.
func glide(from, v r2.Vec, since float64) r2.Vec {
	const slowing = 1650.0 // mm/s²
	speed := r2.Norm(v)
	if speed == 0 || since <= 0 {
		return from
	}
	t := math.Min(since, speed/slowing)
	return r2.Add(from, r2.Scale((speed*t-slowing*t*t/2)/speed, v))
}
