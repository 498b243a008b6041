package watch

import (
	"slices"
	"time"
)

// mark is what a cell shows against the settled board.
type mark uint8

const (
	same    mark = iota
	shaded       // as before in a weaker light
	bare         // the board, where a disc lay before
	changed      // something else
)

// ground is how the settled board looks on the grid, learned slowly where
// nothing has changed.
type ground struct {
	cells []usual
	film  int32   // the noise of the film, whole sample units; 0 before its second frame
	gain  float64 // by how much the light is stronger now
}

// usual is how a cell of the settled board looks, and how much that varies.
type usual struct {
	y, u, v uint16 // as in a tone, 8 bits of fraction
	noise   uint8  // mean distance of the unchanged cell from its colour, 2 bits of fraction
	steady  uint8  // how often it was found unchanged since it took its colour
}

func newGround(s sample) *ground {
	b := &ground{cells: make([]usual, len(s)), gain: 1}
	for k := range b.cells {
		b.put(s, k)
		b.cells[k].noise = usualSpread << 2
	}
	return b
}

// put takes a cell's colour as it is now.
func (b *ground) put(s sample, k int) {
	back := 256 / b.gain
	now, c := s[k], &b.cells[k]
	c.y = uint16(min(65535, float64(now.y)*back))
	c.u = uint16(min(65535, max(0, (float64(now.u)-128)*back+128*256)))
	c.v = uint16(min(65535, max(0, (float64(now.v)-128)*back+128*256)))
	c.steady = 0
}

// Figures of what counts as a change, in sample units (0 to 255).
const (
	changeFloor = 20  // less is noise and compression, at the least
	changeNoise = 5   // times a cell's own noise
	shadeLeast  = 0.6 // of the light: a shadow of a hand seldom leaves less
	shadeTint   = 7   // by how much a shadow may change the differences of colour
	shadeNoise  = 2   // more, times the film's noise beyond the usual
)

// compare says of each cell what it shows. marks is written, and the changed
// cells are put into the set; discs are the colours of discs, which are no shadows.
func (b *ground) compare(g *grid, s sample, marks []mark, discs []colour, news *cellSet) {
	b.follow(g, s, marks)
	gain := b.light()
	tint := float64(shadeTint + shadeNoise*max(0, b.film-usualSpread))
	for _, sp := range g.spans {
		zones, cells, tones, marks := g.zones[sp.from:sp.to], b.cells[sp.from:sp.to], s[sp.from:sp.to], marks[sp.from:sp.to]
		for i := range tones {
			now, was := tones[i].colour(), cells[i].lit(gain)
			switch {
			case now.from(was) <= cells[i].limit():
				marks[i] = same
			case zones[i] == nowhere:
			case inShade(now, was, tint, discs):
				marks[i] = shaded
			default:
				marks[i] = changed
				news.put(int32(sp.from + i))
			}
		}
	}
}

// inShade says whether a cell looks as it was in a weaker light. There the
// differences of colour fade like the light; they may be off by less than tint.
func inShade(now, was colour, tint float64, discs []colour) bool {
	if now.y >= was.y || float64(now.y) <= shadeLeast*float64(was.y) {
		return false
	}
	fade := float64(now.y) / float64(max(1, was.y))
	fu, fv := 128+fade*float64(was.u-128), 128+fade*float64(was.v-128)
	off := 2 * (absf(float64(now.u)-fu) + absf(float64(now.v)-fv))
	return off < tint && !likeDisc(now, discs, int32(off))
}

// light is by how much it is stronger now, 8 bits of fraction.
func (b *ground) light() int32 { return int32(b.gain*256 + 0.5) }

// limit is how far a cell may be from its colour and show the same.
func (c *usual) limit() int32 { return changeFloor + changeNoise*int32(c.noise)>>2 }

// lit is a cell's settled colour in the light of now; gain is that light, 8 bits
// of fraction.
func (c *usual) lit(gain int32) colour {
	return colour{(int32(c.y) * gain) >> 16, (int32(c.u)-128<<8)*gain>>16 + 128, (int32(c.v)-128<<8)*gain>>16 + 128}
}

// feel takes every cell's noise from the second frame, as the median over the
// surface: a cell learns its own from what it takes for the same, and would never
// learn it where that is too little.
func (b *ground) feel(g *grid, s sample) {
	b.film = usualSpread
	var off []int32
	for j := 0; j < g.side; j += 3 {
		sp := g.spans[j]
		for k := sp.from; k < sp.to; k += 3 {
			if g.zones[k] == onSurface {
				off = append(off, s.at(k).from(b.cells[k].lit(256)))
			}
		}
	}
	if len(off) == 0 {
		return
	}
	slices.Sort(off)
	b.film = min(63, max(usualSpread, off[len(off)/2]))
	for k := range b.cells {
		b.cells[k].noise = uint8(b.film << 2)
	}
}

// usualSpread is what a cell's colour varies by before it is known, sample
// units.
const usualSpread = 3

// likeDisc says whether a cell looks more like a disc than like a shadow, from
// which it is off by so much.
func likeDisc(c colour, discs []colour, off int32) bool {
	for _, d := range discs {
		if c.from(d) < off+changeFloor {
			return true
		}
	}
	return false
}

// follow the light: the ratio over cells that had not changed in the frame
// before, a part of them.
func (b *ground) follow(g *grid, s sample, marks []mark) {
	var now, was int64
	for j := 0; j < g.side; j += 3 {
		sp := g.spans[j]
		for k := sp.from; k < sp.to; k += 3 {
			if y := s[k].y; g.zones[k] == onSurface && marks[k] == same && y > 20 && y < 245 {
				now += int64(y) << 8
				was += int64(b.cells[k].y)
			}
		}
	}
	if was < 200*20<<8 {
		return
	}
	r := float64(now) / float64(was)
	b.gain = min(max(r, 0.5), 2)
}

// learnTime is how fast the ground follows where nothing has changed.
const learnTime = 1.5 // seconds

// learn moves the unchanged cells' colours toward those of s; dt is the time
// since the last frame.
func (b *ground) learn(g *grid, s sample, marks []mark, dt time.Duration) {
	shift := 2
	for t := dt.Seconds(); shift < 7 && t*float64(int(1)<<shift) < learnTime; {
		shift++
	}
	back := 1 / b.gain
	light := int32(back*256 + 0.5)
	for _, sp := range g.spans {
		zones, cells, tones, marks := g.zones[sp.from:sp.to], b.cells[sp.from:sp.to], s[sp.from:sp.to], marks[sp.from:sp.to]
		for i := range cells {
			if marks[i] == same && zones[i] != nowhere {
				cells[i].learn(tones[i], light, shift)
			}
		}
	}
}

// learn moves the cell's colour a part of the way, 1 of 2^shift, towards what is
// seen under light.
func (c *usual) learn(t tone, light int32, shift int) {
	dy := int32(t.y)*light - int32(c.y)
	du := (int32(t.u)-128)*light + 128<<8 - int32(c.u)
	dv := (int32(t.v)-128)*light + 128<<8 - int32(c.v)
	c.y = uint16(int32(c.y) + dy>>shift)
	c.u = uint16(int32(c.u) + du>>shift)
	c.v = uint16(int32(c.v) + dv>>shift)
	c.steady = uint8(min(255, int(c.steady)+1))
	d := (abs(dy) + 2*(abs(du)+abs(dv))) >> 6
	c.noise = uint8(min(255, int32(c.noise)+(d-int32(c.noise))>>4))
}

func abs(v int32) int32 {
	if v < 0 {
		return -v
	}
	return v
}

func absf(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}
