package storybook

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png" // photographs may be PNG too
	"math"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Decode reads a JPEG or PNG without cgo.
func Decode(name string, data []byte) (capture.Frame, error) {
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return capture.Frame{}, fmt.Errorf("read picture %s: %w", name, err)
	}
	return toFrame(img), nil
}

// Photo is a still as a JPEG file, its light times the given share: in half the
// light its board is not found without help.
func Photo(light float64) ([]byte, error) {
	s, err := calm()
	if err != nil {
		return nil, err
	}
	f := s.frame
	f.Pix = bytes.Clone(f.Pix)
	for i, v := range f.Pix {
		f.Pix[i] = byte(float64(v) * light)
	}
	return EncodeJPEG(f, 92)
}

// PhotoHandles are where the board is in Photo: its hole's middle and four
// points on the shooting line, pixels.
func PhotoHandles() (hole [2]float64, line [4][2]float64, err error) {
	s, err := calm()
	if err != nil {
		return hole, line, err
	}
	for i := range line {
		sin, cos := math.Sincos(2*math.Pi*float64(i)/4 + 0.6)
		line[i] = s.pixel(s.Board.Rings.R5*cos, s.Board.Rings.R5*sin, 0)
	}
	return s.pixel(0, 0, 0), line, nil
}

// Find is what is known of a still's board, told by the picture itself; or with
// a person's help, where that is right to a fiftieth of the picture.
func Find(f capture.Frame, hole *[2]float64, line *[4][2]float64) (calibrate.Calibration, error) {
	for _, read := range []func() (*still, error){calm, busy} {
		s, err := read()
		if err != nil {
			return calibrate.Calibration{}, err
		}
		if f.Width != s.frame.Width || f.Height != s.frame.Height {
			continue
		}
		if hole == nil && looksLike(f, s.frame) || hole != nil && s.borneOut(*hole, *line) {
			return s.calibration(), nil
		}
	}
	return calibrate.Calibration{}, fmt.Errorf("%w: no circle is to be seen; show the whole board, sharp and well lit", calibrate.ErrNoBoard)
}

// Observe is what lies on the board that was found in a still.
func Observe(f capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
	o := detect.Observation{Frame: f, Calibration: c}
	for _, read := range []func() (*still, error){calm, busy} {
		s, err := read()
		if err != nil {
			return o, err
		}
		if s.camera != c.Camera {
			continue
		}
		for _, d := range s.discs() {
			const sd = 0.12
			disc := detect.Disc{
				Pos: r2.Vec{X: d.X, Y: d.Y}, Cov: [3]float64{sd * sd, 0, sd * sd}, Radius: d.Radius, Thickness: c.Board.Disc.Thickness,
				Team: d.Team, State: detect.State(d.State), Points: *d.Points, Confidence: d.Confidence,
			}
			fmt.Sscanf(d.Color, "#%02x%02x%02x", &disc.Colour.R, &disc.Colour.G, &disc.Colour.B)
			if disc.State == detect.Flat {
				disc.Lines = detect.CallLines(c.Board, disc.Pos, disc.Cov, disc.Radius, 0.03)
			}
			o.Discs = append(o.Discs, disc)
		}
	}
	return o, nil
}

func (s *still) calibration() calibrate.Calibration {
	b := models.ShippedBoards()[s.BoardName]
	c := calibrate.Calibration{Board: b, Make: b.Name, Confidence: 0.98, Camera: s.camera, RMSPx: 0.21, RMSMM: 0.12, Points: 900}
	for _, l := range models.Lines {
		c.Rings = append(c.Rings, calibrate.RingFit{Line: l, RadiusMM: b.Rings.Radius(l), RMSPx: 0.2, RMSMM: 0.11, Seen: 0.93})
	}
	return c
}

// borneOut says whether handles stand on the still's hole and shooting line.
func (s *still) borneOut(hole [2]float64, line [4][2]float64) bool {
	near := float64(s.frame.Width) / 50
	mid, _ := s.camera.Project(r3.Vec{})
	ok := math.Hypot(hole[0]-mid.X, hole[1]-mid.Y) < near
	for _, p := range line {
		at, seen := s.camera.OnPlane(r2.Vec{X: p[0], Y: p[1]}, 0)
		perMM := s.camera.PixelsPerMM(r3.Vec{X: at.X, Y: at.Y})
		ok = ok && seen && math.Abs(r2.Norm(at)-s.Board.Rings.R5)*perMM < near
	}
	return ok
}

// looksLike compares two pictures of one size at some places.
func looksLike(a, b capture.Frame) bool {
	sum, n := 0.0, 0
	for i := 0; i < len(a.Pix); i += 997 {
		sum += math.Abs(float64(a.Pix[i]) - float64(b.Pix[i]))
		n++
	}
	return sum/float64(n) < 12
}
