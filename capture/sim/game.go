package sim

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"

	"ditchline/models"
)

// Game plays rounds without end: teams in turn from their seats, twenties,
// line discs and fouls taken off by hand after the shot, the board cleared
// after the last disc. It is deterministic by its seed.
type Game struct {
	Board models.Board

	furn     Furniture
	skill    float64
	discs    int // of each team
	referee  Referee
	mistakes Mistakes
	unseen   bool // the sets lie outside the picture
	seats    []seat
	world    *World
	chance   *rand.PCG // the world's
	rng      *rand.Rand
	time     float64
	round    int
	n        int // shots of this round
	set      []Puck
	overdue  []Removal // discs that should have been taken off in earlier turns
	scores   [2]RoundScore
}

// RoundScore is one team's result of a round.
type RoundScore struct {
	Board    int `json:"board"`
	Twenties int `json:"twenties"`
	Total    int `json:"total"`
}

// NewGame sets a game up and plays the shots that were played before the film
// begins; its time is 0.
func NewGame(o Options) *Game {
	g := newGame(o)
	for range o.Played {
		g.Next()
	}
	g.time, g.overdue, g.scores = 0, nil, [2]RoundScore{}
	g.mistakes = maps.Clone(o.Mistakes)
	if r, ok := g.referee.(*Ruled); ok && r.replays() {
		delete(g.mistakes, InvalidStart)
	}
	return g
}

func newGame(o Options) *Game {
	g := &Game{Board: o.Board, furn: o.Furniture, skill: o.Skill, discs: o.Discs, referee: o.Referee, unseen: o.Unseen}
	g.rng = rand.New(rand.NewPCG(o.Seed, 0x6469746368)) // "ditch"
	g.chance = rand.NewPCG(o.Seed, 1)
	if g.referee == nil {
		g.referee = NED{}
	}
	rim := o.Furniture.outerRadius(o.Board)
	for k := range o.Players {
		g.seats = append(g.seats, newSeat(270-360*float64(k)/float64(o.Players), rim))
	}
	g.world = NewWorld(o.Board, o.Furniture, o.Physics, rand.New(g.chance))
	for team := range 2 {
		for k := range o.Discs {
			p := Puck{ID: team*100 + k, Team: team, Where: OffBoard, Z: o.Furniture.TableZ, Turn: g.rng.Float64() * 6}
			p.X, p.Y = g.home(&p)
			g.set = append(g.set, p)
		}
	}
	return g
}

// owner is the seat whose disc the k-th of a team is.
func (g *Game) owner(team, k int) int {
	mates := len(g.seats) / 2
	return team + 2*(k%mates)
}

// playerOf is the name of the player of a team's k-th disc.
func (g *Game) playerOf(team, k int) string {
	return fmt.Sprintf("%c%d", 'A'+rune(team), k%(len(g.seats)/2)+1)
}

// DiscName is a disc's name: its team and the number of its shot; in carrom
// its colour and number, Q and S for queen and striker.
func DiscName(id int) string {
	switch {
	case id == idQueen:
		return "Q"
	case id == idStriker:
		return "S"
	case id >= carromIDs:
		return fmt.Sprintf("%c%d", "WB"[(id-carromIDs)/100], id%100+1)
	}
	return fmt.Sprintf("%c%d", 'A'+rune(id/100), id%100+1)
}

// Next plays on: the next shot, or the clearing of the board.
func (g *Game) Next() *Turn {
	if g.n == 2*g.discs {
		return g.clear()
	}
	tn := g.shoot()
	g.n++
	return tn
}

// pause is a time around s, s.
func (g *Game) pause(s float64) float64 { return s * (0.75 + 0.5*g.rng.Float64()) }

func (g *Game) puck(id int) *Puck {
	for i := range g.set {
		if g.set[i].ID == id {
			return &g.set[i]
		}
	}
	return nil
}

// inSight are the discs that are not off the board.
func (g *Game) inSight() []Puck {
	var list []Puck
	for _, p := range g.set {
		if p.Where != OffBoard {
			list = append(list, p)
		}
	}
	return list
}

// laid are the sets as they lie on the table, which nothing else may cover.
func (g *Game) laid() []laid {
	var list []laid
	for _, p := range g.set {
		p.X, p.Y = g.home(&p)
		list = append(list, laid{Puck: p})
	}
	return list
}

// shoot is one player's turn.
func (g *Game) shoot() *Turn {
	team := (g.n + g.round) % 2
	k := g.n / 2
	id, s := team*100+k, g.seats[g.owner(team, k)]
	tn := &Turn{Start: g.time, Round: g.round, N: g.n + 1, Team: team, Disc: id, SeatDeg: s.deg}
	tn.Player = g.playerOf(team, k)
	tn.all = append(tn.all, g.set...)
	tn.Before = g.inSight()
	tn.Overdue = append(tn.Overdue, g.overdue...)
	wishes := g.mistakes.wishes(g.rng)
	g.world.Pucks = append(g.world.Pucks[:0], tn.Before...)
	rare := g.chooseShot(tn, s, wishes)
	g.approach(tn, s, g.puck(id))
	g.play(tn, rare)
	g.afterwards(tn, s, wishes)
	tn.Left = g.inSight()
	tn.End = max(tn.SettledAt, tn.keys[len(tn.keys)-1].t) + between(g.rng, 0.05, 0.2)
	disturbPicture(tn, wishes, g.rng, g.Board.SurfaceRadius)
	g.time = tn.End
	return tn
}

// play flicks the disc, and the referee judges.
func (g *Game) play(tn *Turn, rare Mistake) {
	usual := g.world.Physics.ReturnChance
	if rare == ReturnedDisc {
		g.world.Physics.ReturnChance = 1
	}
	g.world.Pucks = append(g.world.Pucks, Puck{ID: tn.Disc, Team: tn.Team, X: tn.Shot.X, Y: tn.Shot.Y, Turn: g.puck(tn.Disc).Turn})
	tn.Motion = Flick(g.world, tn.Disc, tn.Shot.VX, tn.Shot.VY)
	g.world.Physics.ReturnChance = usual
	tn.SettledAt = tn.FlickAt + tn.Motion.Duration
	tn.Judgement = g.referee.Judge(Played{
		Board: g.Board, Team: tn.Team, Disc: tn.Disc, SeatDeg: tn.SeatDeg, Start: [2]float64{tn.Shot.X, tn.Shot.Y},
		Before: tn.Before, After: tn.Motion.After, Events: tn.Motion.Events, Due: tn.due(),
	})
	tn.Anomalies = append(tn.Anomalies, g.rarities(tn)...)
	for _, p := range tn.Motion.After {
		*g.puck(p.ID) = p
	}
	for _, r := range tn.Judgement.Remove {
		if r.Why == WhyTwenty {
			g.scores[g.puck(r.Disc).Team].Twenties++
		}
	}
}

// home is a disc's place on the table, or outside the picture.
func (g *Game) home(p *Puck) (x, y float64) {
	k := p.ID % 100
	s := g.seats[g.owner(p.Team, k)]
	if g.unseen {
		return s.sx * (s.rim + outside), s.sy * (s.rim + outside)
	}
	return s.slot(k/(len(g.seats)/2), g.Board.Disc.Radius)
}

// Score is the running round's score of both teams: discs on the board as
// they lie, and the twenties so far.
func (g *Game) Score() [2]RoundScore {
	s := g.scores
	gone := map[int]bool{}
	for _, r := range g.overdue {
		gone[r.Disc] = true
	}
	for _, p := range g.set {
		far := math.Hypot(p.X, p.Y)
		switch {
		case gone[p.ID]:
		case p.Where == OnSurface:
			s[p.Team].Board += g.Board.Points(far, g.Board.Disc.Radius)
		case p.Where == Leaning:
			s[p.Team].Board += int(models.Line15)
		}
	}
	for i := range s {
		s[i].Total = s[i].Board + 20*s[i].Twenties
	}
	return s
}
