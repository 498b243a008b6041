package sim

import (
	"math"
	"math/rand/v2"

	"ditchline/models"
)

// The kinds of a carrom set, where crokinole has its teams.
const (
	whitePiece = iota
	blackPiece
	queenPiece
	strikerPiece
)

// carromColours are the kinds' colours in groundtruth's words.
var carromColours = [4]string{"cream", "black", "red", "ivory"}

// body is a disc of the look on a board: in carrom, the kinds' discs.
func (l *Look) body(board models.Board, team, id int, shade float32) body {
	d := board.Disc
	if board.Game != models.Carrom {
		return discBody(d, l.discs[team], id, shade)
	}
	if team == strikerPiece {
		d.Radius = board.Carrom.StrikerRadius
	}
	b := discBody(d, l.discs[team], id, shade)
	b.groove, b.shine = l.print.groove, l.print.shine
	return b
}

// turnedRings is how deep the rings turned into a piece's top are at a share
// of its radius: 0 to 1.
func turnedRings(rel float64) float32 {
	d := 0.0
	for _, at := range [3]float64{0.34, 0.56, 0.74} {
		off := (rel - at) / 0.035
		d += math.Exp(-off * off)
	}
	return float32(d)
}

// randomCarromLook is a carrom board as one maker or another paints it.
func randomCarromLook(rng *rand.Rand) Look {
	seed := rng.Uint32()
	l := baseLook("", veneer(pick(rng, []string{"birch", "maple", "birch", "birch"}), pick(rng, []float64{0, 90, 0, 90, 45})+between(rng, -2, 2), seed), nil, rgb{})
	pale := []rgb{srgb(228, 202, 160), srgb(221, 189, 142), srgb(214, 177, 127), srgb(232, 210, 172), srgb(200, 158, 104)}
	c := pick(rng, pale).times(float32(between(rng, 0.88, 1.08)))
	w := l.surface.(wood).stained(c)
	w.rings, w.fibres = between(rng, 0.05, 0.2), between(rng, 0.15, 0.4)
	l.surface, l.surfaceName = w, "plywood"
	l.line = pick(rng, []rgb{srgb(20, 20, 60), srgb(40, 10, 10), srgb(24, 20, 20), srgb(14, 14, 14), srgb(70, 24, 16)})
	l.red = pick(rng, []rgb{srgb(190, 36, 34), srgb(200, 40, 30), srgb(170, 28, 32), srgb(206, 58, 46)})
	if rng.Float64() < 0.12 {
		l.red = l.line
	}
	l.rail = veneer(pick(rng, []string{"walnut", "oak", "cherry", "maple", "oak"}), rng.Float64()*180, seed+11)
	if rng.Float64() < 0.2 {
		l.rail = plain{pick(rng, []rgb{srgb(30, 26, 24), srgb(60, 40, 30), srgb(88, 26, 22)}), seed}
	}
	l.pocket = pick(rng, []rgb{srgb(14, 13, 13), srgb(24, 22, 22), srgb(40, 34, 30), srgb(58, 66, 60)})
	l.ditch = l.rail
	l.table, l.tableName = randomTable(rng, seed)
	l.lightName = pick(rng, lightNames)
	l.light = turned(lightings[l.lightName], rng.Float64()*2*math.Pi).lit(between(rng, 0.55, 1), float32(between(rng, 0.8, 1.5)))
	l.print = randomPrint(rng)
	l.setPieces(rng)
	l.skin = pick(rng, []rgb{srgb(214, 160, 130), srgb(176, 120, 88), srgb(120, 78, 56), srgb(226, 180, 154)})
	if rng.Float64() < 0.4 {
		l.sleeve = nil
	}
	return l
}

// setPieces draws a set of pieces and a striker.
func (l *Look) setPieces(rng *rand.Rand) {
	paints := [4][]rgb{
		{srgb(234, 213, 168), srgb(235, 214, 169), srgb(226, 196, 148), srgb(214, 178, 128), srgb(240, 230, 208)},
		{srgb(27, 24, 25), srgb(35, 30, 28), srgb(48, 40, 36), srgb(62, 40, 30)},
		{srgb(200, 69, 52), srgb(179, 48, 41), srgb(155, 38, 41), srgb(206, 40, 58)},
		{srgb(239, 230, 210), srgb(232, 234, 236), srgb(222, 220, 210), srgb(244, 240, 226), srgb(226, 206, 160), srgb(70, 120, 170), srgb(170, 60, 90)},
	}
	for kind := range l.discs {
		l.discs[kind] = DiscLook{Name: carromColours[kind], paint: pick(rng, paints[kind])}
	}
	l.print.groove, l.print.shine = float32(between(rng, 0, 0.14)), float32(between(rng, 0.04, 0.2))
}

// standardCarromLook is the embedded default.
func standardCarromLook() Look {
	l := randomCarromLook(rand.New(rand.NewPCG(3, 0x706c79))) // "ply"
	l.line, l.red, l.pocket = srgb(20, 20, 60), srgb(190, 36, 34), srgb(14, 13, 13)
	l.rail = veneer("walnut", 30, 12)
	l.table, l.tableName = plain{srgb(92, 104, 98), 8}, "plain"
	l.print = standardPrint()
	for kind, c := range [4]rgb{srgb(234, 213, 168), srgb(30, 26, 26), srgb(190, 52, 44), srgb(239, 230, 210)} {
		l.discs[kind].paint = c
	}
	l.print.groove, l.print.shine = 0.08, 0.1
	l.light, l.lightName = lightings["soft_room"], "soft_room"
	sleeve := srgb(52, 66, 92)
	l.sleeve, l.skin = &sleeve, srgb(214, 160, 130)
	return l
}
