package watch

import (
	"ditchline/detect"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// The colours of cherry and of walnut discs, as far from each other as light
// and shade can make one colour look; of maple; and of painted discs.
var (
	labCherry = detect.Lab{L: 40, A: 20, B: 21}
	labWalnut = detect.Lab{L: 28, A: 7, B: 9}
	labMaple  = detect.Lab{L: 72, A: 6, B: 24}
	labBlack  = detect.Lab{L: 16, A: 1, B: 1}
	labRed    = detect.Lab{L: 40, A: 48, B: 32}
	labBlue   = detect.Lab{L: 34, A: 6, B: -36}
)

// shadedLab is a colour in a light k times as strong.
func shadedLab(l detect.Lab, k float64) detect.Lab {
	return detect.Lab{L: k*(l.L+16) - 16, A: k * l.A, B: k * l.B}
}

// game is the sights of n flicks in turn by players with these colours, over a
// board that is lit unevenly.
func game(rng *rand.Rand, n int, of ...detect.Lab) []sight {
	var out []sight
	for i := range n {
		l := shadedLab(of[i%len(of)], 1+0.045*rng.NormFloat64())
		l = detect.Lab{L: l.L + 2*rng.NormFloat64(), A: l.A + 2*rng.NormFloat64(), B: l.B + 2*rng.NormFloat64()}
		s := sightOf(l, seenWell)
		s.turn = i + 1
		out = append(out, s)
	}
	return out
}

func TestSidesAreToldByColourAndTurn(t *testing.T) {
	for _, c := range []struct {
		name string
		of   []detect.Lab
		n    int
		want int
	}{
		{"maple and black", []detect.Lab{labMaple, labBlack}, 12, 2},
		{"cherry and walnut", []detect.Lab{labCherry, labWalnut}, 12, 2},
		{"cherry and walnut, the first three shots", []detect.Lab{labCherry, labWalnut}, 3, 2},
		{"red and blue", []detect.Lab{labRed, labBlue}, 2, 2},
		{"one who practises", []detect.Lab{labMaple}, 20, 1},
		{"one who practises long", []detect.Lab{labCherry}, 60, 1},
		{"one shot", []detect.Lab{labMaple}, 1, 1},
		{"three players", []detect.Lab{labMaple, labBlack, labRed}, 9, 3},
		{"nothing", []detect.Lab{labMaple}, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(20) {
				rng := rand.New(rand.NewPCG(seed, 4))
				sights := game(rng, c.n, c.of...)
				got := findSides(sights, nil)
				if len(got.colours) != c.want {
					t.Fatalf("seed %d: %d sides, want %d: %.1f", seed, len(got.colours), c.want, got.colours)
				}
				for i := range got.of {
					for j := range i {
						if (got.of[i] == got.of[j]) != (i%len(c.of) == j%len(c.of)) {
							t.Fatalf("seed %d: flicks %d and %d: %v", seed, i, j, got.of)
						}
					}
				}
			}
		})
	}
}

func TestAShotThatWasMissedDoesNotTurnTheColours(t *testing.T) {
	sights := game(rand.New(rand.NewPCG(5, 6)), 9, labCherry, labWalnut)
	sights = append(sights[:4], sights[5:]...)
	for i := range sights[4:] {
		sights[4+i].turn--
	}
	got := findSides(sights, nil)
	want := []int{0, 1, 0, 1, 1, 0, 1, 0}
	for i := range want {
		if len(got.colours) != 2 || (got.of[i] == got.of[0]) != (want[i] == want[0]) {
			t.Fatalf("sides %v, want %v", got.of, want)
		}
	}
}

// rgbOf is a colour as a camera sees it.
func rgbOf(l detect.Lab) detect.RGB {
	f := func(t float64) float64 {
		if t > 6.0/29 {
			return t * t * t
		}
		return 108.0 / 841 * (t - 4.0/29)
	}
	y := (l.L + 16) / 116
	x, y, z := 0.9505*f(y+l.A/500), f(y), 1.089*f(y-l.B/200)
	c := func(v float64) uint8 { return uint8(encoded(v) + 0.5) }
	return detect.RGB{R: c(3.2406*x - 1.5372*y - 0.4986*z), G: c(-0.9689*x + 1.8758*y + 0.0415*z), B: c(0.0557*x - 0.204*y + 1.057*z)}
}

func TestWhatAHandShadedIsToldAnewAtRest(t *testing.T) {
	var b teamBook
	board := detect.Tint{115, 170, 205}
	cherry, walnut := rgbOf(labCherry), rgbOf(labWalnut)
	// The first disc is seen under a hand, and looks like something between.
	b.saw(1, board, detect.RGB{R: 100, G: 64, B: 56}, seenUnder)
	b.flick(1)
	b.saw(2, board, walnut, seenUnder)
	b.flick(2)
	b.saw(2, board, walnut, seenWell)
	for id := detect.ID(3); id < 9; id++ {
		c := cherry
		if id%2 == 0 {
			c = walnut
		}
		b.saw(id, board, c, seenUnder)
		b.flick(id)
		b.saw(id, board, c, seenWell)
	}
	for id := detect.ID(1); id < 9; id++ {
		if want := []string{"B", "A"}[id%2]; b.team(id) != want {
			t.Errorf("disc %d is of %s, want %s", id, b.team(id), want)
		}
	}
	if b.alike(3, board, walnut) || !b.alike(4, board, walnut) {
		t.Error("a walnut disc is taken for a cherry one")
	}
}

func TestABadGuessIsRevised(t *testing.T) {
	var b teamBook
	board := detect.Tint{115, 170, 205}
	// One disc lies on the board; another, seen in flight only, is taken for its like.
	b.saw(1, board, rgbOf(labCherry), seenWell)
	b.saw(2, board, rgbOf(labCherry), seenQuick)
	if b.team(2) != "A" {
		t.Fatalf("a disc like the only one seen is of %s", b.team(2))
	}
	b.saw(2, board, rgbOf(labBlue), seenWell)
	b.saw(2, board, rgbOf(labBlue), seenWell)
	b.saw(3, board, rgbOf(labBlue), seenWell)
	if b.team(1) != "A" || b.team(2) != "B" || b.team(3) != "B" {
		t.Errorf("discs are of %s, %s and %s, want A, B and B", b.team(1), b.team(2), b.team(3))
	}
}

func TestTeamsKeepTheirNamesInAnotherLight(t *testing.T) {
	var b teamBook
	board := detect.Tint{115, 170, 205}
	red, black := detect.RGB{R: 190, G: 40, B: 40}, detect.RGB{R: 40, G: 38, B: 36}
	b.saw(1, board, red, seenWell)
	b.saw(2, board, black, seenWell)
	if b.team(1) != "A" || b.team(2) != "B" {
		t.Fatalf("named %s and %s, want A and B", b.team(1), b.team(2))
	}
	// The light halved, in linear light.
	dim := func(v uint8) uint8 { return uint8(encoded(detect.Linear(float64(v)) / 2)) }
	dimmed := detect.Tint{float64(dim(115)), float64(dim(170)), float64(dim(205))}
	for id, c := range map[detect.ID]detect.RGB{3: red, 4: black} {
		b.saw(id, dimmed, detect.RGB{R: dim(c.R), G: dim(c.G), B: dim(c.B)}, seenWell)
	}
	if b.team(3) != "A" || b.team(4) != "B" {
		t.Errorf("in half the light named %s and %s, want A and B", b.team(3), b.team(4))
	}
	b.saw(5, board, detect.RGB{R: 235, G: 230, B: 210}, seenWell)
	if got := b.team(5); got != "C" {
		t.Errorf("a third colour is %s, want C", got)
	}
}

func TestADiscBetweenTwoColoursIsSaidToBeInDoubt(t *testing.T) {
	var b teamBook
	light := detect.Tint{100, 150, 180}
	black, white := detect.RGB{R: 35, G: 33, B: 34}, detect.RGB{R: 220, G: 190, B: 140}
	for id := detect.ID(1); id <= 6; id++ {
		b.saw(id, light, [2]detect.RGB{black, white}[id%2], seenWell)
		b.flick(id)
	}
	b.saw(7, light, detect.RGB{R: 128, G: 112, B: 87}, seenUnder)
	for id := detect.ID(1); id <= 6; id++ {
		if p := b.other(id); p > 0.01 {
			t.Errorf("disc %d is another's with %.3f", id, p)
		}
	}
	if p := b.other(7); p < 0.05 || p > 0.95 {
		t.Errorf("a colour half way between two is the other's with %.3f", p)
	}
	if !b.belies(1, light, black) || b.belies(1, light, white) || b.belies(7, light, black) {
		t.Error("a colour belies the disc that it is of, or does not the one that it is not of, or one that was hardly seen")
	}
}

func TestDiscsOfOneColourFromSeveralSeatsAreSaidToBeAlike(t *testing.T) {
	black, white := detect.RGB{R: 35, G: 33, B: 34}, detect.RGB{R: 220, G: 190, B: 140}
	for _, c := range []struct {
		name  string
		other detect.RGB
		from  [2]r2.Vec
		want  bool
	}{
		{"two play with black", black, [2]r2.Vec{{X: 300}, {X: -300, Y: 40}}, true},
		{"two colours", white, [2]r2.Vec{{X: 300}, {X: -300, Y: 40}}, false},
		{"one who practises", black, [2]r2.Vec{{X: 300}, {X: 290, Y: 60}}, false},
	} {
		w := NewCrokinole(Options{})
		w.eye = &boardEye{}
		for id := detect.ID(1); id <= 8; id++ {
			w.teams.saw(id, detect.Tint{100, 150, 180}, [2]detect.RGB{black, c.other}[id%2], seenWell)
			s := &shotWatch{flicked: detect.Seen{ID: id}}
			s.shot.Start = detect.Placing{Seen: true, Pos: c.from[id%2]}
			w.takeTurn(s)
			if id < enoughTurns && w.oneColour() {
				t.Errorf("%s: said after %d flicks", c.name, id)
			}
		}
		if got := w.oneColour(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
