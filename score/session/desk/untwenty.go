package desk

import (
	"slices"

	"ditchline/detect"
	"ditchline/referee"
)

// notTwenties puts right what was taken for a twenty and lies beside the hole
// when play goes on: what drops flat in the hole is taken out of it and off the
// board, and never comes to lie elsewhere by itself. The last shot is judged
// anew, with the disc where it lies.
func (d *Desk) notTwenties(lying []detect.Seen) {
	if d.last == nil || d.last.seq == 0 {
		return
	}
	again := *d.last.shot
	again.Rest = slices.Clone(again.Rest)
	changed := false
	for _, x := range d.due {
		if x.Why != referee.Twenty {
			continue
		}
		i := slices.IndexFunc(again.Rest, func(r detect.Rest) bool { return r.ID == x.id && r.State == detect.InHole })
		k := slices.IndexFunc(lying, func(s detect.Seen) bool {
			return s.ID == x.id && s.State == detect.Flat
		})
		if i < 0 || k < 0 {
			continue
		}
		team := again.Rest[i].Team
		again.Rest[i].Disc, again.Rest[i].Entered = lying[k].Disc, 0
		again.Rest[i].Team = team
		changed = true
	}
	if changed {
		again.Revision++
		d.revise(&again)
	}
}
