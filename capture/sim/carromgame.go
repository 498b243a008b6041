package sim

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"sync"

	"ditchline/models"
	"ditchline/referee"
)

// The ids of a carrom set are apart from those of crokinole discs.
const (
	carromIDs = 1000
	idQueen   = carromIDs + 100*queenPiece
	idStriker = carromIDs + 100*strikerPiece
)

func pieceID(kind, k int) int { return carromIDs + 100*kind + k }

// carromKinds are the kinds in the words of the program's output.
var carromKinds = [4]string{"white", "black", "queen", "striker"}

// CarromGame plays carrom boards without end: strokes from the base lines,
// own pieces, the queen and her cover, penalties put back by hand, the turn
// kept or passed, the rosette set up anew after each board. It is
// deterministic by its seed.
type CarromGame struct {
	Board models.Board

	furn     Furniture
	skill    float64
	rules    *models.Ruleset
	mistakes Mistakes
	seats    []seat // in the order of turns: S, (E), N, (W)
	world    *World
	rng      *rand.Rand
	time     float64
	round    int
	n        int // strokes of this board
	set      []Puck
	state    referee.CarromBoard
	turn     int // index of the seat that plays
	breaker  int
	totals   [2]int // boards' points of teams A and B
	shallow  bool   // the nets show what fell last
	late     bool   // pieces that are due were forgotten
}

// Stroke is what a carrom turn came to.
type Stroke struct {
	Colour        referee.Colour
	Pocketed      [4]int // by kind
	Facts         referee.Stroke
	Verdict       referee.CarromVerdict
	Before, After referee.CarromBoard
	PutBack       []Handed
	Gaps          models.StrikerGaps
	Totals        [2]int // of the teams, boards won so far
}

// NewCarromGame sets the first board up; its time is 0.
func NewCarromGame(o Options) *CarromGame {
	g := newCarromGame(o)
	for range o.Played {
		g.Next()
	}
	g.time = 0
	g.mistakes = maps.Clone(o.Mistakes)
	return g
}

func newCarromGame(o Options) *CarromGame {
	g := &CarromGame{Board: o.Board, furn: o.Furniture, skill: o.Skill, rules: o.Carrom}
	g.rng = rand.New(rand.NewPCG(o.Seed, 0x636f766572)) // "cover"
	if g.rules == nil {
		g.rules = carromRules()
	}
	g.shallow = g.rng.IntN(2) == 0
	g.world = NewWorld(o.Board, o.Furniture, o.Physics, rand.New(rand.NewPCG(o.Seed, 1)))
	for k := range o.Players {
		g.seats = append(g.seats, newSeat(270+360*float64(k)/float64(o.Players), o.Board.Carrom.Side/2+o.Furniture.RailWidth))
	}
	for i, p := range g.opening() {
		kind := rosetteKind(i)
		k := 0
		for _, q := range g.set {
			if q.Team == kind {
				k++
			}
		}
		g.set = append(g.set, Puck{ID: pieceID(kind, k), Team: kind, Where: OnSurface, X: p[0], Y: p[1], Turn: g.rng.Float64() * 6})
	}
	s := g.seats[0]
	x, y := s.sx*(s.rim+outside), s.sy*(s.rim+outside)
	g.set = append(g.set, Puck{ID: idStriker, Team: strikerPiece, Where: OffBoard, X: x, Y: y, Radius: o.Board.Carrom.StrikerRadius, Mass: strikerMass})
	g.begin()
	return g
}

// carromRules are CAR's, which ship with the program.
var carromRules = sync.OnceValue(func() *models.Ruleset {
	r, err := models.ShippedRulesets().Get("CAR")
	if err != nil {
		panic(err) // the embedded files are proven good by a test
	}
	return &r
})

// opening is the rosette as hands set it up: turned anyhow.
func (g *CarromGame) opening() [19][2]float64 {
	return rosette(g.Board.Disc.Radius, g.rng.Float64()*60)
}

func (g *CarromGame) begin() {
	g.turn = g.breaker
	mine := referee.White
	if g.rules.Carrom.BreakerColour == "black" {
		mine = referee.Black
	}
	g.state = referee.NewCarromBoard(&g.rules.Carrom, mine)
	g.state.Score[colourOf(mine)] = g.totals[g.team(g.turn)]
	g.state.Score[1-colourOf(mine)] = g.totals[1-g.team(g.turn)]
	g.n = 0
}

// colourOf is a colour's kind of pieces.
func colourOf(c referee.Colour) int {
	if c == referee.Black {
		return blackPiece
	}
	return whitePiece
}

func (g *CarromGame) team(seat int) int { return seat % 2 }

// playerOf is the name of a seat's player. Players are numbered clockwise, as
// they sit; the turn goes the other way round.
func (g *CarromGame) playerOf(seat int) string {
	clockwise := (len(g.seats) - seat) % len(g.seats)
	return fmt.Sprintf("%c%d", 'A'+rune(g.team(seat)), 1+clockwise/2)
}

// Next plays on: the next stroke, or the setting up of the next board.
func (g *CarromGame) Next() *Turn {
	if g.state.Winner != "" {
		return g.setUp()
	}
	tn := g.stroke()
	g.n++
	return tn
}

// Score is the teams' points of the boards won.
func (g *CarromGame) Score() [2]RoundScore {
	return [2]RoundScore{{Board: g.totals[0], Total: g.totals[0]}, {Board: g.totals[1], Total: g.totals[1]}}
}

func (g *CarromGame) laid() []laid { return nil }

func (g *CarromGame) pause(s float64) float64 { return s * (0.75 + 0.5*g.rng.Float64()) }

func (g *CarromGame) puck(id int) *Puck {
	for i := range g.set {
		if g.set[i].ID == id {
			return &g.set[i]
		}
	}
	return nil
}

// pieces are those that lie on the surface, the striker apart.
func (g *CarromGame) pieces() []Puck {
	var list []Puck
	for _, p := range g.set {
		if p.Team != strikerPiece && p.Where == OnSurface {
			list = append(list, p)
		}
	}
	return list
}

// stroke is one turn at the striker.
func (g *CarromGame) stroke() *Turn {
	s, team := g.seats[g.turn], g.team(g.turn)
	tn := &Turn{Start: g.time, Round: g.round, N: g.n + 1, Team: team, Disc: idStriker, SeatDeg: s.deg, Player: g.playerOf(g.turn)}
	tn.all = append(tn.all, g.set...)
	tn.Before = g.pieces()
	wishes := g.mistakes.wishes(g.rng)
	g.world.Pucks = append(g.world.Pucks[:0], tn.Before...)
	tn.Shot = g.aim(s, wishes[InvalidStart])
	tn.Stroke = &Stroke{Colour: g.state.Turn, Before: g.state}
	g.checkStart(tn, s)
	g.approach(tn, s)
	g.play(tn)
	g.afterwards(tn, s, wishes)
	tn.Left = g.pieces()
	tn.End = max(tn.SettledAt, tn.keys[len(tn.keys)-1].t) + between(g.rng, 0.05, 0.2)
	disturbPicture(tn, wishes, g.rng, g.Board.Carrom.Side/2)
	g.empty()
	g.time = tn.End
	return tn
}

// checkStart measures the striker's place: it must reach the nearer edges of
// both base lines and stay clear of the circles.
func (g *CarromGame) checkStart(tn *Turn, s seat) {
	along, from := -tn.Shot.X*s.sy+tn.Shot.Y*s.sx, tn.Shot.X*s.sx+tn.Shot.Y*s.sy
	c := g.Board.Carrom
	gaps := c.StrikerGaps(along, from, c.StrikerRadius)
	tn.Stroke.Gaps = gaps
	switch {
	case !models.Touches(gaps.Inner) || !models.Touches(gaps.Outer):
		tn.Stroke.Facts.Foul = referee.FStrikerLines
	case gaps.Circle < -models.TouchEpsilon:
		tn.Stroke.Facts.Foul = referee.FStrikerCircle
	default:
		tn.StartValid = true
		return
	}
	tn.note(InvalidStart, map[string]any{
		"kind": string(tn.Stroke.Facts.Foul), "gap_inner": gaps.Inner, "gap_outer": gaps.Outer, "gap_circle": gaps.Circle,
	})
}

// play flicks the striker, and the referee judges.
func (g *CarromGame) play(tn *Turn) {
	striker := *g.puck(idStriker)
	striker.X, striker.Y, striker.Z, striker.Where = tn.Shot.X, tn.Shot.Y, 0, OnSurface
	g.world.Pucks = append(g.world.Pucks, striker)
	tn.Motion = Flick(g.world, idStriker, tn.Shot.VX, tn.Shot.VY)
	tn.SettledAt = tn.FlickAt + tn.Motion.Duration
	for _, p := range tn.Motion.After {
		*g.puck(p.ID) = p
	}
	st := tn.Stroke
	touched := false
	for _, e := range tn.Motion.Events {
		switch e.Kind {
		case EventPocket:
			st.Pocketed[g.puck(e.Disc).Team]++
		case EventContact:
			touched = true
		}
	}
	me := colourOf(st.Colour)
	st.Facts.Own, st.Facts.Opp = st.Pocketed[me], st.Pocketed[1-me]
	st.Facts.Queen, st.Facts.Striker = st.Pocketed[queenPiece] > 0, st.Pocketed[strikerPiece] > 0
	st.Facts.NoneTouched = !touched
	after, verdict, err := referee.PlayStroke(g.rules, g.state, st.Facts)
	if err != nil {
		panic(fmt.Sprintf("sim: the referee and the board disagree: %v", err)) // a fault of ours, never of the input's
	}
	g.state, st.After, st.Verdict = after, after, verdict
	tn.Judgement = Judgement{Valid: tn.StartValid, Reason: string(verdict.Result)}
	switch verdict.Result {
	case referee.Pass:
		g.turn = (g.turn + 1) % len(g.seats)
	case referee.End:
		winner := tn.Team
		if after.Winner != st.Colour {
			winner = 1 - winner
		}
		g.totals[winner] += after.Points
	}
	st.Totals = g.totals
}

// afterwards is what hands do once the pieces rest: what is due comes back.
func (g *CarromGame) afterwards(tn *Turn, s seat, wishes map[Mistake]bool) {
	t := max(tn.SettledAt, tn.HandOut)
	if g.state.Winner == "" {
		t = g.putBack(tn, t, wishes)
	}
	if wishes[RestingHand] {
		t = g.rest(tn, s, t)
	}
	t += g.pause(0.45)
	tn.keys = append(tn.keys, s.away(t))
}

// rest holds a hand over the board for a while, as players do who think or
// point.
func (g *CarromGame) rest(tn *Turn, s seat, t float64) float64 {
	h := g.Board.Carrom.Side / 2
	out, along := between(g.rng, 0.2, 0.8)*h, between(g.rng, -0.5, 0.5)*h
	x, y := out*s.sx-along*s.sy, out*s.sy+along*s.sx
	over := key{x: x, y: y, z: between(g.rng, 25, 70), dir: s.dirTo(x, y), pose: Flat}
	t = tn.add(s.away(0), t, g.pause(0.3))
	t = tn.add(over, t, g.pause(0.45))
	from := t
	sway := over
	sway.x, sway.y = x+between(g.rng, -12, 12), y+between(g.rng, -12, 12)
	t = tn.add(sway, t, between(g.rng, 0.5, 1.5))
	t = tn.add(over, t, between(g.rng, 0.5, 1.5))
	tn.note(RestingHand, map[string]any{"t_start": from, "t_end": t})
	return tn.add(s.away(0), t, g.pause(0.45))
}

// empty takes what fell out of sight: a shallow net shows what fell last into
// each pocket, a deep one nothing.
func (g *CarromGame) empty() {
	top := map[[2]bool]int{}
	for i, p := range g.set {
		if p.Where == InPocket && g.shallow && p.Team != strikerPiece {
			top[[2]bool{p.X > 0, p.Y > 0}] = i
		}
	}
	for i := range g.set {
		p := &g.set[i]
		if k, shown := top[[2]bool{p.X > 0, p.Y > 0}]; p.Where == InPocket && p.Team != strikerPiece && !(shown && k == i) {
			g.takeAway(p)
		}
	}
}

// takeAway is a piece outside the picture.
func (g *CarromGame) takeAway(p *Puck) {
	s := g.seats[0]
	p.X, p.Y, p.Z, p.Where = s.sx*(s.rim+outside), s.sy*(s.rim+outside), 0, OffBoard
}

// middlePlace is a free place in the middle circle; at the very middle for
// the queen where that is free.
func (g *CarromGame) middlePlace(queen bool) (x, y float64) {
	r := g.Board.Disc.Radius
	most := g.Board.Carrom.CentreCircleDiameter/2 - r - 2
	for n := range 400 {
		d, a := most*math.Sqrt(g.rng.Float64()), g.rng.Float64()*2*math.Pi
		switch {
		case queen && n == 0:
			d = 0
		case n > 200: // the circle is full: beside it
			d = most + float64(n-200)*0.8
		}
		sn, cs := math.Sincos(a)
		x, y = d*cs, d*sn
		free := true
		for _, p := range g.set {
			reach := kindRadius(g.Board, p.Team) + r + 0.3
			free = free && (p.Where != OnSurface || math.Hypot(p.X-x, p.Y-y) > reach)
		}
		if free {
			break
		}
	}
	return x, y
}
