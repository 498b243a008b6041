package referee_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ditchline/referee"
)

// TestCarromStatements plays one stroke on a board and looks at what it left:
// "RESULT white black queen due" and the events.
func TestCarromStatements(t *testing.T) {
	type stroke = referee.Stroke
	for _, c := range []struct {
		rules  string
		sets   []string
		on     referee.Pair
		due    referee.Pair
		queen  referee.Queen
		owner  referee.Colour
		stroke stroke
		result referee.CarromResult
		after  referee.Pair
		left   referee.Queen
		events string
	}{
		{rules: "CAR-10 own piece: goes on", on: referee.Pair{9, 9}, stroke: stroke{Own: 1}, result: "CONTINUE", after: referee.Pair{8, 9}},
		{rules: "CAR-11 a miss: the turn passes", on: referee.Pair{8, 9}, result: "PASS", after: referee.Pair{8, 9}},
		{rules: "CAR-08 CAR-05 several in one stroke, in any pocket", on: referee.Pair{9, 9}, stroke: stroke{Own: 3}, result: "CONTINUE", after: referee.Pair{6, 9}},
		{rules: "CAR-12 all own pieces: wins by what the other has left", on: referee.Pair{1, 5}, stroke: stroke{Own: 1}, result: "END", after: referee.Pair{0, 5}, events: "END W +5"},
		{rules: "CAR-14 CAR-17 and 3 with the queen", on: referee.Pair{1, 5}, queen: "covered", owner: "W", stroke: stroke{Own: 1}, result: "END", after: referee.Pair{0, 5}, events: "END W +8"},
		{rules: "CAR-17 who loses the board has nothing of her", on: referee.Pair{1, 5}, queen: "covered", owner: "B", stroke: stroke{Own: 1}, result: "END", after: referee.Pair{0, 5}, events: "END W +5"},
		{rules: "CAR-15 the queen before an own piece", on: referee.Pair{9, 9}, stroke: stroke{Queen: true}, result: "PASS", after: referee.Pair{9, 9}, left: "board", events: "Q_BACK"},
		{rules: "CAR-15 CAR-16 the queen after an own piece: to be confirmed", on: referee.Pair{8, 9}, stroke: stroke{Queen: true}, result: "CONTINUE", after: referee.Pair{8, 9}, left: "pending", events: "Q_PENDING"},
		{rules: "CAR-16 confirmed by the next stroke", on: referee.Pair{8, 9}, queen: "pending", owner: "W", stroke: stroke{Own: 1}, result: "CONTINUE", after: referee.Pair{7, 9}, left: "covered", events: "Q_COVERED"},
		{rules: "CAR-18 not confirmed: back to the centre", on: referee.Pair{8, 9}, queen: "pending", owner: "W", result: "PASS", after: referee.Pair{8, 9}, left: "board", events: "Q_BACK"},
		{rules: "CAR-18 by an opponent's piece: back", on: referee.Pair{8, 9}, queen: "pending", owner: "W", stroke: stroke{Opp: 1}, result: "PASS", after: referee.Pair{8, 8}, left: "board", events: "OPP_POCKETED 1, Q_BACK"},
		{rules: "ICF 97 with an own piece at once", on: referee.Pair{8, 9}, stroke: stroke{Queen: true, Own: 1}, result: "CONTINUE", after: referee.Pair{7, 9}, left: "covered", events: "Q_COVERED"},
		{rules: "ICF 97 with the first own piece: to be confirmed", on: referee.Pair{9, 9}, stroke: stroke{Queen: true, Own: 1}, result: "CONTINUE", after: referee.Pair{8, 9}, left: "pending", events: "Q_PENDING"},
		{rules: "ICF 97 with the first two: confirmed", on: referee.Pair{9, 9}, stroke: stroke{Queen: true, Own: 2}, result: "CONTINUE", after: referee.Pair{7, 9}, left: "covered", events: "Q_COVERED"},
		{rules: "CAR-19 striker alone", on: referee.Pair{6, 9}, stroke: stroke{Striker: true}, result: "PASS", after: referee.Pair{7, 9}, events: "OUT 1"},
		{rules: "CAR-19 ICF 72b none to come back: owed", on: referee.Pair{9, 9}, stroke: stroke{Striker: true}, result: "PASS", after: referee.Pair{9, 9}, events: "DUE 1"},
		{rules: "CAR-20 own and striker", on: referee.Pair{6, 9}, stroke: stroke{Own: 1, Striker: true}, result: "CONTINUE", after: referee.Pair{7, 9}, events: "OUT 1 (this stroke), OUT 1"},
		{rules: "CAR-20 ICF 73 the last own with the striker comes back", on: referee.Pair{1, 4}, stroke: stroke{Own: 1, Striker: true}, result: "CONTINUE", after: referee.Pair{2, 4}, events: "OUT 1 (this stroke), OUT 1"},
		{rules: "CAR-21 an opponent's piece", on: referee.Pair{6, 7}, stroke: stroke{Opp: 2}, result: "PASS", after: referee.Pair{6, 5}, events: "OPP_POCKETED 2"},
		{rules: "CAR-21 an opponent's and an own", on: referee.Pair{6, 7}, stroke: stroke{Own: 1, Opp: 1}, result: "CONTINUE", after: referee.Pair{5, 6}, events: "OPP_POCKETED 1"},
		{rules: "CAR-21 the opponent's last: the opponent wins", on: referee.Pair{3, 1}, stroke: stroke{Opp: 1}, result: "END", after: referee.Pair{3, 0}, events: "OPP_POCKETED 1, END B +3"},
		{rules: "CAR-17 CAR-21 with the queen that the opponent has confirmed", on: referee.Pair{3, 1}, queen: "covered", owner: "B", stroke: stroke{Opp: 1}, result: "END", after: referee.Pair{3, 0}, events: "OPP_POCKETED 1, END B +6"},
		{rules: "ICF 74 striker and opponent's", on: referee.Pair{6, 7}, stroke: stroke{Opp: 1, Striker: true}, result: "PASS", after: referee.Pair{7, 6}, events: "OPP_POCKETED 1, OUT 1"},
		{rules: "ICF 75 striker and both", on: referee.Pair{6, 7}, stroke: stroke{Own: 1, Opp: 1, Striker: true}, result: "CONTINUE", after: referee.Pair{7, 6}, events: "OPP_POCKETED 1, OUT 1 (this stroke), OUT 1"},
		{rules: "ICF 99a striker and queen", on: referee.Pair{6, 7}, stroke: stroke{Queen: true, Striker: true}, result: "CONTINUE", after: referee.Pair{7, 7}, left: "board", events: "Q_BACK, OUT 1"},
		{rules: "ICF 98a striker, queen and own", on: referee.Pair{6, 7}, stroke: stroke{Queen: true, Own: 1, Striker: true}, result: "CONTINUE", after: referee.Pair{7, 7}, left: "board", events: "OUT 1 (this stroke), Q_BACK, OUT 1"},
		{rules: "ICF 95d striker and queen before an own piece", on: referee.Pair{9, 9}, stroke: stroke{Queen: true, Striker: true}, result: "PASS", after: referee.Pair{9, 9}, left: "board", events: "Q_BACK, DUE 1"},
		{rules: "ICF 100a striker while the queen is to be confirmed", on: referee.Pair{6, 9}, queen: "pending", owner: "W", stroke: stroke{Striker: true}, result: "PASS", after: referee.Pair{7, 9}, left: "board", events: "Q_BACK, OUT 1"},
		{rules: "ICF 101a striker and own while she is: still to be confirmed", on: referee.Pair{6, 9}, queen: "pending", owner: "W", stroke: stroke{Own: 1, Striker: true}, result: "CONTINUE", after: referee.Pair{7, 9}, left: "pending", events: "OUT 1 (this stroke), OUT 1"},
		{rules: "ICF 83 a due is paid from the next own piece", on: referee.Pair{9, 9}, due: referee.Pair{1, 0}, stroke: stroke{Own: 2}, result: "CONTINUE", after: referee.Pair{8, 9}, events: "DUE_PAID 1"},
		{rules: "ICF 83 also when the opponent pockets it", on: referee.Pair{8, 9}, due: referee.Pair{0, 1}, stroke: stroke{Opp: 1}, result: "PASS", after: referee.Pair{8, 9}, events: "OPP_POCKETED 1, DUE_PAID 1"},
		{rules: "CAR-06 CAR-07 ICF 64 from an illegal place", on: referee.Pair{6, 9}, stroke: stroke{Own: 1, Foul: referee.FStrikerCircle}, result: "PASS", after: referee.Pair{7, 9}, events: "F_STRIKER_CIRCLE, OUT 1 (this stroke), OUT 1"},
		{rules: "ICF 107a by option: the last own with the queen on the board loses", sets: []string{"LastOwnWithQueenOnBoard=icf_loss"}, on: referee.Pair{1, 4}, stroke: stroke{Own: 1}, result: "END", after: referee.Pair{0, 4}, events: "END B +3"},
		{rules: "ICF 106a by option: the opponent's last with her on the board", sets: []string{"LastOpponentPiece=icf"}, on: referee.Pair{3, 1}, stroke: stroke{Opp: 1}, result: "END", after: referee.Pair{3, 0}, events: "OPP_POCKETED 1, END B +6"},
		{rules: "ICF 102a both last pieces while she is to be confirmed", on: referee.Pair{1, 1}, queen: "pending", owner: "W", stroke: stroke{Own: 1, Opp: 1}, result: "END", after: referee.Pair{0, 0}, left: "covered", events: "OPP_POCKETED 1, Q_COVERED, END W +3"},
		{rules: "ICF 55 never more than 12", sets: []string{"BoardMax=6"}, on: referee.Pair{1, 9}, queen: "covered", owner: "W", stroke: stroke{Own: 1}, result: "END", after: referee.Pair{0, 9}, events: "END W +6"},
	} {
		rs := ruleset(t, "CAR", c.sets...)
		b := referee.NewCarromBoard(&rs.Carrom, referee.White)
		b.Broken, b.On, b.Due = true, c.on, c.due
		if c.queen != "" {
			b.Queen, b.Owner = c.queen, c.owner
		}
		after, v, err := referee.PlayStroke(rs, b, c.stroke)
		if err != nil {
			t.Errorf("%s: %v", c.rules, err)
			continue
		}
		if v.Result != c.result || after.On != c.after || strings.Join(v.Events, ", ") != c.events || (c.left != "" && after.Queen != c.left) {
			t.Errorf("%s: %s, on the board %v, queen %s, events %q; want %s, %v, %s, %q", c.rules, v.Result, after.On, after.Queen, v.Events, c.result, c.after, c.left, c.events)
		}
		if passes := after.Turn != b.Turn; passes != (c.result == referee.Pass) {
			t.Errorf("%s: the turn is %s's", c.rules, after.Turn)
		}
	}
}

func TestCarromStart(t *testing.T) {
	rs := ruleset(t, "CAR")
	b := referee.NewCarromBoard(&rs.Carrom, referee.White)
	if b.On != (referee.Pair{9, 9}) || b.Queen != referee.QueenOnBoard || b.Turn != referee.White {
		t.Errorf("CAR-01 CAR-03 CAR-04: %+v", b)
	}
	// ICF 45: two more tries at the break, then the turn passes.
	for i, want := range []referee.CarromResult{referee.Continue, referee.Continue, referee.Pass} {
		after, v, err := referee.PlayStroke(rs, b, referee.Stroke{NoneTouched: true})
		if err != nil || v.Result != want {
			t.Fatalf("try %d: %s %v, want %s", i+1, v.Result, err, want)
		}
		b = after
	}
	if b.Turn != referee.Black {
		t.Errorf("after three tries the turn is %s's", b.Turn)
	}
}

func TestImpossibleStrokes(t *testing.T) {
	rs := ruleset(t, "CAR")
	b := referee.NewCarromBoard(&rs.Carrom, referee.White)
	b.On, b.Queen, b.Owner = referee.Pair{2, 3}, referee.QueenCovered, referee.White
	_, _, err := referee.PlayStroke(rs, b, referee.Stroke{Own: 3, Opp: -1, Queen: true})
	for _, want := range []string{"own is 3", "opp is -1", "queen"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not name %q", err, want)
		}
	}
	b.Winner = referee.White
	if _, _, err := referee.PlayStroke(rs, b, referee.Stroke{}); !errors.Is(err, referee.ErrBoardOver) {
		t.Errorf("a stroke after the end: %v", err)
	}
}

// CAR-06, CAR-07 and ICF 130: the striker's place, at its exact limits.
func TestStrikerPlace(t *testing.T) {
	source, icf := ruleset(t, "CAR"), ruleset(t, "CAR+icf")
	for _, c := range []struct {
		x, y        float64
		source, icf referee.Reason
	}{
		{0, -252.6, "", ""},
		{0, -257.35, "", ""},
		{0, -257.36, referee.FStrikerLines, referee.FStrikerLines},
		{0, -247.85, "", ""},
		{0, -247.84, referee.FStrikerLines, referee.FStrikerLines},
		{-182.55, -252.6, "", ""},
		{-182.56, -252.6, referee.FStrikerCircle, referee.FStrikerCircle},
		{-219.1, -252.6, referee.FStrikerCircle, ""},
		{219.1, -247.85, referee.FStrikerCircle, ""},
		{219.1 + 4.75, -252.6, referee.FStrikerCircle, ""},
		{219.1 + 4.76, -252.6, referee.FStrikerCircle, referee.FStrikerCircle},
	} {
		if got := referee.CheckStriker(&source.Carrom, c.x, c.y); got != c.source {
			t.Errorf("CAR-06 CAR-07 at %v, %v: %q, want %q", c.x, c.y, got, c.source)
		}
		if got := referee.CheckStriker(&icf.Carrom, c.x, c.y); got != c.icf {
			t.Errorf("by ICF at %v, %v: %q, want %q", c.x, c.y, got, c.icf)
		}
	}
}

// The queen's cap (ICF 54): nothing for her from 22 points on.
func TestQueenCap(t *testing.T) {
	rs := ruleset(t, "CAR+icf")
	b := referee.NewCarromBoard(&rs.Carrom, referee.White)
	b.On, b.Queen, b.Owner, b.Broken = referee.Pair{1, 4}, referee.QueenCovered, referee.White, true
	for score, want := range map[int]int{21: 7, 22: 4} {
		b.Score = referee.Pair{score, 0}
		after, v, err := referee.PlayStroke(rs, b, referee.Stroke{Own: 1})
		if err != nil || after.Points != want || !slices.Contains(v.Because, "CAR-14") {
			t.Errorf("with %d points before: %d, %v %v, want %d", score, after.Points, v.Because, err, want)
		}
	}
}

// Every carrom option that a house can set does what its sentence says.
func TestCarromHouseOptions(t *testing.T) {
	for _, c := range []struct {
		sets   string
		on     referee.Pair
		queen  referee.Queen
		stroke referee.Stroke
		want   string // result, on, queen
	}{
		{"ContinueOnOwn=false", referee.Pair{9, 9}, "", referee.Stroke{Own: 1}, "PASS [8 9] board"},
		{"ContinueOnQueen=false", referee.Pair{8, 9}, "", referee.Stroke{Queen: true}, "PASS [8 9] board"},
		{"OpponentPiece=counts_continue", referee.Pair{8, 9}, "", referee.Stroke{Opp: 1}, "CONTINUE [8 8] board"},
		{"StrikerAlone=turn_lost", referee.Pair{6, 9}, "", referee.Stroke{Striker: true}, "PASS [6 9] board"},
		{"StrikerWithOwn=back_one_out_turn_lost", referee.Pair{6, 9}, "", referee.Stroke{Own: 1, Striker: true}, "PASS [7 9] board"},
		{"StrikerWithOpponent=turn_lost", referee.Pair{6, 9}, "", referee.Stroke{Opp: 1, Striker: true}, "PASS [6 8] board"},
		{"StrikerWithBoth=back_one_out_turn_lost", referee.Pair{6, 9}, "", referee.Stroke{Own: 1, Opp: 1, Striker: true}, "PASS [7 8] board"},
		{"QueenNeedsOwnPocketed=false", referee.Pair{9, 9}, "", referee.Stroke{Queen: true}, "CONTINUE [9 9] pending"},
		{"QueenEarly=back_continue", referee.Pair{9, 9}, "", referee.Stroke{Queen: true}, "CONTINUE [9 9] board"},
		{"QueenWithOwnSameStroke=always_pending", referee.Pair{8, 9}, "", referee.Stroke{Own: 1, Queen: true}, "CONTINUE [7 9] pending"},
		{"QueenWithStriker=back_one_out_turn_lost", referee.Pair{6, 9}, "", referee.Stroke{Queen: true, Striker: true}, "PASS [7 9] board"},
		{"CoverStriker=back_one_out_continue", referee.Pair{6, 9}, "pending", referee.Stroke{Striker: true}, "CONTINUE [7 9] board"},
		{"IllegalStriker=none", referee.Pair{6, 9}, "", referee.Stroke{Own: 1, Foul: referee.FStrikerLines}, "CONTINUE [5 9] board"},
		{"Pieces=5", referee.Pair{5, 5}, "", referee.Stroke{Striker: true}, "PASS [5 5] board"},
		{"FailedBreakTries=0", referee.Pair{9, 9}, "", referee.Stroke{NoneTouched: true}, "PASS [9 9] board"},
	} {
		rs := ruleset(t, "CAR", c.sets)
		b := referee.NewCarromBoard(&rs.Carrom, referee.White)
		b.On = c.on
		if c.queen != "" {
			b.Queen, b.Owner = c.queen, referee.White
		}
		after, v, err := referee.PlayStroke(rs, b, c.stroke)
		if got := fmt.Sprintf("%s %v %s", v.Result, after.On, after.Queen); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.sets, got, err, c.want)
		}
	}
	rs := ruleset(t, "CAR", "StrikerTouchBothLines=false")
	if got := referee.CheckStriker(&rs.Carrom, 0, -200); got != "" {
		t.Errorf("StrikerTouchBothLines=false: %s", got)
	}
}
