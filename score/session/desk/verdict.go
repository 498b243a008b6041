package desk

import (
	"maps"
	"slices"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
)

// afterShot says how a shot was judged, and what must be taken off.
func (d *Desk) afterShot(j *judged) {
	i := slices.IndexFunc(d.state().Shots, func(r score.ShotRecord) bool { return r.Seq == j.seq })
	if i < 0 {
		return // the round was played anew since
	}
	record := &d.state().Shots[i]
	d.tell(j, record.Seat, record.Side, record.Verdict)
}

// tell a shot with its verdict, and take note of what must be taken off.
func (d *Desk) tell(j *judged, seat referee.Seat, side referee.Side, v referee.Verdict) {
	d.lying = surface(j.shot.Rest)
	n := d.told(j, seat, side, v)
	d.due = d.left(j, n.Remove)
	d.say(n)
	if j.shot.Revision <= 1 && !j.said {
		d.sayReturned(j)
	}
	j.said = true
}

// told is what there is to say of a shot.
func (d *Desk) told(j *judged, seat referee.Seat, side referee.Side, v referee.Verdict) *Shot {
	setup := d.match.Setup()
	n := &Shot{
		N: j.shot.N, Revision: j.shot.Revision, Seq: j.seq,
		Flick: j.shot.Flick, Settled: j.shot.Settled, Reported: j.shot.Reported,
		Team: side, Player: setup.Player(seat), Seat: seat,
		OpponentsBefore: j.before, Contacted: contacted(&v), Verdict: v,
		Text:   referee.Sentence(&referee.Situation{Ruleset: &setup.Ruleset}, &v, referee.English),
		Remove: toRemove(j, &v),
	}
	if v, _, ok := j.shot.Speed(); ok {
		n.Speed = v
	}
	if j.shot.Start.Seen {
		at := j.shot.Start.Pos
		n.Start = &at
	}
	n.Before, n.Tracks = d.paths(j)
	if v.Alternative != nil {
		n.Other = toRemove(j, v.Alternative)
	}
	for _, c := range contacts(j.shot) {
		if a, b := j.names[c.A], j.names[c.B]; c.P >= movedP && a != "" && b != "" {
			n.Contacts = append(n.Contacts, [2]string{a, b})
		}
	}
	for _, r := range j.shot.Rest {
		if r.State == detect.InDitch {
			continue
		}
		disc, team := r.Disc, d.team(r.Seen)
		disc.Team = string(team)
		if team != "" {
			d.seats.colours[team] = r.Colour
		}
		disc.Points = referee.Points(&setup.Ruleset, setup.Board, referee.State(r.State), d.seats.polar(r.Pos).D)
		n.Discs = append(n.Discs, Named{Name: j.names[r.ID], Disc: disc})
	}
	return n
}

// paths are how the discs lay before a shot, and the ways of those that moved.
func (d *Desk) paths(j *judged) (before []Named, tracks []Track) {
	seen := map[detect.ID]detect.Disc{}
	for _, r := range j.shot.Rest {
		seen[r.ID] = r.Disc
	}
	for _, s := range j.shot.Before {
		seen[s.ID] = s.Disc
		if s.State != detect.InDitch {
			disc := s.Disc
			disc.Team = string(d.team(s))
			before = append(before, Named{Name: j.names[s.ID], Disc: disc})
		}
	}
	for _, t := range j.shot.Tracks {
		disc := seen[t.ID]
		tracks = append(tracks, Track{Name: j.names[t.ID], Colour: disc.Colour, Radius: disc.Radius, Points: t.Points})
	}
	return before, tracks
}

// still are the discs due since earlier shots that lie on the surface after
// this one, where they lie now.
func (j *judged) still() []Due {
	var out []Due
	for _, x := range j.late {
		i := slices.IndexFunc(j.shot.Rest, func(r detect.Rest) bool { return r.ID == x.id })
		if i >= 0 && j.shot.Rest[i].State == detect.InDitch {
			continue
		}
		if i >= 0 {
			x.Pos = j.shot.Rest[i].Pos
		}
		out = append(out, x)
	}
	return out
}

// contacted says whether an opposing disc was rightly touched.
func contacted(v *referee.Verdict) Answer {
	switch {
	case v.Question != nil && (v.Question.Kind == referee.AskContact || v.Question.Kind == referee.AskTouch):
		return Unsure
	case v.Contact:
		return Yes
	default:
		return No
	}
}

// toRemove are the discs that a person must take off the surface by this
// verdict: not those in the ditch already.
func toRemove(j *judged, v *referee.Verdict) []Due {
	var out []Due
	for _, lost := range v.Removed {
		i := slices.IndexFunc(j.shot.Rest, func(r detect.Rest) bool { return j.names[r.ID] == lost.ID })
		if i < 0 || lost.Why == referee.Ditch || j.shot.Rest[i].State == detect.InDitch {
			continue
		}
		r := &j.shot.Rest[i]
		out = append(out, Due{Name: lost.ID, Side: lost.Owner, Why: lost.Why, Pos: r.Pos, id: r.ID, radius: r.Radius, dark: r.State == detect.InHole && max(r.Colour.R, r.Colour.G, r.Colour.B) < darkLevel})
	}
	return out
}

// darkLevel is the 8-bit level below which a disc in the hole looks like the
// hole without it.
const darkLevel = 110

// sayReturned raises the discs that left the surface and came back.
func (d *Desk) sayReturned(j *judged) {
	for _, r := range j.shot.Rest {
		if r.Returned {
			d.raise(ReturnedDisc, j.shot.Reported, "Disc "+j.names[r.ID]+" left the surface and came back: it must be taken off.",
				Touched{Name: j.names[r.ID], Team: d.team(r.Seen), Pos: r.Pos})
		}
	}
}

// opponents are the discs in play that are not the side's.
func (d *Desk) opponents(side referee.Side) int {
	n := 0
	for _, x := range d.state().Board {
		if x.InPlay() && x.Owner != side {
			n++
		}
	}
	return n
}

// surface are the discs that lie on the board after a shot.
func surface(rest []detect.Rest) []detect.Seen {
	var out []detect.Seen
	for _, r := range rest {
		if r.State != detect.InDitch {
			out = append(out, r.Seen)
		}
	}
	return out
}

// extra tells a shot for which the match has no room: more were seen in this
// round than there are discs. It is judged as the board lies, and what it
// leaves is entered as a change of the board.
func (d *Desk) extra(j *judged, body score.Shot) {
	setup := d.match.Setup()
	situation := referee.Situation{
		Ruleset: &setup.Ruleset, Board: setup.Board, Form: setup.Form, Side: body.Side, Seat: body.Seat, Shot: body.Disc,
		Start: body.Start, Before: d.state().Board, Contacts: body.Contacts, After: body.After, Returned: body.Returned, Damage: body.Damage,
	}
	v := referee.Judge(&situation)
	j.seq = 0
	d.gap = true
	edit := score.Edit{Twenties: maps.Clone(v.Twenties)}
	left := map[string]bool{}
	for _, x := range v.Board {
		left[x.ID] = true
		edit.Place = append(edit.Place, x)
	}
	for _, x := range d.state().Board {
		if !left[x.ID] {
			edit.Remove = append(edit.Remove, x.ID)
		}
	}
	d.edit(edit)
	d.tell(j, body.Seat, body.Side, v)
}
