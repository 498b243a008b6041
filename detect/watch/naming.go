package watch

import (
	"ditchline/detect"
	"math"
)

// named is a disc that was not followed before, under a new name, whose colour
// was seen so well.
func (w *Crokinole) named(d detect.Disc, seen float64) detect.Seen {
	s := detect.Seen{ID: w.newID(), Disc: d}
	w.teams.saw(s.ID, w.eye.light(), d.Colour, seen)
	s.Team = w.teams.team(s.ID)
	return s
}

// entitle gives the discs on the board the teams that all that was seen so far
// tells.
func (w *Crokinole) entitle() {
	w.teams.name(w.discs)
	w.teams.name(w.placed)
	w.eye.palette = w.teams.palette()
}

// name gives discs their teams.
func (t *teamBook) name(discs []detect.Seen) {
	for i := range discs {
		if team := t.team(discs[i].ID); team != "" {
			discs[i].Team, discs[i].Other = team, t.other(discs[i].ID)
		}
	}
}

// takeTurn begins to take a shot's disc for the one whose turn it was, and tells
// the discs' teams by that too.
func (w *Crokinole) takeTurn(s *shotWatch) {
	w.teams.flick(s.flicked.ID)
	w.entitle()
	if p := s.shot.Start.Pos; s.shot.Start.Seen {
		w.from[(int(math.Round(2*math.Atan2(p.Y, p.X)/math.Pi))+4)%4]++
	}
	s.flicked.Team = w.teams.team(s.flicked.ID)
	s.shot.Start.Team = s.flicked.Team
}

// tellTeams takes the colours of a shot's discs at rest, and says of every disc
// of the shot whose it is.
func (w *Crokinole) tellTeams(s *shotWatch) {
	light := w.eye.light()
	w.teams.glance(light, nil)
	for _, r := range s.shot.Rest {
		if r.State.OnBoard() && !w.eye.touchesHand(r.Pos) && !w.teams.belies(r.ID, light, r.Colour) {
			w.teams.saw(r.ID, light, r.Colour, sightWeight(r.Disc))
		}
	}
	for i := range s.shot.Rest {
		if team := w.teams.team(s.shot.Rest[i].ID); team != "" {
			s.shot.Rest[i].Team, s.shot.Rest[i].Other = team, w.teams.other(s.shot.Rest[i].ID)
		}
	}
	w.teams.name(s.shot.Before)
	s.flicked.Team = w.teams.team(s.flicked.ID)
	s.shot.Start.Team = s.flicked.Team
}

// seenAt is how well the colour of a disc is seen that was laid down: worse at
// the line, where a finger waits.
func (w *Crokinole) seenAt(d detect.Disc) float64 {
	if w.atLine(d) && w.eye.handOver {
		return seenUnder
	}
	return sightWeight(d)
}

// enoughTurns is how many flicks show the colours of all who play, two from a
// quarter of the board that somebody sits at.
const enoughTurns = 6

// oneColour says whether discs were flicked from several quarters of the board,
// and yet all look alike: whose is whose cannot be told.
func (w *Crokinole) oneColour() bool {
	seats, turns := 0, 0
	for _, n := range w.from {
		turns += n
		if n > 1 {
			seats++
		}
	}
	return seats > 1 && turns >= enoughTurns && w.teams.known() == 1
}
