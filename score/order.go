package score

import (
	"slices"

	"ditchline/models"
	"ditchline/referee"
)

// turns walks round the table within a round.
type turns struct {
	form    referee.Form
	order   models.TurnOrder
	left    [4]int       // discs left, by place in the clockwise order S, W, N, E
	partner referee.Seat // of the pair in 2v1: who shot last; "" when neither has
}

var clockwise = [4]referee.Seat{referee.South, referee.West, referee.North, referee.East}

func placeOf(s referee.Seat) int { return max(slices.Index(clockwise[:], s), 0) }

// single is the lone player's seat in 2v1.
const single = referee.West

func newTurns(s *Setup) turns {
	t := turns{form: s.Form, order: s.Ruleset.Rules.TurnOrder}
	for _, seat := range s.Form.Seats() {
		t.left[placeOf(seat)] = s.discsAt(seat)
	}
	return t
}

// shot takes note of a shot by a seat.
func (t *turns) shot(s referee.Seat) {
	if i := placeOf(s); t.left[i] > 0 {
		t.left[i]--
	}
	if t.form == referee.TwoVOne && s != single {
		t.partner = s
	}
}

// after is who plays after s, "" when nobody has a disc left. In 2v1 the
// single shoots after each partner, and the partners take turns.
func (t *turns) after(s referee.Seat) referee.Seat {
	if t.form == referee.TwoVOne {
		return t.afterPair(s)
	}
	step := 1
	if t.order == models.CounterClockwise {
		step = 3
	}
	for n, i := 0, placeOf(s); n < len(clockwise); n++ {
		i = (i + step) % len(clockwise)
		if t.left[i] > 0 {
			return clockwise[i]
		}
	}
	return ""
}

func (t *turns) afterPair(s referee.Seat) referee.Seat {
	next := referee.South
	if t.partner == referee.South {
		next = referee.North
	}
	if t.left[placeOf(next)] == 0 {
		next = map[referee.Seat]referee.Seat{referee.South: referee.North, referee.North: referee.South}[next]
	}
	hasPartner, hasSingle := t.left[placeOf(next)] > 0, t.left[placeOf(single)] > 0
	switch {
	case hasSingle && (s != single || !hasPartner):
		return single
	case hasPartner:
		return next
	default:
		return ""
	}
}

func (t *turns) total() int { return t.left[0] + t.left[1] + t.left[2] + t.left[3] }

// Order is the order of all shots of a round that the starter begins.
func Order(s *Setup, starter referee.Seat) []referee.Seat {
	t := newTurns(s)
	out := make([]referee.Seat, 0, t.total())
	for seat := starter; seat != ""; seat = t.after(seat) {
		out = append(out, seat)
		t.shot(seat)
	}
	return out
}

// HammerOf is the seat with the last shot of a round that the starter begins.
// (Some formats call the first shooter so; here the hammer is the last.)
func HammerOf(s *Setup, starter referee.Seat) referee.Seat {
	order := Order(s, starter)
	if len(order) == 0 {
		return ""
	}
	return order[len(order)-1]
}

// LeftOf is the seat that starts the round after one that s started.
func LeftOf(setup *Setup, s referee.Seat) referee.Seat {
	order := setup.Ruleset.Rules.TurnOrder
	if setup.Ruleset.Game == models.Carrom {
		order = carromOrder(&setup.Ruleset.Carrom)
	}
	step := 1
	if order == models.CounterClockwise {
		step = 3
	}
	used := setup.Form.Seats()
	for n, i := 0, placeOf(s); n < len(clockwise); n++ {
		i = (i + step) % len(clockwise)
		if slices.Contains(used, clockwise[i]) {
			return clockwise[i]
		}
	}
	return s
}

// carromOrder is the way round the carrom table.
func carromOrder(r *models.CarromRules) models.TurnOrder {
	if r.FourPlayerOrder == models.LeftHand {
		return models.Clockwise
	}
	return models.CounterClockwise
}
