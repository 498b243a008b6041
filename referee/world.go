package referee

import (
	"math"
	"strings"

	"ditchline/models"
)

// The bounds within which nobody can know a fact (DESIGN.md, "call").
const (
	surelyNot = 0.05
	surely    = 0.95
)

// fact is a yes-or-no observation with its probability. value is what the
// judgement in hand takes it for.
type fact struct {
	p     float64
	value bool
	kind  factKind
	disc  int32 // index of the disc; the other one of a touch in with
	with  int32
}

// factKind is a QuestionKind as a number: facts hold no pointers, so that
// making a world of them is cheap.
type factKind uint8

const (
	isContact factKind = iota
	isTouch
	isLine5
	isLine15
	isFlat
	isState
	isReturn
	isMoved
	isStart
	isWhose
	isThere
)

var factQuestions = [...]QuestionKind{AskContact, AskTouch, AskLine5, AskLine15, AskFlat, AskState, AskReturn, AskMoved, AskStart, AskWhose, AskThere}

func (k factKind) question() QuestionKind { return factQuestions[k] }

func newFact(kind factKind, disc int, p float64) fact {
	return fact{p: p, value: p >= 0.5, kind: kind, disc: int32(disc), with: -1}
}

func (f *fact) doubtful() bool { return f.p > surelyNot && f.p < surely }

// settle takes a person's word for it.
func (f *fact) settle(yes bool) {
	f.value = yes
	f.p = 0
	if yes {
		f.p = 1
	}
}

// track is one disc through the shot.
type track struct {
	id       string
	owner    Side
	own      bool // the shooter's side's
	lay      bool // on the board before, or the shot disc, as it was told
	inPlay   bool // took part: it was there
	listed   bool // After names it
	before   State
	beforeAt Polar
	rest     Rest

	whose   fact // is the owner's that it is taken for
	there   fact // lay there before the shot
	seen    fact // lies in rest.State rather than rest.Or
	offLine fact // touches the shooting line or lies beyond it
	in15    fact // lies as an open shot asks
	moved   fact // was displaced by the shot itself

	left        fact // left and came back
	lineOnly    bool // by the shooting line only
	damaged     bool
	damagedFrom Polar

	marks // what one judgement finds out about it
}

// marks are reset for each judgement.
type marks struct {
	chain    bool // reached by the contacts that began with the shot disc
	direct   bool // touched by the shot disc itself
	dead     bool // left and came back, by this ruleset's boundary
	deadHit  bool // reached by a dead disc
	lineHit  bool // reached by a disc that crossed the line, which here is no leaving
	restored bool
	state    State // at the end
	at       Polar
	why      Why  // "": stays
	banked   bool // a twenty for its owner
}

// touch is one contact between indexed discs; -1 is a peg.
type touch struct {
	a, b     int
	post     bool
	happened fact
}

// world is a situation prepared for judging.
type world struct {
	s       *Situation
	rules   *models.Rules
	tracks  []track
	touches []touch
	shot    int
	open    bool
	start   fact
	faults  []Reason
	doubts  []*fact
	hints   []*fact // facts that are sure enough, but not wholly
	contact *bool   // a person's word on the contact owed
	verdict *bool   // a person's word on the shot
}

func newWorld(s *Situation) *world {
	w := &world{s: s, rules: &s.Ruleset.Rules, shot: -1}
	w.tracks = make([]track, 0, len(s.Before)+len(s.After)+1)
	for i := range s.Before {
		d := &s.Before[i]
		w.tracks = append(w.tracks, track{
			id: d.ID, owner: d.Owner, lay: d.InPlay(), before: d.State, beforeAt: d.At,
			rest: Rest{ID: d.ID, State: d.State, At: d.At, SD: d.SD, On: d.On},
		})
	}
	w.shot = w.index(s.Shot)
	if w.shot < 0 {
		w.shot = len(w.tracks)
		w.tracks = append(w.tracks, track{id: s.Shot, owner: s.Side, lay: true, rest: Rest{ID: s.Shot, State: InDitch}})
	}
	for i := range w.tracks {
		w.tracks[i].whose, w.tracks[i].there = newFact(isWhose, i, 1), newFact(isThere, i, 1)
	}
	for _, u := range s.Unsure {
		if k := w.index(u.ID); k >= 0 && k != w.shot {
			w.tracks[k].whose, w.tracks[k].there = newFact(isWhose, k, 1-u.Other), newFact(isThere, k, 1-u.Gone)
		}
	}
	w.takeSides()
	for i := range s.After {
		if k := w.index(s.After[i].ID); k >= 0 && w.tracks[k].inPlay {
			w.tracks[k].rest, w.tracks[k].listed = s.After[i], true
		}
	}
	for i := range s.Damage {
		if k := w.index(s.Damage[i].ID); k >= 0 {
			w.tracks[k].damaged, w.tracks[k].damagedFrom = true, s.Damage[i].From
		}
	}
	w.gatherFacts()
	w.gatherTouches()
	w.takeAnswers()
	w.takeSides()
	w.collectDoubts()
	return w
}

// takeSides says what takes part in the shot, and for whom, as the facts are
// taken.
func (w *world) takeSides() {
	w.open = true
	for i := range w.tracks {
		t := &w.tracks[i]
		t.own = (t.owner == w.s.Side) == t.whose.value
		t.inPlay = t.lay && t.there.value
		if t.inPlay && !t.own {
			w.open = false
		}
	}
}

func (w *world) index(id string) int {
	for i := range w.tracks {
		if w.tracks[i].id == id {
			return i
		}
	}
	return -1
}

// gatherFacts turns the measurements of every disc into facts.
func (w *world) gatherFacts() {
	b, rules := &w.s.Board, w.rules
	reach := b.Disc.Radius + b.LineWidth/2
	for i := range w.tracks {
		t := &w.tracks[i]
		r := &t.rest
		t.seen = newFact(isState, i, 1)
		if r.Or != "" && r.Or != r.State {
			t.seen = newFact(isState, i, 1-r.Doubt)
			if r.State == InHole && r.Or == Leaning {
				t.seen.kind = isFlat
			}
		}
		// What lies beyond the line is off, except on a lip that counts.
		edge := b.Rings.R5 - reach
		t.offLine = newFact(isLine5, i, below(edge-r.At.D, r.SD, true))
		if rules.LipScores > 0 && r.At.D > b.Rings.R5 {
			t.offLine = newFact(isLine5, i, below(r.At.D-b.Rings.R5-reach, r.SD, true))
		}
		if rules.OpenTouchCounts {
			t.in15 = newFact(isLine15, i, below(r.At.D-b.Rings.R15-reach, r.SD, true))
		} else {
			t.in15 = newFact(isLine15, i, below(r.At.D-b.Rings.R15+reach, r.SD, false))
		}
		if !t.listed {
			// It came to rest in an earlier shot, and was judged then.
			t.offLine.settle(t.offLine.value)
		}
		t.left = newFact(isReturn, i, 0)
		t.moved = newFact(isMoved, i, w.pMoved(t))
	}
	for _, ret := range w.s.Returned {
		if k := w.index(ret.ID); k >= 0 {
			w.tracks[k].left = newFact(isReturn, k, 1-ret.Doubt)
			w.tracks[k].lineOnly = ret.Line
		}
	}
	w.start = newFact(isStart, w.shot, 1)
	if w.s.Start != nil {
		faults, p := CheckStart(w.s.Ruleset, w.s.Board, *w.s.Start)
		w.faults = faults
		w.start = newFact(isStart, w.shot, p)
		w.start.value = len(faults) == 0
	}
}

// below is the probability that a length measured as x is at most 0, or, when
// zero does not count, less than 0.
func below(x, sd float64, zeroCounts bool) float64 {
	if sd > 0 {
		return normal(-x / sd)
	}
	if x < -models.TouchEpsilon || (zeroCounts && x <= models.TouchEpsilon) {
		return 1
	}
	return 0
}

// pMoved is the probability that the shot itself moved a disc: what a
// returned disc did afterwards does not count.
func (w *world) pMoved(t *track) float64 {
	if !t.inPlay || t.id == w.s.Shot {
		return 1
	}
	end, at := t.rest.State, t.rest.At
	if t.damaged {
		if end != Leaning || t.before != Leaning {
			end = Flat
		}
		at = t.damagedFrom
		if t.before == Leaning && at.distance(t.beforeAt) <= w.rules.MoveThresholdMM {
			return 0
		}
	}
	switch {
	case !t.listed && !t.damaged:
		return 0
	case t.rest.MovedMeanwhile && !t.damaged, end != t.before:
		return 1
	case end == Leaning && (at == Polar{} || t.beforeAt == Polar{}):
		return 0 // its place was not measured
	}
	gap := at.distance(t.beforeAt) - w.rules.MoveThresholdMM
	if t.rest.SD > 0 {
		return normal(gap / (t.rest.SD * math.Sqrt2))
	}
	if gap > models.TouchEpsilon {
		return 1
	}
	return 0
}

func (w *world) gatherTouches() {
	w.touches = make([]touch, 0, len(w.s.Contacts))
	for i := range w.s.Contacts {
		c := &w.s.Contacts[i]
		a, b := w.index(c.A), w.index(c.B)
		f := newFact(isTouch, a, 1-c.Doubt)
		f.with = int32(b)
		if a >= 0 && b >= 0 && w.tracks[a].own != w.tracks[b].own && !c.Post {
			f.kind = isContact
		}
		w.touches = append(w.touches, touch{a: a, b: b, post: c.Post, happened: f})
	}
}

// IsPeg says whether a contact's name is a peg's.
func IsPeg(name string) bool {
	n := strings.TrimPrefix(name, "peg")
	return len(n) == 1 && len(name) == 4 && n[0] >= '0' && n[0] <= '7'
}

// key names a fact among the answers.
func (w *world) key(f *fact) string {
	kind := string(f.kind.question())
	switch f.kind {
	case isContact, isStart:
		return kind
	case isTouch:
		return kind + ":" + w.name(f.disc) + ":" + w.name(f.with)
	default:
		return kind + ":" + w.name(f.disc)
	}
}

func (w *world) name(i int32) string {
	if i < 0 {
		return "peg"
	}
	return w.tracks[i].id
}

// takeAnswers replaces doubt by what people said.
func (w *world) takeAnswers() {
	if len(w.s.Answers) == 0 {
		return
	}
	if yes, ok := w.s.Answers[string(AskContact)]; ok {
		w.contact = &yes
	}
	if yes, ok := w.s.Answers[string(AskVerdict)]; ok {
		w.verdict = &yes
	}
	for i := range w.tracks {
		t := &w.tracks[i]
		if driven := w.s.Answers[string(AskFrozen)+":"+t.id]; driven {
			w.contact = &driven
		}
		if yes, ok := w.s.Answers[string(AskFlat)+":"+t.id]; ok {
			t.rest.State, t.rest.Or = Leaning, ""
			if yes {
				t.rest.State = InHole
			}
			t.listed = true
			t.seen.settle(true)
		}
		for _, f := range []*fact{&t.whose, &t.there, &t.seen, &t.offLine, &t.in15, &t.left, &t.moved} {
			if yes, ok := w.s.Answers[w.key(f)]; ok && f.kind != isFlat {
				f.settle(yes)
				w.placeAsSaid(t, f.kind, yes)
			}
		}
	}
	for i := range w.touches {
		f := &w.touches[i].happened
		if yes, ok := w.s.Answers[w.key(f)]; ok {
			f.settle(yes)
		}
	}
	if yes, ok := w.s.Answers[string(AskStart)]; ok {
		w.start.settle(yes)
		if yes {
			w.faults = nil
		}
	}
}

// placeAsSaid moves a disc, where people looked and contradict the
// measurement, to the nearest place that agrees with them: points and later
// shots follow.
func (w *world) placeAsSaid(t *track, kind factKind, yes bool) {
	if kind != isLine5 && kind != isLine15 {
		return
	}
	b := &w.s.Board
	reach := b.Disc.Radius + b.LineWidth/2
	const clear = 2 * models.TouchEpsilon
	t.rest.SD = 0
	switch d := &t.rest.At.D; {
	case kind == isLine5 && !yes && offLine(w.rules, *b, *d):
		*d = b.Rings.R5 - reach - clear
	case kind == isLine15 && w.rules.OpenTouchCounts && yes:
		*d = min(*d, b.Rings.R15+reach)
	case kind == isLine15 && w.rules.OpenTouchCounts:
		*d = max(*d, b.Rings.R15+reach+clear)
	case kind == isLine15 && yes:
		*d = min(*d, b.Rings.R15-reach-clear)
	case kind == isLine15:
		*d = max(*d, b.Rings.R15-reach)
	}
}

// collectDoubts lists the facts that may matter and are not certain: doubts
// nobody can know, hints are sure enough to go by.
func (w *world) collectDoubts() {
	const exact = 1e-6
	add := func(f *fact) {
		switch {
		case f.doubtful():
			w.doubts = append(w.doubts, f)
		case f.p > exact && f.p < 1-exact:
			w.hints = append(w.hints, f)
		}
	}
	for i := range w.touches {
		if w.touches[i].happened.kind == isContact && w.contact != nil {
			continue
		}
		add(&w.touches[i].happened)
	}
	for i := range w.tracks {
		t := &w.tracks[i]
		if t.lay {
			add(&t.whose)
			add(&t.there)
		}
		if !t.inPlay {
			continue
		}
		add(&t.left)
		add(&t.seen)
		if t.rest.State == Flat || t.rest.Or == Flat {
			add(&t.offLine)
			if w.open && w.rules.OpenRule != models.OpenFree {
				add(&t.in15)
			}
		}
		if t.own && w.rules.FoulRemovesOwn == models.FoulMoved {
			add(&t.moved)
		}
	}
	if w.rules.StartViolation != models.StartWarn {
		add(&w.start)
	}
}
