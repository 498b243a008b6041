package cvdisc

import (
	"fmt"
	"image"
	"math"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r2"
)

// strikerShares are the radii of strikers that are looked for, as multiples of
// the pieces' (ICF's is 1.33; those of family boards are up to twice as large).
var strikerShares = []float64{1.2, 1.33, 1.48, 1.65, 1.85, 2.05}

// Bounds of what is sought as a striker.
const (
	strikerVotes = 0.06 // of a whole circle
	mostStrikers = 16   // places for each radius
)

// pieces finds those of a carrom board in f, whose copy at the resolution that
// finding needs is small, seen by cam.
func pieces(f, small capture.Frame, cam models.Camera, cal calibrate.Calibration, obs detect.Observation, known *detect.Scenery) (detect.Observation, error) {
	hints, err := seekPieces(small, cam, cal.Board)
	if err == nil && hints.Grain > grainy {
		if small, err = softened(small); err == nil {
			hints, err = seekPieces(small, cam, cal.Board)
		}
	}
	if err != nil {
		return obs, fmt.Errorf("detect pieces: %w", err)
	}
	scene := detect.NewScene(detect.NewView(f, cal.Camera), detect.NewView(small, cam), cal, hints.Grain, hints.Radius)
	if known != nil {
		scene.Expect(*known)
	}
	scene.ResolvePieces(hints, &obs)
	return obs, nil
}

// A picture whose grain (units a mm) hides pale pieces on the pale board is
// softened before they are sought, by a Gaussian of so many pixels.
const (
	grainy = 1.8
	soften = 0.9
)

// softened is the frame without the finest of its grain.
func softened(f capture.Frame) (capture.Frame, error) {
	src, err := gocv.NewMatFromBytes(f.Height, f.Width, gocv.MatTypeCV8UC3, f.Pix)
	if err != nil {
		return f, fmt.Errorf("soften the picture: %w", err)
	}
	defer src.Close()
	out := gocv.NewMat()
	defer out.Close()
	gocv.GaussianBlur(src, &out, image.Point{}, soften, 0, gocv.BorderReplicate)
	f.Pix = out.ToBytes()
	return f, nil
}

// seekPieces lets the picture's edges vote for circles of the pieces' size,
// and of strikers', on the plane of their faces.
func seekPieces(f capture.Frame, cam models.Camera, b models.Board) (detect.PieceHints, error) {
	edge := b.Carrom.Side/2 + 12
	p, err := rectify(f, cam, b.Disc.Thickness, edge, planScale)
	if err != nil {
		return detect.PieceHints{}, err
	}
	g := detect.NewGradients(p.pix, p.side, p.visible, 3)
	h := detect.PieceHints{Grain: g.Grain * planScale}
	peaks := func(radius float64, thin int, least float64, apart, limit int) ([]detect.Peak, error) {
		votes, side := g.Votes(radius*planScale, thin)
		votes, err := smooth(votes, side, voteBlur*planScale/float64(thin))
		if err != nil {
			return nil, err
		}
		found := detect.Peaks(votes, side, least, apart/thin, limit)
		for i, k := range found {
			found[i].At = r2.Add(r2.Scale(float64(thin), k.At), r2.Vec{X: float64(thin-1) / 2, Y: float64(thin-1) / 2})
		}
		return found, nil
	}
	onSurface := func(k detect.Peak) bool {
		at := p.place(k.At.X, k.At.Y)
		return b.Carrom.OnSurface(at, 0)
	}
	circles := b.Carrom.BaseCircles()
	onSpot := func(k detect.Peak) bool { // discs are printed there
		at := p.place(k.At.X, k.At.Y)
		for _, spot := range append(circles[:], r2.Vec{}) {
			if r2.Norm(r2.Sub(at, spot)) < b.Carrom.BaseCircleDiameter/2 {
				return true
			}
		}
		return false
	}
	h.Radius, err = commonRadius(b.Disc.Radius, func(radius float64) (float64, error) {
		sum := 0.0
		found, err := peaks(radius, 2, 4*0.1, 20, 32)
		for _, k := range found {
			if onSurface(k) && !onSpot(k) {
				sum += k.Value * k.Value / 16
			}
		}
		return sum, err
	})
	if err != nil {
		return h, err
	}
	found, err := peaks(h.Radius, 1, 0.02, 3, mostSeeds)
	if err != nil {
		return h, err
	}
	for _, k := range found {
		if at := p.place(k.At.X, k.At.Y); onSurface(k) {
			h.Seeds = append(h.Seeds, at)
		}
	}
	for _, share := range strikerShares {
		radius := share * h.Radius
		found, err := peaks(radius, 2, 4*strikerVotes, int(math.Ceil(radius)), mostStrikers)
		if err != nil {
			return h, err
		}
		for _, k := range found {
			if at := p.place(k.At.X, k.At.Y); onSurface(k) {
				h.Strikers = append(h.Strikers, detect.StrikerSeed{At: at, Radius: radius})
			}
		}
	}
	return h, nil
}
