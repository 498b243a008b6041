package desk

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// shot takes a shot, or a better measurement of the last one.
func (d *Desk) shot(s *detect.Shot) {
	if d.match == nil {
		return
	}
	s = withReturns(s, d.board.SurfaceRadius, d.board.Disc.Radius)
	if s.Revision > 1 {
		d.revise(s)
		return
	}
	d.handsOff(s)
	if d.afterTheEnd(s) {
		return
	}
	fits := d.makeRoom(s)
	side, seat := d.shooter(s)
	d.gather(s.Before)
	next := d.state().Next
	j := &judged{shot: s, names: maps.Clone(d.names), before: d.opponents(side), late: slices.Clone(d.due), gone: map[string]bool{}}
	body := d.body(j, seat, side, d.freeName(side, seat))
	d.names[s.Disc] = body.Disc
	d.last = j
	if fits {
		e, err := d.enter(score.Event{Kind: score.KindShot, Shot: &body})
		fits = err == nil
		j.seq = e.Seq
	}
	if !fits {
		d.extra(j, body)
		return
	}
	d.seen[j.seq] = j
	d.checkTurn(s, body, next)
	d.afterShot(j)
}

// checkTurn raises a shot out of turn. It was judged all the same: the
// camera may have missed one, and people decide (AMB-28).
func (d *Desk) checkTurn(s *detect.Shot, body score.Shot, next referee.Seat) {
	gap := d.gap
	d.gap = false
	setup := d.match.Setup()
	if t := setup.Team(next); gap || t == nil || (next == body.Seat && t.Side == body.Side) {
		return
	}
	d.raise(OutOfTurn, s.Reported, fmt.Sprintf("%s has shot, but it was the turn of %s.", setup.Player(body.Seat), setup.Player(next)),
		Touched{Name: body.Disc, Team: body.Side, Pos: s.Start.Pos})
}

// shooter is whose disc was flicked, and from which seat.
func (d *Desk) shooter(s *detect.Shot) (referee.Side, referee.Seat) {
	team, colour := s.Start.Team, detect.RGB{}
	if i := slices.IndexFunc(s.Rest, func(r detect.Rest) bool { return r.ID == s.Disc }); i >= 0 {
		colour = s.Rest[i].Colour
		if team == "" {
			team = s.Rest[i].Team
		}
	}
	next := d.state().Next
	if !s.Start.Seen && next != "" && !d.gap {
		// Whose turn it was says more than a colour seen in flight.
		return d.match.Setup().Team(next).Side, next
	}
	may := d.likelySides("")
	if seat, off := d.seats.nearest(s.Start.Pos, d.o.Form.Seats()); s.Start.Seen && seat != "" && off < 45 {
		may = d.likelySides(seat)
	}
	side := d.seats.sideOf(team, colour, may)
	of := d.seatsOf(side)
	switch {
	case s.Start.Seen:
		return side, d.seats.seatAt(s.Start.Pos, of)
	case slices.Contains(of, next):
		return side, next
	default:
		return side, of[0]
	}
}

// body is the shot for the log. disc is the shot disc's name.
func (d *Desk) body(j *judged, seat referee.Seat, side referee.Side, disc string) score.Shot {
	s := j.shot
	j.names[s.Disc] = disc
	b := score.Shot{Seat: seat, Side: side, Disc: disc, InTurn: true}
	if s.Start.Seen {
		b.Start = &referee.Start{Seat: seat, At: d.seats.start(seat, s.Start.Pos), Flat: true, SD: s.Start.SD}
	}
	if j.known == nil {
		j.known = d.inPlay(disc)
	}
	known, post := j.known, departures(s, d.board.SurfaceRadius)
	for _, c := range contacts(s) {
		a, b2 := j.names[c.A], j.names[c.B]
		if c.P < possible || !known[a] || !known[b2] {
			continue
		}
		b.Contacts = append(b.Contacts, referee.Contact{A: a, B: b2, Post: post.after(c), Doubt: rounded(1-c.P, 4)})
	}
	for _, r := range s.Rest {
		name := j.names[r.ID]
		if !known[name] {
			continue
		}
		if rest, told := d.rest(r, name, r.ID == s.Disc); told {
			b.After = append(b.After, rest)
		}
		if r.Returned {
			b.Returned = append(b.Returned, referee.Return{ID: name})
		}
		if post.only(s, r) {
			b.Damage = append(b.Damage, referee.Displaced{ID: name, From: d.seats.polar(r.From)})
		}
	}
	b.Unsure = d.unsure(j)
	b.Evidence = d.evidence(s)
	return b
}

// unsure are the discs that lay there of which vision does not know whose they
// are, or whether they lay there at all. What people said of one is not in
// doubt.
func (d *Desk) unsure(j *judged) []referee.Unsure {
	var out []referee.Unsure
	for _, s := range j.shot.Before {
		name := j.names[s.ID]
		if name == "" || !j.known[name] {
			continue
		}
		if _, said := d.said(s); said {
			continue
		}
		u := referee.Unsure{ID: name}
		if len(d.state().Sides) == 2 && s.Other >= possible {
			u.Other = rounded(s.Other, 4)
		}
		if s.Guessed() {
			u.Gone = guessGone
		}
		if u.Other > 0 || u.Gone > 0 {
			out = append(out, u)
		}
	}
	return out
}

// guessGone is the probability that a disc is not on the board that was lost on
// its way and never seen at rest.
const guessGone = 0.3

// possible is the probability below which a contact is not told: it would
// decide nothing.
const possible = 0.01

// moved is the probability from which a disc is said to have been moved.
const movedP = 0.5

// rest is where a disc lies after the shot; told is false for one that lies
// where it lay.
func (d *Desk) rest(r detect.Rest, name string, shot bool) (out referee.Rest, told bool) {
	out = referee.Rest{ID: name, State: referee.State(r.State), At: d.seats.polar(r.Pos), SD: r.SD(), MovedMeanwhile: r.PMoved >= 0.95}
	if in := r.State == detect.InHole; in && r.Entered > 0 && r.Entered < 1 {
		out.Or, out.Doubt = referee.Leaning, rounded(1-r.Entered, 4)
	} else if !in && r.Entered >= possible {
		out.Or, out.Doubt = referee.InHole, rounded(r.Entered, 4)
	}
	return out, shot || r.Returned || r.PMoved >= movedP || r.State == detect.InDitch || r.State == detect.InHole
}

// leaves are when discs left the surface that came back later.
type leaves map[detect.ID]time.Duration

// departures are told by the tracks: where a disc's centre passes the edge of
// the surface.
func departures(s *detect.Shot, surface float64) leaves {
	out := leaves{}
	for _, r := range s.Rest {
		if !r.Returned {
			continue
		}
		for _, t := range s.Tracks {
			for _, p := range t.Points {
				if _, known := out[r.ID]; t.ID == r.ID && !known && r2.Norm(p.Pos) > surface {
					out[r.ID] = p.At
				}
			}
		}
	}
	return out
}

// after says whether a contact was one of a disc that had left and come back.
func (l leaves) after(c detect.Contact) bool {
	for _, id := range []detect.ID{c.A, c.B} {
		if left, ok := l[id]; ok && c.At > left {
			return true
		}
	}
	return false
}

// only says whether nothing but a disc that came back moved the disc.
func (l leaves) only(s *detect.Shot, r detect.Rest) bool {
	if _, left := l[r.ID]; left || r.ID == s.Disc || r.PMoved < movedP {
		return false
	}
	post := false
	for _, c := range s.Contacts {
		if c.P < movedP || (c.A != r.ID && c.B != r.ID) {
			continue
		}
		if !l.after(c) {
			return false
		}
		post = true
	}
	return post
}

// seenShot is what the camera adds to a shot in the log.
type seenShot struct {
	N        int     `json:"n"`
	Revision int     `json:"revision"`
	Flick    float64 `json:"t_start"`
	Settled  float64 `json:"t_settled"`
	Colour   string  `json:"colour,omitempty"`    // of the shot disc
	Frame    int     `json:"frame"`               // quarter turns from the board frame to the match's
	Speed    float64 `json:"speed_mps,omitempty"` // of the shot disc at first, where it was measured

	Seats map[referee.Seat]int `json:"seats"` // quarter turns from +x of the board frame to each seat that is known
}

// Measured is what the camera measured of a shot in the log beside what the
// rules ask for.
type Measured struct {
	Speed  float64 // of the shot disc at first, m/s; 0 when it was not measured
	Colour string  // of the shot disc, "#rrggbb"; empty when it was not seen
}

// MeasuredOf a shot in the log; ok is false for one that a person entered.
func MeasuredOf(s *score.Shot) (m Measured, ok bool) {
	var e seenShot
	if s == nil || json.Unmarshal(s.Evidence, &e) != nil {
		return Measured{}, false
	}
	return Measured{Speed: e.Speed, Colour: e.Colour}, true
}

func (d *Desk) evidence(s *detect.Shot) json.RawMessage {
	e := seenShot{
		N: s.N, Revision: s.Revision, Flick: rounded(s.Flick.Seconds(), 3), Settled: rounded(s.Settled.Seconds(), 3),
		Frame: d.seats.frame, Seats: d.seats.at,
	}
	if v, _, ok := s.Speed(); ok {
		e.Speed = rounded(v, 3)
	}
	for _, r := range s.Rest {
		if r.ID == s.Disc {
			e.Colour = r.Colour.Hex()
		}
	}
	text, err := json.Marshal(e)
	if err != nil {
		return nil // numbers and words always can be written
	}
	return text
}

// revise puts a better measurement in place of the last shot's.
func (d *Desk) revise(s *detect.Shot) {
	j := d.last
	if j == nil || j.seq == 0 || j.shot.N != s.N {
		return
	}
	old := d.match.Events()[j.seq-1].Shot
	before := j.shot
	j.shot = s
	body := d.body(j, old.Seat, old.Side, old.Disc)
	if _, err := d.enter(score.Event{Kind: score.KindCorrection, Of: j.seq, Shot: &body}); err != nil {
		j.shot = before
		return
	}
	d.afterShot(j)
}

// inPlay are the names that a shot of the disc can be about.
func (d *Desk) inPlay(disc string) map[string]bool {
	out := map[string]bool{disc: true}
	for _, x := range d.state().Board {
		out[x.ID] = true
	}
	return out
}

// freeName is a name that no disc of this round had, for one that is new.
func (d *Desk) freeName(side referee.Side, seat referee.Seat) string {
	letter := string(side)
	if t := d.match.Setup().Team(seat); t != nil && len(t.Players) > 1 {
		letter = string(seat)
	}
	for n := 1; ; n++ {
		if name := fmt.Sprintf("%s%d", letter, n); !d.used[name] {
			d.used[name] = true
			return name
		}
	}
}
