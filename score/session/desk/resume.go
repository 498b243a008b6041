package desk

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// Resume takes up a match from its log. The board is held against it when it
// is found.
func (d *Desk) Resume(events []score.Event) error {
	m, err := score.Replay(events)
	if err != nil {
		return fmt.Errorf("desk: resume: %w", err)
	}
	d.matches, d.resumed = 1, true
	d.adoptMatch(m)
	return nil
}

// adoptMatch goes on with a match as its log has it.
func (d *Desk) adoptMatch(m *score.Match) {
	setup := m.Setup()
	d.match, d.gap, d.seen = m, true, map[int]*judged{}
	d.o.Match, d.o.Ruleset = setup.ID, setup.Ruleset
	d.o.Form, d.o.Teams, d.o.Games = setup.Form, setup.Teams, setup.Games
	d.seats = newSeating(d.o.Form).told(d.o.Teams)
	for _, e := range m.Events() {
		if e.Shot != nil {
			d.used[e.Shot.Disc] = true
		}
		if e.Edit != nil {
			for _, x := range e.Edit.Place {
				d.used[x.ID] = true
			}
		}
	}
}

// remembered is what the log tells of who sat where and played what: each
// seat's quarter in the match's frame, and each side's colour.
func (d *Desk) remembered() (seats map[referee.Seat]int, colours map[referee.Side]detect.RGB) {
	seats, colours = map[referee.Seat]int{}, map[referee.Side]detect.RGB{}
	for i := range d.match.Events() {
		shot := d.match.Events()[i].Shot
		var e seenShot
		if shot == nil || json.Unmarshal(shot.Evidence, &e) != nil {
			continue // not the camera's
		}
		for seat, q := range e.Seats {
			seats[seat] = q + e.Frame
		}
		if c, ok := colourOf(e.Colour); ok {
			colours[shot.Side] = c
		}
	}
	return seats, colours
}

// compare holds the board that was found against the log: which way round it
// lies, which colour is whose, and which discs are not where they were.
func (d *Desk) compare() {
	if d.isCarrom() {
		d.comparePieces()
		return
	}
	seats, colours := d.remembered()
	d.seats.colours = colours
	d.recallColours(colours)
	d.recallFrame(seats)
	d.names = map[detect.ID]string{}
	d.adopt(d.lying)
	n := &Resumed{At: d.now}
	lies := map[string]bool{}
	for _, s := range d.lying {
		name, known := d.names[s.ID]
		switch {
		case s.State == detect.InDitch:
		case known:
			lies[name] = true
			n.Agree++
		default:
			n.Extra++
		}
	}
	var missing []string
	for _, x := range d.state().Board {
		if lies[x.ID] {
			continue
		}
		missing = append(missing, x.ID)
		g := Ghost{Name: x.ID, Side: x.Owner, Pos: d.seats.onBoard(x.At), Radius: d.board.Disc.Radius}
		n.Missing, d.ghosts = append(n.Missing, g), append(d.ghosts, g)
	}
	n.Text = fmt.Sprintf("The match goes on. %d discs lie where the log has them.", n.Agree)
	if len(missing) > 0 {
		n.Text += fmt.Sprintf(" Not where they were: %s.", strings.Join(missing, ", "))
	}
	if n.Extra > 0 {
		n.Text += fmt.Sprintf(" The log does not know %d that lie there.", n.Extra)
	}
	d.say(n)
}

// recallColours gives each colour that is seen to the side whose discs were
// nearest to it.
func (d *Desk) recallColours(colours map[referee.Side]detect.RGB) {
	for _, s := range d.lying {
		best, near := referee.Side(""), math.Inf(1)
		for _, t := range d.match.Setup().Teams {
			if c, known := colours[t.Side]; known && apart(c, s.Colour) < near {
				best, near = t.Side, apart(c, s.Colour)
			}
		}
		if _, known := d.seats.sides[s.Team]; !known && best != "" && !d.seats.taken(best) {
			d.seats.sides[s.Team] = best
		}
	}
}

// apart is how far two colours are from each other, in steps of 8-bit sRGB.
func apart(a, b detect.RGB) float64 {
	x, y, z := float64(a.R)-float64(b.R), float64(a.G)-float64(b.G), float64(a.B)-float64(b.B)
	return math.Sqrt(x*x + y*y + z*z)
}

// recallFrame finds by the discs how the board frame lies in the match's: a
// board found anew may be turned. An empty board does not tell; then the seats
// are learned again from the next shot.
func (d *Desk) recallFrame(seats map[referee.Seat]int) {
	best, most := 0, 0
	for turn := range 4 {
		n := 0
		for _, x := range d.state().Board {
			px, py := x.At.XY()
			at := quarter(r2.Vec{X: px, Y: py}, -turn)
			if slices.ContainsFunc(d.lying, func(s detect.Seen) bool {
				return d.team(s) == x.Owner && r2.Norm(r2.Sub(s.Pos, at)) < samePlace
			}) {
				n++
			}
		}
		if n > most {
			best, most = turn, n
		}
	}
	if most == 0 {
		return
	}
	d.seats.frame = best
	for seat, q := range seats {
		d.seats.at[seat], d.seats.sure[seat] = ((q-best)%4+4)%4, true
	}
}
