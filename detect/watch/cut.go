package watch

import "ditchline/capture"

// wholePicture notices when all of the picture changes at once.
type wholePicture struct {
	width, height int
	last          []byte
}

const (
	cutPlaces = 48   // looked at in each row and column
	cutStep   = 22   // change of luma that no noise makes
	cutShare  = 0.42 // of the places that change at once where a film is cut
)

// cut says whether the picture changed as a whole since the last one.
func (c *wholePicture) cut(f capture.Frame) bool {
	now := make([]byte, 0, cutPlaces*cutPlaces)
	for j := range cutPlaces {
		for i := range cutPlaces {
			x, y := (2*i+1)*f.Width/(2*cutPlaces), (2*j+1)*f.Height/(2*cutPlaces)
			p := f.Pix[3*(y*f.Width+x):]
			now = append(now, byte((29*int(p[0])+150*int(p[1])+77*int(p[2]))>>8))
		}
	}
	cut := c.last != nil && (c.width != f.Width || c.height != f.Height)
	if c.last != nil && !cut {
		// A change of the light alone moves all places alike.
		shift := 0
		for i, v := range now {
			shift += int(v) - int(c.last[i])
		}
		shift /= len(now)
		n := 0
		for i, v := range now {
			if d := int(v) - int(c.last[i]) - shift; d > cutStep || d < -cutStep {
				n++
			}
		}
		cut = float64(n) > cutShare*float64(len(now))
	}
	c.width, c.height, c.last = f.Width, f.Height, now
	return cut
}
