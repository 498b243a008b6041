package watch

import (
	"ditchline/detect"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// knownAt is a piece as it was known, whose place has changed by so much.
func knownAt(kind string, x, y, altered float64) lastKnown {
	return lastKnown{Seen: detect.Seen{Disc: detect.Disc{Pos: r2.Vec{X: x, Y: y}, Radius: 15.5, Team: kind, Confidence: 1}}, altered: altered}
}

func nowAt(kind string, x, y, altered float64) seenNow {
	return seenNow{Disc: detect.Disc{Pos: r2.Vec{X: x, Y: y}, Radius: 15.5, Team: kind, Confidence: 1}, altered: altered}
}

func TestWhatBecameOfPieces(t *testing.T) {
	const still, plain = 0.0, 0.9
	for name, c := range map[string]struct {
		known   []lastKnown
		seen    []seenNow
		striker []seenNow
		want    []fate
		disc    []int
	}{
		"a piece that moved by less than its width changes only a part of its place": {
			known: []lastKnown{knownAt(detect.White, 0, 0, 0.2)}, seen: []seenNow{nowAt(detect.White, 10, 0, 0.2)},
			want: []fate{boundTo}, disc: []int{0},
		},
		"a piece that is not made out where nothing has changed lies there": {
			known: []lastKnown{knownAt(detect.White, 0, 0, still)}, want: []fate{keptIn}, disc: []int{-1},
		},
		"a piece whose place shows the board has gone": {
			known: []lastKnown{knownAt(detect.White, 0, 0, plain)}, want: []fate{goneFrom}, disc: []int{-1},
		},
		"a piece lies nowhere where the striker lies": {
			known: []lastKnown{knownAt(detect.White, 0, 0, 0.1)}, striker: []seenNow{nowAt(detect.Striker, 6, 2, plain)},
			want: []fate{goneFrom}, disc: []int{-1},
		},
		"a white piece has gone, and a black one came to its place": {
			known: []lastKnown{knownAt(detect.White, 0, 0, plain), knownAt(detect.Black, 200, 0, plain)}, seen: []seenNow{nowAt(detect.Black, 1, 1, plain)},
			want: []fate{goneFrom, boundTo}, disc: []int{-1, 0},
		},
		"a pale piece has gone where the bare board shows, though little changed": {
			known: []lastKnown{{Seen: knownAt(detect.White, 0, 0, 0).Seen, shows: detect.ShowsBoard, altered: 0.03}}, want: []fate{goneFrom}, disc: []int{-1},
		},
		"a piece that is not made out stays where something lies, though much changed": {
			known: []lastKnown{{Seen: knownAt(detect.Black, 0, 0, 0).Seen, shows: detect.ShowsBody, altered: 0.3}}, want: []fate{keptIn}, disc: []int{-1},
		},
		"a pale piece that moved changes little where it went": {
			known: []lastKnown{{Seen: knownAt(detect.White, 0, 0, 0).Seen, shows: detect.ShowsBoard}}, seen: []seenNow{{Disc: nowAt(detect.White, 120, 0, 0).Disc, shows: detect.ShowsBody}},
			want: []fate{boundTo}, disc: []int{0},
		},
		"what looks like a piece where the bare board shows is none": {
			known: []lastKnown{knownAt(detect.White, 0, 0, plain)}, seen: []seenNow{{Disc: nowAt(detect.White, 120, 0, 0).Disc, shows: detect.ShowsBoard}},
			want: []fate{goneFrom}, disc: []int{-1},
		},
		"a piece under a hand stays": {
			known: []lastKnown{{Seen: knownAt(detect.White, 0, 0, 0).Seen, covered: true, altered: 0.3}}, want: []fate{keptIn}, disc: []int{-1},
		},
		"a piece that is taken for another kind where it lay is the same": {
			known: []lastKnown{knownAt(detect.White, 0, 0, still)}, seen: []seenNow{nowAt(detect.Black, 1, 0, still)},
			want: []fate{boundTo}, disc: []int{0},
		},
		"pieces do not go where nothing has changed and none come": {
			known: []lastKnown{knownAt(detect.White, 0, 0, still)}, seen: []seenNow{nowAt(detect.White, 150, 0, still)},
			want: []fate{keptIn}, disc: []int{-1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := fatesOf(c.known, c.seen, c.striker, math.Inf(1))
			for i := range c.known {
				if f.fate[i] != c.want[i] || f.fate[i] == boundTo && f.disc[i] != c.disc[i] {
					t.Errorf("piece %d: fate %d, disc %d; want %d, %d", i, f.fate[i], f.disc[i], c.want[i], c.disc[i])
				}
			}
		})
	}
}

func TestWhichOfTwoAlikeHasGoneDoesNotMatter(t *testing.T) {
	known := []lastKnown{knownAt(detect.White, 0, 0, 0.9), knownAt(detect.White, 100, 0, 0.9)}
	f := fatesOf(known, []seenNow{nowAt(detect.White, 50, 80, 0.9)}, nil, math.Inf(1))
	gone := 0
	for _, k := range f.fate {
		if k == goneFrom {
			gone++
		}
	}
	if gone != 1 || f.sure[detect.White] < 0.95 {
		t.Errorf("%d have gone, sure to %.3f; want 1, surely", gone, f.sure[detect.White])
	}
}

func TestAPlaceThatChangedALittleLeavesDoubt(t *testing.T) {
	f := fatesOf([]lastKnown{knownAt(detect.White, 0, 0, 0.14)}, nil, nil, math.Inf(1))
	if f.sure[detect.White] > 0.9 {
		t.Errorf("sure to %.3f of a piece that is neither seen nor plainly gone", f.sure[detect.White])
	}
	seen := knownAt(detect.White, 0, 0, 0.14)
	seen.fell = 1
	if g := fatesOf([]lastKnown{seen}, nil, nil, math.Inf(1)); g.fate[0] != goneFrom {
		t.Error("a trail of its colour to a pocket should decide")
	}
}

func TestOneFallIsOnePiece(t *testing.T) {
	known := []lastKnown{knownAt(detect.White, 0, 0, 0.9), knownAt(detect.White, 100, 0, 0.9)}
	pale := nowAt(detect.White, 50, 80, 0.1) // a doubtful sight of one, on wood of its colour
	pale.Confidence = 0.94
	for falls, want := range map[int]int{1: 1, 2: 2} {
		for i := range known {
			known[i].fell = falls
		}
		gone := 0
		for _, k := range fatesOf(known, []seenNow{pale}, nil, math.Inf(1)).fate {
			if k == goneFrom {
				gone++
			}
		}
		if gone != want {
			t.Errorf("%d trails ended at pockets, and %d have gone", falls, gone)
		}
	}
}

func TestTheCheapestAssignmentIsTheBestOfAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		n := 1 + rng.IntN(5)
		cost := make([][]float64, n)
		for i := range cost {
			for range n {
				cost[i] = append(cost[i], math.Round(rng.Float64()*20))
			}
		}
		column, sum := cheapest(cost)
		taken, check := map[int]bool{}, 0.0
		for i, c := range column {
			taken[c] = true
			check += cost[i][c]
		}
		if least := leastOf(cost, 0, map[int]bool{}); len(taken) != n || check != sum || sum != least {
			t.Fatalf("%v: assigned %v for %.0f (%.0f), the least is %.0f", cost, column, sum, check, least)
		}
	}
}

// leastOf tries all assignments of the rows from i on.
func leastOf(cost [][]float64, i int, taken map[int]bool) float64 {
	if i == len(cost) {
		return 0
	}
	least := math.Inf(1)
	for c := range cost {
		if !taken[c] {
			taken[c] = true
			least = math.Min(least, cost[i][c]+leastOf(cost, i+1, taken))
			delete(taken, c)
		}
	}
	return least
}

func TestAQueenThatLooksLargeIsNoStriker(t *testing.T) {
	red, blue := detect.RGB{R: 182, G: 72, B: 54}, detect.RGB{R: 85, G: 113, B: 138}
	w := NewCarrom(Options{})
	s := &strokeWatch{striker: detect.Seen{ID: 9, Disc: detect.Disc{Team: detect.Striker, Colour: blue}}}
	s.stroke.Before = []detect.Seen{{Disc: detect.Disc{Team: detect.Queen, Colour: red, Radius: 15.5}}, {Disc: detect.Disc{Team: detect.White, Colour: detect.RGB{R: 220, G: 189, B: 134}, Radius: 15.5}}}
	got := w.recast([]detect.Disc{{Team: detect.Striker, Colour: red, Radius: 16.7}, {Team: detect.Striker, Colour: blue, Radius: 20.6}}, s)
	if pale := w.recast([]detect.Disc{{Team: detect.Queen, Colour: detect.RGB{R: 214, G: 186, B: 140}}}, s); pale[0].Team != detect.White {
		t.Errorf("a pale piece stays %s", pale[0].Team)
	}
	if shaded := w.recast([]detect.Disc{{Team: detect.White, Colour: detect.RGB{R: 190, G: 160, B: 112}}}, s); shaded[0].Team != detect.White {
		t.Errorf("a white piece in shade is taken for %s", shaded[0].Team)
	}
	if got[0].Team != detect.Queen || got[0].Radius != 15.5 || got[1].Team != detect.Striker {
		t.Errorf("%+v", got)
	}
}

func TestAStrikerThatWasLeftLyingIsNotSetDown(t *testing.T) {
	w := NewCarrom(Options{})
	lies := detect.Seen{ID: 3, Disc: detect.Disc{Team: detect.Striker, Pos: r2.Vec{X: 250, Y: -60}}}
	if w.leftLying(lies) {
		t.Error("no stroke has left one yet")
	}
	w.rest = &r2.Vec{X: 251, Y: -59}
	if !w.leftLying(lies) {
		t.Error("it lies where the last stroke left it")
	}
	lies.Pos.X += 12
	if w.leftLying(lies) {
		t.Error("a hand has set it down elsewhere")
	}
}
