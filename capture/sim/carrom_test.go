package sim

import (
	"math"
	"testing"
)

func TestTheRosetteTouchesAndIsComplete(t *testing.T) {
	count := map[int]int{}
	places := rosette(15.5, 10)
	for i, p := range places {
		count[rosetteKind(i)]++
		near := math.Inf(1)
		for k, q := range places {
			if k != i {
				near = min(near, math.Hypot(p[0]-q[0], p[1]-q[1]))
			}
		}
		if near < 31 || near > 31.1 {
			t.Errorf("piece %d is %.3f mm from its neighbour", i, near)
		}
	}
	if count[whitePiece] != 9 || count[blackPiece] != 9 || count[queenPiece] != 1 {
		t.Errorf("pieces by kind: %v", count)
	}
}

func TestCarromStillsAreFreeOfOverlap(t *testing.T) {
	seen := map[Where]int{}
	for seed := range uint64(300) {
		s := randomCarromScene(seed)
		for i, a := range s.discs {
			seen[a.Where]++
			for _, b := range s.discs[i+1:] {
				if d := math.Hypot(a.X-b.X, a.Y-b.Y); a.Where == b.Where && a.Where != OffBoard && d < kindRadius(s.board, a.Team)+kindRadius(s.board, b.Team) {
					t.Fatalf("seed %d: %v and %v overlap, %.2f mm apart", seed, a.Puck, b.Puck, d)
				}
			}
		}
	}
	for _, w := range []Where{OnSurface, InPocket, OnRail, OffBoard} {
		if seen[w] == 0 {
			t.Errorf("no piece is %s", w)
		}
	}
}

// The print lies where groundtruth's pictures have it.
func TestTheSquareIsPrintedWhereItShouldBe(t *testing.T) {
	b := shippedBoards()["carrom-icf"]
	s := newSquare(b.Carrom, standardPrint())
	for _, c := range []struct {
		x, y float64
		want part
	}{
		{0, -266, onLine}, {100, 264, onLine}, {237.5, -50, onLine}, {-237.5, 50, onLine}, {0, -262, onSurface}, {0, -250, onSurface},
		{219.1, -252.6, onRed}, {-252.6, 219.1, onRed}, {219.1 + 15.2, 252.6, onLine}, {0, 85, onLine}, {0, 0, onRed}, {15.2, 0, onLine},
		{160, 160, onLine}, {-250, 250, onLine}, {347.75, -347.75, onPocketFloor}, {300, 0, onSurface},
	} {
		if got := s.onTop(c.x, c.y, 0, 0).part; got != c.want {
			t.Errorf("at (%v, %v): part %d, want %d", c.x, c.y, got, c.want)
		}
	}
}
