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

// logged is what the camera measured of a match, as its log has it: it outlives
// a restart. A log only grows, so it is read from where it was left.
type logged struct {
	match   string
	next    int
	speeds  map[int]float64         // m/s, by the number of the shot's event
	colours map[referee.Side]string // "#rrggbb"
}

// read what was entered since.
func (l *logged) read(match string, events []score.Event) {
	if l.match != match || l.next > len(events) {
		*l = logged{match: match, speeds: map[int]float64{}, colours: map[referee.Side]string{}}
	}
	for _, e := range events[l.next:] {
		m, ok := desk.MeasuredOf(e.Shot)
		if !ok {
			continue // a person's correction measures nothing: what the camera said stays
		}
		seq := e.Seq
		if e.Kind == score.KindCorrection {
			seq = e.Of
		}
		if m.Speed > 0 {
			l.speeds[seq] = m.Speed
		}
		if m.Colour != "" && e.Shot.Side != "" {
			l.colours[e.Shot.Side] = m.Colour
		}
	}
	l.next = len(events)
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
