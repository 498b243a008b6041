package capture

// Plane is one channel of a picture: 8-bit samples, row after row. Pixel
// (0,0) is the centre of the top-left sample.
type Plane struct {
	Width, Height int
	Pix           []byte
}

// Luma is the frame's brightness (BT.601: 0.114 B + 0.587 G + 0.299 R).
func (f Frame) Luma() Plane {
	p := Plane{f.Width, f.Height, make([]byte, f.Width*f.Height)}
	for i := range p.Pix {
		b, g, r := uint32(f.Pix[3*i]), uint32(f.Pix[3*i+1]), uint32(f.Pix[3*i+2])
		p.Pix[i] = byte((7471*b + 38470*g + 19595*r + 32768) >> 16)
	}
	return p
}

// At is the bilinear value at (x, y); ok is false outside the outermost
// samples.
func (p Plane) At(x, y float64) (v float64, ok bool) {
	if !(x >= 0 && y >= 0 && x <= float64(p.Width-1) && y <= float64(p.Height-1)) {
		return 0, false
	}
	i, j := min(int(x), p.Width-2), min(int(y), p.Height-2)
	if i < 0 || j < 0 {
		return 0, false
	}
	u, w := x-float64(i), y-float64(j)
	k := j*p.Width + i
	top := float64(p.Pix[k])*(1-u) + float64(p.Pix[k+1])*u
	low := float64(p.Pix[k+p.Width])*(1-u) + float64(p.Pix[k+p.Width+1])*u
	return top*(1-w) + low*w, true
}
