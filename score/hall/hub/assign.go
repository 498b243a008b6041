package hub

import (
	"fmt"
	"slices"

	"ditchline/models"
	"ditchline/score"
	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"
)

// boardMatch is what a match of the tournament is called in a board's log:
// another each time it is played anew.
func boardMatch(event string, m *tournament.Match) string {
	id := fmt.Sprintf("%s-%s", event, m.ID)
	if m.Again > 0 {
		id += fmt.Sprintf("-again%d", m.Again)
	}
	return id
}

// assignments are what each table is to play, as the tournament stands.
func assignments(cup *tournament.Tournament) []link.Assignment {
	s := cup.State()
	waiting := map[string][]*tournament.Match{}
	for _, m := range s.Open() {
		waiting[m.Table] = append(waiting[m.Table], m)
	}
	var all []link.Assignment
	for _, table := range s.Tables {
		a := link.Assignment{Event: s.Setup.ID, Table: table, Title: s.Setup.Name, Rev: uint64(cup.Last())}
		if queue := waiting[table]; len(queue) > 0 {
			assign(&a, s, queue[0])
			for _, m := range queue[1:] {
				a.Next = append(a.Next, pairNames(s, m))
			}
		}
		all = append(all, a)
	}
	return all
}

func assign(a *link.Assignment, s *tournament.State, m *tournament.Match) {
	st := &s.Stages[m.Stage]
	a.Match = boardMatch(s.Setup.ID, m)
	a.Stage = stageText(st, m)
	a.Form, a.Rules, a.Sets, a.Games = s.Setup.Form, s.Setup.Rules, boardSets(s, st), st.Games
	a.Deadline = s.Deadline(m)
	for _, id := range []tournament.EntrantID{m.A, m.B} {
		e := s.Entrant(id)
		team := link.Team{Name: e.Team}
		for _, p := range e.Players {
			team.Players = append(team.Players, score.Player{Name: p.Name, CID: p.CID})
		}
		a.Teams = append(a.Teams, team)
	}
}

// boardSets are the rules' changed parameters at the board. A knockout needs a
// winner: where the rules let a tied game stand, one more round decides it
// there.
func boardSets(s *tournament.State, st *tournament.StageState) []string {
	rs, err := models.ShippedRulesets().Get(s.Setup.Rules, s.Setup.Sets...)
	if err != nil || st.System != tournament.Knockout || rs.Game != models.Crokinole || rs.Rules.TargetTie != models.TieStands {
		return s.Setup.Sets
	}
	return append(slices.Clone(s.Setup.Sets), "TargetTie="+string(models.DecidingRound))
}

// stageText is "Power pool A, round 3".
func stageText(st *tournament.StageState, m *tournament.Match) string {
	text := st.Name
	if len(st.Groups) > 1 {
		text += " " + st.Groups[m.Group].Name
	}
	if m.For != "" {
		return text + ", " + m.For
	}
	return fmt.Sprintf("%s, round %d", text, m.Round)
}

func pairNames(s *tournament.State, m *tournament.Match) string {
	return s.Entrant(m.A).Name() + " against " + s.Entrant(m.B).Name()
}

// settlement is the next event by which the tournament follows the boards:
// a result that a board has and the tournament has not, or one that a board's
// log has changed since. Results that people entered stay theirs. nil when
// the two agree.
func settlement(cup *tournament.Tournament, boards *Boards) *tournament.Event {
	s := cup.State()
	by := lastSaid(cup)
	for m := range matchesOf(s) {
		if m.Bye() {
			continue
		}
		bm := playedAt(s, boards, m)
		if bm == nil {
			continue
		}
		e := tournament.Event{By: "table " + bm.Table, Match: m.ID}
		result := bm.Result
		switch {
		case m.Open():
			e.Kind, e.Result = tournament.KindResult, &result
		case m.Result != nil && !m.Forfeit && *m.Result != result && by[m.ID] == e.By:
			e.Kind, e.Result, e.Note = tournament.KindCorrection, &result, "the table's log was corrected"
		default:
			continue
		}
		if _, err := cup.Prepare(e); err != nil {
			continue // a draw in a knockout: undecided lists it
		}
		return &e
	}
	return nil
}

// undecided are open matches that are over at their board, with a result
// that does not settle them: a knockout match stopped while level. People
// decide.
func undecided(s *tournament.State, boards *Boards) []string {
	list := []string{}
	for _, m := range s.Open() {
		if bm := playedAt(s, boards, m); bm != nil && bm.Result.Winner == tournament.NoOne && s.Stages[m.Stage].System == tournament.Knockout {
			list = append(list, fmt.Sprintf("%s: level at %d to %d after the end at table %s: enter who goes on", m.ID, bm.Result.Points[0], bm.Result.Points[1], bm.Table))
		}
	}
	return list
}

// playedAt is the board's match that settles one of the tournament: over, at
// a table where it was to be played.
func playedAt(s *tournament.State, boards *Boards, m *tournament.Match) *BoardMatch {
	for _, table := range append([]string{m.Table}, m.Was...) {
		if bm := boards.Match(table, boardMatch(s.Setup.ID, m)); bm != nil && bm.Over {
			return bm
		}
	}
	return nil
}

// lastSaid is by whom the newest word on each match's result is.
func lastSaid(cup *tournament.Tournament) map[tournament.MatchID]string {
	by := map[tournament.MatchID]string{}
	for _, e := range cup.Events() {
		switch e.Kind {
		case tournament.KindResult, tournament.KindForfeit, tournament.KindCorrection:
			by[e.Match] = e.By
		}
	}
	return by
}

// matchesOf are all matches that have been drawn.
func matchesOf(s *tournament.State) func(func(*tournament.Match) bool) {
	return func(yield func(*tournament.Match) bool) {
		for i := range s.Stages {
			for k := range s.Stages[i].Rounds {
				for _, m := range s.Stages[i].Rounds[k].Matches {
					if !yield(m) {
						return
					}
				}
			}
		}
	}
}

// strangers are tables that play a match of the tournament which was never
// theirs: a copied ticket, or a mistaken one. Nothing of it counts.
func strangers(s *tournament.State, boards *Boards) []Aside {
	due := map[string]*tournament.Match{}
	for m := range matchesOf(s) {
		due[boardMatch(s.Setup.ID, m)] = m
	}
	var out []Aside
	for _, bm := range boards.matches {
		if m := due[bm.ID]; m != nil && !m.At(bm.Table) {
			out = append(out, Aside{
				Subject: bm.subject, Cause: CauseStranger,
				Text: fmt.Sprintf("table %s plays match %s, which is table %s's: nothing of it counts; if table %s did not do so, its ticket has been copied: revoke it", bm.Table, bm.ID, m.Table, bm.Table),
			})
		}
	}
	slices.SortFunc(out, func(a, b Aside) int {
		if a.Subject < b.Subject {
			return -1
		}
		return 1
	})
	return out
}
