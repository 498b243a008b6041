package watch

import (
	"testing"
	"time"

	"ditchline/capture"
)

func TestTheMeanOfFramesIsExactWithinTheWindow(t *testing.T) {
	const w, h = 40, 30
	for _, n := range []int{1, 2, 3, 7, 14} {
		sum := frameSum{of: window{8, 5, 31, 22}}
		want := make([]int, 3*w*h)
		var last []byte
		for k := range n {
			last = make([]byte, 3*w*h)
			for i := range last {
				last[i] = byte((i*37 + k*91 + i*i/7) % 256)
				want[i] += int(last[i])
			}
			sum.add(capture.Frame{Width: w, Height: h, Pix: last, Media: time.Duration(k)})
		}
		got := sum.mean()
		if sum.n != n || got.Media != time.Duration(n-1) {
			t.Fatalf("%d frames, of time %v", sum.n, got.Media)
		}
		for i, v := range got.Pix {
			x, y := i/3%w, i/3/w
			should := last[i]
			if x >= 8 && x < 31 && y >= 5 && y < 22 {
				should = byte((want[i] + n/2) / n)
			}
			if v != should {
				t.Fatalf("%d frames: byte %d at (%d, %d) is %d, want %d", n, i, x, y, v, should)
			}
		}
	}
}

func TestTheWindowHoldsTheWholeBoard(t *testing.T) {
	f := newPaintedFilm(t, 30)
	g := newGrid(f.Cal)
	w := g.window(f.Cal.Camera.Width, f.Cal.Camera.Height)
	for _, m := range g.mixes {
		if x, y := int(m.at)%g.row/3, int(m.at)/g.row; x < w.x0 || y < w.y0 || x+1 >= w.x1 || y+1 >= w.y1 {
			t.Fatalf("the cell at %v is read at (%d, %d), outside %+v", g.place(int(m.cell)), x, y, w)
		}
	}
}
