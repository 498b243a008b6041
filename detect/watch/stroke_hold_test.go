package watch

import (
	"math"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// knockedFilm is a painted film whose board is pushed along by so many pixels.
type knockedFilm struct {
	carromEyes
	off func(at float64) int
}

func (k knockedFilm) at(seconds float64) capture.Frame {
	f := k.paintedFilm.at(seconds)
	off := k.off(seconds)
	pix := make([]byte, len(f.Pix))
	for y := range f.Height {
		for x := range f.Width {
			from := 3 * (y*f.Width + min(max(x-off, 0), f.Width-1))
			copy(pix[3*(y*f.Width+x):][:3], f.Pix[from:from+3])
		}
	}
	f.Pix = pix
	return f
}

func (k knockedFilm) Find(f capture.Frame, _ calibrate.Options) (calibrate.Calibration, error) {
	c := k.Cal
	c.Camera.Cx += float64(k.off(f.Media.Seconds()))
	return c, nil
}

func TestStrokesAreSeenOnABoardThatWasCalibratedAnew(t *testing.T) {
	film := strokeFilm(t, r2.Vec{X: 60, Y: -251}, false)
	const pushed, at = 6, 24 // pixels, and the frame
	k := knockedFilm{carromEyes{film}, func(t float64) int {
		if t < float64(at)/30-1e-6 {
			return 0
		}
		return pushed
	}}
	w := NewCarrom(Options{Finder: k, Detector: k, Boards: []models.Board{film.Cal.Board}})
	var strokes []*detect.Stroke
	for i := range 105 {
		f := k.at(float64(i) / 30)
		if i == at { // as checkHold does once it has told the push
			c, err := k.Find(f, calibrate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			pieces := len(w.pieces)
			w.recalibrate(f, c)
			if len(w.pieces) != pieces || w.stroke != nil || w.visited.any {
				t.Fatalf("%d pieces, had %d; stroke %v, visit %v", len(w.pieces), pieces, w.stroke, w.visited)
			}
		}
		happened, err := w.Look(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range happened {
			switch h := h.(type) {
			case *detect.Found:
			case *detect.Stroke:
				strokes = append(strokes, h)
			default:
				t.Errorf("frame %d: %T %+v", i, h, h)
			}
		}
	}
	if len(strokes) != 1 || strokes[0].Count(detect.White) != 1 || strokes[0].Count(detect.Black) != 0 {
		t.Fatalf("strokes %+v", strokes)
	}
	if p := strokes[0].Start; !p.Seen || math.Abs(p.Pos.X-60) > 1 || math.Abs(p.Pos.Y+251) > 1 {
		t.Errorf("set down at %+v", p)
	}
}

func TestACutClosesTheStrokeAndFindsTheBoardAnew(t *testing.T) {
	film := strokeFilm(t, r2.Vec{X: 60, Y: -251}, false)
	w := NewCarrom(Options{Finder: film, Detector: carromEyes{film}, Boards: []models.Board{film.Cal.Board}})
	var told []detect.Happening
	for i := range 80 {
		f := film.at(float64(i) / 30)
		if i >= 64 && i < 67 { // another camera, on the ceiling
			for k := range f.Pix {
				f.Pix[k] = byte(200 - k%7*20)
			}
		}
		happened, err := w.Look(f)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, happened...)
	}
	found, broken, strokes := 0, 0, 0
	for _, h := range told {
		switch h := h.(type) {
		case *detect.Found:
			found++
		case *detect.Broken:
			if broken++; strokes != 1 || !h.Cut {
				t.Errorf("broken after %d strokes: %+v", strokes, h)
			}
		case *detect.Stroke:
			strokes++
			if !h.Cut {
				t.Errorf("the film was cut while pieces ran: %+v", h)
			}
		}
	}
	if found < 2 || broken < 1 || strokes != 1 {
		t.Errorf("found %d times, broken %d, %d strokes", found, broken, strokes)
	}
}

func TestAStrokeIsRefinedByAPieceThatWasOverlooked(t *testing.T) {
	film := strokeFilm(t, r2.Vec{X: 60, Y: -251}, false)
	w := NewCarrom(Options{})
	w.cal = &film.Cal
	w.eye = newStrokeEye(film.Cal, film.at(0))
	black := detect.Disc{Pos: r2.Vec{X: 40, Y: 50}, Radius: 15.5, Team: detect.Black, State: detect.Flat, Confidence: 1}
	for name, c := range map[string]struct {
		p       float64
		revised bool
	}{"pocketed, perhaps": {0.9, true}, "seen to fall": {0.99, false}} {
		gone := detect.Pocketed{Seen: detect.Seen{ID: 7, Disc: detect.Disc{Team: detect.Black}}, Pocket: -1, P: c.p}
		w.out = nil
		w.stroke = &strokeWatch{said: 1, kept: 1, stroke: detect.Stroke{N: 3, Revision: 1, Pocketed: []detect.Pocketed{gone}, Confidence: c.p}}
		list := w.overlooked([]detect.Disc{black})
		if len(list) != 1 {
			t.Errorf("%s: %d pieces taken", name, len(list))
		}
		if !c.revised {
			if len(w.out) != 0 || list[0].ID == 7 {
				t.Errorf("%s: said %+v", name, w.out)
			}
			continue
		}
		if len(w.out) != 1 || list[0].ID != 7 {
			t.Fatalf("%s: said %+v, took %+v", name, w.out, list)
		}
		if s := w.out[0].(*detect.Stroke); s.N != 3 || s.Revision != 2 || len(s.Pocketed) != 0 || s.Confidence < surelyCounted || len(s.After) != 1 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestAPieceIsBelievedAsOftenAsItWasSeen(t *testing.T) {
	film := strokeFilm(t, r2.Vec{X: 60, Y: -251}, false)
	w := NewCarrom(Options{})
	w.eye = newStrokeEye(film.Cal, film.at(0))
	p := detect.Seen{ID: 1, Disc: detect.Disc{Pos: r2.Vec{X: -120, Y: 90}, Radius: 15.5, Team: detect.Black}}
	missed := func(shows detect.Showing) int {
		for n := 1; n < 100; n++ {
			if len(w.believed([]detect.Seen{p}, map[detect.ID]detect.Showing{1: shows})) == 0 {
				return n
			}
		}
		return 100
	}
	if n := missed(detect.ShowsBody); n != 100 {
		t.Errorf("where something lies it was given up after %d looks", n)
	}
	if n := missed(detect.ShowsUnknown); n != unseenMost {
		t.Errorf("never seen, given up after %d looks, want %d", n, unseenMost)
	}
	w.sights = map[detect.ID]sights{}
	for range 5 {
		w.sighted(1)
	}
	if n := missed(detect.ShowsUnknown); n != unseenMost+5 {
		t.Errorf("seen five times, given up after %d looks", n)
	}
}

func TestAPieceFoundElsewhereIsTheOneThatWasGivenUp(t *testing.T) {
	film := strokeFilm(t, r2.Vec{X: 60, Y: -251}, false)
	w := NewCarrom(Options{})
	w.cal = &film.Cal
	w.eye = newStrokeEye(film.Cal, film.at(0))
	ghost := detect.Seen{ID: 3, Disc: detect.Disc{Pos: r2.Vec{X: -60, Y: 20}, Radius: 15.5, Team: detect.White}}
	for range unseenMost {
		w.believed([]detect.Seen{ghost}, nil)
	}
	gone := detect.Pocketed{Seen: detect.Seen{ID: 7, Disc: detect.Disc{Team: detect.White}}, Pocket: -1, P: 0.84}
	w.stroke = &strokeWatch{said: 1, kept: 1, stroke: detect.Stroke{N: 3, Revision: 1, Pocketed: []detect.Pocketed{gone}, Confidence: 0.84}}
	white := detect.Disc{Pos: r2.Vec{X: -57, Y: -14}, Radius: 15.5, Team: detect.White, State: detect.Flat, Confidence: 1}
	if list := w.overlooked([]detect.Disc{white}); len(list) != 1 || len(w.out) != 0 || len(w.stroke.stroke.Pocketed) != 1 {
		t.Errorf("taken %+v, said %+v: the one that was pocketed is still gone", list, w.out)
	}
	white.Pos.X += 100 // another: none was given up for that one
	if list := w.overlooked([]detect.Disc{white}); len(list) != 1 || len(w.out) != 1 || len(w.stroke.stroke.Pocketed) != 0 {
		t.Errorf("taken %+v, said %+v: what was pocketed lies there", list, w.out)
	}
}

func TestWhatWasMeasuredBadlyHasNotMoved(t *testing.T) {
	film := strokeFilm(t, r2.Vec{X: 60, Y: -251}, false)
	w := NewCarrom(Options{})
	w.cal = &film.Cal
	w.eye = newStrokeEye(film.Cal, film.at(0))
	was := detect.Seen{ID: 3, Disc: detect.Disc{Pos: r2.Vec{X: 352, Y: -70}, Radius: 15.5, Team: detect.Black}}
	now := was
	now.Pos = r2.Vec{X: 348, Y: -79}
	m := matched{bound: []bound{{was, now}}}
	if w.happened(&strokeWatch{}, m, false) {
		t.Error("nothing in the picture had changed")
	}
	w.eye.grid.within(was.Pos, was.Radius, func(k int, _ float64) { w.eye.marks[k] = changed })
	if !w.happened(&strokeWatch{}, m, false) {
		t.Error("its place had changed")
	}
}

func TestTheBoardThatAPieceLeavesIsNoPiece(t *testing.T) {
	film := strokeFilm(t, r2.Vec{X: 60, Y: -251}, false)
	left, wood := r2.Vec{X: -120, Y: 90}, detect.RGB{R: 205, G: 172, B: 122}
	for name, c := range map[string]struct {
		shows, white detect.RGB
		found        bool
	}{
		"the wood, pale pieces":     {wood, detect.RGB{R: 208, G: 178, B: 132}, false},
		"the wood":                  {wood, filmWhite, false},
		"the wood nearer a lamp":    {detect.RGB{R: 214, G: 180, B: 130}, detect.RGB{R: 214, G: 181, B: 131}, false},
		"a white piece":             {filmWhite, filmWhite, true},
		"a pale piece, or the wood": {detect.RGB{R: 206, G: 175, B: 126}, detect.RGB{R: 208, G: 178, B: 132}, false},
	} {
		w := NewCarrom(Options{})
		w.cal = &film.Cal
		w.eye = newStrokeEye(film.Cal, film.at(0))
		w.eye.grid.within(left, 15.5, func(k int, _ float64) {
			w.eye.marks[k] = changed
			w.eye.news.put(int32(k))
			now := sampled(c.shows.Tint())
			w.eye.cur[k] = tone{uint8(now.y), uint8(now.u), uint8(now.v)}
		})
		black := detect.Seen{ID: 1, Disc: detect.Disc{Pos: left, Radius: 15.5, Team: detect.Black, Colour: filmBlack}}
		moved := black
		moved.Pos = r2.Vec{X: 200, Y: 200}
		white := detect.Seen{ID: 2, Disc: detect.Disc{Pos: r2.Vec{X: 20, Y: -40}, Radius: 15.5, Team: detect.White, Colour: c.white}}
		board := []detect.Seen{moved}
		m := w.explain(matched{bound: []bound{{black, moved}}, missing: []detect.Seen{white}, gone: []float64{1}}, &board, nil)
		if found := len(m.missing) == 0; found != c.found || found != (len(board) == 2) {
			t.Errorf("%s shows where a black piece lay: missing %d, on the board %d", name, len(m.missing), len(board))
		}
	}
}
