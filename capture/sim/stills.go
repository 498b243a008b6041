package sim

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"ditchline/capture"
	"ditchline/models"
)

// pairs are the discs' colours that stills draw from, easy and hard.
var pairs = [][2]string{
	{"natural", "black"}, {"natural", "black"}, {"white", "black"}, {"red", "natural"}, {"red", "blue"},
	{"yellow", "purple"}, {"green", "natural"}, {"natural", "purple"}, {"natural", "walnut"},
	{"cherry", "walnut"}, {"orange", "blue"}, {"white", "red"},
}

// scene is all that a random still shows.
type scene struct {
	seed      uint64
	mode      string
	board     models.Board
	furn      Furniture
	look      Look
	photo     photo
	placement Placement
	discs     []laid
	clutter   []Clutter
	things    []body
	hand      *Hand
}

// randomScene draws make, woods, colours, camera, light, discs and clutter.
func randomScene(seed uint64) *scene {
	rng := rand.New(rand.NewPCG(seed, 0x7374696c6c)) // "still"
	s := &scene{seed: seed}
	s.board, s.furn = randomBoard(rng)
	s.look = randomLook(rng)
	s.mode, s.placement = randomCamera(rng)
	s.photo, s.look = randomPhoto(rng, s.mode, s.look)
	n := rng.IntN(25)
	if rng.Float64() < 0.05 {
		n = 0
	}
	a := arrangement{board: s.board, furn: s.furn, rng: rng, list: arrange(s.board, s.furn, n, rng)}
	if rng.Float64() < 0.5 {
		a.table(1 + rng.IntN(5))
	}
	s.discs = a.list
	if rng.Float64() < 0.4 {
		for i := range s.discs {
			s.discs[i].shade = float32(0.8 + 0.45*rng.Float64())
		}
	}
	s.clutter, s.things = strew(rng.IntN(7), s.furn.nearest(s.board), s.furn.TableZ, s.furn.outline(s.board), s.discs, rng)
	if rng.Float64() < 0.22 {
		s.hand = randomHand(rng, s.board)
	}
	return s
}

func between(rng *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

func randomBoard(rng *rand.Rand) (models.Board, Furniture) {
	return randomMake(shippedBoards()[pick(rng, []string{"nca-26", "nca-26", "nca-26", "club-55", "euro-66"})], rng)
}

// randomMake is a board of a make with what the make leaves open.
func randomMake(b models.Board, rng *rand.Rand) (models.Board, Furniture) {
	b.Pegs.Diameter, b.Pegs.Height = between(rng, 6, 9.8), between(rng, 17, 22)
	if rng.Float64() < 0.3 {
		b.Quadrants.From = b.Rings.R15
	}
	if len(b.OtherDiscs) > 0 && rng.Float64() < 0.3 {
		b.Disc = pick(rng, b.OtherDiscs)
	}
	f := Furniture{
		Octagon: rng.Float64() < 0.45, TurnDeg: pick(rng, []float64{0, 22.5}),
		RailTop: between(rng, 14, 24), RailWidth: between(rng, 12, 24), TableZ: -b.Ditch.Depth - between(rng, 10, 18),
	}
	return b, f
}

var lightNames = names(lightings)

func randomLook(rng *rand.Rand) Look {
	seed := rng.Uint32()
	name := pick(rng, []string{"birch", "maple", "oak", "cherry", "maple", "birch"})
	dark := []rgb{srgb(22, 18, 16), srgb(50, 28, 18), srgb(16, 16, 18)}
	pale := []rgb{srgb(232, 226, 210), srgb(236, 236, 232)}
	line := pick(rng, dark)
	if name == "cherry" {
		line = pick(rng, pale)
	}
	var stain *rgb
	if rng.Float64() < 0.25 {
		c := pick(rng, []rgb{srgb(46, 92, 58), srgb(40, 74, 124), srgb(110, 36, 32)})
		stain = &c
		line = pick(rng, append(pale, srgb(20, 16, 14), srgb(226, 128, 50)))
	}
	l := baseLook(name, veneer(name, rng.Float64()*180, seed), stain, line)
	if rng.Float64() < 0.35 {
		l.zoned = pick(rng, []Zone{InnerZone, MiddleZone, OuterZone})
		l.zoneName = pick(rng, []string{"cherry", "honey"})
		l.zone = veneer(l.zoneName, rng.Float64()*180, seed+7)
	}
	wood := func(k uint32) texture {
		return veneer(pick(rng, []string{"birch", "maple", "walnut", "cherry", "oak"}), rng.Float64()*180, seed+k)
	}
	l.rail, l.ditch = wood(11), wood(13)
	if rng.Float64() < 0.4 {
		l.ditch = plain{srgb(26, 24, 24), seed}
	}
	l.table, l.tableName = randomTable(rng, seed)
	l.peg, l.pegStyle = srgb(46, 42, 40), "rubber"
	switch rng.IntN(4) {
	case 0:
		l.peg, l.pegStyle = srgb(176, 128, 82), "wood"
	case 1:
		l.peg, l.pegStyle = srgb(150, 150, 152), "metal"
	}
	l.lightName = pick(rng, lightNames)
	l.light = turned(lightings[l.lightName], rng.Float64()*2*math.Pi).lit(between(rng, 0.55, 1), float32(between(rng, 0.8, 1.5)))
	p := pick(rng, pairs)
	l.discs = [4]DiscLook{}
	for i, name := range p {
		l.discs[i] = discLooks[name]
		l.discs[i].Name = name
		l.discs[i] = l.discs[i].asFound(rng)
	}
	l.skin = pick(rng, []rgb{srgb(214, 160, 130), srgb(176, 120, 88), srgb(120, 78, 56), srgb(226, 180, 154)})
	if rng.Float64() < 0.4 {
		l.sleeve = nil
	}
	return l
}

func randomTable(rng *rand.Rand, seed uint32) (texture, string) {
	switch rng.IntN(6) {
	case 0, 1:
		name := pick(rng, []string{"oak", "pine", "birch", "walnut"})
		return veneer(name, rng.Float64()*180, seed+17), "wood:" + name
	case 2:
		return plain{pick(rng, []rgb{srgb(182, 180, 176), srgb(60, 60, 62), srgb(132, 104, 80)}), seed}, "plain"
	}
	kind := pick(rng, []string{"plain", "stripe", "gingham"})
	sn, cs := math.Sincos(rng.Float64() * math.Pi)
	c := cloth{kind: kind, a: srgb(228, 222, 206), b: pick(rng, []rgb{srgb(170, 36, 40), srgb(46, 66, 120), srgb(60, 96, 70)}), pitch: between(rng, 22, 50), sin: sn, cos: cs, seed: seed}
	if kind == "plain" {
		c.a = c.b
	}
	return c, "cloth:" + kind
}

// turned is the light with its lamps moved about the board.
func turned(l lighting, angle float64) lighting {
	s, c := math.Sincos(angle)
	lamps := make([]lamp, len(l.lamps))
	for i, p := range l.lamps {
		p.x, p.y = p.x*c-p.y*s, p.x*s+p.y*c
		lamps[i] = p
	}
	l.lamps = lamps
	return l
}

// lit is the light with its lamps nearer to the board's middle, as seen from
// above, by the factor `in`, and with so many times the ambient light.
func (l lighting) lit(in float64, ambient float32) lighting {
	lamps := make([]lamp, len(l.lamps))
	for i, p := range l.lamps {
		p.x, p.y = p.x*in, p.y*in
		lamps[i] = p
	}
	l.lamps, l.ambient = lamps, l.ambient.times(ambient)
	return l
}

func randomCamera(rng *rand.Rand) (string, Placement) {
	p := Placement{AzimuthDeg: rng.Float64() * 360, RollDeg: between(rng, -5, 5)}
	switch u := rng.Float64(); {
	case u < 0.55:
		p.TiltDeg = between(rng, 1, 10)
	case u < 0.85:
		p.TiltDeg = between(rng, 15, 35)
	default:
		p.TiltDeg = between(rng, 38, 58)
	}
	mode, spread := "hd", 1.0
	p.Width, p.Height = 1920, 1080
	p.FocalPx, p.Fill = between(rng, 1.15, 1.9), between(rng, 0.62, 0.92)
	switch u := rng.Float64(); {
	case u < 0.28:
		mode, p.Width, p.Height = "sd", 1280, 720
	case u > 0.95:
		mode, p.Width, p.Height = "phone_close", 4032, 3024
		// A part of the board, but never without its middle.
		p.Fill, spread = between(rng, 1.3, 2), 0.1
		p.TiltDeg = min(p.TiltDeg, 35)
	case u > 0.88:
		mode, p.Width, p.Height, spread = "phone", 4032, 3024, 0.1
	}
	if mode == "phone" || mode == "phone_close" {
		p.FocalPx = between(rng, 0.93, 1.05)
	}
	focal := p.FocalPx
	p.FocalPx *= float64(p.Height)
	free := max(0, 0.92-p.Fill)
	p.ShiftX, p.ShiftY = between(rng, -1, 1)*(0.2*free+0.04), between(rng, -0.4, 0.4)*free
	p.Dist = models.Distortion{
		K1: between(rng, -0.23, 0.03) * spread, K2: between(rng, -0.02, 0.05) * spread,
		P1: rng.NormFloat64() * 4e-4, P2: rng.NormFloat64() * 4e-4,
	}
	// A barrel so strong that the corners would see nothing is no lens.
	p.Dist.K1 = max(p.Dist.K1, -0.1*focal*focal)
	p.Cx, p.Cy = rng.NormFloat64()*0.008*float64(p.Width), rng.NormFloat64()*0.008*float64(p.Width)
	return mode, p
}

func randomPhoto(rng *rand.Rand, mode string, l Look) (photo, Look) {
	l.vignette, l.contrast = between(rng, 0.1, 0.5), between(rng, 0, 0.25)
	l.blur = between(rng, 0.36, 0.9)
	if mode == "phone" || mode == "phone_close" {
		l.blur = between(rng, 0.9, 1.45)
	}
	l.exposure = between(rng, 0.75, 1.15)
	warm := between(rng, -0.05, 0.05)
	p := photo{
		whiteBalance: rgb{float32(1 + warm), 1, float32(1 - warm)}, haze: between(rng, 0, 0.03),
		shot: between(rng, 0.004, 0.02), read: between(rng, 0.001, 0.003), noiseBlur: between(rng, 0.2, 0.6),
	}
	if l.lightName == "dim" {
		p.shot *= 2.2
	}
	return p, l
}

func randomHand(rng *rand.Rand, b models.Board) *Hand {
	d, th := between(rng, 0, b.Rings.R5), rng.Float64()*2*math.Pi
	pose := pick(rng, []Pose{Pinch, Cocked, Flicked, Flat})
	h := &Hand{X: d * math.Cos(th), Y: d * math.Sin(th), From: pose, To: pose, Left: rng.IntN(2) == 0}
	h.DirDeg = th*180/math.Pi + 180 + between(rng, -35, 35)
	return h
}

// Still renders a random picture with its truth; the same seed gives the
// same picture.
func Still(seed uint64) (capture.Frame, StillTruth) {
	return randomScene(seed).render()
}

// CarromStill is a Still of a carrom board.
func CarromStill(seed uint64) (capture.Frame, StillTruth) {
	return randomCarromScene(seed).render()
}

// render is the scene's picture and truth.
func (s *scene) render() (capture.Frame, StillTruth) {
	cam := Place(s.placement, s.furn.rim(s.board), s.furn.RailTop)
	v := newView(cam)
	st := newStage(s.board, s.furn, s.look, v)
	st.things = s.things
	c := newSensorCanvas(st, v)
	movers := make([]mover, len(s.discs))
	for i, d := range s.discs {
		b := s.look.body(s.board, d.Team, d.ID, d.shade)
		b.place(d.spot())
		movers[i] = mover{id: d.ID, poses: []body{b}}
	}
	c.draw(movers, s.hand, clearAir)
	frame := s.photo.expose(c.sensor, c.tone, rand.New(rand.NewPCG(s.seed, 3)))
	return frame, s.truth(c, movers)
}

// truth of a scene that was rendered on c.
func (s *scene) truth(c *canvas, movers []mover) StillTruth {
	t := newStillTruth(s, c.view.cam)
	o := &onlooker{view: c.view, stage: c.stage, height: c.height}
	if s.hand != nil {
		o.hand = s.hand.limbs()
	}
	for i := range movers {
		o.bodies = append(o.bodies, &movers[i].poses[0])
	}
	for i, d := range s.discs {
		b := &movers[i].poses[0]
		m := describe(s.board, b, d.Where)
		m.ID, m.Colour, m.TiltDeg, m.TiltDirDeg = d.ID, s.look.discs[d.Team].Name, d.TiltDeg, d.TiltDirDeg
		m.Occluded, m.InFrame = o.look(b)
		disc := stillDisc(s.board, m, b, d.placed)
		if d.Where == Leaning {
			disc.Margins = ringMargins(s.board, math.Hypot(b.x, b.y), b.r)
		}
		disc.PxBase = pixel(&c.view.cam, r3.Vec{X: b.x, Y: b.y, Z: b.z})
		top := r3.Vec{X: b.x, Y: b.y, Z: b.z + b.h}
		if b.tilted {
			top = r3.Vec{X: b.x + b.h*b.tilt[2], Y: b.y + b.h*b.tilt[5], Z: b.z + b.h*b.tilt[8]}
		}
		disc.PxTop = pixel(&c.view.cam, top)
		t.Discs = append(t.Discs, disc)
	}
	return t
}

func pixel(cam *models.Camera, p r3.Vec) [2]float64 {
	px, ok := cam.Project(p)
	if !ok {
		px = r2.Vec{X: -1, Y: -1}
	}
	return [2]float64{math.Round(px.X*1000) / 1000, math.Round(px.Y*1000) / 1000}
}

// WriteStills writes n pictures with their truths, sim_000.jpg and
// sim_000.json and so on, to the folder dir, which it makes. Each picture's
// seed is seed plus its number.
func WriteStills(dir string, game models.Game, n int, seed uint64, encode func(capture.Frame) ([]byte, error)) error {
	if game == models.Carrom {
		return writeStills(dir, n, seed, CarromStill, encode)
	}
	return writeStills(dir, n, seed, Still, encode)
}

func writeStills(dir string, n int, seed uint64, still func(uint64) (capture.Frame, StillTruth), encode func(capture.Frame) ([]byte, error)) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("stills: %w", err)
	}
	for i := range n {
		frame, truth := still(seed + uint64(i))
		truth.Name = fmt.Sprintf("sim_%03d", i)
		picture, err := encode(frame)
		if err != nil {
			return fmt.Errorf("stills: encode %s: %w", truth.Name, err)
		}
		text, err := json.MarshalIndent(truth, "", " ")
		if err != nil {
			return fmt.Errorf("stills: truth of %s: %w", truth.Name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, truth.Name+".jpg"), picture, 0o644); err != nil {
			return fmt.Errorf("stills: %w", err)
		}
		if err := os.WriteFile(filepath.Join(dir, truth.Name+".json"), append(text, '\n'), 0o644); err != nil {
			return fmt.Errorf("stills: %w", err)
		}
	}
	return nil
}
