package session

import (
	"maps"
	"slices"

	"ditchline/score/session/desk"
)

// delayBounds are those of the delays' histogram, s.
var delayBounds = []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1, 1.5, 2, 5}

// counts what the desk says, for the metrics.
type counts struct{ Tally }

func newCounts() counts {
	return counts{Tally{
		Shots: map[string]uint64{}, Reasons: map[string]uint64{}, Anomalies: map[string]uint64{},
		Delays: Delays{Bounds: delayBounds, Counts: make([]uint64, len(delayBounds))},
	}}
}

// note counts a note. Each map that changes is a new one, since screens hold
// the old.
func (c *counts) note(n desk.Note) {
	switch n := n.(type) {
	case *desk.Shot:
		if n.Revision > 1 {
			return
		}
		c.Shots = oneMore(c.Shots, string(n.Verdict.Outcome))
		c.Reasons = oneMore(c.Reasons, string(n.Verdict.Reason))
		c.delay((n.Reported - n.Settled).Seconds())
	case *desk.Stroke:
		if n.Revision > 1 {
			return
		}
		c.Shots = oneMore(c.Shots, string(n.Outcome))
		c.Reasons = oneMore(c.Reasons, string(n.Reason))
		c.delay((n.Reported - n.Settled).Seconds())
	case *desk.Anomaly:
		c.Anomalies = oneMore(c.Anomalies, string(n.Kind))
	}
}

func (c *counts) delay(s float64) {
	d := &c.Delays
	d.Counts = slices.Clone(d.Counts)
	for i, bound := range d.Bounds {
		if s <= bound {
			d.Counts[i]++
		}
	}
	d.N++
	d.Sum += s
}

func oneMore(m map[string]uint64, key string) map[string]uint64 {
	m = maps.Clone(m)
	m[key]++
	return m
}
