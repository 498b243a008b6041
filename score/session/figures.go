package session

import (
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session/desk"
)

// SeatView is a player of a side.
type SeatView struct {
	Seat referee.Seat `json:"seat"`
	Name string       `json:"name"`
	Left int          `json:"left"` // discs to play in this round
}

// SideFigures are a side's over the match, for whoever follows it.
type SideFigures struct {
	Shots     int         `json:"shots"`
	Twenties  int         `json:"twenties"`      // discs of its own brought into the hole
	Open      score.Share `json:"open_twenties"` // twenties made on open shots, of open shots
	Fouls     int         `json:"fouls"`
	LastSpeed float64     `json:"last_speed_mps,omitempty"` // of its last shot; missing when that was not measured
	MeanSpeed float64     `json:"mean_speed_mps,omitempty"`
	BestSpeed float64     `json:"best_speed_mps,omitempty"`
}

// speeds are the measured speeds of a match's shots, m/s, by the number of
// their event. A log only grows, so it is read from where it was left.
type speeds struct {
	match string
	next  int
	of    map[int]float64
}

// read what was entered since.
func (m *speeds) read(match string, events []score.Event) {
	if m.match != match || m.next > len(events) {
		*m = speeds{match: match, of: map[int]float64{}}
	}
	for _, e := range events[m.next:] {
		seq := e.Seq
		if e.Kind == score.KindCorrection {
			seq = e.Of
		}
		if v, ok := desk.SpeedOf(e.Shot); ok {
			m.of[seq] = v // a person's correction has none: what the camera measured stays
		}
	}
	m.next = len(events)
}

// sideFigures are drawn from the log alone.
func sideFigures(s *score.State, speedOf map[int]float64) map[referee.Side]SideFigures {
	out := map[referee.Side]SideFigures{}
	for _, p := range s.Statistics().Players {
		f := out[p.Side]
		f.Shots += p.Shots
		f.Twenties += p.Twenties
		f.Open.N += p.OpenShots.N
		f.Open.Of += p.OpenShots.Of
		for _, n := range p.Fouls {
			f.Fouls += n
		}
		out[p.Side] = f
	}
	sum, n := map[referee.Side]float64{}, map[referee.Side]int{}
	for i := range s.Shots {
		r := &s.Shots[i]
		f, v := out[r.Side], speedOf[r.Seq]
		f.LastSpeed = v
		if v > 0 {
			sum[r.Side] += v
			n[r.Side]++
			f.MeanSpeed, f.BestSpeed = rounded(sum[r.Side]/float64(n[r.Side]), 3), max(f.BestSpeed, v)
		}
		out[r.Side] = f
	}
	return out
}

// seatViews are the players of a side.
func seatViews(setup *score.Setup, s *score.State, side referee.Side) []SeatView {
	out := []SeatView{}
	for _, seat := range s.Seats {
		if seat.Side == side {
			out = append(out, SeatView{Seat: seat.Seat, Name: setup.Player(seat.Seat), Left: seat.Left})
		}
	}
	return out
}
