package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strings"

	"ditchline/models"
)

// DiscLook is the colour of one set of discs.
type DiscLook struct {
	Name  string
	paint rgb
	grain *wood // nil when painted
}

// discLooks by colour name. The woods show their grain.
var discLooks = map[string]DiscLook{
	"natural": {paint: srgb(226, 196, 148), grain: grainOf("maple")},
	"cherry":  {paint: srgb(150, 84, 54), grain: grainOf("cherry")},
	"walnut":  {paint: srgb(86, 58, 40), grain: grainOf("walnut")},
	"black":   {paint: srgb(34, 31, 31)},
	"white":   {paint: srgb(226, 222, 210)},
	"red":     {paint: srgb(178, 44, 38)},
	"blue":    {paint: srgb(42, 74, 150)},
	"green":   {paint: srgb(40, 106, 62)},
	"yellow":  {paint: srgb(226, 178, 52)},
	"purple":  {paint: srgb(96, 54, 124)},
	"orange":  {paint: srgb(218, 112, 40)},
}

func grainOf(name string) *wood { w := veneer(name, 0, 77); return &w }

func discLook(name string) (DiscLook, error) {
	l, ok := discLooks[name]
	if !ok {
		return l, fmt.Errorf("no disc colour %q: there are %s", name, strings.Join(names(discLooks), ", "))
	}
	l.Name = name
	return l, nil
}

// naturals are the colours of discs of unstained wood: paler than a board's,
// or cut from the same.
var naturals = []rgb{srgb(214, 176, 126), srgb(220, 189, 142), srgb(233, 210, 171), srgb(233, 210, 171)}

// asFound is a set of discs in one of the shades in which it is sold.
func (l DiscLook) asFound(rng *rand.Rand) DiscLook {
	if l.Name != "natural" {
		l.paint = l.paint.times(float32(between(rng, 0.75, 1.25)))
		return l
	}
	l.paint = pick(rng, naturals)
	g := l.grain.stained(l.paint)
	l.grain = &g
	return l
}

func names[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	sort.Strings(list)
	return list
}

// Zone names a ring of the surface that is stained in a colour of its own.
type Zone string

// The zones between the lines, from the inside out.
const (
	NoZone     Zone = ""
	InnerZone  Zone = "inner"  // within the 15 line
	MiddleZone Zone = "middle" // between the 15 and the 10 line
	OuterZone  Zone = "outer"  // between the 10 line and the shooting line
)

// Look is everything of a scene's appearance but its geometry.
type Look struct {
	Name                               string
	surface, zone, ditch, rail, table  texture
	zoned                              Zone
	line, peg, hole                    rgb
	surfaceName, tableName, zoneName   string
	pegStyle, lightName                string
	stain                              *rgb
	light                              lighting
	discs                              [4]DiscLook // of the teams; in carrom also queen and striker
	print                              print       // of a carrom board
	red, pocket                        rgb
	skin                               rgb
	sleeve                             *rgb
	exposure, vignette, blur, contrast float64 // blur: sigma in px
	noise                              float64 // sigma in 8-bit grey levels
	balance                            rgb     // white balance
	haze                               float32 // light scattered over the whole picture
}

// looks are the named looks that a URI can ask for.
var looks = map[string]func() Look{
	"maple": func() Look {
		l := baseLook("maple", veneer("maple", 8, 3), nil, srgb(28, 22, 20))
		l.zoned, l.zone, l.zoneName = MiddleZone, veneer("honey", 8, 3), "honey"
		l.rail, l.ditch = veneer("cherry", 40, 9), plain{srgb(38, 32, 30), 5}
		l.table, l.tableName = cloth{kind: "plain", a: srgb(74, 92, 98), cos: 1, pitch: 30, seed: 21}, "cloth:plain"
		l.light = lighting{
			lamps:   []lamp{{-620, 560, 1500, 210, rgb{0.78, 0.74, 0.67}}, {900, -300, 2000, 500, rgb{0.16, 0.17, 0.19}}},
			ambient: rgb{0.33, 0.33, 0.34}, gloss: 0.07,
		}
		l.lightName = "lamp"
		return l
	},
	"green": func() Look {
		stain := srgb(52, 94, 62)
		l := baseLook("birch", veneer("birch", 20, 4), &stain, srgb(232, 226, 210))
		l.rail, l.ditch = veneer("birch", 0, 5).stained(srgb(40, 72, 48)), veneer("birch", 70, 6)
		l.table, l.tableName = plain{srgb(132, 104, 80), 8}, "plain"
		return l
	},
	"walnut": func() Look {
		l := baseLook("walnut", veneer("walnut", 15, 11), nil, srgb(236, 226, 200))
		l.rail, l.ditch = veneer("maple", 30, 12), plain{srgb(26, 24, 24), 5}
		l.table, l.tableName = cloth{kind: "plain", a: srgb(150, 156, 160), cos: 1, pitch: 30, seed: 9}, "cloth:plain"
		return l
	},
	"blue": func() Look {
		stain := srgb(38, 76, 132)
		l := baseLook("birch", veneer("birch", 5, 14), &stain, srgb(232, 126, 48))
		l.rail, l.ditch = veneer("maple", 10, 15), plain{srgb(30, 30, 34), 5}
		l.table, l.tableName = veneer("pine", 3, 16), "wood:pine"
		return l
	},
}

func baseLook(name string, w wood, stain *rgb, line rgb) Look {
	l := Look{
		surfaceName: name, surface: w, line: line, stain: stain,
		hole: srgb(120, 84, 52), peg: srgb(52, 46, 44), pegStyle: "rubber",
		light: lightings["soft_room"], lightName: "soft_room",
		skin:     srgb(214, 160, 130),
		exposure: 1, vignette: 0.22, blur: 0.55, noise: 1.6, balance: rgb{1, 1, 1},
	}
	if stain != nil {
		l.surface = w.stained(*stain)
		l.hole = *stain
	}
	sleeve := srgb(52, 66, 92)
	l.sleeve = &sleeve
	return l
}

// named is the look of that name with discs in two colours.
func named(name, first, second string) (Look, error) {
	build, ok := looks[name]
	if !ok {
		return Look{}, fmt.Errorf("no look %q: there are %s", name, strings.Join(names(looks), ", "))
	}
	l := build()
	l.Name = name
	var err error
	if l.discs[0], err = discLook(first); err != nil {
		return l, err
	}
	if l.discs[1], err = discLook(second); err != nil {
		return l, err
	}
	return l, nil
}

// look is how the options' scene looks.
func (o Options) look() (Look, error) {
	var l Look
	var err error
	if o.Board.Game == models.Carrom {
		if l, err = o.carromLook(); err != nil {
			return l, err
		}
	} else if o.Look == "random" {
		rng := rand.New(rand.NewPCG(o.Seed, 0x6c6f6f6b)) // "look"
		l = randomLook(rng)
		l = l.through(rng)
		l.Name = o.Look
		for i, name := range o.Colours {
			if l.discs[i], err = discLook(name); err != nil {
				return l, err
			}
			l.discs[i] = l.discs[i].asFound(rng)
		}
	} else if l, err = named(o.Look, o.Colours[0], o.Colours[1]); err != nil {
		return l, err
	}
	if o.Light != "" {
		light, ok := lightings[o.Light]
		if !ok {
			return l, fmt.Errorf("no light %q: there are %s", o.Light, strings.Join(lightNames, ", "))
		}
		rng := rand.New(rand.NewPCG(o.Seed, 0x6c616d70)) // "lamp"
		l.light, l.lightName = turned(light, rng.Float64()*2*math.Pi), o.Light
	}
	return l.lowLight(o.Dark), nil
}

// through is the look through a camera of its own.
func (l Look) through(rng *rand.Rand) Look {
	l.vignette, l.contrast, l.blur = between(rng, 0.1, 0.45), between(rng, 0, 0.2), between(rng, 0.5, 0.9)
	l.exposure, l.noise = between(rng, 0.8, 1.1), between(rng, 1, 2.6)
	warm := float32(between(rng, -0.05, 0.05))
	l.balance, l.haze = rgb{1 + warm, 1, 1 - warm}, float32(between(rng, 0, 0.025))
	return l
}

// carromLook is how a carrom board looks: ply, or random.
func (o Options) carromLook() (Look, error) {
	switch o.Look {
	case "ply":
		l := standardCarromLook()
		l.Name = o.Look
		return l, nil
	case "random":
		rng := rand.New(rand.NewPCG(o.Seed, 0x6c6f6f6b)) // "look"
		l := randomCarromLook(rng).through(rng)
		l.Name = o.Look
		return l, nil
	}
	return Look{}, fmt.Errorf("no look %q of a carrom board: there are ply and random", o.Look)
}

// A camera amplifies low light by so many stops at most; then the picture
// gets darker.
const amplified = 2.5

// lowLight is the look under light that is `stops` too low. Noise of the
// light itself grows with the root of the amplification.
func (l Look) lowLight(stops float64) Look {
	up := min(stops, amplified)
	l.noise = min(noiseRange/2, l.noise*math.Exp2(up/2))
	l.exposure *= math.Exp2(up - stops)
	return l
}

// zoneRadii are the radii between which a zone is stained, mm.
func zoneRadii(z Zone, b models.Board) (from, to float64) {
	switch z {
	case InnerZone:
		return 0, b.Rings.R15
	case MiddleZone:
		return b.Rings.R15, b.Rings.R10
	case OuterZone:
		return b.Rings.R10, b.Rings.R5
	default:
		return 0, 0
	}
}
