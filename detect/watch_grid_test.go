package detect

import "testing"

func TestEveryCellIsDealtWithOnce(t *testing.T) {
	g := newGrid(newPaintedFilm(t, 30).cal)
	times := make([]int, len(g.zones))
	g.each(func(from, to int) {
		for k := from; k < to; k++ {
			times[k]++
		}
	})
	for k, z := range g.zones {
		if times[k] > 1 || (z != nowhere && times[k] == 0) {
			t.Fatalf("the cell at %v is dealt with %d times", g.place(k), times[k])
		}
	}
}

func TestAPanicAmongTheRowsIsTheCallers(t *testing.T) {
	g := newGrid(newPaintedFilm(t, 30).cal)
	defer func() {
		if got := recover(); got != "a row" {
			t.Errorf("caught %v", got)
		}
	}()
	g.each(func(from, _ int) {
		if from > len(g.zones)/2 {
			panic("a row")
		}
	})
}
