package score

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"ditchline/models"
	"ditchline/referee"
)

// complete fills what an event leaves open.
func (m *Match) complete(e *Event) error {
	switch e.Kind {
	case KindUndo:
		if e.Of == 0 {
			on := active(m.events)
			e.Of = m.last(func(i int) bool { return on[i] && canUndo(m.events[i].Kind) })
		}
	case KindRedo:
		if e.Of == 0 {
			on := active(m.events)
			e.Of = m.last(func(i int) bool { return !on[i] })
		}
	case KindRuling:
		if e.Of == 0 && len(m.state.Reviews) > 0 {
			e.Of = m.state.Reviews[len(m.state.Reviews)-1].Seq
		}
	case KindFlag:
		if e.Flag == nil {
			return errors.New("flag: the body is missing")
		}
		f, ok := referee.FlagOf(e.Flag.Code)
		if ok && e.Flag.Action == "" {
			e.Flag.Action = f.Default
		}
		if e.Of == 0 && aboutShot(e.Flag.Action) {
			on := active(m.events)
			e.Of = m.last(func(i int) bool { return on[i] && m.events[i].Kind == KindShot })
		}
	case KindShot:
		m.completeShot(e)
	case KindCorrection:
		m.completeCorrection(e)
	}
	return nil
}

// completeCorrection keeps the disc's id where none is given. A corrected
// shot is in turn: people have looked at it.
func (m *Match) completeCorrection(e *Event) {
	if e.Shot == nil || e.Of < 1 || e.Of > len(m.events) || m.events[e.Of-1].Shot == nil {
		return
	}
	shot := *e.Shot
	shot.InTurn = true
	if shot.Disc == "" {
		shot.Disc = m.events[e.Of-1].Shot.Disc
	}
	e.Shot = &shot
}

// aboutShot says whether a flag's action changes what a shot was.
func aboutShot(a referee.Action) bool {
	return a == referee.ActFoul || a == referee.ActReplay || a == referee.ActOverwrite || a == referee.ActConfirm
}

// completeShot names the disc and marks a shot that is in turn.
func (m *Match) completeShot(e *Event) {
	if e.Shot == nil {
		return
	}
	s := m.state
	shot := *e.Shot
	shot.Side = s.sideOf(&shot)
	next := s.Next
	if s.Phase == Choosing {
		next = shot.Seat // the loser has decided by shooting or letting shoot
	}
	if s.Phase == Frozen {
		next = LeftOf(s.Setup, s.Starter)
	}
	team := s.Setup.Team(shot.Seat)
	shot.InTurn = shot.InTurn || (shot.Seat == next && team != nil && team.Side == shot.Side)
	if seat := s.seatWithDisc(shot.Seat, shot.Side); shot.Disc == "" && seat != "" {
		shot.Disc = s.discID("", seat, shot.Side)
	}
	e.Shot = &shot
}

// last is the number of the last event that fits, 0 when none does.
func (m *Match) last(fits func(i int) bool) int {
	for i := len(m.events) - 1; i > 0; i-- {
		if fits(i) {
			return i + 1
		}
	}
	return 0
}

// checkBody reports everything wrong with an event by itself, and with what
// it is about.
func checkBody(e *Event, events []Event) error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	setup := events[0].Setup
	about := func(kinds ...Kind) *Event {
		if e.Of < 1 || e.Of >= e.Seq || e.Of > len(events) {
			bad("%s is about event %d, which is not before it", e.Kind, e.Of)
			return nil
		}
		of := &events[e.Of-1]
		if len(kinds) > 0 && !slices.Contains(kinds, of.Kind) {
			bad("%s is about event %d, a %s: want a %v", e.Kind, e.Of, of.Kind, kinds)
			return nil
		}
		return of
	}
	switch e.Kind {
	case KindShot:
		if setup.Ruleset.Game != models.Crokinole {
			bad("a shot in a match of %s", setup.Ruleset.Game)
		} else {
			checkShot(setup, e.Shot, bad)
		}
	case KindStroke:
		if setup.Ruleset.Game != models.Carrom {
			bad("a stroke in a match of %s", setup.Ruleset.Game)
		} else if e.Stroke == nil {
			bad("stroke: the body is missing")
		} else {
			checkLies(e.Stroke.Lies, bad)
		}
	case KindCorrection:
		of := about(KindShot, KindStroke)
		if of != nil && of.Kind == KindShot {
			checkShot(setup, e.Shot, bad)
		} else if of != nil && e.Stroke == nil {
			bad("correction: the stroke is missing")
		} else if of != nil {
			checkLies(e.Stroke.Lies, bad)
		}
	case KindRuling:
		about(KindShot)
		if len(e.Answers) == 0 {
			bad("ruling: no answer is given")
		}
	case KindUndo, KindRedo:
		if of := about(); of != nil && !canUndo(of.Kind) {
			bad("%s is about event %d: a %s cannot be undone", e.Kind, e.Of, of.Kind)
		}
	case KindFlag:
		checkFlag(setup, e, bad)
	case KindEdit:
		checkEdit(setup, e.Edit, bad)
	case KindRound:
		checkRound(setup, e.Round, bad)
	case KindStarter:
		if !slices.Contains(setup.Form.Seats(), e.Seat) {
			bad("starter: seat %q is not used", e.Seat)
		}
	case KindConcede:
		if !hasSide(setup, e.Side) {
			bad("concede: no side is called %q", e.Side)
		}
	case KindStop, KindNote:
	case KindStart:
		bad("a match starts once")
	default:
		bad("kind is %q, which is not known", e.Kind)
	}
	return errors.Join(problems...)
}

func hasSide(setup *Setup, side referee.Side) bool {
	return slices.ContainsFunc(setup.Teams, func(t Team) bool { return t.Side == side })
}

func checkShot(setup *Setup, shot *Shot, bad func(string, ...any)) {
	if shot == nil {
		bad("shot: the body is missing")
		return
	}
	if !slices.Contains(setup.Form.Seats(), shot.Seat) {
		bad("shot: seat %q is not used", shot.Seat)
	}
	if shot.Side != "" && !hasSide(setup, shot.Side) {
		bad("shot: no side is called %q", shot.Side)
	}
	for _, r := range shot.After {
		if !r.State.Valid() || (r.Or != "" && !r.Or.Valid()) {
			bad("shot: disc %s has the state %q, %q", r.ID, r.State, r.Or)
		}
		checkPlace("shot: disc "+r.ID, r.At, bad)
		checkUnit("shot: doubt of disc "+r.ID, r.Doubt, bad)
		if !(r.SD >= 0) || math.IsInf(r.SD, 0) {
			bad("shot: sd of disc %s is %v", r.ID, r.SD)
		}
	}
	for _, c := range shot.Contacts {
		checkUnit("shot: doubt of the contact "+c.A+", "+c.B, c.Doubt, bad)
	}
	for _, r := range shot.Returned {
		checkUnit("shot: doubt of the return of "+r.ID, r.Doubt, bad)
	}
	for _, d := range shot.Damage {
		checkPlace("shot: damage of "+d.ID, d.From, bad)
	}
	for _, u := range shot.Unsure {
		checkUnit("shot: doubt whose disc "+u.ID+" is", u.Other, bad)
		checkUnit("shot: doubt that disc "+u.ID+" lay there", u.Gone, bad)
	}
	if shot.Start != nil {
		checkPlace("shot: start", shot.Start.At, bad)
		if !shot.Start.Seat.Valid() || !(shot.Start.SD >= 0) || math.IsInf(shot.Start.SD, 0) {
			bad("shot: start has seat %q and sd %v", shot.Start.Seat, shot.Start.SD)
		}
	}
}

func checkPlace(what string, p referee.Polar, bad func(string, ...any)) {
	if !(p.D >= 0) || math.IsInf(p.D, 0) || math.IsNaN(p.Theta) || math.IsInf(p.Theta, 0) {
		bad("%s lies at %v@%v", what, p.D, p.Theta)
	}
}

func checkUnit(what string, p float64, bad func(string, ...any)) {
	if !(p >= 0 && p <= 1) {
		bad("%s is %v: want 0 to 1", what, p)
	}
}

func checkFlag(setup *Setup, e *Event, bad func(string, ...any)) {
	if e.Flag == nil {
		bad("flag: the body is missing")
		return
	}
	f, ok := referee.FlagOf(e.Flag.Code)
	switch {
	case !ok:
		bad("flag: no flag is called %q", e.Flag.Code)
	case !f.Allows(e.Flag.Action):
		bad("flag %s: the action %q is not among %v and %v", f.Code, e.Flag.Action, f.Default, f.Others)
	}
	switch e.Flag.Action {
	case referee.ActOverwrite, referee.ActConfirm:
		if len(e.Answers) == 0 {
			bad("flag %s: what people saw is missing: give answers", f.Code)
		}
	case referee.ActUndo, referee.ActEdit, referee.ActEnd:
		bad("flag %s: the action %s is an event of its own: append that", f.Code, e.Flag.Action)
	}
	if e.Flag.Seat != "" && !slices.Contains(setup.Form.Seats(), e.Flag.Seat) {
		bad("flag: seat %q is not used", e.Flag.Seat)
	}
	if e.Of < 0 || e.Of >= e.Seq {
		bad("flag: event %d is not before it", e.Of)
	} else if aboutShot(e.Flag.Action) && e.Of == 0 {
		bad("flag %s: there is no shot that it could be about", f.Code)
	}
}

func checkEdit(setup *Setup, edit *Edit, bad func(string, ...any)) {
	if edit == nil {
		bad("edit: the body is missing")
		return
	}
	if (edit.Pieces != nil) != (setup.Ruleset.Game == models.Carrom) {
		bad("edit: a match of %s has %s", setup.Ruleset.Game, map[bool]string{true: "discs, no pieces", false: "pieces, no board to edit by discs"}[edit.Pieces != nil])
	} else if edit.Pieces != nil {
		if err := edit.Pieces.problems(setup.Ruleset.Carrom.Pieces); err != nil {
			bad("%v", err)
		}
		if turn := edit.Pieces.Turn; turn != "" && !slices.Contains(setup.Form.Seats(), turn) {
			bad("edit: the turn of %q: want one of %v", turn, setup.Form.Seats())
		}
	}
	for _, d := range edit.Place {
		if d.ID == "" || !d.InPlay() || !hasSide(setup, d.Owner) {
			bad("edit: disc %q of %q is placed as %q: want a disc of a side, flat or leaning", d.ID, d.Owner, d.State)
		}
		checkPlace("edit: disc "+d.ID, d.At, bad)
		if !(d.SD >= 0) || math.IsInf(d.SD, 0) {
			bad("edit: sd of disc %s is %v", d.ID, d.SD)
		}
	}
	for side, n := range edit.Twenties {
		if !hasSide(setup, side) || n < -60 || n > 60 {
			bad("edit: %d twenties of %q", n, side)
		}
	}
}

func checkRound(setup *Setup, end *RoundEnd, bad func(string, ...any)) {
	if setup.Ruleset.Game == models.Carrom {
		bad("round: a carrom board ends by its last piece")
	}
	if end == nil {
		return
	}
	for side, c := range end.Counts {
		if !hasSide(setup, side) || c.Board < 0 || c.Twenties < 0 || c.Board > 1200 || c.Twenties > 60 {
			bad("round: %q counts %d on the board and %d twenties", side, c.Board, c.Twenties)
		}
	}
}

// fits reports why an event cannot follow what the match has come to.
func (m *Match) fits(e *Event) error {
	s := m.state
	switch e.Kind {
	case KindShot:
		return s.canShoot(e.Shot)
	case KindStroke:
		return s.canStroke(e.Stroke)
	case KindRound:
		if s.Phase == Over || s.Phase == Choosing {
			return fmt.Errorf("no round to write: the match is %s", s.Phase)
		}
	case KindStarter:
		if s.Phase != Choosing {
			return fmt.Errorf("nobody has to choose a starter: the match is %s", s.Phase)
		}
	case KindUndo:
		if !active(m.events)[e.Of-1] {
			return fmt.Errorf("event %d is undone already", e.Of)
		}
	case KindRedo:
		if active(m.events)[e.Of-1] {
			return fmt.Errorf("event %d is not undone", e.Of)
		}
	case KindEdit:
		return s.canEdit(e.Edit)
	case KindConcede, KindStop:
		if s.Phase == Over {
			return errors.New("the match is over")
		}
	}
	return nil
}

func (s *State) canShoot(shot *Shot) error {
	switch {
	case s.Phase == Over:
		return errors.New("the match is over: no shot can follow")
	case s.Phase == Frozen && s.Setup.Ruleset.Rules.FreezeBoardUntilScored:
		return errors.New("all discs of the round are played: write the round first")
	case s.Phase == Frozen, s.Phase == Choosing:
		return nil // begins the next round
	}
	side := s.side(shot.Side)
	if side == nil || side.Unplayed == 0 {
		return fmt.Errorf("side %s has no disc left in this round", shot.Side)
	}
	if s.Phase == LastShot && s.Setup.Team(s.Next).Side != shot.Side {
		return fmt.Errorf("time is up: only %s may take one more shot", s.Setup.Team(s.Next).Side)
	}
	if !s.free(shot.Disc) {
		return fmt.Errorf("disc %s was played in this round already", shot.Disc)
	}
	var problems []error
	known := func(id string) {
		if id != shot.Disc && !referee.IsPeg(id) && !slices.ContainsFunc(s.Board, func(d referee.Disc) bool { return d.ID == id }) {
			problems = append(problems, fmt.Errorf("disc %s is not on the board", id))
		}
	}
	for _, r := range shot.After {
		known(r.ID)
	}
	for _, c := range shot.Contacts {
		known(c.A)
		known(c.B)
	}
	for _, r := range shot.Returned {
		known(r.ID)
	}
	for _, d := range shot.Damage {
		known(d.ID)
	}
	return errors.Join(problems...)
}

func (s *State) canStroke(stroke *Stroke) error {
	if s.Phase == Over {
		return errors.New("the match is over: no stroke can follow")
	}
	if stroke.Seat != "" && stroke.Seat != s.Next {
		return fmt.Errorf("out of turn: it is the turn of %s, not of %s", s.Next, stroke.Seat)
	}
	board := s.Carrom.Board
	return referee.CheckStroke(&board, stroke.Stroke)
}

// canEdit reports discs that an edit needs beyond those that there are.
func (s *State) canEdit(e *Edit) error {
	if s.isCarrom() && s.Phase != Over && e.Pieces != nil {
		return nil
	}
	if s.Phase == Over || s.Phase == Choosing || s.isCarrom() {
		return fmt.Errorf("there is no board to edit: the match is %s", s.Phase)
	}
	spare := map[referee.Side]int{}
	for _, side := range s.Sides {
		spare[side.Side] = side.Removed + side.Unplayed
	}
	at := func(id string) int { return slices.IndexFunc(s.Board, func(d referee.Disc) bool { return d.ID == id }) }
	var problems []error
	for _, id := range e.Remove {
		if i := at(id); i >= 0 {
			spare[s.Board[i].Owner]++
		} else {
			problems = append(problems, fmt.Errorf("disc %s is not on the board", id))
		}
	}
	for _, d := range e.Place {
		if i := at(d.ID); i < 0 || s.Board[i].Owner != d.Owner {
			spare[d.Owner]--
		}
	}
	for _, side := range s.Sides {
		n := e.Twenties[side.Side]
		if -n > side.Twenties {
			problems = append(problems, fmt.Errorf("side %s has %d twenties: %d cannot be taken", side.Side, side.Twenties, -n))
		}
		if spare[side.Side] < max(n, 0) {
			problems = append(problems, fmt.Errorf("side %s has not that many discs", side.Side))
		}
	}
	return errors.Join(problems...)
}
