package desk

import (
	"slices"

	"ditchline/detect"
)

// contacts are a shot's contacts, their probabilities brought into line with
// each other. A disc that was moved was set in motion by something, and every
// motion begins with the shot disc: whoever hit whom, it is in the chain.
func contacts(s *detect.Shot) []detect.Contact {
	out := slices.Clone(s.Contacts)
	moved := map[detect.ID]float64{} // and not explained yet -> probability that it was moved
	for _, r := range s.Rest {
		if r.ID != s.Disc && r.PMoved >= movedP {
			moved[r.ID] = r.PMoved
		}
	}
	inMotion := map[detect.ID]bool{s.Disc: true}
	for len(moved) > 0 {
		best := likeliest(out, inMotion, moved)
		if best < 0 {
			break
		}
		hit := out[best].B
		out[best].P = max(out[best].P, moved[hit])
		inMotion[hit] = true
		delete(moved, hit)
	}
	for _, r := range s.Rest { // in the order in which they are listed, so that a film is told the same twice
		if p, unexplained := moved[r.ID]; unexplained {
			out = append(out, detect.Contact{A: s.Disc, B: r.ID, At: s.Flick, P: p})
		}
	}
	return out
}

// likeliest is the contact by which a disc in motion most probably set another
// moved one in motion; -1 where there is none.
func likeliest(all []detect.Contact, inMotion map[detect.ID]bool, moved map[detect.ID]float64) int {
	best := -1
	for i, c := range all {
		if _, wanted := moved[c.B]; wanted && inMotion[c.A] && c.P >= possible && (best < 0 || c.P > all[best].P) {
			best = i
		}
	}
	return best
}
