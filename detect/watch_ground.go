package detect

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

// ground is how the settled board looks on the grid: per cell its colour and
// how much that varies, learned slowly where nothing has changed.
type ground struct {
	y, u, v []uint16 // 8 bits of fraction
	noise   []uint8  // mean distance of an unchanged cell from its colour, 2 bits of fraction
	film    int32    // the noise of the film, whole sample units; 0 before its second frame
	steady  []uint8  // how often the cell was found unchanged since it took its colour
	gain    float64  // by how much the light is stronger now
}

func newGround(s *sample) *ground {
	n := len(s.y)
	b := &ground{make([]uint16, n), make([]uint16, n), make([]uint16, n), make([]uint8, n), 0, make([]uint8, n), 1}
	for k := range n {
		b.put(s, k)
		b.noise[k] = usualSpread << 2
	}
	return b
}

// put takes a cell's colour as it is now.
func (b *ground) put(s *sample, k int) {
	back := 256 / b.gain
	b.y[k] = uint16(min(65535, float64(s.y[k])*back))
	b.u[k] = uint16(min(65535, max(0, (float64(s.u[k])-128)*back+128*256)))
	b.v[k] = uint16(min(65535, max(0, (float64(s.v[k])-128)*back+128*256)))
	b.steady[k] = 0
}

// Figures of what counts as a change, in sample units (0 to 255).
const (
	changeFloor = 20  // less is noise and compression, at the least
	changeNoise = 5   // times a cell's own noise
	shadeLeast  = 0.6 // of the light: a shadow of a hand seldom leaves less
	shadeTint   = 7   // by how much a shadow may change the differences of colour
	shadeNoise  = 2   // more, times the film's noise beyond the usual
)

// compare says of each cell what it shows. marks is written; discs are the
// colours of discs, which are no shadows.
func (b *ground) compare(g *grid, s *sample, marks []mark, discs []colour) {
	b.follow(g, s, marks)
	gain := int32(b.gain*256 + 0.5)
	tint := float64(shadeTint + shadeNoise*max(0, b.film-usualSpread))
	for j, sp := range g.spans {
		for k := j*g.side + sp.from; k < j*g.side+sp.to; k++ {
			if g.zones[k] == nowhere {
				continue
			}
			now, was := s.at(k), b.lit(k, gain)
			if now.from(was) <= b.limit(k) {
				marks[k] = same
				continue
			}
			marks[k] = changed
			if now.y < was.y && float64(now.y) > shadeLeast*float64(was.y) {
				// In a shadow the differences of colour fade like the light.
				fade := float64(now.y) / float64(max(1, was.y))
				fu, fv := 128+fade*float64(was.u-128), 128+fade*float64(was.v-128)
				off := 2 * (absf(float64(now.u)-fu) + absf(float64(now.v)-fv))
				if off < tint && !likeDisc(now, discs, int32(off)) {
					marks[k] = shaded
				}
			}
		}
	}
}

// limit is how far a cell may be from its colour and show the same.
func (b *ground) limit(k int) int32 { return changeFloor + changeNoise*int32(b.noise[k])>>2 }

// lit is a cell's settled colour in the light of now; gain is that light, 8 bits
// of fraction.
func (b *ground) lit(k int, gain int32) colour {
	return colour{(int32(b.y[k]) * gain) >> 16, (int32(b.u[k])-128<<8)*gain>>16 + 128, (int32(b.v[k])-128<<8)*gain>>16 + 128}
}

// feel takes every cell's noise from the second frame, as the median over the
// surface: a cell learns its own from what it takes for the same, and would never
// learn it where that is too little.
func (b *ground) feel(g *grid, s *sample) {
	b.film = usualSpread
	var off []int32
	for j := 0; j < g.side; j += 3 {
		sp := g.spans[j]
		for k := j*g.side + sp.from; k < j*g.side+sp.to; k += 3 {
			if g.zones[k] == onSurface {
				off = append(off, s.at(k).from(b.lit(k, 256)))
			}
		}
	}
	if len(off) == 0 {
		return
	}
	slices.Sort(off)
	b.film = min(63, max(usualSpread, off[len(off)/2]))
	for k := range b.noise {
		b.noise[k] = uint8(b.film << 2)
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
func (b *ground) follow(g *grid, s *sample, marks []mark) {
	var now, was int64
	for j := 0; j < g.side; j += 3 {
		sp := g.spans[j]
		for k := j*g.side + sp.from; k < j*g.side+sp.to; k += 3 {
			if g.zones[k] == onSurface && marks[k] == same && s.y[k] > 20 && s.y[k] < 245 {
				now += int64(s.y[k]) << 8
				was += int64(b.y[k])
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
func (b *ground) learn(g *grid, s *sample, marks []mark, dt time.Duration) {
	shift := 2
	for t := dt.Seconds(); shift < 7 && t*float64(int(1)<<shift) < learnTime; {
		shift++
	}
	back := 1 / b.gain
	light := int32(back*256 + 0.5)
	for j, sp := range g.spans {
		for k := j*g.side + sp.from; k < j*g.side+sp.to; k++ {
			if marks[k] != same || g.zones[k] == nowhere {
				continue
			}
			dy := int32(s.y[k])*light - int32(b.y[k])
			du := (int32(s.u[k])-128)*light + 128<<8 - int32(b.u[k])
			dv := (int32(s.v[k])-128)*light + 128<<8 - int32(b.v[k])
			b.y[k] = uint16(int32(b.y[k]) + dy>>shift)
			b.u[k] = uint16(int32(b.u[k]) + du>>shift)
			b.v[k] = uint16(int32(b.v[k]) + dv>>shift)
			b.steady[k] = uint8(min(255, int(b.steady[k])+1))
			d := (abs(dy) + 2*(abs(du)+abs(dv))) >> 6
			b.noise[k] = uint8(min(255, int32(b.noise[k])+(d-int32(b.noise[k]))>>4))
		}
	}
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
