package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/tournament"

	"pgregory.net/rapid"
)

// favourite lets the lower number win by 5 to 3.
func favourite(t tb, cup *tournament.Tournament) {
	t.Helper()
	for _, m := range cup.State().Open() {
		if len(m.A) < len(m.B) || (len(m.A) == len(m.B) && m.A < m.B) {
			result(t, cup, m, 5, 3)
		} else {
			result(t, cup, m, 3, 5)
		}
	}
}

// playStage draws and plays until the stage is at its end.
func playStage(t tb, cup *tournament.Tournament) {
	t.Helper()
	for {
		e, err := cup.NextRound(3)
		if err != nil {
			return
		}
		add(t, cup, e)
		favourite(t, cup)
	}
}

func TestAKnockoutOfSixSparesTheBestSeeds(t *testing.T) {
	cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.Knockout, Third: true}}}, 6)
	begin(t, cup)
	draw(t, cup)
	var byes []tournament.EntrantID
	for _, m := range cup.State().Stage().Rounds[0].Matches {
		if m.Bye() {
			byes = append(byes, m.A)
		}
	}
	if slices.Sort(byes); !slices.Equal(byes, []tournament.EntrantID{"1", "2"}) {
		t.Errorf("byes: %v", byes)
	}
	favourite(t, cup)
	playStage(t, cup)
	rows := cup.State().Standings(0, 0)
	if got := strings.Join(places(rows), " "); got != "1 2 3 4 5 6" {
		t.Errorf("places: %s", got)
	}
	if rows[4].Place != 5 || rows[5].Place != 5 || rows[2].Place != 3 || rows[3].Place != 4 {
		t.Errorf("%+v", rows)
	}
	if !cup.State().Done() {
		t.Error("the knockout has no end")
	}
}

// In a full bracket in which the better seed always wins, the last 2^k are
// the best 2^k.
func TestTheBetterSeedsMeetLate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "entrants")
		cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.Knockout}}}, n)
		begin(t, cup)
		for {
			e, err := cup.NextRound(1)
			if err != nil {
				break
			}
			add(t, cup, e)
			in := 0
			for _, p := range e.Drawn.Pairs {
				in++
				if p.B != "" {
					in++
				}
			}
			for _, p := range e.Drawn.Pairs {
				if number2(p.A) > in || number2(p.B) > in {
					t.Fatalf("%d left, and %s meets %s", in, p.A, p.B)
				}
			}
			favourite(t, cup)
		}
		if rows := cup.State().Standings(0, 0); rows[0].Entrant != "1" {
			t.Fatalf("winner: %s", rows[0].Entrant)
		}
	})
}

func number2(id tournament.EntrantID) (n int) {
	for _, r := range id {
		n = 10*n + int(r-'0')
	}
	return n
}

// A whole NCA day: two pools, two power pools by their result, the best four
// of each play off.
func TestPoolsLeadToPowerPoolsAndToPlayOffs(t *testing.T) {
	setup, err := tournament.PresetSetup("nca-singles", "nca", "NCA day")
	if err != nil {
		t.Fatal(err)
	}
	cup := open(t, setup, 20)
	for range setup.Stages {
		begin(t, cup)
		playStage(t, cup)
	}
	s := cup.State()
	if !s.Done() {
		t.Fatal("the day has no end")
	}
	if a, b := len(s.Stages[1].Groups[0].Members), len(s.Stages[1].Groups[1].Members); a != 10 || b != 10 {
		t.Errorf("power pools of %d and %d", a, b)
	}
	for _, id := range s.Stages[1].Groups[0].Members {
		if number2(id) > 10 {
			t.Errorf("%s is in the upper power pool", id)
		}
	}
	if got := strings.Join(places(s.Standings(2, 0)), " "); got != "1 2 3 4" {
		t.Errorf("play-off A: %s", got)
	}
	if got := strings.Join(places(s.Standings(2, 1)), " "); got != "11 12 13 14" {
		t.Errorf("play-off B: %s", got)
	}
}

func TestPoolsOfUnlikeSizeAreComparedByTheMatch(t *testing.T) {
	cup := open(t, tournament.Setup{Stages: []tournament.Stage{
		{System: tournament.RoundRobin, Groups: 2},
		{System: tournament.Knockout, Take: 2, Overall: true},
	}}, 5)
	begin(t, cup)
	playStage(t, cup)
	begin(t, cup)
	// 4 has 8 points of two matches, 2 has 5 of one.
	if got := cup.State().Stage().Groups[0].Members; !slices.Equal(got, []tournament.EntrantID{"1", "2"}) {
		t.Errorf("%v come through", got)
	}
}

func TestEveryPresetCanBePlayed(t *testing.T) {
	for _, p := range tournament.Presets {
		t.Run(p.Name, func(t *testing.T) {
			setup, err := tournament.PresetSetup(p.Name, "x", "X")
			if err != nil {
				t.Fatal(err)
			}
			people := 1
			if setup.Form == referee.Four {
				people = 2
			}
			cup, err := tournament.Open(tournament.Event{Kind: tournament.KindOpen, At: began, Setup: &setup})
			if err != nil {
				t.Fatal(err)
			}
			var entrants []tournament.Entrant
			for range 24 {
				entrants = append(entrants, tournament.Entrant{Players: make([]tournament.Player, people)})
				for i := range entrants[len(entrants)-1].Players {
					entrants[len(entrants)-1].Players[i].Name = "N"
				}
			}
			add(t, cup, tournament.Event{Kind: tournament.KindEnter, Entrants: entrants})
			for range setup.Stages {
				begin(t, cup)
				playStage(t, cup)
			}
			if !cup.State().Done() {
				t.Error("it has no end")
			}
			if _, err := tournament.Replay(cup.Events()); err != nil {
				t.Errorf("its log does not replay: %v", err)
			}
		})
	}
}

func TestACorrectionMarksWhatWouldHaveBeenDrawnOtherwise(t *testing.T) {
	cup := open(t, tournament.Setup{Count: tournament.CountMatches, Stages: []tournament.Stage{{System: tournament.Swiss, Rounds: 2}, {System: tournament.Knockout, Take: 2}}}, 8)
	begin(t, cup)
	draw(t, cup)
	favourite(t, cup)
	draw(t, cup)
	favourite(t, cup)
	begin(t, cup)
	if wrong := cup.Misdrawn(); len(wrong) != 0 {
		t.Fatalf("misdrawn before any correction: %+v", wrong)
	}
	first := cup.State().Stages[0].Rounds[0].Matches[0]
	before := cup.State().Standings(0, 0)[0]
	add(t, cup, tournament.Event{Kind: tournament.KindCorrection, Match: first.ID, Result: counted(3, 5), Note: "the sheet was read upside down"})
	wrong := cup.Misdrawn()
	if len(wrong) != 2 || wrong[0].Stage != 0 || wrong[0].Round != 2 || wrong[1].Stage != 1 || wrong[1].Round != 0 {
		t.Errorf("misdrawn: %+v", wrong)
	}
	if after := cup.State().Standings(0, 0); after[0].Entrant == before.Entrant {
		t.Errorf("the standings did not follow: %+v", after[0])
	}
	add(t, cup, tournament.Event{Kind: tournament.KindCorrection, Match: first.ID, Result: counted(5, 3), Note: "no, it was right"})
	if wrong := cup.Misdrawn(); len(wrong) != 0 {
		t.Errorf("misdrawn after the correction was taken back: %+v", wrong)
	}
}

func TestARoundThatWasTakenBackIsDrawnAnewUnderOtherNames(t *testing.T) {
	cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.Swiss, Rounds: 3}}}, 4)
	begin(t, cup)
	draw(t, cup)
	old := cup.State().Open()[0].ID
	add(t, cup, tournament.Event{Kind: tournament.KindVoid})
	draw(t, cup)
	if m := cup.State().Match(old); m != nil {
		t.Errorf("match %s is there again", old)
	}
	favourite(t, cup)
	if _, err := cup.Append(tournament.Event{Kind: tournament.KindVoid}); err == nil {
		t.Error("a round that has been played was taken back")
	}
}

func TestWhoLeavesAKnockoutLosesIt(t *testing.T) {
	cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.Knockout}}}, 4)
	begin(t, cup)
	draw(t, cup)
	add(t, cup, tournament.Event{Kind: tournament.KindWithdraw, Who: "1"})
	favourite(t, cup)
	add(t, cup, tournament.Event{Kind: tournament.KindWithdraw, Who: "2"})
	draw(t, cup)
	final := cup.State().Stage().Rounds[1].Matches
	if len(final) != 1 || !final[0].Bye() || final[0].A != "4" || !cup.State().Done() {
		t.Errorf("final: %+v", final[0])
	}
}

func TestNamesAreAmended(t *testing.T) {
	cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.RoundRobin}}}, 2)
	begin(t, cup)
	add(t, cup, tournament.Event{Kind: tournament.KindAmend, Entrants: []tournament.Entrant{{ID: "2", Club: "Tavistock", Players: []tournament.Player{{Name: "Zoë"}}}}})
	if e := cup.State().Entrant("2"); e.Name() != "Zoë" || e.Club != "Tavistock" {
		t.Errorf("%+v", e)
	}
	for _, bad := range []tournament.Entrant{{ID: "3", Players: []tournament.Player{{Name: "X"}}}, {ID: "1"}} {
		if _, err := cup.Append(tournament.Event{Kind: tournament.KindAmend, Entrants: []tournament.Entrant{bad}}); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}

func TestTablesAreDealtToThoseWhoWait(t *testing.T) {
	cup := open(t, tournament.Setup{Tables: []string{"1", "2"}, Stages: []tournament.Stage{{System: tournament.RoundRobin, Minutes: 20}}}, 6)
	begin(t, cup)
	draw(t, cup)
	s := cup.State()
	if a, b := s.AtTable("1"), s.AtTable("2"); a == nil || b == nil || a == b {
		t.Fatalf("%v and %v", a, b)
	}
	waits := s.Open()[2]
	if waits.Table != "1" {
		t.Errorf("the third match waits at %q", waits.Table)
	}
	result(t, cup, s.AtTable("1"), 5, 3)
	if s.AtTable("1") != waits {
		t.Error("the third match did not move up")
	}
	add(t, cup, tournament.Event{Kind: tournament.KindMove, Match: waits.ID, Table: "2"})
	if s.AtTable("1") != nil {
		t.Error("table 1 is not free")
	}
	add(t, cup, tournament.Event{Kind: tournament.KindClock})
	clock := s.Stage().Rounds[0].Clock
	if late := s.Overdue(clock.Add(20*time.Minute - 1)); len(late) != 0 {
		t.Errorf("overdue too soon: %v", late)
	}
	if late := s.Overdue(clock.Add(20 * time.Minute)); len(late) != 2 {
		t.Errorf("%d are overdue, want 2", len(late))
	}
}

// Whoever sits down first does so about as often as the other way round.
func TestBeginningsAreShared(t *testing.T) {
	cup := open(t, tournament.Setup{Stages: []tournament.Stage{{System: tournament.Random, Rounds: 9}}}, 20)
	begin(t, cup)
	playStage(t, cup)
	first := map[tournament.EntrantID]int{}
	for _, r := range cup.State().Stage().Rounds {
		for _, m := range r.Matches {
			first[m.A]++
		}
	}
	for id, n := range first {
		if n < 3 || n > 6 {
			t.Errorf("%s began %d of 9 matches", id, n)
		}
	}
}

func TestEntryListsAreRead(t *testing.T) {
	list, err := tournament.ReadEntrants(strings.NewReader("\ufeffName,Club,Seed\nAnn & Bob,Tavistock,2\n\"Cy/Di\",,1\n"))
	if err != nil || len(list) != 2 || list[0].Name() != "Ann & Bob" || len(list[1].Players) != 2 || list[1].Seed != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	_, err = tournament.ReadEntrants(strings.NewReader("name,shoe\nAnn,44\n,43\n"))
	if err == nil || !strings.Contains(err.Error(), "shoe") || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("not every problem is reported: %v", err)
	}
	_, err = tournament.ReadEntrants(strings.NewReader("name,seed\nAnn,first\n"))
	if err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("%v", err)
	}
}

func FuzzReadEntrants(f *testing.F) {
	f.Add("name,club\nAnn,x\n")
	f.Add("player1,player2,seed\nAnn,Bob,3\n\"")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := tournament.ReadEntrants(strings.NewReader(text))
		if err == nil && len(list) == 0 {
			t.Error("nobody was read, and nothing is wrong")
		}
		for _, e := range list {
			if len(e.Players) == 0 {
				t.Errorf("%+v has no player", e)
			}
		}
	})
}

// A board's match comes out as a result.
func TestTheResultIsTheBoards(t *testing.T) {
	rs, err := models.ShippedRulesets().Get("NCA")
	if err != nil {
		t.Fatal(err)
	}
	setup := score.NewSetup("m", rs, rs.RulebookBoard(), referee.Two)
	m, err := score.Begin(score.Event{At: began, Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	for i, counts := range [][2]score.Count{{{Board: 30, Twenties: 2}, {Board: 20}}, {{Board: 5}, {Board: 5}}, {{Board: 0, Twenties: 1}, {Board: 40}}, {{Board: 25}, {Board: 15}}} {
		if _, over := tournament.ResultOf(m.State()); over {
			t.Fatalf("over after %d rounds", i)
		}
		sides := map[referee.Side]score.Count{"A": counts[0], "B": counts[1]}
		if _, err := m.Append(score.Event{At: began, Kind: score.KindRound, Round: &score.RoundEnd{Counts: sides}}); err != nil {
			t.Fatal(err)
		}
	}
	r, over := tournament.ResultOf(m.State())
	want := tournament.Result{Points: [2]int{5, 3}, Twenties: [2]int{3, 0}, Score: [2]int{120, 80}, Winner: tournament.WinnerA}
	if !over || r != want {
		t.Errorf("%+v, want %+v", r, want)
	}
}
