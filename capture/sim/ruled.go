package sim

import (
	"math"

	"ditchline/models"
	"ditchline/referee"
)

// Ruled is the real referee, who knows everything that happened.
type Ruled struct {
	rules *models.Ruleset
	form  referee.Form
}

// NewRuled judges by a ruleset a game of 2 or 4 players.
func NewRuled(rules *models.Ruleset, players int) *Ruled {
	form := referee.Two
	if players == 4 {
		form = referee.Four
	}
	return &Ruled{rules, form}
}

// replays says whether a shot from a wrong place is played again, which is
// not simulated.
func (r *Ruled) replays() bool { return r.rules.Rules.StartViolation == models.StartReplay }

// seatAt is the seat in a direction.
func seatAt(deg float64) referee.Seat {
	best, off := referee.South, 360.0
	for _, s := range referee.Four.Seats() {
		if d := math.Abs(math.Remainder(deg-s.AxisDeg(), 360)); d < off {
			best, off = s, d
		}
	}
	return best
}

var refereeStates = map[Where]referee.State{OnSurface: referee.Flat, Leaning: referee.Leaning, InHole: referee.InHole, InDitch: referee.InDitch}

// Judge implements Referee.
func (r *Ruled) Judge(p Played) Judgement {
	seat := seatAt(p.SeatDeg)
	s := referee.Situation{
		Ruleset: r.rules, Board: p.Board, Form: r.form, Side: referee.Side(teamName(p.Team)), Seat: seat, Shot: DiscName(p.Disc),
		Start: &referee.Start{Seat: seat, At: referee.PolarOf(p.Start[0], p.Start[1]), Flat: true},
	}
	old := map[int]Puck{}
	for _, d := range p.Before {
		old[d.ID] = d
		if onBoard(d.Where) && !p.Due[d.ID] {
			s.Before = append(s.Before, referee.Disc{ID: DiscName(d.ID), Owner: referee.Side(teamName(d.Team)), State: refereeStates[d.Where], At: referee.PolarOf(d.X, d.Y)})
		}
	}
	r.tell(&s, p, old)
	v := referee.Judge(&s)
	j := Judgement{Valid: v.Outcome == referee.Valid, Reason: string(v.Reason)}
	for _, rm := range v.Removed {
		for _, d := range p.After {
			if DiscName(d.ID) == rm.ID && onBoard(d.Where) {
				j.Remove = append(j.Remove, Removal{d.ID, truthWhy(rm.Why, d.ID == p.Disc, v.Open)})
			}
		}
	}
	return j
}

// tell adds what happened and where the discs came to rest.
func (r *Ruled) tell(s *referee.Situation, p Played, old map[int]Puck) {
	out := map[int]bool{}
	for _, e := range p.Events {
		switch {
		case e.Kind == EventReturn && !out[e.Disc]:
			out[e.Disc] = true
			s.Returned = append(s.Returned, referee.Return{ID: DiscName(e.Disc)})
		case e.Kind == EventContact && !p.Due[e.Disc] && !p.Due[e.Other]:
			s.Contacts = append(s.Contacts, referee.Contact{A: DiscName(e.Disc), B: DiscName(e.Other), Post: len(out) > 0})
		}
	}
	for _, d := range p.After {
		before, there := old[d.ID]
		if p.Due[d.ID] || there && !onBoard(before.Where) {
			continue
		}
		s.After = append(s.After, referee.Rest{
			ID: DiscName(d.ID), State: refereeStates[d.Where], At: referee.PolarOf(d.X, d.Y), MovedMeanwhile: !there || before.X != d.X || before.Y != d.Y,
		})
	}
}

// truthWhy is a referee's reason in groundtruth's words.
func truthWhy(w referee.Why, shot, open bool) string {
	switch {
	case w == referee.Twenty:
		return WhyTwenty
	case w == referee.OnLine:
		return WhyLine
	case w == referee.Returned:
		return WhyReturned
	case open:
		return WhyOpen
	case shot:
		return WhyFoul
	default:
		return WhyFoulOwn
	}
}

// rulesName is the ruleset's name.
func (o Options) rulesName() string {
	if o.Rules == "" {
		return "NED"
	}
	return o.Rules
}
