package detect

import (
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
)

// overlap is how far, mm, two discs' footprints may seem to lie in each other:
// discs cannot, but their places are known only so well.
const overlap = 5

// faint is the evidence below which a disc must have a team's very colour.
const faint = 0.5

// believable parts what was measured into discs and what is left out: what has
// too little evidence now that it is measured, and what lies where a surer
// disc does.
func (s *Scene) believable(placed []*Placed) (discs []*Placed, left []LeftOut) {
	byEvidence := append([]*Placed(nil), placed...)
	sort.SliceStable(byEvidence, func(i, j int) bool { return byEvidence[i].Evidence() > byEvidence[j].Evidence() })
	fits := make([]Fit, len(placed))
	for i, p := range placed {
		fits[i] = p.Fit
	}
	teams := teamsOf(fits)
	var sure []*Placed
	why := map[*Placed]string{}
	for _, p := range byEvidence {
		if p.Evidence() < s.enough(p.Fit) {
			why[p] = "too faint"
			continue
		}
		if p.Evidence() < faint && teams.strange(p.Fit) {
			why[p] = "too faint, and of no team's colour"
			continue
		}
		for _, o := range sure {
			if r2.Norm(r2.Sub(p.Pos, o.Pos)) < p.Solid.Radius+o.Solid.Radius-overlap {
				why[p] = "overlaps a surer disc"
				break
			}
		}
		if why[p] == "" {
			sure = append(sure, p)
		}
	}
	for _, p := range placed {
		if why[p] == "" {
			discs = append(discs, p)
		} else {
			left = append(left, LeftOut{Pos: p.Pos, Z: p.Solid.Base, Radius: p.Solid.Radius, Why: why[p]})
		}
	}
	return discs, left
}
