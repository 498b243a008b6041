package sim

import (
	"time"

	"ditchline/models"
)

// Truth is what physically was the case when a frame was taken.
type Truth struct {
	Seq    uint64
	Media  time.Duration
	Camera models.Camera
	Discs  []DiscTruth
	Hand   *Hand // nil while none is in the picture
	Turn   *Turn // the running turn with its events; must not be changed
	Score  [2]RoundScore
}

// DiscTruth is one disc of a frame: its footprint in the board frame, mm.
type DiscTruth struct {
	ID, Team   int
	Colour     string
	X, Y, Z    float64 // the middle of the underside
	Radius     float64
	Thickness  float64
	Where      Where
	TiltDeg    float64
	TiltDirDeg float64
	Moving     bool
	Points     int
	Margins    map[models.Line]float64 // signed clearances, mm; flat discs only
	Occluded   float64                 // share of the visible body that is hidden, roughly
	InFrame    float64                 // share of it within the picture
}

// complete fills in the discs of a truth: what is measured on every disc,
// and how much of it can be seen.
func (f *film) complete(t *Truth) {
	s := t.Media.Seconds()
	half := f.options.Shutter / 2
	before, now, after := f.turn.at(s-half), f.turn.at(s), f.turn.at(s+half)
	o := &onlooker{view: f.canvas.view, stage: f.canvas.stage, height: f.canvas.height}
	if t.Hand != nil {
		o.hand = t.Hand.limbs()
	}
	bodies := make([]body, len(now))
	for i, p := range now {
		bodies[i] = f.disc(p)
		if !p.hidden {
			o.bodies = append(o.bodies, &bodies[i])
		}
	}
	for i, p := range now {
		if p.hidden {
			continue
		}
		d := describe(f.options.Board, &bodies[i], p.where)
		d.ID, d.Team, d.Colour = p.id, p.team, f.canvas.stage.look.discs[p.team].Name
		d.TiltDeg, d.TiltDirDeg = p.tilt, p.tiltDirDeg
		d.Moving = before[i].spot != after[i].spot
		d.Occluded, d.InFrame = o.look(&bodies[i])
		t.Discs = append(t.Discs, d)
	}
}
