package tournament_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ditchline/referee"
	"ditchline/score/hall/tournament"
)

// sheet is a published pool: each line "A B points twenties" with the points
// and the twenties as a-b.
type sheet struct {
	name    string
	order   []tournament.Criterion
	lines   string
	want    string // "entrant points twenties" in the published order
	differs string // what the publication has otherwise, and why it is not followed
}

// The results were typed in from the public records of the Crokinole Centre
// (github.com/CrokinoleCentre/crokinolereference.com, "Crokinole Match
// Detail" and "All Crokinole Results"), with initials for names.
var sheets = []sheet{
	{
		// World Crokinole Championship, Tavistock, 7 June 2014, final six of
		// the competitive doubles. FS/JS and CK/NW are level on points: the
		// twenties part them, and they drew against each other.
		name: "WCC 2014 doubles, final six",
		lines: `CK+NW FS+JS 4-4 5-6; CK+NW LL+WS 6-2 6-4; CK+NW JB+RB 6-2 13-12; CK+NW DB+MB 3-5 5-6; CK+NW JH+RM 6-2 10-7
			DB+MB JH+RM 4-4 5-5; DB+MB FS+JS 4-4 6-6; DB+MB LL+WS 6-2 13-10; DB+MB JB+RB 4-4 12-11
			JB+RB LL+WS 4-4 13-12; JB+RB JH+RM 6-2 12-8; JB+RB FS+JS 4-4 5-7
			LL+WS JH+RM 8-0 10-4; LL+WS FS+JS 2-6 11-12; JH+RM FS+JS 1-7 9-13`,
		want:    "FS+JS 25 44; CK+NW 25 39; DB+MB 23 42; JB+RB 20 53; LL+WS 18 47; JH+RM 9 33",
		differs: "DB+MB stand with 41 twenties in the table, with 42 in the sum of their five games",
	},
	{
		// Turtle Island, NCA tour, 3 August 2019, power pool A. Two are level
		// at 31 and three at 27: here the matches among them come first
		// (NW has the fewest twenties of the three, and is the first).
		name:  "Turtle Island 2019, power pool A",
		order: []tournament.Criterion{tournament.ByPoints, tournament.HeadToHead, tournament.ByTwenties},
		lines: `NW RB 2-6 11-15; NW AH 0-8 8-11; NW RC 5-3 13-13; NW RL 6-2 5-4; NW JC 8-0 7-4; NW CR 2-6 10-13; NW JT 4-4 6-9
			RC AH 6-2 13-15; RC RL 1-7 9-10; RC JC 6-2 4-2; RC CR 5-3 8-7; RC JT 0-8 10-14; RC RB 6-2 13-10
			RL CR 2-6 11-12; RL JT 2-6 2-3; RL RB 2-6 5-9; RL JC 0-8 4-11; RL AH 2-6 5-4
			JC JT 6-2 6-4; JC RB 4-4 14-12; JC AH 5-3 10-10; JC CR 2-6 17-17
			RB CR 2-6 8-12; RB JT 6-2 14-13; RB AH 2-6 9-10; AH CR 3-5 12-14; AH JT 3-5 11-14; JT CR 4-4 24-22`,
		want:    "CR 36 97; JT 31 81; AH 31 73; RB 28 77; NW 27 60; RC 27 70; JC 27 64; RL 17 41",
		differs: "RB stands with 76 twenties in the table, with 77 in the sum of the seven games",
	},
	{
		// European Open, Hungary, 29 April 2018, round of 16, pool A.
		name: "European Open 2018, round of 16, pool A",
		lines: `LD VC 8-0 7-7; KI DV 4-4 7-7; BA SD 2-6 5-4; ZK PM 2-6 8-10; BA ZK 7-1 10-3; LD KI 2-6 7-10; VC PM 4-4 9-9; DV SD 4-4 4-3
			BA VC 8-0 10-6; ZK DV 6-2 11-9; KI PM 4-4 14-13; SD LD 4-4 11-12; VC DV 5-3 8-7; KI BA 4-4 10-6; SD PM 2-6 2-5; LD ZK 6-2 7-7
			KI ZK 2-6 8-8; PM DV 4-4 2-2; VC SD 2-6 13-15; BA LD 4-4 8-10; BA DV 7-1 10-5; LD PM 2-6 8-8; SD ZK 4-4 7-5; VC KI 4-4 12-9
			BA PM 7-1 10-3; VC ZK 8-0 14-11; LD DV 6-2 4-3; SD KI 2-6 5-7`,
		want: "BA 39 59; LD 32 55; PM 31 50; KI 30 65; SD 28 47; VC 23 69; ZK 21 53; DV 20 37",
	},
}

// play is a pool as typed in, all of it drawn by hand in one sweep of rounds.
func (sh sheet) play(t *testing.T) *tournament.Tournament {
	t.Helper()
	var ids []tournament.EntrantID
	type line struct {
		a, b tournament.EntrantID
		r    tournament.Result
	}
	var games []line
	for text := range strings.FieldsFuncSeq(strings.ReplaceAll(sh.lines, "+", "_"), func(r rune) bool { return r == ';' || r == '\n' }) {
		var g line
		if _, err := fmt.Sscanf(strings.NewReplacer("-", " ").Replace(strings.TrimSpace(text)), "%s %s %d %d %d %d",
			&g.a, &g.b, &g.r.Points[0], &g.r.Points[1], &g.r.Twenties[0], &g.r.Twenties[1]); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		g.r.Winner = counted(g.r.Points[0], g.r.Points[1]).Winner
		games = append(games, g)
		for _, id := range []tournament.EntrantID{g.a, g.b} {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	cup := open(t, tournament.Setup{Form: referee.Two, Order: sh.order, Stages: []tournament.Stage{{System: tournament.RoundRobin}}}, 0)
	var entrants []tournament.Entrant
	for _, id := range ids {
		entrants = append(entrants, tournament.Entrant{ID: id, Players: []tournament.Player{{Name: string(id)}}})
	}
	add(t, cup, tournament.Event{Kind: tournament.KindEnter, Entrants: entrants})
	begin(t, cup)
	played := 0
	for range len(ids) - 1 {
		draw(t, cup)
		for _, m := range cup.State().Open() {
			i := slices.IndexFunc(games, func(g line) bool { return (g.a == m.A && g.b == m.B) || (g.a == m.B && g.b == m.A) })
			if i < 0 {
				t.Fatalf("%s against %s was not published", m.A, m.B)
			}
			r := games[i].r
			if games[i].a != m.A {
				r.Points[0], r.Points[1] = r.Points[1], r.Points[0]
				r.Twenties[0], r.Twenties[1] = r.Twenties[1], r.Twenties[0]
				r.Winner = counted(r.Points[0], r.Points[1]).Winner
			}
			add(t, cup, tournament.Event{Kind: tournament.KindResult, Match: m.ID, Result: &r})
			played++
		}
	}
	if played != len(games) || !cup.State().Done() {
		t.Errorf("%d of %d published games were drawn", played, len(games))
	}
	return cup
}

func TestPoolsStandAsPublished(t *testing.T) {
	for _, sh := range sheets {
		t.Run(sh.name, func(t *testing.T) {
			var got []string
			for i, r := range sh.play(t).State().Standings(0, 0) {
				got = append(got, strings.ReplaceAll(fmt.Sprintf("%s %d %d", r.Entrant, r.Points, r.Twenties), "_", "+"))
				if r.Place != i+1 {
					t.Errorf("%s shares place %d", r.Entrant, r.Place)
				}
			}
			if text := strings.Join(got, "; "); text != sh.want {
				t.Errorf("got  %s\nwant %s\n(%s)", text, sh.want, sh.differs)
			}
		})
	}
}

// Hamilton Chess Club (New Zealand), club championship 2018: a Swiss of six
// rounds with 27 players, as published on hamiltonchess.net on 11 April 2018.
// For each player the opponents, with the outcome: + = -, or a bye (+ a full
// point, = a half).
var hamilton = strings.Fields(`
	+10,+17,+12,=2,+4,+3  +27,+16,+9,=1,+8,+10  =,+11,+6,=4,+5,-1  +22,+15,=8,=3,-1,+13  -16,+14,+22,+15,-3,+8  -21,+27,-3,+23,+16,+14
	-9,-23,+27,+19,+15,+12  +25,+21,=4,+13,-2,-5  +7,+13,-2,=,+18  -1,+25,+26,=12,+17,-2  =,-3,-14,+25,+20,+17  +20,+18,-1,=10,=14,-7
	+23,-9,+19,-8,+21,-4  =,-5,+11,+22,=12,-6  +26,-4,+21,-5,-7,+24  +5,-2,-17,+24,-6,+22  +24,-1,+16,=,-10,-11  +19,-12,+23,=,-9
	-18,+20,-13,-7,=25,+21  -12,-19,=25,+27,-11,+26  +6,-8,-15,+26,-13,-19  -4,+24,-5,-14,+26,-16  -13,+7,-18,-6,-24,+27  -17,-22,+,-16,+23,-15
	-8,-10,=20,-11,=19,+  -15,+,-10,-21,-22,-20  -2,-6,-7,-20,+,-23`)

// Halves of a point, as published: the final scores, and the tie-breaks of
// the two who were level (cumulative, Buchholz, Sonneborn-Berger in quarters,
// Buchholz cut 1; direct encounter says nothing, since they drew).
var (
	hamiltonScores = []int{11, 11, 8, 8, 8, 8, 8, 7, 7, 7, 7, 6, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 4, 2, 2}
	hamiltonFirst  = [4]int{39, 45, 79, 40}
	hamiltonSecond = [4]int{39, 40, 69, 39}
)

func TestASwissStandsAsPublished(t *testing.T) {
	order := []tournament.Criterion{tournament.ByPoints, tournament.HeadToHead, tournament.Progress, tournament.Buchholz, tournament.Sonneborn, tournament.BuchholzCut1}
	cup := open(t, tournament.Setup{Count: tournament.CountMatches, Order: order, Stages: []tournament.Stage{{System: tournament.Swiss, Rounds: 6}}}, 27)
	begin(t, cup)
	cards := make([][]string, len(hamilton))
	for i := range hamilton {
		cards[i] = strings.Split(hamilton[i], ",")
	}
	id := func(i int) tournament.EntrantID { return tournament.EntrantID(fmt.Sprint(i + 1)) }
	for round := range 6 {
		var pairs []tournament.Pair
		outcome := map[tournament.EntrantID]byte{}
		// Two players did not play every round: their cards are shorter, and
		// nobody had them as an opponent in the round left out.
		for i, card := range cards {
			opponent, sign, ok := met(cards, card, i, round)
			switch {
			case !ok:
			case opponent < 0:
				award := map[byte]int{'+': 2, '=': 1}[sign]
				pairs = append(pairs, tournament.Pair{A: id(i), Bye: &tournament.Award{Points: award}})
			case i < opponent:
				pairs = append(pairs, tournament.Pair{A: id(i), B: id(opponent)})
				outcome[id(i)] = sign
			}
		}
		add(t, cup, tournament.Event{Kind: tournament.KindRound, Drawn: &tournament.Drawn{Round: round + 1, Pairs: pairs}})
		for _, m := range cup.State().Open() {
			points := map[byte][2]int{'+': {2, 0}, '=': {1, 1}, '-': {0, 2}}[outcome[m.A]]
			result(t, cup, m, points[0], points[1])
		}
	}
	rows := cup.State().Standings(0, 0)
	for i, want := range map[int][4]int{0: hamiltonFirst, 1: hamiltonSecond} {
		r := rows[i]
		// Sonneborn is kept twice, and its points are halves too: quarters.
		if got := [4]int{r.Progress, r.Buchholz, r.Sonneborn, r.Cut1}; r.Entrant != id(i) || got != want {
			t.Errorf("place %d: %s with %v, want %d with %v", i+1, r.Entrant, got, i+1, want)
		}
	}
	slices.SortFunc(rows, func(a, b tournament.Row) int { return cmp.Compare(number(t, a.Entrant), number(t, b.Entrant)) })
	for i, r := range rows {
		if r.Points != hamiltonScores[i] {
			t.Errorf("%s has %d halves of a point, want %d", r.Entrant, r.Points, hamiltonScores[i])
		}
	}
}

func number(t *testing.T, id tournament.EntrantID) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(string(id), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// met is whom a player met in a round (-1: a bye), and how it ended. Cards
// with five entries have a round that was not played; it is the one in which
// the opponents' cards don't name the player.
func met(cards [][]string, card []string, player, round int) (opponent int, sign byte, ok bool) {
	at := round
	if len(card) < 6 {
		missed := 5
		for r := range 5 {
			if len(card[r]) > 1 && !names(cards, card[r], player, r) {
				missed = r
				break
			}
		}
		if round == missed {
			return 0, 0, false
		}
		if round > missed {
			at--
		}
	}
	entry := card[at]
	if len(entry) == 1 {
		return -1, entry[0], true
	}
	_, err := fmt.Sscan(entry[1:], &opponent)
	return opponent - 1, entry[0], err == nil
}

// names says whether the opponent that an entry names has the player in that
// round's place of the card.
func names(cards [][]string, entry string, player, round int) bool {
	var opponent int
	if _, err := fmt.Sscan(entry[1:], &opponent); err != nil {
		return false
	}
	theirs := cards[opponent-1]
	return round < len(theirs) && len(theirs[round]) > 1 && theirs[round][1:] == fmt.Sprint(player+1)
}
