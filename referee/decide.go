package referee

import "ditchline/models"

// decision is the outcome of one judgement with every fact taken for what its
// value says. The discs' fates stand in the tracks' marks.
type decision struct {
	outcome  Outcome
	reason   Reason
	touched  bool
	indirect bool // the touch came through an own disc only
	damage   bool // a disc came back and touched or moved others
	voided   bool // a twenty was lost by the foul
	p        float64
	marks    []marks
}

// decide follows RULES.md section 6, steps 4 to 8.
func (w *world) decide() decision {
	var d decision
	w.takeSides()
	w.resetMarks()
	post := w.followContacts(&d)
	w.settlePlaces()
	w.judgeDuty(&d, post)
	w.removePhysically()
	if d.outcome == Foul {
		w.removeByFoul(&d)
	}
	w.bankTwenties()
	w.nameTwenty(&d)
	if d.outcome == Reshoot {
		w.putBack()
	}
	return d
}

func (w *world) resetMarks() {
	for i := range w.tracks {
		t := &w.tracks[i]
		t.marks = marks{}
		if !t.left.value {
			continue
		}
		t.dead = !t.lineOnly || w.rules.OutBoundary == models.EdgeIsStartLine
		t.deadHit, t.lineHit = t.dead, !t.dead
	}
	w.tracks[w.shot].chain = true
}

// followContacts walks the contacts in time order. A post contact counts as
// ordinary when it comes from a disc that by this ruleset never left. It
// reports whether a returned disc fulfilled the contact owed.
func (w *world) followContacts(d *decision) (post bool) {
	for again := true; again; {
		again = false
		for i := range w.touches {
			c := &w.touches[i]
			if !c.happened.value || c.a < 0 || c.b < 0 || c.a == c.b || !w.tracks[c.a].there.value || !w.tracks[c.b].there.value {
				continue
			}
			a, b := &w.tracks[c.a], &w.tracks[c.b]
			if c.post {
				if !a.lineHit && !b.lineHit || a.deadHit || b.deadHit {
					d.damage = true
					post = post || a.own != b.own
					again = again || !a.deadHit || !b.deadHit
					a.deadHit, b.deadHit = true, true
					continue
				}
				again = again || !a.lineHit || !b.lineHit
				a.lineHit, b.lineHit = true, true
			}
			if !a.chain && !b.chain {
				continue
			}
			again = again || !a.chain || !b.chain
			a.chain, b.chain = true, true
			direct := c.a == w.shot || c.b == w.shot
			if direct {
				a.direct, b.direct = true, true
			}
			if a.own != b.own && (direct || w.rules.ContactIndirect) {
				if !d.touched || direct {
					d.indirect = !direct
				}
				d.touched = true
			}
		}
	}
	return post
}

// settlePlaces says where every disc lies in the end, damage undone where the
// ruleset asks for it.
func (w *world) settlePlaces() {
	anyDead := false
	for i := range w.tracks {
		anyDead = anyDead || w.tracks[i].dead
	}
	for i := range w.tracks {
		t := &w.tracks[i]
		t.state, t.at = t.rest.State, t.rest.At
		if !t.seen.value && t.rest.Or != "" {
			t.state = t.rest.Or
		}
		switch {
		case t.state == Flat && w.s.Board.FlatInHole(t.at.D, w.s.Board.Disc.Radius),
			t.rest.BouncedOut && w.rules.BounceOutIs20 && t.state != InDitch,
			t.state == Leaning && !w.rules.TwentyFlat:
			t.state = InHole
		}
		if w.rules.Damage != models.DamageRestore || !w.harmed(t, anyDead) {
			continue
		}
		t.restored, t.at, t.state = true, t.damagedFrom, Flat
		if t.before == Leaning && t.damagedFrom.distance(t.beforeAt) <= w.rules.MoveThresholdMM {
			t.state = Leaning
		}
	}
}

// harmed says whether a disc was displaced by one that had left the game.
func (w *world) harmed(t *track, anyDead bool) bool {
	return t.damaged && t.inPlay && (t.deadHit || (anyDead && !t.lineHit))
}

// judgeDuty is step 4: what was owed, and whether it was done.
func (w *world) judgeDuty(d *decision, post bool) {
	d.outcome = Valid
	if w.contact != nil {
		d.touched = *w.contact
	} else if post && w.rules.ContactByReturnedCounts {
		d.touched = true
	}
	anyDead := false
	for i := range w.tracks {
		anyDead = anyDead || w.tracks[i].dead
	}
	for i := range w.tracks {
		d.damage = d.damage || w.harmed(&w.tracks[i], anyDead)
	}
	switch {
	case w.s.ManualFoul != "":
		d.outcome, d.reason = Foul, w.s.ManualFoul
		return
	case !w.start.value && w.rules.StartViolation == models.StartFoul:
		d.outcome, d.reason = Foul, w.startReason()
		return
	case !w.start.value && w.rules.StartViolation == models.StartReplay:
		d.outcome, d.reason = Reshoot, w.startReason()
		return
	}
	if w.open {
		d.reason = OKOpen
		if !w.openFulfilled() {
			d.outcome, d.reason = Foul, FOpenShort
		}
	} else {
		w.judgeContact(d)
	}
	if w.verdict != nil {
		d.overrule(*w.verdict, w.open)
	}
}

func (w *world) judgeContact(d *decision) {
	switch {
	case d.touched:
		d.reason = OKContact
	case !w.rules.ContactRequired:
		d.reason = OKOpen
	case w.rules.DamageSuspendsFoul && d.damage:
		d.reason = OKDamage
	case w.rules.NoviceReshoot != 0 && w.s.ReshootsLeft != 0 && !w.hitAny():
		d.outcome, d.reason = Reshoot, ReshootCode
	default:
		d.outcome, d.reason = Foul, FNoContact
	}
}

// overrule takes a person's word on the whole shot.
func (d *decision) overrule(valid, open bool) {
	switch {
	case valid && d.outcome != Valid:
		d.outcome, d.reason = Valid, OKContact
		if open {
			d.reason = OKOpen
		}
	case !valid && d.outcome != Foul:
		d.outcome, d.reason = Foul, FNoContact
		if open {
			d.reason = FOpenShort
		}
	}
}

func (w *world) startReason() Reason {
	if len(w.faults) > 0 {
		return w.faults[0]
	}
	return FStartLine
}

// hitAny says whether the shot disc rightly touched any disc.
func (w *world) hitAny() bool {
	for i := range w.tracks {
		if i != w.shot && w.tracks[i].chain {
			return true
		}
	}
	return false
}

// openFulfilled says whether an open shot ended as it must.
func (w *world) openFulfilled() bool {
	switch w.rules.OpenRule {
	case models.OpenFree:
		return true
	case models.OpenShotDisc:
		return w.reached15(&w.tracks[w.shot])
	}
	for i := range w.tracks {
		if t := &w.tracks[i]; t.own && t.chain && w.reached15(t) {
			return true
		}
	}
	return false
}

func (w *world) reached15(t *track) bool {
	switch {
	case t.dead && !t.restored:
		return false
	case t.state == Leaning, t.state == InHole:
		return true
	case t.state != Flat:
		return false
	case t.restored:
		b := &w.s.Board
		reach := b.Disc.Radius + b.LineWidth/2
		if w.rules.OpenTouchCounts {
			return below(t.at.D-b.Rings.R15-reach, 0, true) == 1
		}
		return below(t.at.D-b.Rings.R15+reach, 0, false) == 1
	}
	return t.in15.value
}

// removePhysically is step 6. The first reason found is kept.
func (w *world) removePhysically() {
	for i := range w.tracks {
		t := &w.tracks[i]
		if !t.inPlay {
			continue
		}
		switch {
		case t.dead && !t.restored:
			t.why = Returned
		case t.state == InDitch:
			t.why = Ditch
		case t.state == Flat && w.off(t):
			t.why = OnLine
		case t.state == Leaning && !w.rules.LeanStays:
			t.why = Ditch
		}
	}
}

func (w *world) off(t *track) bool {
	if t.restored {
		return offLine(w.rules, w.s.Board, t.at.D)
	}
	return t.offLine.value
}

// removeByFoul is step 7: the shot disc, the own discs that the ruleset
// names, and own twenties of the foul.
func (w *world) removeByFoul(d *decision) {
	for i := range w.tracks {
		t := &w.tracks[i]
		if !t.inPlay || !t.own || t.why != "" {
			continue
		}
		goes := i == w.shot || w.fouled(t, d.reason)
		if t.state == InHole {
			made := t.chain || (!t.deadHit && !t.damaged)
			goes = w.rules.FoulVoids20 && (goes || made)
			d.voided = d.voided || goes
		}
		if goes {
			t.why = ByFoul
		}
	}
}

// fouled says whether an own disc leaves with the shot disc.
func (w *world) fouled(t *track, reason Reason) bool {
	if reason == FOpenShort {
		return w.rules.OpenFailRemoves == models.FailContactedOwn && t.chain
	}
	switch w.rules.FoulRemovesOwn {
	case models.FoulTouched:
		return t.direct
	case models.FoulMoved:
		return t.moved.value && (t.chain || !t.deadHit || t.damaged)
	default:
		return t.chain
	}
}

// bankTwenties is step 8.
func (w *world) bankTwenties() {
	for i := range w.tracks {
		t := &w.tracks[i]
		if !t.inPlay || t.why != "" || t.state != InHole {
			continue
		}
		t.why = Twenty
		if t.banked = t.own || w.rules.OpponentTwentyCounts; !t.banked {
			t.why = Ditch
		}
	}
}

// nameTwenty tells an open shot with a twenty from one without.
func (w *world) nameTwenty(d *decision) {
	if d.reason != OKOpen || !w.open {
		return
	}
	for i := range w.tracks {
		if t := &w.tracks[i]; t.banked && t.own {
			d.reason = OKOpen20
		}
	}
}

// putBack leaves the board as it was before the shot; the shot disc, which
// was not on it, is off.
func (w *world) putBack() {
	for i := range w.tracks {
		t := &w.tracks[i]
		t.state, t.at, t.why, t.banked, t.restored = t.before, t.beforeAt, "", false, false
	}
	w.tracks[w.shot].state = InDitch
}
