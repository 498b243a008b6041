package ui

import (
	"bufio"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/score"
	"ditchline/score/session"
	"ditchline/ui/storybook"
)

// nextWall reads up to the next event of the wall.
func nextWall(t *testing.T, r *bufio.Reader) (e wallEvent) {
	t.Helper()
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("stream ended: %v", err)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				t.Fatal(err)
			}
			return e
		}
	}
}

func TestTheWallTellsOfAllBoardsAndThenOfThoseThatChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, first := newServer(t, nil)
		second := storybook.NewBoard("x")
		if err := s.SetBoards([]NamedBoard{{"main", first}, {"stage", second}}); err != nil {
			t.Fatal(err)
		}
		ln := newPipes()
		defer serve(t, s, ln)()
		story, err := storybook.Tell("ready")
		if err != nil {
			t.Fatal(err)
		}
		first.Publish(story.State)
		in := bufio.NewReader(answer(t, ln.get(t, "/api/v1/wall/events")).Body)
		e := nextWall(t, in)
		if !slices.Equal(e.Boards, []string{"main", "stage"}) || len(e.Changed) != 2 {
			t.Fatalf("first event %+v", e)
		}
		if b := e.Changed[0]; b.Name != "main" || b.Geometry == nil || len(b.Discs) == 0 || !b.OK || b.Discs[0].Colour == "" {
			t.Errorf("the first board %+v", b)
		}
		second.Publish(session.Snapshot{Phase: session.Lost, Text: "unplugged"})
		if e = nextWall(t, in); len(e.Changed) != 1 || e.Changed[0].Name != "stage" || e.Changed[0].OK || e.Changed[0].Text != "unplugged" {
			t.Errorf("a board that is lost %+v", e)
		}
		if err := s.SetBoards([]NamedBoard{{"main", first}}); err != nil {
			t.Fatal(err)
		}
		if e = nextWall(t, in); !slices.Equal(e.Boards, []string{"main"}) || len(e.Changed) != 0 {
			t.Errorf("a board that is gone %+v", e)
		}
		// The first board says nothing more: it counts as stuck, and is marked.
		from := time.Now()
		if e = nextWall(t, in); len(e.Changed) != 1 || e.Changed[0].OK || time.Since(from) < stallLimit-time.Second {
			t.Errorf("a board that is stuck, after %v: %+v", time.Since(from), e)
		}
	})
}

func TestAMatchOnTheWallHasWhatIsReadFromAfar(t *testing.T) {
	m := &session.MatchView{
		ID: "m1", Ruleset: "NED", Round: 2, Phase: "over", Games: 3,
		Hammer: &score.Seated{Team: "B", Player: "Bram"}, Next: &score.Seated{Team: "A", Player: "Anna"},
		Sides: []session.SideView{{Team: "A", Name: "Anna", Total: 40, Points: 35, Twenties: 1, Unplayed: 3, Games: 1}, {Team: "B", Name: "Bram", Color: "#112233"}},
	}
	m.Winners = append(m.Winners, "A")
	w := matchOnWall(m, []session.Side{{Team: "A", Color: "#445566"}, {Team: "B", Color: "#000000"}})
	if w.Hammer != "B" || w.Next != "Anna" || !w.Over || len(w.Sides) != 2 {
		t.Fatalf("%+v", w)
	}
	if a := w.Sides[0]; a.Colour != "#445566" || a.Total != 40 || a.Points != 35 || a.Twenties != 1 || a.Left != 3 || a.Games != 1 || !a.Won || w.Sides[1].Won || w.Sides[1].Colour != "#112233" {
		t.Errorf("%+v", w.Sides)
	}
}
