package watch

import (
	"ditchline/detect"
	"math"
	"slices"
)

// teamBook keeps the colours of all discs of a film, and tells by all of them
// together, and by whose turn it was, which are of one side: "A", "B", "C", in
// the order in which they were first seen. Colours are relative to the board's
// own light, so that a change of exposure or white balance moves no disc to the
// other side. What was told of a disc may be told otherwise when more is seen.
type teamBook struct {
	light detect.Tint // of the board when the book was begun
	pages []page
	loose []sight // seen just now, not yet known which discs they are
	turns int     // flicks so far
	sides sides
	names []string // of the sides
	stale bool     // something was seen since they were told
}

// page is what a book says of one disc.
type page struct {
	id     detect.ID
	lab    detect.Lab
	weight float64
	turn   int
	tint   detect.Tint // as seen last
	side   int
	team   string
	other  float64 // probability that it is of another side
}

// How well a disc's colour is seen, as the weight of what is seen.
const (
	seenWell  = 1.0
	seenDeep  = 0.3  // in the hole, in its shade
	seenUnder = 0.1  // at a finger, in a hand's shadow
	seenQuick = 0.05 // in flight
	mostSeen  = 3.0  // seeing the same again adds no more
)

const (
	sightSD   = 2.0  // of a colour that is seen well, per axis
	mostPages = 60   // discs that are remembered: two rounds' worth and more
	likeTeam  = 0.25 // probability that two sights are of one side, at the least, for them to be of one disc
)

// mostTeams is how many colours a game has.
const mostTeams = 3

// sightOf is a colour that was seen with that weight.
func sightOf(l detect.Lab, weight float64) sight {
	return sight{lab: l, scatter: sightSD * sightSD / weight}
}

// saw takes note of a disc's colour. light is the board's now.
func (t *teamBook) saw(id detect.ID, light detect.Tint, c detect.RGB, weight float64) {
	l := t.lab(light, c)
	if p := t.page(id); p == nil {
		t.pages = append(t.pages, page{id: id, lab: l, weight: weight, tint: c.Tint(), side: -1})
		if len(t.pages) > mostPages {
			t.pages = t.pages[1:]
		}
	} else {
		w := p.weight + weight
		p.lab = detect.Lab{L: (p.lab.L*p.weight + l.L*weight) / w, A: (p.lab.A*p.weight + l.A*weight) / w, B: (p.lab.B*p.weight + l.B*weight) / w}
		p.weight, p.tint = math.Min(w, mostSeen), c.Tint()
	}
	t.stale = true
}

// page is what the book says of a disc; nil for one that was not seen.
func (t *teamBook) page(id detect.ID) *page {
	for i := range t.pages {
		if t.pages[i].id == id {
			return &t.pages[i]
		}
	}
	return nil
}

// glance takes the colours of a picture's discs before it is known which they
// are; they count until the next glance.
func (t *teamBook) glance(light detect.Tint, discs []detect.Disc) {
	t.loose = t.loose[:0]
	for _, d := range discs {
		t.loose = append(t.loose, sightOf(t.lab(light, d.Colour), sightWeight(d)))
	}
	t.stale = true
}

// sightWeight is how well a disc's colour is seen that nothing veils.
func sightWeight(d detect.Disc) float64 {
	if d.State == detect.InHole {
		return seenDeep
	}
	return seenWell
}

// flick takes note that it was this disc's turn.
func (t *teamBook) flick(id detect.ID) {
	t.turns++
	if p := t.page(id); p != nil {
		p.turn = t.turns
	}
	t.stale = true
}

// unflick takes the last flick back: there was none.
func (t *teamBook) unflick() {
	for i := range t.pages {
		if t.pages[i].turn == t.turns {
			t.pages[i].turn = 0
		}
	}
	t.turns--
	t.stale = true
}

// tell the sides anew, if anything was seen since they were told.
func (t *teamBook) tell() {
	if !t.stale {
		return
	}
	t.stale = false
	var sights []sight
	before := []int{}
	for _, p := range t.pages {
		s := sightOf(p.lab, p.weight)
		s.turn = p.turn
		sights = append(sights, s)
		before = append(before, max(0, p.side))
	}
	for _, s := range t.loose {
		sights = append(sights, s)
		before = append(before, t.nearest(s.lab))
	}
	t.sides = findSides(sights, before)
	t.call()
	byTurn := turnsOf(sights)
	for i := range t.pages {
		t.pages[i].other = t.sides.otherThan(sights, byTurn, i)
	}
}

// call gives the sides their names: those that most of their discs have already.
// Where what was taken for one side is told for two now, the discs that gave it
// its name keep it.
func (t *teamBook) call() {
	n := len(t.sides.colours)
	type claim struct {
		side, discs int
		name        string
	}
	var claims []claim
	for i := range t.pages {
		p := &t.pages[i]
		p.side = t.sides.of[i]
		k := slices.IndexFunc(claims, func(c claim) bool { return c.side == p.side && c.name == p.team })
		switch {
		case p.team == "":
		case k < 0:
			claims = append(claims, claim{p.side, 1, p.team})
		default:
			claims[k].discs++
		}
	}
	if n <= len(t.names) {
		slices.SortStableFunc(claims, func(a, b claim) int { return b.discs - a.discs })
	}
	t.names = make([]string, n)
	for _, c := range claims {
		if t.names[c.side] == "" && !slices.Contains(t.names, c.name) {
			t.names[c.side] = c.name
		}
	}
	for i := range t.pages { // new sides in the order of their first discs
		if k := t.pages[i].side; t.names[k] == "" {
			t.names[k] = free(t.names)
		}
	}
	for k := range t.names {
		if t.names[k] == "" {
			t.names[k] = free(t.names)
		}
	}
	for i := range t.pages {
		t.pages[i].team = t.names[t.pages[i].side]
	}
}

// free is the first name that is nobody's.
func free(names []string) string {
	for i := 0; ; i++ {
		if n := detect.TeamLetter(i); !slices.Contains(names, n) {
			return n
		}
	}
}

// lab is a disc's colour as it would look in the light of the book's first
// page.
func (t *teamBook) lab(light detect.Tint, c detect.RGB) detect.Lab {
	if t.light == (detect.Tint{}) {
		t.light = light
	}
	tint := c.Tint()
	for i := range tint {
		if k := detect.Linear(light[i]); k > 0.01 {
			tint[i] = encoded(detect.Linear(tint[i]) * detect.Linear(t.light[i]) / k)
		}
	}
	return tint.Lab(1)
}

// encoded is sRGB's transfer curve, the inverse of linear.
func encoded(v float64) float64 {
	if v <= 0.0031308 {
		return 255 * 12.92 * math.Max(0, v)
	}
	return 255 * (1.055*math.Pow(math.Min(1, v), 1/2.4) - 0.055)
}

// team is the name of a disc's side; empty for a disc that was not seen.
func (t *teamBook) team(id detect.ID) string {
	t.tell()
	if p := t.page(id); p != nil {
		return p.team
	}
	return ""
}

// other is the probability that a disc is of another side than it is said to be.
func (t *teamBook) other(id detect.ID) float64 {
	t.tell()
	if p := t.page(id); p != nil {
		return p.other
	}
	return 0
}

// alike says whether what was seen with that colour may be this disc.
func (t *teamBook) alike(id detect.ID, light detect.Tint, c detect.RGB) bool {
	t.tell()
	p := t.page(id)
	if p == nil || len(t.sides.colours) < 2 {
		return true
	}
	own := t.sides.chances(p.lab, sightSD*sightSD/p.weight)
	own[p.side] = math.Max(own[p.side], 0.5) // whose turn it was tells too
	seen := t.sides.chances(t.lab(light, c), sightSD*sightSD)
	sum := 0.0
	for k := range own {
		sum += own[k] * seen[k]
	}
	return sum > likeTeam
}

// belies says whether a colour is plainly another than that of the disc it was
// seen of, which was seen well before: it is another disc, and tells nothing of
// this one.
func (t *teamBook) belies(id detect.ID, light detect.Tint, c detect.RGB) bool {
	p := t.page(id)
	return p != nil && p.weight >= seenWell && !t.alike(id, light, c)
}

// known is how many teams were seen.
func (t *teamBook) known() int {
	t.tell()
	return len(t.sides.colours)
}

// likely names the team whose colour is nearest; far is by how much they
// differ.
func (t *teamBook) likely(light detect.Tint, c detect.RGB) (team string, far float64) {
	t.tell()
	l := t.lab(light, c)
	if len(t.sides.colours) == 0 {
		return "", math.Inf(1)
	}
	i := t.nearest(l)
	return t.names[i], t.sides.colours[i].Distance(l)
}

// nearest is the side whose colour is, 0 where there is none.
func (t *teamBook) nearest(l detect.Lab) int {
	best, far := 0, math.Inf(1)
	for i, c := range t.sides.colours {
		if d := c.Distance(l); d < far {
			best, far = i, d
		}
	}
	return best
}

// palette are the teams' colours as samples have them: those of the discs that
// were seen last.
func (t *teamBook) palette() []colour {
	t.tell()
	var out []colour
	told := make([]bool, len(t.sides.colours))
	for i := len(t.pages) - 1; i >= 0; i-- {
		if p := t.pages[i]; !told[p.side] {
			told[p.side] = true
			out = append(out, sampled(p.tint))
		}
	}
	return out
}

// looks are the teams as the discs look in the film's light of late.
func (t *teamBook) looks() detect.Teams {
	t.tell()
	var out detect.Teams
	for k := range t.sides.colours {
		var of, under []detect.Lab
		for _, p := range t.pages {
			switch {
			case p.side != k:
			case p.weight >= seenWell:
				of = append(of, p.tint.Lab(1))
			default:
				under = append(under, p.tint.Lab(1))
			}
		}
		if len(of) == 0 {
			of = under
		}
		if len(of) == 0 {
			continue
		}
		all := make([]int, len(of))
		c := detect.MeanColour(of, all, 0)
		out.Colours, out.Spread, out.Size = append(out.Colours, c), append(out.Spread, detect.ColourSpread(of, all, 0, c)), append(out.Size, len(of))
	}
	return out
}
