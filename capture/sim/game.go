package sim

import (
	"fmt"
	"math"
	"math/rand/v2"

	"ditchline/models"
)

// Game plays rounds without end: teams in turn from their seats, twenties,
// line discs and fouls taken off by hand after the shot, the board cleared
// after the last disc. It is deterministic by its seed.
type Game struct {
	Board models.Board

	furn    Furniture
	skill   float64
	discs   int // of each team
	referee Referee
	seats   []seat
	world   *World
	rng     *rand.Rand
	time    float64
	round   int
	n       int // shots of this round
	set     []Puck
	scores  [2]RoundScore
}

// RoundScore is one team's result of a round.
type RoundScore struct {
	Board    int `json:"board"`
	Twenties int `json:"twenties"`
	Total    int `json:"total"`
}

// NewGame sets a game up; nothing has been played.
func NewGame(o Options) *Game {
	rng := rand.New(rand.NewPCG(o.Seed, 0x6469746368)) // "ditch"
	g := &Game{Board: o.Board, furn: o.Furniture, skill: o.Skill, discs: o.Discs, referee: o.Referee, rng: rng}
	if g.referee == nil {
		g.referee = NED{}
	}
	rim := o.Furniture.outerRadius(o.Board)
	for k := range o.Players {
		g.seats = append(g.seats, newSeat(270-360*float64(k)/float64(o.Players), rim))
	}
	g.world = NewWorld(o.Board, o.Furniture, StandardPhysics(), rand.New(rand.NewPCG(o.Seed, 1)))
	for team := range 2 {
		for k := range o.Discs {
			p := Puck{ID: team*100 + k, Team: team, Where: OffBoard, Z: o.Furniture.TableZ, Turn: rng.Float64() * 6}
			p.X, p.Y = g.seats[g.owner(team, k)].slot(k/(o.Players/2), o.Board.Disc.Radius)
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

// DiscName is a disc's name: its team and the number of its shot.
func DiscName(id int) string { return fmt.Sprintf("%c%d", 'A'+rune(id/100), id%100+1) }

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

func (g *Game) shoot() *Turn {
	team := (g.n + g.round) % 2
	k := g.n / 2
	id, s := team*100+k, g.seats[g.owner(team, k)]
	tn := &Turn{Start: g.time, Round: g.round, N: g.n + 1, Team: team, Disc: id, RemovedAt: map[int]float64{}}
	tn.Player = g.playerOf(team, k)
	tn.all = append(tn.all, g.set...)
	for _, p := range g.set {
		if p.Where != OffBoard {
			tn.Before = append(tn.Before, p)
		}
	}
	g.world.Pucks = append(g.world.Pucks[:0], tn.Before...)
	tn.Shot = aim(g.world, s.deg, team, id, g.skill, g.rng)
	g.approach(tn, s, g.puck(id))

	g.world.Pucks = append(g.world.Pucks, Puck{ID: id, Team: team, X: tn.Shot.X, Y: tn.Shot.Y, Turn: g.puck(id).Turn})
	tn.Motion = Flick(g.world, id, tn.Shot.VX, tn.Shot.VY)
	tn.SettledAt = tn.FlickAt + tn.Motion.Duration
	tn.Judgement = g.referee.Judge(Played{Board: g.Board, Team: team, Disc: id, Before: tn.Before, After: tn.Motion.After, Events: tn.Motion.Events})
	for _, p := range tn.Motion.After {
		*g.puck(p.ID) = p
	}
	for _, r := range tn.Judgement.Remove {
		if r.Why == "twenty" {
			g.scores[g.puck(r.Disc).Team].Twenties++
		}
	}
	g.takeOff(tn, s)
	tn.End = max(tn.SettledAt, tn.keys[len(tn.keys)-1].t) + g.pause(0.5)
	g.time = tn.End
	return tn
}

// The cocked finger's tip ends so far behind the hand's origin and to the
// left of it, mm: the hand stands so that the tip is right behind the disc.
const fingerBack, fingerLeft = 17, 8

// approach moves the hand in: it fetches the disc, sets it on the shooting
// line, and flicks.
func (g *Game) approach(tn *Turn, s seat, p *Puck) {
	t := g.time + g.pause(0.3)
	add := func(k key, after float64) { t += after; k.t = t; tn.keys = append(tn.keys, k) }
	add(s.away(0), 0)
	tn.HandIn = t
	add(s.over(0, p.X, p.Y, p.Z), g.pause(0.45))
	add(s.over(0, p.X, p.Y, p.Z), 0.1)
	lifted := t
	x, y := tn.Shot.X, tn.Shot.Y
	add(s.over(0, (p.X+x)/2, (p.Y+y)/2, 50), g.pause(0.28))
	add(s.over(0, x, y, 0), g.pause(0.3))
	tn.Placed = t
	tn.carries = append(tn.carries, carry{disc: p.ID, from: lifted, to: t, x: x, y: y, where: OnSurface})
	add(s.over(0, x, y, 2), 0.1)
	v := math.Hypot(tn.Shot.VX, tn.Shot.VY)
	dx, dy := tn.Shot.VX/v, tn.Shot.VY/v
	dir := math.Atan2(dy, dx) * 180 / math.Pi
	back := g.Board.Disc.Radius - fingerBack
	cocked := key{x: x - dx*back + dy*fingerLeft, y: y - dy*back - dx*fingerLeft, dir: dir, pose: Cocked}
	add(cocked, g.pause(0.4))
	add(cocked, g.pause(0.5))
	tn.FlickAt = t
	flicked := cocked
	flicked.pose = Flicked
	add(flicked, 0.04)
	add(flicked, g.pause(0.2))
	add(s.away(0), g.pause(0.45))
	tn.HandOut = t
}

// takeOff moves the hand in again for the discs that must go.
func (g *Game) takeOff(tn *Turn, s seat) {
	if len(tn.Judgement.Remove) == 0 {
		return
	}
	t := max(tn.SettledAt, tn.HandOut) + g.pause(0.8)
	tn.keys = append(tn.keys, s.away(t))
	for _, r := range tn.Judgement.Remove {
		t = g.fetch(tn, s, t, g.puck(r.Disc))
		tn.RemovedAt[r.Disc] = t
	}
	tn.keys = append(tn.keys, s.away(t+g.pause(0.4)))
}

// fetch carries a disc from the board to its place on the table.
func (g *Game) fetch(tn *Turn, s seat, t float64, p *Puck) float64 {
	add := func(k key, after float64) { t += after; k.t = t; tn.keys = append(tn.keys, k) }
	add(s.over(0, p.X, p.Y, max(p.Z, -8)), g.pause(0.45))
	add(s.over(0, p.X, p.Y, max(p.Z, -8)), 0.12)
	from := t
	x, y := g.home(p)
	add(s.over(0, (p.X+x)/2, (p.Y+y)/2, 50), g.pause(0.3))
	add(s.over(0, x, y, g.furn.TableZ), g.pause(0.3))
	tn.carries = append(tn.carries, carry{disc: p.ID, from: from, to: t, x: x, y: y, z: g.furn.TableZ, where: OffBoard})
	g.put(p, x, y)
	add(s.over(0, x, y, g.furn.TableZ), 0.08)
	return t
}

func (g *Game) put(p *Puck, x, y float64) {
	p.X, p.Y, p.Z, p.Where, p.TiltDeg = x, y, g.furn.TableZ, OffBoard, 0
}

// home is a disc's place on the table.
func (g *Game) home(p *Puck) (x, y float64) {
	k := p.ID % 100
	return g.seats[g.owner(p.Team, k)].slot(k/(len(g.seats)/2), g.Board.Disc.Radius)
}

// handful is how many discs a player gathers before he puts them down.
const handful = 5

// clear takes every disc off the board after a round.
func (g *Game) clear() *Turn {
	tn := &Turn{Start: g.time, Round: g.round, N: g.n, Clearing: true, RemovedAt: map[int]float64{}}
	tn.all = append(tn.all, g.set...)
	t := g.time + g.pause(1.2)
	for team := range 2 {
		s := g.seats[team]
		var left []*Puck
		for i := range g.set {
			if p := &g.set[i]; p.Team == team && p.Where != OffBoard {
				left = append(left, p)
			}
		}
		if len(left) == 0 {
			continue
		}
		tn.keys = append(tn.keys, s.away(t))
		for len(left) > 0 {
			n := min(handful, len(left))
			t = g.gather(tn, s, t, left[:n])
			left = left[n:]
		}
		t += g.pause(0.4)
		tn.keys = append(tn.keys, s.away(t))
		t += 0.05
	}
	tn.End = t + g.pause(1)
	g.time = tn.End
	g.round++
	g.n = 0
	g.scores = [2]RoundScore{}
	return tn
}

// gather picks up several discs, then lays them on the table.
func (g *Game) gather(tn *Turn, s seat, t float64, list []*Puck) float64 {
	add := func(k key, after float64) { t += after; k.t = t; tn.keys = append(tn.keys, k) }
	first := len(tn.carries)
	for _, p := range list {
		add(s.over(0, p.X, p.Y, max(p.Z, -8)), g.pause(0.3))
		add(s.over(0, p.X, p.Y, max(p.Z, -8)), 0.07)
		x, y := g.home(p)
		tn.carries = append(tn.carries, carry{disc: p.ID, from: t, x: x, y: y, z: g.furn.TableZ, where: OffBoard, hidden: true})
	}
	x, y := g.home(list[0])
	add(s.over(0, (list[len(list)-1].X+x)/2, (list[len(list)-1].Y+y)/2, 50), g.pause(0.25))
	for i, p := range list {
		x, y := g.home(p)
		after := 0.1
		if i == 0 {
			after = g.pause(0.3)
		}
		add(s.over(0, x, y, g.furn.TableZ), after)
		tn.carries[first+i].to = t
		tn.RemovedAt[p.ID] = t
		g.put(p, x, y)
	}
	return t
}

// Score is the running round's score of both teams: discs on the board as
// they lie, and the twenties so far.
func (g *Game) Score() [2]RoundScore {
	s := g.scores
	for _, p := range g.set {
		far := math.Hypot(p.X, p.Y)
		switch p.Where {
		case OnSurface:
			s[p.Team].Board += g.Board.Points(far, g.Board.Disc.Radius)
		case Leaning:
			s[p.Team].Board += int(models.Line15)
		}
	}
	for i := range s {
		s[i].Total = s[i].Board + 20*s[i].Twenties
	}
	return s
}
