package calibrate

import (
	"fmt"
	"os"
)

func debugf(f string, a ...any) {
	if os.Getenv("CARDEBUG") != "" {
		fmt.Fprintf(os.Stderr, f, a...)
	}
}

func (s *search) dump(edges, drawn []straight, hyps []hypothesis) {
	if os.Getenv("CARDEBUG") == "" {
		return
	}
	k := 1 / s.work.Scale
	show := func(name string, l []straight) {
		for i, e := range l[:min(len(l), 40)] {
			debugf("%s %d len %.0f  (%.0f,%.0f)-(%.0f,%.0f)\n", name, i, e.length*k, e.a.X*k, e.a.Y*k, e.b.X*k, e.b.Y*k)
		}
	}
	show("drawn", sidesAmong(drawn, s.edges.width,s.edges.height))
	show("edge", sidesAmong(edges, s.edges.width,s.edges.height))
	for _, h := range hyps {
		debugf("hyp score %.2f seen %.2f tilt %.0f f %.0f\n", h.score, h.seen, h.cam.TiltDeg(), h.cam.Fx*k)
	}
}
