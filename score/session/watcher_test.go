package session

import (
	"errors"
	"math"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// scene is a finder and detector that see the board where it is now.
type scene struct {
	cam     *models.Camera // nil: no board to be found
	finds   int
	detects int
	panics  bool
}

func (s *scene) Find(capture.Frame, calibrate.Options) (calibrate.Calibration, error) {
	s.finds++
	if s.cam == nil {
		return notFound(capture.Frame{}, calibrate.Options{})
	}
	return calibrationOf(*s.cam), nil
}

func (s *scene) Detect(f capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
	s.detects++
	if s.panics {
		panic("index out of range")
	}
	return discs(50)(f, c)
}

func (s *scene) watcher() *watcher {
	return newWatcher(Vision{Finder: s, Detector: s, Now: time.Now})
}

// looks shows the same picture from frame `from` to frame `to`, and says the
// last phase.
func looks(t *testing.T, w *watcher, f capture.Frame, from, to int) (p Phase) {
	t.Helper()
	for n := from; n <= to; n++ {
		var err error
		if p, _, err = w.look(at(f, n)); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestTheBoardIsSearchedForOnceAndThenOnlyWatched(t *testing.T) {
	cam := overhead(0, 0, 0)
	s := &scene{cam: &cam}
	w := s.watcher()
	if p := looks(t, w, picture(cam), 0, 600); p != Ready || s.finds != 1 || s.detects != 601 {
		t.Errorf("phase %s, %d searches and %d detections in 20 s: want ready, 1, 601", p, s.finds, s.detects)
	}
	looks(t, w, picture(cam), 601, 59*30)
	if s.finds != 2 {
		t.Errorf("%d searches in a minute: want 2, one every %v", s.finds, verifyEvery)
	}
}

func TestABoardThatIsNotThereIsLookedForTwiceASecond(t *testing.T) {
	s := &scene{}
	w := s.watcher()
	if p := looks(t, w, blank(), 0, 299); p != Looking || s.finds < 15 || s.finds > 20 {
		t.Errorf("phase %s, %d searches in 10 s: want looking, about 20", p, s.finds)
	}
	if w.why == "" || s.detects != 0 {
		t.Errorf("why %q, %d detections: want a reason and none", w.why, s.detects)
	}
}

func TestAHandOverTheBoardKeepsWhatWasSeenLast(t *testing.T) {
	cam := overhead(0, 0, 0)
	s := &scene{cam: &cam}
	w := s.watcher()
	looks(t, w, picture(cam), 0, 30)
	s.cam = nil
	if p := looks(t, w, blank(), 31, 90); p != Hidden || len(w.last.Discs) != 1 {
		t.Errorf("phase %s with %d discs: want hidden with the one that was seen", p, len(w.last.Discs))
	}
	if s.finds > 6 {
		t.Errorf("%d searches in 2 s of a hidden board: want one every %v", s.finds, retryEvery)
	}
	s.cam = &cam
	if p := looks(t, w, picture(cam), 91, 91); p != Ready {
		t.Errorf("phase %s once the hand is gone: want ready at once", p)
	}
	s.cam = nil
	if p := looks(t, w, blank(), 92, 92+30*12); p != Looking || w.cal != nil || w.hasLast {
		t.Errorf("phase %s after 12 s without the board: want looking, and nothing kept", p)
	}
}

func TestANudgedBoardIsFoundAgainAtOnceAndDoesNotTurn(t *testing.T) {
	cam := overhead(0, 0, 0)
	s := &scene{cam: &cam}
	w := s.watcher()
	looks(t, w, picture(cam), 0, 30)
	nudged := overhead(3, 12, -7)
	turned := overhead(93, 12, -7) // the finder may take any quadrant for x
	s.cam = &turned
	if p := looks(t, w, picture(nudged), 31, 31); p != Ready {
		t.Fatalf("phase %s right after the nudge", p)
	}
	px, _ := w.cal.Camera.Project(r3.Vec{X: 300})
	want, _ := nudged.Project(r3.Vec{X: 300})
	if r2.Norm(r2.Sub(px, want)) > 0.01 {
		t.Errorf("+x is seen at %.1f, before the nudge it was nearest to %.1f", px, want)
	}
}

func TestACalibrationThatOnlyTremblesIsKept(t *testing.T) {
	cam := overhead(0, 0, 0)
	s := &scene{cam: &cam}
	w := s.watcher()
	looks(t, w, picture(cam), 0, 0)
	shaken := overhead(90, 0.3, 0.2)
	s.cam = &shaken
	looks(t, w, picture(cam), 1, 31*30)
	if s.finds < 2 {
		t.Fatal("the calibration was never measured anew")
	}
	if w.cal.Camera != cam {
		t.Error("the calibration changed by a third of a pixel on a board that lies still")
	}
}

func TestAPictureOfAnotherSizeBeginsAnew(t *testing.T) {
	cam := overhead(0, 0, 0)
	s := &scene{cam: &cam}
	w := s.watcher()
	looks(t, w, picture(cam), 0, 0)
	larger := cam.Scaled(1.5)
	s.cam = &larger
	if p := looks(t, w, picture(larger), 1, 1); p != Ready || s.finds != 2 || w.cal.Camera.Width != larger.Width {
		t.Errorf("phase %s, %d searches, width %d", p, s.finds, w.cal.Camera.Width)
	}
}

func TestASourceThatBeginsAnewIsFollowed(t *testing.T) {
	cam := overhead(0, 0, 0)
	s := &scene{}
	w := s.watcher()
	looks(t, w, blank(), 3000, 3001)
	s.cam = &cam
	if p := looks(t, w, picture(cam), 0, 0); p != Ready {
		t.Errorf("phase %s: frame 0 came after frame 3001 and was not looked at", p)
	}
}

func TestAPanicInVisionCostsOneFrame(t *testing.T) {
	cam := overhead(0, 0, 0)
	s := &scene{cam: &cam, panics: true}
	w := s.watcher()
	_, _, err := w.look(at(picture(cam), 0))
	var fault *Fault
	if !errors.As(err, &fault) || fault.Stage != "looking for discs" {
		t.Fatalf("got %v", err)
	}
	s.panics = false
	if p := looks(t, w, picture(cam), 1, 1); p != Ready {
		t.Errorf("phase %s on the next frame", p)
	}
}

// withHand is the picture with a sleeve over its left, up to the column x.
func withHand(f capture.Frame, x int) capture.Frame {
	out := f
	out.Pix = append([]byte{}, f.Pix...)
	for row := range f.Height {
		for col := range x {
			k := 3 * (row*f.Width + col)
			out.Pix[k], out.Pix[k+1], out.Pix[k+2] = 90, 110, 160
		}
	}
	return out
}

func TestAHandOverAPartOfTheBoardDoesNotTakeDiscsAway(t *testing.T) {
	cam := overhead(0, 0, 0)
	s := &scene{cam: &cam}
	w := s.watcher()
	clean := picture(cam)
	looks(t, w, clean, 0, 10)
	if len(w.last.Discs) != 1 {
		t.Fatal("no disc on the clean board")
	}
	w.vision.Detector = discs() // it lies under the hand
	if p := looks(t, w, withHand(clean, 150), 11, 20); p != Hidden || len(w.last.Discs) != 1 || s.finds != 1 {
		t.Errorf("phase %s with %d discs after %d searches: want hidden, the disc kept, no new search", p, len(w.last.Discs), s.finds)
	}
	w.vision.Detector = discs(50, 120)
	if p := looks(t, w, clean, 21, 21); p != Ready || len(w.last.Discs) != 2 {
		t.Errorf("phase %s with %d discs once the hand is gone", p, len(w.last.Discs))
	}
}

func TestDiscsOnLinesAreNoHand(t *testing.T) {
	cam := overhead(0, 0, 0)
	f := picture(cam)
	g := takeGrip(f, calibrationOf(cam))
	var on []detect.Disc
	for i := range 16 { // a crowd on the 10 line, drawn as dark blobs
		s, c := math.Sincos(2 * math.Pi * float64(i) / 16)
		d := disc("A", 200*c, 200*s)
		on = append(on, d)
		px, _ := cam.Project(r3.Vec{X: d.Pos.X, Y: d.Pos.Y})
		for y := int(px.Y) - 8; y <= int(px.Y)+8; y++ {
			for x := int(px.X) - 8; x <= int(px.X)+8; x++ {
				k := 3 * (y*f.Width + x)
				f.Pix[k], f.Pix[k+1], f.Pix[k+2] = 40, 40, 40
			}
		}
	}
	if g.covered(f, on) {
		t.Error("sixteen discs on a line were taken for a hand")
	}
	if !g.covered(f, nil) {
		t.Error("what hides the lines and is no disc was not noticed")
	}
}

func TestGripDoesNotLetGoOfABoardWithNewDiscsOrOtherLight(t *testing.T) {
	cam := overhead(0, 0, 0)
	f := picture(cam)
	g := takeGrip(f, calibrationOf(cam))
	if len(g.marks) < 180 {
		t.Fatalf("%d marks on a clean board", len(g.marks))
	}
	darker := capture.Frame{Width: f.Width, Height: f.Height, Pix: make([]byte, len(f.Pix))}
	for i, v := range f.Pix {
		darker.Pix[i] = byte(math.Round(0.55*float64(v) + 9))
	}
	if !g.holds(darker) {
		t.Error("a darker picture of the same board was taken for another place")
	}
	for y := range f.Height { // a hand over the left third
		for x := range f.Width / 3 {
			k := 3 * (y*f.Width + x)
			darker.Pix[k], darker.Pix[k+1], darker.Pix[k+2] = 90, 110, 160
		}
	}
	if !g.holds(darker) {
		t.Error("a hand over a third of the board was taken for another place")
	}
	if g.holds(picture(overhead(0, 5, 0))) {
		t.Error("a board moved by 10 mm was not noticed")
	}
	if g.holds(blank()) {
		t.Error("a board that is gone was not noticed")
	}
	if faint := (grip{}); !faint.holds(f) {
		t.Error("without plain lines nothing can be said, and the search must not run for ever")
	}
}
