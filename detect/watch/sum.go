package watch

import "ditchline/capture"

// window is the part of a picture that shows the board: pixels from (x0, y0) to
// before (x1, y1).
type window struct{ x0, y0, x1, y1 int }

// windowRim is how many pixels around the grid belong to the window: what is
// measured on the board's edge is read a little beyond it.
const windowRim = 24

// window is the part of pictures of that size that the grid covers.
func (g *grid) window(width, height int) window {
	w := window{width, height, 0, 0}
	for _, m := range g.mixes {
		x, y := int(m.at)%g.row/3, int(m.at)/g.row
		w.x0, w.y0, w.x1, w.y1 = min(w.x0, x), min(w.y0, y), max(w.x1, x), max(w.y1, y)
	}
	w.x0, w.y0 = max(0, w.x0-windowRim), max(0, w.y0-windowRim)
	w.x1, w.y1 = min(width, w.x1+windowRim), min(height, w.y1+windowRim)
	return w
}

// frameSum is the sum of frames of one size, within a window.
type frameSum struct {
	of   window
	sum  []uint16
	n    int
	last capture.Frame
}

// add a frame.
func (s *frameSum) add(f capture.Frame) {
	row := 3 * max(0, s.of.x1-s.of.x0)
	if s.sum == nil {
		s.sum = make([]uint16, row*max(0, s.of.y1-s.of.y0))
	}
	for y := s.of.y0; y < s.of.y1; y++ {
		from := 3 * (y*f.Width + s.of.x0)
		pix := f.Pix[from : from+row]
		sum := s.sum[(y-s.of.y0)*row:][:len(pix)]
		for i, v := range pix {
			sum[i] += uint16(v)
		}
	}
	s.n++
	s.last = f
}

// mean is the mean picture, with the times of the last frame; outside the
// window it is the last frame.
func (s *frameSum) mean() capture.Frame {
	out := s.last
	if s.n < 2 {
		return out
	}
	out.Pix = append([]byte(nil), s.last.Pix...)
	row := 3 * (s.of.x1 - s.of.x0)
	// Division by a small n as multiplication: exact for sums of up to 64 bytes.
	n := uint32(s.n)
	back := (1<<22 + n - 1) / n
	for y := s.of.y0; y < s.of.y1; y++ {
		from := 3 * (y*out.Width + s.of.x0)
		pix := out.Pix[from : from+row]
		sum := s.sum[(y-s.of.y0)*row:][:len(pix)]
		for i, v := range sum {
			pix[i] = byte((uint32(v) + n/2) * back >> 22)
		}
	}
	return out
}
