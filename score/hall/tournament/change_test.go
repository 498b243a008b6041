package tournament_test

import (
	"strings"
	"testing"

	"ditchline/referee"
	"ditchline/score/hall/tournament"
)

func TestWhatCanStillBeChangedCanBe(t *testing.T) {
	cup := open(t, tournament.Setup{Name: "Cup", Tables: []string{"1"}, Stages: []tournament.Stage{{Name: "Swiss", System: tournament.Swiss, Rounds: 3}}}, 0)
	change := func(edit func(*tournament.Setup)) error {
		setup := cup.State().Setup
		setup.Stages = append([]tournament.Stage{}, setup.Stages...)
		edit(&setup)
		_, err := cup.Append(tournament.Event{Kind: tournament.KindSetup, Setup: &setup})
		return err
	}
	fits := func(what string, edit func(*tournament.Setup)) {
		t.Helper()
		if err := change(edit); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	not := func(word string, edit func(*tournament.Setup)) {
		t.Helper()
		if err := change(edit); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want a refusal with %q: %v", word, err)
		}
	}
	fits("all is free before anybody is entered", func(s *tournament.Setup) { s.Form, s.Rules, s.Name = referee.Four, "WCC", "Open" })
	fits("back to singles", func(s *tournament.Setup) { s.Form = referee.Two })
	add(t, cup, tournament.Event{Kind: tournament.KindEnter, Entrants: []tournament.Entrant{
		{Players: []tournament.Player{{Name: "A"}}}, {Players: []tournament.Player{{Name: "B"}}}, {Players: []tournament.Player{{Name: "C"}}}, {Players: []tournament.Player{{Name: "D"}}},
	}})
	not("form", func(s *tournament.Setup) { s.Form = referee.Four })
	not("id", func(s *tournament.Setup) { s.ID = "other" })
	not("no stage", func(s *tournament.Setup) { s.Stages = nil })
	fits("a stage more", func(s *tournament.Setup) {
		s.Stages = append(s.Stages, tournament.Stage{Name: "Final", System: tournament.Knockout, Take: 2})
	})
	begin(t, cup)
	draw(t, cup)
	not("has begun", func(s *tournament.Setup) { s.Stages[0].System = tournament.RoundRobin })
	not("rules", func(s *tournament.Setup) { s.Rules = "NCA" })
	fits("order, minutes and rounds of what is played", func(s *tournament.Setup) {
		s.Stages[0].Order = []tournament.Criterion{tournament.ByPoints, tournament.Buchholz}
		s.Stages[0].Minutes, s.Stages[0].Rounds, s.Stages[0].Name = 30, 2, "Morning"
	})
	fits("games of what is to come", func(s *tournament.Setup) { s.Stages[1].Games = 3 })
	if st := cup.State().Stage(); st.Name != "Morning" || st.Minutes != 30 || st.Stage.Rounds != 2 || st.Order[1] != tournament.Buchholz {
		t.Errorf("the stage is %+v", st.Stage)
	}
	for _, m := range cup.State().Open() {
		result(t, cup, m, 6, 2)
	}
	playStage(t, cup)
	if n := len(cup.State().Stage().Rounds); n != 2 {
		t.Errorf("%d rounds were drawn, want 2", n)
	}
	not("2 rounds are drawn", func(s *tournament.Setup) { s.Stages[0].Rounds = 1 })
	begin(t, cup)
	not("is over", func(s *tournament.Setup) { s.Stages[0].Rounds = 3 })
	not("2 stages have begun", func(s *tournament.Setup) { s.Stages = s.Stages[:1] })
	if tables := cup.State().Tables; len(tables) != 1 {
		t.Errorf("tables are %v", tables)
	}
}

// A stage that began by mistake is taken back, and no match's id comes twice:
// a board may have played it.
func TestAStageCanBeTakenBack(t *testing.T) {
	cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.RoundRobin}, {System: tournament.Knockout, Take: 2}}}, 3)
	begin(t, cup)
	playStage(t, cup)
	begin(t, cup)
	draw(t, cup)
	first := cup.State().Open()[0].ID
	add(t, cup, tournament.Event{Kind: tournament.KindVoid})
	add(t, cup, tournament.Event{Kind: tournament.KindVoid})
	if n := len(cup.State().Stages); n != 1 {
		t.Fatalf("%d stages are begun", n)
	}
	begin(t, cup)
	draw(t, cup)
	if again := cup.State().Open()[0].ID; again == first {
		t.Errorf("match %s is drawn a second time", again)
	}
	if _, err := tournament.Replay(cup.Events()); err != nil {
		t.Error(err)
	}
	empty := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.Swiss, Rounds: 1}}}, 2)
	if _, err := empty.Append(tournament.Event{Kind: tournament.KindVoid}); err == nil {
		t.Error("nothing has begun, and is taken back")
	}
}

func TestEntriesAreReviewedLineByLine(t *testing.T) {
	cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.RoundRobin}}}, 1) // P1, id 1
	entries, err := tournament.ReadEntries(strings.NewReader("Name;Club;Seed;Id\nAnn;\"Tavi;stock\";2;\nBob & Cy;;;\np1;;;\nDi;;first;\nEd;;;1\nFi;;;x y\nGo;;;7\nHo;;;7\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := cup.State().Review(entries)
	want := []struct{ problem, hint string }{{}, {"2 players", ""}, {"", "entered already"}, {"seed", ""}, {"taken", ""}, {"x y", ""}, {}, {"taken", ""}}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, w := range want {
		e := got[i]
		if e.Line != i+2 || (w.problem == "") != (e.Problem == "") || !strings.Contains(e.Problem, w.problem) || (w.hint == "") != (e.Hint == "") || !strings.Contains(e.Hint, w.hint) {
			t.Errorf("line %d: %+v, want %+v", i+2, e, w)
		}
	}
	if c := got[0].Entrant.Club; c != "Tavi;stock" {
		t.Errorf("club is %q", c)
	}
	for _, text := range []string{"name\tclub\nAnn\tX\n", "name,club\nAnn,X\n"} {
		if list, err := tournament.ReadEntrants(strings.NewReader(text)); err != nil || list[0].Club != "X" {
			t.Errorf("%q: %+v, %v", text, list, err)
		}
	}
	if _, err := tournament.ReadEntries(strings.NewReader("")); err == nil {
		t.Error("an empty list is no list")
	}
}
