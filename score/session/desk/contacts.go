package desk

import (
	"slices"

	"ditchline/detect"
)

// unfelt is the share of touches that leave a resting disc where it lay, as
// near as can be measured: only a graze does.
const unfelt = 0.03

// contacts are a shot's contacts, their probabilities brought into line with
// how the discs lie afterwards. A disc that lies where it lay was hardly
// touched. One that lies elsewhere was set in motion by something, and every
// motion begins with the shot disc: whoever hit whom, it is in the chain.
func contacts(s *detect.Shot) []detect.Contact {
	out := slices.Clone(s.Contacts)
	for i := range out {
		out[i].P = felt(s, out[i])
	}
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

// felt is the probability of a contact by how the disc that was hit lies
// afterwards too (Bayes). What was measured of the disc's place speaks for its
// having moved with the odds PMoved : 1 - PMoved; a touch moves a disc but for
// unfelt of all, and nothing else does.
func felt(s *detect.Shot, c detect.Contact) float64 {
	for _, r := range s.Rest {
		if r.ID != c.B || r.ID == s.Disc {
			continue
		}
		if r.PMoved >= 1 || c.P >= 1 || c.P <= 0 {
			return c.P // certain already, or explained by the chain
		}
		odds := c.P / (1 - c.P) * ((1-unfelt)*r.PMoved/(1-r.PMoved) + unfelt)
		return odds / (1 + odds)
	}
	return c.P
}
