package sim

import (
	"context"
	"crypto/sha256"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/capture"
)

func small() Options {
	o := Defaults()
	o.Width, o.Height, o.Free = 320, 180, true
	return o
}

func shootFilm(t *testing.T, o Options) (frames []capture.Frame) {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(t.Context(), func(f capture.Frame) { frames = append(frames, f) }); err != nil {
		t.Fatal(err)
	}
	return frames
}

func TestTheSameSeedGivesTheSameFrames(t *testing.T) {
	sum := func(seed uint64) string {
		o := small()
		o.Frames, o.Seed = 45, seed
		h := sha256.New()
		for _, f := range shootFilm(t, o) {
			h.Write(f.Pix)
		}
		return string(h.Sum(nil))
	}
	first, again, other := sum(4), sum(4), sum(5)
	if first != again {
		t.Error("two runs of one seed differ")
	}
	if first == other {
		t.Error("two seeds give the same film")
	}
}

func TestFramesCarrySequenceAndMediaTime(t *testing.T) {
	o := small()
	o.Frames, o.FPS = 7, 25
	frames := shootFilm(t, o)
	if len(frames) != 7 {
		t.Fatalf("%d frames, want 7", len(frames))
	}
	for i, f := range frames {
		if f.Seq != uint64(i) || f.Media != time.Duration(i)*40*time.Millisecond || f.Width != 320 || f.Height != 180 || len(f.Pix) != 3*320*180 {
			t.Errorf("frame %d: seq %d media %v %dx%d, %d bytes", i, f.Seq, f.Media, f.Width, f.Height, len(f.Pix))
		}
		if i > 0 && f.CapturedAt.Sub(frames[0].CapturedAt) != f.Media {
			t.Errorf("frame %d captured %v after the first, media %v", i, f.CapturedAt.Sub(frames[0].CapturedAt), f.Media)
		}
	}
}

func TestAFilmOfOneRoundEnds(t *testing.T) {
	o := small()
	o.Width, o.Height, o.Discs, o.Rounds, o.FPS, o.Shutter = 160, 120, 1, 1, 10, 0.01
	last := shootFilm(t, o)
	end := last[len(last)-1].Media
	g := NewGame(o)
	var tn *Turn
	for range 3 {
		tn = g.Next()
	}
	if !tn.Clearing || end.Seconds() > tn.End || end.Seconds() < tn.End-0.2 {
		t.Errorf("film ends at %v, the round at %.2f s", end, tn.End)
	}
}

func TestRealTimeKeepsThePaceAndStopsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := small()
		o.Free = false
		s, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		began, n := time.Now(), 0
		err = s.Run(ctx, func(f capture.Frame) {
			if late := time.Since(f.CapturedAt); late < 0 || late > time.Millisecond {
				t.Errorf("frame %d comes %v after its capture", f.Seq, late)
			}
			if n++; n == 31 {
				cancel()
			}
		})
		if err != nil || n != 31 {
			t.Errorf("%d frames, error %v", n, err)
		}
		if took := time.Since(began); took < 999*time.Millisecond || took > 1001*time.Millisecond {
			t.Errorf("31 frames at 30 a second took %v", took)
		}
	})
}

func TestASlowReaderMakesFramesFallOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := small()
		o.Free, o.Frames = false, 5
		s, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		var media []time.Duration
		if err := s.Run(t.Context(), func(f capture.Frame) {
			media = append(media, f.Media)
			time.Sleep(100 * time.Millisecond) // of the test's own clock
		}); err != nil {
			t.Fatal(err)
		}
		if step := media[4] - media[3]; step < 90*time.Millisecond {
			t.Errorf("frames are %v apart for a reader that needs 100 ms: %v", step, media)
		}
	})
}

func TestTruthTellsWhatTheFrameShows(t *testing.T) {
	o := small()
	o.Frames, o.FPS, o.Shutter = 80, 12, 0.02
	var truths []Truth
	o.OnTruth = func(tr Truth) { truths = append(truths, tr) }
	frames := shootFilm(t, o)
	if len(truths) != len(frames) {
		t.Fatalf("%d truths for %d frames", len(truths), len(frames))
	}
	moving, covered := 0, 0
	for i, tr := range truths {
		if tr.Seq != frames[i].Seq || tr.Media != frames[i].Media || len(tr.Discs) != 24 {
			t.Fatalf("truth %d: seq %d, media %v, %d discs", i, tr.Seq, tr.Media, len(tr.Discs))
		}
		for _, d := range tr.Discs {
			if d.Moving {
				moving++
			}
			if d.Occluded > 0.5 {
				covered++
			}
			if d.Where == OnSurface && (d.Margins == nil || d.InFrame != 1) {
				t.Errorf("frame %d: disc on the surface without margins or out of the picture: %+v", i, d)
			}
		}
	}
	if moving < 10 || covered < 10 {
		t.Errorf("%d times moving, %d times covered by the hand: too few for a shot", moving, covered)
	}
}

func TestOptionsComeBackFromTheSourcesName(t *testing.T) {
	q, err := url.ParseQuery("seed=7&board=club-55&size=640x360&fps=25&tilt=20&turn=30&shutter=0.01&skill=0.6&discs=8&players=4&look=green&colours=white-black&frames=3&rounds=2&pace=free")
	if err != nil {
		t.Fatal(err)
	}
	o, err := ParseOptions(q)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(s.String())
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseOptions(u.Query())
	if err != nil {
		t.Fatal(err)
	}
	if t2, _ := New(again); t2.String() != s.String() || again.Discs != 8 || again.Board.Name != "club-55" || !again.Free {
		t.Errorf("%v came back as %v", s, t2)
	}
}

func TestEveryProblemOfTheOptionsIsNamed(t *testing.T) {
	q, _ := url.ParseQuery("seed=x&board=chess&size=12&fps=0&tilt=80&skill=2&discs=13&players=3&look=pink&colours=red&pace=slow&nonsense=1")
	_, err := ParseOptions(q)
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{"seed=x", "chess", "size=12", "fps 0", "tilt 80", "skill 2", "discs 13", "players 3", "pink", "colours=red", "pace=slow", "nonsense"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q is not named in: %v", name, err)
		}
	}
	if q, _ = url.ParseQuery("board=carrom-icf&look=maple"); true {
		if _, err := ParseOptions(q); err == nil || !strings.Contains(err.Error(), "ply and random") {
			t.Errorf("carrom: %v", err)
		}
	}
}

func FuzzParseOptions(f *testing.F) {
	f.Add("seed=7&size=1280x720&colours=red-blue")
	f.Fuzz(func(t *testing.T, query string) {
		q, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		if o, err := ParseOptions(q); err == nil && o.Validate() != nil {
			t.Errorf("%q is accepted but not valid: %v", query, o.Validate())
		}
	})
}
