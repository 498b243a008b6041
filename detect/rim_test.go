package detect

import (
	"math"
	"testing"

	"ditchline/capture"
	"ditchline/detect/painted"

	"gonum.org/v1/gonum/spatial/r2"
)

// heldDisc is a black disc at p, a finger on its rim toward the edge of the board,
// and the shadow of its hand on the other side, which takes so much of the light.
func heldDisc(t *testing.T, p r2.Vec, shade float64) (*paintedBoard, View) {
	f := newPaintedBoard(t)
	pix := append([]byte(nil), f.Bare...)
	radius := f.Cal.Board.Disc.Radius
	scale := f.Cal.Camera.Fx / f.Cal.Camera.T.Z
	part := func(inside float64) float64 { return math.Max(0, math.Min(1, inside*scale+0.5)) } // of a pixel
	f.Paint(pix, func(at r2.Vec) (painted.RGB, float64) {
		off := r2.Sub(at, p)
		d := math.Max(0, r2.Norm(off)-radius)
		return painted.RGB{}, shade * math.Exp(-d/9) * math.Max(0, off.Y) / math.Max(1, r2.Norm(off))
	})
	f.Paint(pix, func(at r2.Vec) (painted.RGB, float64) {
		return rgb(paintedBlack), part(radius - r2.Norm(r2.Sub(at, p)))
	})
	f.Paint(pix, func(at r2.Vec) (painted.RGB, float64) {
		tip := r2.Vec{X: p.X + 4, Y: p.Y - radius + 3}
		near := r2.Vec{X: tip.X, Y: math.Min(at.Y, tip.Y)}
		return rgb(paintedSkin), part(7 - r2.Norm(r2.Sub(at, near)))
	})
	return f, NewView(capture.Frame{Width: f.Cal.Camera.Width, Height: f.Cal.Camera.Height, Pix: pix}, f.Cal.Camera)
}

func TestAHeldDiscIsFoundByItsOwnColourBesideAShadow(t *testing.T) {
	for _, shade := range []float64{0.3, 0.7} {
		for _, p := range []r2.Vec{{X: 2.4, Y: -309.9}, {X: -124.3, Y: -278.1}} {
			f, v := heldDisc(t, p, shade)
			for _, off := range []r2.Vec{{}, {Y: 4}, {X: -2, Y: 3}, {Y: -2}} {
				at, ok := v.AtRim(NewSolid(f.Cal.Board.Disc, 0), r2.Add(p, off), UsualLens)
				if err := r2.Norm(r2.Sub(at, p)); !ok || err > 0.65 {
					t.Errorf("in a shade of %v, looked for %v mm off, the disc at %v is found %.2f mm off", shade, off, p, err)
				}
			}
		}
	}
}

func TestARimOutsideThePictureIsNotFound(t *testing.T) {
	f, v := heldDisc(t, r2.Vec{X: 10, Y: -300}, 0.3)
	at := r2.Vec{X: 0, Y: -440}
	if got, ok := v.AtRim(NewSolid(f.Cal.Board.Disc, 0), at, UsualLens); ok || got != at {
		t.Errorf("a rim is found at %v", got)
	}
}

func TestADiscIsFilledBestWhereItLies(t *testing.T) {
	p := r2.Vec{X: 2.4, Y: -309.9}
	f, v := heldDisc(t, p, 0.5)
	s := NewSolid(f.Cal.Board.Disc, 0)
	here := v.Filled(s, p)
	for _, off := range []r2.Vec{{Y: 5}, {Y: -6}, {X: 5}, {X: -5}} {
		if there := v.Filled(s, r2.Add(p, off)); there >= here {
			t.Errorf("%v mm off the disc is filled by %.2f, where it lies by %.2f", off, there, here)
		}
	}
}
