package desk

import (
	"math"
	"slices"

	"ditchline/detect"
)

// unfelt is the share of touches that leave a resting disc where it lay, as
// near as can be measured: only a graze does.
const unfelt = 0.03

// contacts are a shot's contacts, their probabilities brought into line with
// how the discs lie afterwards. A disc that lies where it lay was hardly
// touched. One that lies elsewhere was set in motion by something, and every
// motion begins with the shot disc.
func contacts(s *detect.Shot) []detect.Contact {
	out := slices.Clone(s.Contacts)
	for i := range out {
		out[i].P *= felt(s, out[i])
	}
	for _, r := range s.Rest {
		if r.ID != s.Disc && r.PMoved >= movedP {
			out = caused(s, out, r)
		}
	}
	return out
}

// felt is by how much a contact is likelier or less likely for how the disc
// that was hit lies afterwards.
func felt(s *detect.Shot, c detect.Contact) float64 {
	for _, r := range s.Rest {
		if r.ID == c.B && r.ID != s.Disc {
			return r.PMoved + unfelt*(1-r.PMoved)
		}
	}
	return 1
}

// caused gives the contacts that can have set a moved disc in motion its
// probability to have been moved: there was one. What cannot have moved by then
// is no cause; where none is left the shot disc itself is taken for it.
func caused(s *detect.Shot, all []detect.Contact, moved detect.Rest) []detect.Contact {
	var causes []int
	sum, miss := 0.0, 1.0
	for i, c := range all {
		if c.B != moved.ID {
			continue
		}
		if !reaches(all, s.Disc, c.A, moved.ID) {
			all[i].P = 0
			continue
		}
		causes = append(causes, i)
		sum += c.P
		miss *= 1 - c.P
	}
	switch {
	case sum == 0:
		return append(all, detect.Contact{A: s.Disc, B: moved.ID, At: s.Flick, P: moved.PMoved})
	case 1-miss < moved.PMoved:
		for _, i := range causes {
			all[i].P = math.Min(1, all[i].P*moved.PMoved/sum)
		}
	}
	return all
}

// reaches says whether the motion of the shot disc can have come to another
// by the contacts, without the disc `but`.
func reaches(all []detect.Contact, shot, to, but detect.ID) bool {
	moving := map[detect.ID]bool{shot: true}
	for grown := true; grown && !moving[to]; {
		grown = false
		for _, c := range all {
			if c.P >= possible && moving[c.A] && c.B != but && !moving[c.B] {
				moving[c.B], grown = true, true
			}
		}
	}
	return moving[to]
}
