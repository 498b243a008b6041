package detect

import (
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
)

// Apart picks from fits those that can lie on a board together: the most
// evident first, leaving out any whose centre is nearer than two radii less
// slack mm to one that was taken.
func Apart(fits []Fit, evidence func(Fit) float64, slack float64) []Fit {
	order := append([]Fit(nil), fits...)
	sort.SliceStable(order, func(i, j int) bool { return evidence(order[i]) > evidence(order[j]) })
	var taken []Fit
	for _, f := range order {
		free := true
		for _, g := range taken {
			if r2.Norm(r2.Sub(f.Pos, g.Pos)) < f.Solid.Radius+g.Solid.Radius-slack {
				free = false
				break
			}
		}
		if free {
			taken = append(taken, f)
		}
	}
	return taken
}
