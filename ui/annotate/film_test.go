package annotate

import (
	"bytes"
	"fmt"
	"math"
	"testing"
	"time"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// filmed is a grey frame of a board seen from straight above, 1 px/mm.
func filmed(t testing.TB, width, height int) (capture.Frame, Scene) {
	t.Helper()
	b, err := models.ShippedBoards().Get("nca-26")
	if err != nil {
		t.Fatal(err)
	}
	k := float64(height) / 720
	cam := &models.Camera{
		Width: width, Height: height, Fx: 2000 * k, Fy: 2000 * k, Cx: float64(width-1) / 2, Cy: float64(height-1) / 2,
		R: models.Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: 2000},
	}
	f := capture.Frame{Width: width, Height: height, Pix: bytes.Repeat([]byte{100}, 3*width*height)}
	s := Scene{
		Time: 83*time.Second + 450*time.Millisecond, Phase: "settling", Camera: cam, Board: b,
		Tracks:  [][]r2.Vec{{{X: -200, Y: -200}, {X: -100, Y: -100}}},
		Due:     []SceneMark{{"foul", r2.Vec{X: 150, Y: 0}, 15.9}},
		Ghosts:  []SceneMark{{"A2 lay here", r2.Vec{X: 0, Y: 150}, 15.9}},
		Outcome: "foul", Verdict: "Foul: A5 touched no disc of the other side while one lay on the board.",
		Score: []SceneScore{{"A", "#202020", "A 35"}, {"B", "#e0c090", "B 20 + 1 in the hole"}},
	}
	for n := range 24 {
		sin, cos := math.Sincos(float64(n))
		s.Discs = append(s.Discs, SceneDisc{
			ID: fmt.Sprintf("%c%d", 'A'+n%2, n/2+1), Team: string(rune('A' + n%2)),
			Pos: r2.Vec{X: 250 * cos, Y: 250 * sin}, Radius: 15.9, Thickness: 9.5, State: detect.Flat, Moving: n == 5,
		})
	}
	return f, s
}

// changed says whether a pixel near a place of the board was drawn on.
func changed(f capture.Frame, cam *models.Camera, p r2.Vec) bool {
	px, ok := cam.Project(r3.Vec{X: p.X, Y: p.Y})
	if !ok {
		return false
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			i := 3 * ((int(math.Round(px.Y))+dy)*f.Width + int(math.Round(px.X)) + dx)
			if f.Pix[i] != 100 || f.Pix[i+1] != 100 || f.Pix[i+2] != 100 {
				return true
			}
		}
	}
	return false
}

func newFilm(t testing.TB, width, height int) *Film {
	t.Helper()
	m, err := NewFilm(width, height)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

func TestAFilmShowsWhatIsKnownWhereItLies(t *testing.T) {
	for _, size := range [][2]int{{640, 360}, {1280, 720}, {1920, 1080}} {
		f, s := filmed(t, size[0], size[1])
		before := bytes.Clone(f.Pix)
		drawn, err := newFilm(t, size[0], size[1]).Draw(f, s)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(f.Pix, before) {
			t.Error("the frame that was given was written to")
		}
		r := s.Board.Rings
		for name, p := range map[string]r2.Vec{
			"the 15": {X: 0, Y: -r.R15}, "the 10": {X: -r.R10, Y: 0}, "the shooting line": {X: -r.R5 * math.Cos(1), Y: r.R5 * math.Sin(1)}, "the hole": {X: s.Board.Hole.Radius, Y: 0},
			"a disc": {X: s.Discs[0].Pos.X + 15.9}, "a track": {X: -150, Y: -150}, "the cross on what must go": {X: 150 + 9, Y: 9}, "the place that waits": {X: 0, Y: 150 - 19.9},
		} {
			if !changed(drawn, s.Camera, p) {
				t.Errorf("%v: %s is not drawn", size, name)
			}
		}
		for name, p := range map[string]r2.Vec{"between the rings": {X: -40, Y: 150}, "inside a disc": {X: s.Discs[0].Pos.X - 3, Y: 2}, "between hole and 15": {X: -60, Y: 20}} {
			if changed(drawn, s.Camera, p) {
				t.Errorf("%v: something is drawn %s", size, name)
			}
		}
	}
}

// What is kept from frame to frame must not show.
func TestAFrameIsDrawnAlikeWhateverCameBefore(t *testing.T) {
	f, s := filmed(t, 1280, 720)
	used, fresh := newFilm(t, 1280, 720), newFilm(t, 1280, 720)
	other := s
	cam := *s.Camera
	cam.Cx += 7
	other.Camera = &cam
	for _, before := range []Scene{s, other, {Time: time.Second, Phase: "looking for the board"}, s} {
		if _, err := used.Draw(f, before); err != nil {
			t.Fatal(err)
		}
	}
	a, err := used.Draw(f, s)
	if err != nil {
		t.Fatal(err)
	}
	b, err := fresh.Draw(f, s)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Pix, b.Pix) {
		t.Error("the same scene is drawn in two ways")
	}
}

func TestFilmKeepsNoMoreThanItMay(t *testing.T) {
	f, s := filmed(t, 320, 180)
	m := newFilm(t, 320, 180)
	for n := range 40 {
		s.Time = time.Duration(n) * time.Second / 10
		for i := range s.Discs {
			s.Discs[i].Pos.X += 0.25
		}
		if _, err := m.Draw(f, s); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 2 * mostKept {
		m.plateOf(fmt.Sprint(n), textColour, m.faces.small)
	}
	if len(m.shapes) > mostKept || len(m.plates) > mostKept {
		t.Errorf("%d shapes and %d words are kept", len(m.shapes), len(m.plates))
	}
}

func TestAFilmRefusesWhatIsNotItsOwn(t *testing.T) {
	f, s := filmed(t, 320, 180)
	m := newFilm(t, 320, 180)
	if _, err := NewFilm(4, 4); err == nil {
		t.Error("a film of 4 x 4 pixels was begun")
	}
	other, _ := filmed(t, 640, 360)
	if _, err := m.Draw(other, s); err == nil {
		t.Error("a frame of another size was drawn on")
	}
	wrong := s
	cam := *s.Camera
	cam.Width = 1
	wrong.Camera = &cam
	if _, err := m.Draw(f, wrong); err == nil {
		t.Error("another camera was taken")
	}
	// Nonsense is clipped.
	s.Discs = []SceneDisc{{ID: "x", Pos: r2.Vec{X: math.NaN()}, Radius: 15}, {ID: "y", Pos: r2.Vec{X: 1e9}, Radius: 15}, {ID: "z", Pos: r2.Vec{X: 320}, Radius: 1e5}}
	s.Tracks = [][]r2.Vec{{}, {{X: 1}}, {{X: math.Inf(1)}, {X: 2}}}
	s.Score = []SceneScore{{"A", "no colour", "A 5"}}
	if _, err := m.Draw(f, s); err != nil {
		t.Error(err)
	}
}

func TestATrailFollowsEachDisc(t *testing.T) {
	var trail Trail
	at := func(n int) time.Duration { return time.Duration(n) * time.Second / 30 }
	for n := range 10 { // two discs that pass each other at 100 mm, 1.2 m/s
		x := 40 * float64(n)
		trail.Add(at(n), []r2.Vec{{X: x}, {X: 360 - x, Y: 100}})
	}
	tracks := trail.Tracks()
	if len(tracks) != 2 || len(tracks[0]) != 10 || tracks[0][9] != (r2.Vec{X: 360}) || tracks[1][9] != (r2.Vec{X: 0, Y: 100}) {
		t.Fatalf("got %v", tracks)
	}
	trail.Add(at(20), nil)
	if len(trail.Tracks()) != 2 {
		t.Error("the trail has gone with the movement")
	}
	trail.Add(at(12)+trailTime, nil)
	if len(trail.Tracks()) != 0 {
		t.Error("the trail stays for ever")
	}
	for n := range 200 { // something jumps to and fro: no disc does
		trail.Add(time.Hour+at(n), []r2.Vec{{X: float64(n%2) * 5000}})
	}
	if n := len(trail.Tracks()); n == 0 || n > mostTrack {
		t.Errorf("%d tracks", n)
	}
	for _, track := range trail.Tracks() {
		for i := 1; i < len(track); i++ {
			if r2.Norm(r2.Sub(track[i], track[i-1])) > 1000 {
				t.Errorf("%v was joined", track)
			}
		}
	}
	trail.Add(0, []r2.Vec{{X: 1}})
	if n := len(trail.Tracks()); n != 1 {
		t.Errorf("%d tracks of another film", n)
	}
}

func TestATrailStopsAtACollision(t *testing.T) {
	var trail Trail
	for n := range 12 { // 1.5 m/s, and back with half of it
		x := 50 * float64(n)
		if n > 6 {
			x = 300 - 25*float64(n-6)
		}
		trail.Add(time.Duration(n)*time.Second/30, []r2.Vec{{X: x}})
	}
	if got := trail.Tracks(); len(got) != 2 || len(got[0]) != 7 || len(got[1]) != 5 {
		t.Errorf("got %v", got)
	}
}

func BenchmarkFilm(b *testing.B) {
	for _, size := range [][2]int{{1280, 720}, {1920, 1080}} {
		b.Run(fmt.Sprint(size[1]), func(b *testing.B) {
			f, s := filmed(b, size[0], size[1])
			m := newFilm(b, size[0], size[1])
			for n := 0; b.Loop(); n++ {
				s.Time = time.Duration(n) * time.Second / 30
				s.Discs[5].Pos.X += 0.01
				if _, err := m.Draw(f, s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
