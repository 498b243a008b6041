package referee

import (
	"cmp"
	"math"
	"slices"

	"ditchline/models"
)

// jointDoubts bounds how many uncertain facts are weighed together: first those
// that alone decide, then the most doubtful; the rest are taken for what is
// likelier.
const jointDoubts = 4

// Judge says what a shot was: RULES.md section 6. Where an uncertain fact
// decides, the outcome is Review, with the question and both outcomes.
func Judge(s *Situation) Verdict {
	w := newWorld(s)
	if s.Expected != nil && (s.Expected.Seat != s.Seat || s.Expected.Side != s.Side) {
		return w.outOfTurn()
	}
	return w.judge()
}

func (w *world) judge() Verdict {
	if len(w.doubts) == 0 {
		d := w.decide()
		d.p = 1
		if len(w.hints) > 0 {
			d.marks = w.copyMarks()
			d.p = w.trust(&d)
		}
		return w.verdictOf(&d)
	}
	kept := w.weigh()
	best := kept[0]
	if best.p >= surely || len(kept) == 1 {
		w.assume(best.bits)
		best.p *= w.trust(&best.decision)
		return w.verdictOf(&best.decision)
	}
	other := kept[1]
	w.assume(best.bits)
	v := w.verdictOf(&best.decision)
	w.assume(other.bits)
	alt := w.verdictOf(&other.decision)
	v.Question = w.question(best, other)
	v.Outcome, v.Alternative, v.Confirm = Review, &alt, nil
	return v
}

// weighed is one possible result with the likeliest set of facts that gives
// it.
type weighed struct {
	decision
	bits  uint
	bitsP float64
}

// weigh judges every combination of the doubtful facts and gathers equal
// results, the likeliest first.
func (w *world) weigh() []weighed {
	w.weightiestFirst()
	w.doubts = w.doubts[:min(len(w.doubts), jointDoubts)]
	var kept []weighed
	for bits := range uint(1) << len(w.doubts) {
		p := 1.0
		for i, f := range w.doubts {
			if bits>>i&1 == 1 {
				p *= f.p
			} else {
				p *= 1 - f.p
			}
		}
		w.assume(bits)
		d := w.decide()
		d.marks = w.copyMarks()
		known := slices.IndexFunc(kept, func(k weighed) bool { return sameFate(&k.decision, &d) })
		if known < 0 {
			d.p = p
			kept = append(kept, weighed{decision: d, bits: bits, bitsP: p})
			continue
		}
		k := &kept[known]
		total := k.p + p
		if p > k.bitsP {
			k.decision, k.bits, k.bitsP = d, bits, p
		}
		k.p = total
	}
	slices.SortStableFunc(kept, func(a, b weighed) int { return cmp.Compare(b.p, a.p) })
	return kept
}

// weightiestFirst sorts the doubts: those that alone change the result before
// the others, the most doubtful first.
func (w *world) weightiestFirst() {
	base := w.decide()
	base.marks = w.copyMarks()
	weight := make(map[*fact]float64, len(w.doubts))
	for _, f := range w.doubts {
		f.value = !f.value
		d := w.decide()
		d.marks = w.copyMarks()
		f.value = !f.value
		weight[f] = math.Abs(f.p - 0.5)
		if sameFate(&base, &d) {
			weight[f]++
		}
	}
	slices.SortStableFunc(w.doubts, func(a, b *fact) int { return cmp.Compare(weight[a], weight[b]) })
}

func (w *world) copyMarks() []marks {
	out := make([]marks, len(w.tracks))
	for i := range w.tracks {
		out[i] = w.tracks[i].marks
	}
	return out
}

// trust is how sure the hints make a result: each that would change it counts.
func (w *world) trust(d *decision) float64 {
	p := 1.0
	for _, f := range w.hints {
		f.value = !f.value
		other := w.decide()
		other.marks = w.copyMarks()
		if !sameFate(d, &other) {
			p *= max(f.p, 1-f.p)
		}
		f.value = !f.value
	}
	return p
}

// assume takes the doubtful facts for what the bits say.
func (w *world) assume(bits uint) {
	for i, f := range w.doubts {
		f.value = bits>>i&1 == 1
	}
	w.takeSides()
}

// sameFate says whether two judgements do the same to every disc.
func sameFate(a, b *decision) bool {
	if a.outcome != b.outcome {
		return false
	}
	for i := range a.marks {
		x, y := &a.marks[i], &b.marks[i]
		if (x.why == "") != (y.why == "") || x.banked != y.banked || x.restored != y.restored || (x.why == "" && (x.state == Leaning) != (y.state == Leaning)) {
			return false
		}
	}
	return true
}

// question is the fact that, answered, tells the two results apart.
func (w *world) question(best, other weighed) *Question {
	pick := -1
	for i := range w.doubts {
		w.assume(best.bits ^ 1<<i)
		d := w.decide()
		d.marks = w.copyMarks()
		if !sameFate(&best.decision, &d) {
			pick = i
			break
		}
	}
	for i := 0; pick < 0 && i < len(w.doubts); i++ {
		if (best.bits^other.bits)>>i&1 == 1 {
			pick = i
		}
	}
	f := w.doubts[max(pick, 0)]
	q := &Question{Key: w.key(f), Kind: f.kind.question(), P: f.p, Discs: []string{w.name(f.disc)}}
	if f.with >= 0 {
		q.Discs = append(q.Discs, w.name(f.with))
	}
	return q
}

// outOfTurn is the verdict on a shot by the wrong seat or colour: a person
// chooses to replay it (the default) or to accept it (AMB-28).
func (w *world) outOfTurn() Verdict {
	q := Question{Key: string(AskTurn), Kind: AskTurn, Discs: []string{w.s.Shot}, P: 0}
	accepted, answered := w.s.Answers[string(AskTurn)]
	replay := Verdict{
		Outcome: Reshoot, Likely: Reshoot, Reason: FTurn, Next: w.s.Expected.Seat, StartValid: true, Confidence: 1,
		Because: []string{"AMB-28"}, Open: w.open,
	}
	switch {
	case answered && accepted:
		return w.judge()
	case answered:
		return replay
	}
	alt := w.judge()
	replay.Outcome, replay.Question, replay.Alternative = Review, &q, &alt
	return replay
}

// verdictOf writes a judgement down; d.marks may be nil when the tracks still
// hold them.
func (w *world) verdictOf(d *decision) Verdict {
	v := Verdict{
		Outcome: d.outcome, Likely: d.outcome, Reason: d.reason, Confidence: d.p, Open: w.open, Contact: d.touched,
		StartValid: len(w.faults) == 0, StartReasons: w.faults,
		Next: w.s.Form.Next(w.s.Seat, w.rules.TurnOrder),
	}
	if d.outcome == Reshoot {
		v.Next = w.s.Seat
	}
	v.Board = make([]Disc, 0, len(w.tracks))
	for i := range w.tracks {
		t := &w.tracks[i]
		if d.marks != nil {
			t.marks = d.marks[i]
		}
		if left := (Disc{ID: t.id, Owner: t.owner, State: t.state, At: t.at, SD: t.rest.SD, On: t.rest.On}); t.why == "" && left.InPlay() {
			v.Board = append(v.Board, left)
		}
		if t.why != "" {
			v.Removed = append(v.Removed, Removal{ID: t.id, Owner: t.owner, Why: t.why})
		}
		if t.banked {
			if v.Twenties == nil {
				v.Twenties = make(map[Side]int, 1)
			}
			v.Twenties[t.owner]++
		}
		if t.restored {
			v.Restored = append(v.Restored, Restored{ID: t.id, To: t.at})
		}
	}
	v.Because = w.because(d)
	v.Confirm = w.confirmations(d)
	return v
}

// confirmations are what RULES.md lets a person confirm while the default
// stands: a frozen neighbour (AMB-19), stacked discs (AMB-22), places to
// restore (AMB-08).
func (w *world) confirmations(d *decision) []Question {
	var out []Question
	ask := func(kind QuestionKind, discs ...string) {
		key := string(kind) + ":" + discs[0]
		if _, answered := w.s.Answers[key]; !answered {
			out = append(out, Question{Key: key, Kind: kind, Discs: discs})
		}
	}
	hole, lean := -1, -1
	for i := range w.tracks {
		t := &w.tracks[i]
		if t.restored {
			ask(AskRestore, t.id)
		}
		switch t.state {
		case InHole:
			if t.inPlay {
				hole = i
			}
		case Leaning:
			lean = i
		}
	}
	if hole >= 0 && lean >= 0 {
		ask(AskStacked, w.tracks[lean].id, w.tracks[hole].id)
	}
	if d.outcome == Foul && d.reason == FNoContact && w.contact == nil {
		if own, opp := w.frozenPair(); own >= 0 {
			ask(AskFrozen, w.tracks[opp].id, w.tracks[own].id)
		}
	}
	return out
}

// frozenPair finds an own disc of the chain that lay against an opposing one
// before the shot: whether it was driven from it or into it, only people saw.
func (w *world) frozenPair() (own, opp int) {
	const frozen = 0.5 // mm between the edges that count as lying against
	for i := range w.tracks {
		a := &w.tracks[i]
		if !a.own || !a.chain || i == w.shot {
			continue
		}
		for k := range w.tracks {
			b := &w.tracks[k]
			if !b.own && b.inPlay && a.beforeAt.distance(b.beforeAt) <= 2*w.s.Board.Disc.Radius+frozen && a.before == Flat && b.before == Flat {
				return i, k
			}
		}
	}
	return -1, -1
}

// because lists the statements that decided, by the fields that were used.
func (w *world) because(d *decision) []string {
	ids := make([]string, 0, 6)
	say := func(field string) {
		id := w.s.Ruleset.Source(field)
		if id == models.HouseSource {
			id = models.HouseSource + ":" + field
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	w.becauseDuty(d, say)
	for i := range w.tracks {
		t := &w.tracks[i]
		switch t.why {
		case Returned:
			say("ReturnedDisc")
			if t.lineOnly {
				say("OutBoundary")
			}
		case Ditch:
			if t.state == Leaning {
				say("LeanStays")
			} else if t.state == InHole {
				say("OpponentTwentyCounts")
			} else {
				say("OutBoundary")
			}
		case OnLine:
			say("RestOnStartLine")
		case Twenty:
			if t.own {
				say("TwentyFlat")
			} else {
				say("OpponentTwentyCounts")
			}
		case "":
			if t.state == Leaning && t.inPlay && t.listed {
				say("LeanStays")
			}
		}
	}
	if d.damage && d.outcome != Reshoot {
		say("Damage")
	}
	return ids
}

func (w *world) becauseDuty(d *decision, say func(string)) {
	switch d.reason {
	case FStartLine:
		say("StartTouchLine")
	case FStartQuad:
		say("StartQuadrant")
	case FStartBack:
		say("StartRadial")
	case FStartFlat:
		say("StartFlat")
	case OKOpen, OKOpen20, FOpenShort:
		say("OpenRule")
		if w.rules.OpenRule != models.OpenFree {
			say("OpenTouchCounts")
		}
	case OKContact, FNoContact:
		say("ContactRequired")
		if d.indirect {
			say("ContactIndirect")
		}
	case OKDamage:
		say("DamageSuspendsFoul")
	case ReshootCode:
		say("NoviceReshoot")
	}
	if len(w.faults) > 0 {
		say("StartViolation")
	}
	if d.outcome == Foul {
		if d.reason == FOpenShort {
			say("OpenFailRemoves")
		} else {
			say("FoulRemovesOwn")
		}
		if d.voided {
			say("FoulVoids20")
		}
		if d.reason == FNoContact && d.damage && !w.rules.ContactByReturnedCounts {
			say("ContactByReturnedCounts")
		}
	}
}
