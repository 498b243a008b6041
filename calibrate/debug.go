package calibrate

import (
	"ditchline/capture"
	"ditchline/models"
	"fmt"
	"math"
	"os"

	"gonum.org/v1/gonum/spatial/r2"
)

// DebugEllipses is for looking.
func DebugEllipses(g Gradient) (edges [][2]float64, arcsOut [][][2]float64, ells []seenEllipse, polys [][]r2.Vec) {
	m := findEdges(g, 1.3, 24)
	ch := m.chains(12)
	arcs := m.arcs(ch, 18, 0.08)
	for _, e := range m.edges {
		edges = append(edges, [2]float64{e.p.X, e.p.Y})
	}
	for _, a := range arcs {
		var pl [][2]float64
		for _, k := range a.points {
			pl = append(pl, [2]float64{m.edges[k].p.X, m.edges[k].p.Y})
		}
		arcsOut = append(arcsOut, pl)
	}
	big := float64(max(g.Width, g.Height))
	ells = m.findEllipses(arcs, ellipseSearch{minLong: 0.06 * big, maxLong: 1.5 * big, minAspect: 0.35, near: 1.2, minCover: 0.3}, 14)
	for _, e := range ells {
		long, short, dir, _ := e.Axes()
		o := e.Centre()
		var pl []r2.Vec
		for i := 0; i <= 120; i++ {
			u, v := math.Sincos(2 * math.Pi * float64(i) / 120)
			s, c := math.Sincos(dir)
			pl = append(pl, r2.Vec{X: o.X + long*v*c - short*u*s, Y: o.Y + long*v*s + short*u*c})
		}
		polys = append(polys, pl)
	}
	return
}

func (e seenEllipse) Info() (cover, inside, long, short float64) {
	return e.cover, e.inside, e.long, e.short
}

// DebugCoarse is for looking.
func DebugCoarse(g Gradient, b models.Board) []DebugHyp {
	m := findEdges(g, 1.3, 24)
	arcs := m.arcs(m.chains(12), 18, 0.08)
	big := float64(max(g.Width, g.Height))
	ells := m.findEllipses(arcs, ellipseSearch{minLong: 0.06 * big, maxLong: 1.5 * big, minAspect: 0.35, near: 1.2, minCover: 0.3}, 14)
	hyps := m.hypotheses(ells, b, []float64{0.74 * big, 1.05 * big}, 6)
	var out []DebugHyp
	for _, h := range hyps {
		res, ok := h.follow(m, prior{pFocal, math.Log(1.0 * big), 0.4})
		d := DebugHyp{H: h.seen, Score: h.score, OK: ok, Cam: res.cam, Rings: res.rings, Scale: res.scale}
		if ok {
			j, _ := m.judge(res.view)
			d.After, d.AfterScore = j.seen, j.score
		}
		out = append(out, d)
	}
	return out
}

type DebugHyp struct {
	H, After          [3]float64
	Score, AfterScore float64
	OK                bool
	Cam               models.Camera
	Rings             models.Rings
	Scale             float64
}

type DebugFineHyp struct {
	Score, Scale, Clutter, Total, Stray float64
	Support, Inside                     [3]float64
	OK                                  bool
	Cam                                 models.Camera
	Rings                               models.Rings
	N                                   int
	Ink                                 [3]float64
	Width                               float64
}

func DebugFine(f capture.Frame, g Gradient, k float64, b models.Board) []DebugFineHyp {
	m := findEdges(g, 1.3, 24)
	arcs := m.arcs(m.chains(12), 18, 0.08)
	big := float64(max(g.Width, g.Height))
	ells := m.findEllipses(arcs, ellipseSearch{minLong: 0.06 * big, maxLong: 1.5 * big, minAspect: 0.35, near: 1.2, minCover: 0.3}, 14)
	hyps := m.hypotheses(ells, b, []float64{0.74 * big, 1.05 * big}, 6)
	var out []DebugFineHyp
	for _, h := range hyps {
		v := h.view
		res, ok := h.follow(m, prior{pFocal, math.Log(0.85 * big), 0.3})
		if ok && !h.faint {
			v = res.view
		}
		v.cam = v.cam.Scaled(1 / k)
		v.cam.Width, v.cam.Height = f.Width, f.Height
		r := refiner{frame: &f, width: b.LineWidth}
		ff, ok := r.fine(v, prior{pFocal, math.Log(0.85 * float64(max(f.Width, f.Height))), 0.3})
		out = append(out, DebugFineHyp{h.score, ff.scale, ff.clutter, ff.total(), ff.stray, ff.support, ff.inside, ok, ff.cam, ff.rings, len(ff.sightings), r.ink, r.width})
	}
	return out
}

func init() {
	if os.Getenv("DBGFINE") != "" {
		debugFine = func(i int, r fitResult, s []sighting, k ink) {
			var n, kept [3]int
			for j, x := range s {
				for q, l := range models.Lines {
					if x.line == l {
						n[q]++
						if r.weights[j] > 0.1 {
							kept[q]++
						}
					}
				}
			}
			fmt.Printf("      round %d n %v kept %v scale %.2f ink %.2f f %.0f k1 %.2f tilt %.1f rings %.1f %.1f t %.1f\n", i, n, kept, r.scale, k, r.cam.Fx, r.cam.Dist.K1, r.cam.TiltDeg(), r.rings.R15, r.rings.R10, r.cam.T)
		}
	}
}
