package phone

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/jpeg"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/capture"

	"pgregory.net/rapid"
)

// message is a picture as a phone sends it.
func message(number uint32, ms float64, jpeg []byte) []byte {
	b := []byte{'D', 'P', version, 0}
	b = binary.BigEndian.AppendUint32(b, number)
	b = binary.BigEndian.AppendUint64(b, math.Float64bits(ms))
	return append(b, jpeg...)
}

func picture(t testing.TB, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAPictureIsReadAsItWasSent(t *testing.T) {
	j := picture(t, 320, 240)
	p, err := ParsePicture(message(7, 1234.5, j))
	if err != nil || p.Number != 7 || p.Taken != 1234500*time.Microsecond || !bytes.Equal(p.JPEG, j) {
		t.Errorf("%d %v %d bytes, %v", p.Number, p.Taken, len(p.JPEG), err)
	}
}

func TestWhatIsNoPictureIsRefusedBeforeItIsDecoded(t *testing.T) {
	good := picture(t, 320, 240)
	huge := bytes.Clone(good)
	sof := bytes.Index(huge, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(huge[sof+5:], 60000) // height, width: a bomb
	binary.BigEndian.PutUint16(huge[sof+7:], 60000)
	film := bytes.Clone(huge)
	binary.BigEndian.PutUint16(film[sof+5:], 6000)
	binary.BigEndian.PutUint16(film[sof+7:], 8000)
	for name, c := range map[string]struct {
		message []byte
		want    string
	}{
		"nothing":          {nil, "no picture"},
		"text":             {[]byte(`{"type":"pong","n":1,"t":2}`), "no picture"},
		"another version":  {append([]byte{'D', 'P', 9, 0}, make([]byte, 20)...), "version 9"},
		"no time":          {message(1, math.NaN(), good), "NaN"},
		"endless time":     {message(1, math.Inf(1), good), "+Inf"},
		"before the start": {message(1, -1, good), "-1 ms"},
		"no JPEG":          {message(1, 0, []byte("\x89PNG\r\n\x1a\nxxxxxxxxxxxxxxxxxxxxxxxxx")), "no JPEG"},
		"header cut":       {message(1, 0, good[:12]), "cut short"},
		"a bomb":           {message(1, 0, huge), "too large"},
		"not film":         {message(1, 0, film), "8000 x 6000"},
		"a stamp":          {message(1, 0, picture(t, 32, 32)), "too small"},
		"too long":         {message(1, 0, append(bytes.Clone(good), make([]byte, MaxPicture)...)), "at most"},
	} {
		if _, err := ParsePicture(c.message); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParsePicture(f *testing.F) {
	f.Add(message(1, 2, picture(f, 64, 64)))
	f.Add([]byte("DP\x01\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ParsePicture(b)
		if err == nil && (len(p.JPEG) != len(b)-headBytes || p.Taken < 0) {
			t.Errorf("%+v", p)
		}
	})
}

func TestTheClockErrsByHalfTheFastestRoundAtMost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Clock
		here := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
		offset := time.Duration(rapid.Int64Range(0, int64(100*time.Hour)).Draw(t, "phone's clock at the start"))
		start := here
		for range rapid.IntRange(1, 40).Draw(t, "exchanges") {
			there := time.Duration(rapid.Int64Range(0, int64(800*time.Millisecond)).Draw(t, "there"))
			back := time.Duration(rapid.Int64Range(0, int64(800*time.Millisecond)).Draw(t, "back"))
			c.Exchange(here, here.Add(there+back), offset+here.Add(there).Sub(start))
			here = here.Add(2 * time.Second)
		}
		got, within, ok := c.At(offset + here.Sub(start))
		if err := got.Sub(here).Abs(); !ok || err > within+time.Nanosecond {
			t.Fatalf("%v off, %v promised", err, within)
		}
	})
}

func TestTheClockForgetsHowItStoodLongAgo(t *testing.T) {
	var c Clock
	here := time.Unix(0, 0)
	c.Exchange(here, here.Add(time.Millisecond), 0) // fast, but the phone's clock drifts by 100 ppm
	for i := range clockSamples {
		at := here.Add(time.Duration(i+1) * 100 * time.Second)
		drifted := at.Sub(here) + time.Duration(i+1)*10*time.Millisecond
		c.Exchange(at, at.Add(20*time.Millisecond), drifted+10*time.Millisecond)
	}
	now := here.Add(1600 * time.Second)
	got, within, _ := c.At(now.Sub(here) + 160*time.Millisecond)
	if err := got.Sub(now).Abs(); err > within+150*time.Millisecond || within != 10*time.Millisecond {
		t.Errorf("%v off, %v promised", err, within)
	}
}

// set is a camera that runs, in a bubble of its own.
type set struct {
	*Camera
	frames chan capture.Frame
	lost   chan error
	stop   func()
}

func run(t *testing.T, decode func(string, []byte) (capture.Frame, error)) set {
	s := set{frames: make(chan capture.Frame, 64), lost: make(chan error, 16)}
	if decode == nil {
		decode = func(_ string, data []byte) (capture.Frame, error) {
			return capture.Frame{Width: 320, Height: 240, Pix: data}, nil
		}
	}
	s.Camera = New(Options{Decode: decode, Lost: func(err error) { s.lost <- err }, Now: time.Now})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx, func(f capture.Frame) { s.frames <- f }) }()
	s.stop = func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	return s
}

func TestFramesCarryTheTimeAtWhichThePhoneTookThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := run(t, nil)
		defer s.stop()
		l := s.Connect("iPhone")
		begun := time.Now()
		l.Exchange(begun, begun.Add(20*time.Millisecond), 5*time.Second+10*time.Millisecond) // the phone's clock: begun = 5 s
		time.Sleep(200 * time.Millisecond)
		for i := range 3 {
			taken := 5*time.Second + time.Duration(100+50*i)*time.Millisecond
			l.Picture(Picture{Number: uint32(i), Taken: taken, JPEG: []byte{byte(i)}}, time.Now())
			f := <-s.frames
			if want := begun.Add(taken - 5*time.Second); !f.CapturedAt.Equal(want) || f.Seq != uint64(i) || f.Media != time.Duration(50*i)*time.Millisecond || f.Pix[0] != byte(i) {
				t.Errorf("frame %d: captured %v, want %v; media %v", f.Seq, f.CapturedAt, want, f.Media)
			}
			if a := <-l.Answers(); a.Number != uint32(i) || a.Err != nil || a.Passed {
				t.Errorf("answer %+v", a)
			}
			time.Sleep(50 * time.Millisecond)
		}
		st := s.Status()
		if !st.Connected || st.Device != "iPhone" || math.Abs(st.FPS-20) > 0.01 || st.Width != 320 || st.RoundMS != 20 || st.Pictures != 3 || st.Late != 100 {
			t.Errorf("status %+v", st)
		}
	})
}

func TestTimesThatCannotBeAreHeldToWhatCan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := run(t, nil)
		defer s.stop()
		l := s.Connect("x")
		now := time.Now()
		l.Picture(Picture{Number: 1, Taken: time.Hour}, now)
		if f := <-s.frames; !f.CapturedAt.Equal(now) {
			t.Errorf("clock unknown: %v", f.CapturedAt)
		}
		time.Sleep(10 * time.Second)
		now = time.Now()
		l.Exchange(now, now, time.Minute)
		var last time.Time
		for i, c := range []struct {
			taken time.Duration
			want  time.Time
		}{
			{time.Hour, now},               // in the future
			{0, now.Add(time.Millisecond)}, // long ago: held to 5 s, then after the one before
			{time.Minute, now.Add(2 * time.Millisecond)},
		} {
			l.Picture(Picture{Number: uint32(i + 2), Taken: c.taken}, now)
			f := <-s.frames
			if !f.CapturedAt.Equal(c.want) || !f.CapturedAt.After(last) {
				t.Errorf("taken at %v: %v, want %v", c.taken, f.CapturedAt, c.want)
			}
			last = f.CapturedAt
		}
	})
}

func TestASlowBoardGetsTheNewestPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy := make(chan struct{})
		s := run(t, func(_ string, data []byte) (capture.Frame, error) {
			<-busy
			return capture.Frame{Width: 64, Height: 64, Pix: data}, nil
		})
		defer s.stop()
		l := s.Connect("x")
		for i := range 5 {
			l.Picture(Picture{Number: uint32(i), JPEG: []byte{byte(i)}}, time.Now())
			synctest.Wait()
		}
		busy <- struct{}{}
		busy <- struct{}{}
		if a, b := <-s.frames, <-s.frames; a.Pix[0] != 0 || b.Pix[0] != 4 {
			t.Errorf("pictures %d and %d were looked at", a.Pix[0], b.Pix[0])
		}
		passed := 0
		for range 5 {
			if a := <-l.Answers(); a.Passed {
				passed++
			}
		}
		if passed != 3 || s.Status().Passed != 3 {
			t.Errorf("%d passed, status says %d", passed, s.Status().Passed)
		}
	})
}

func TestADamagedPictureIsAnsweredAndTheNextIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := run(t, func(_ string, data []byte) (capture.Frame, error) {
			if data[0] == 0 {
				return capture.Frame{}, errors.New("damaged")
			}
			return capture.Frame{Width: 64, Height: 64}, nil
		})
		defer s.stop()
		l := s.Connect("x")
		l.Picture(Picture{Number: 1, JPEG: []byte{0}}, time.Now())
		if a := <-l.Answers(); a.Err == nil {
			t.Errorf("%+v", a)
		}
		l.Picture(Picture{Number: 2, JPEG: []byte{1}}, time.Now())
		if a := <-l.Answers(); a.Err != nil || s.Status().Unreadable != 1 {
			t.Errorf("%+v", a)
		}
	})
}

func TestALostPhoneIsToldOnceAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := run(t, nil)
		defer s.stop()
		time.Sleep(time.Minute)
		if len(s.lost) != 0 {
			t.Error("lost before it came")
		}
		l := s.Connect("x")
		l.Picture(Picture{Number: 1}, time.Now())
		<-s.frames
		time.Sleep(time.Minute)
		if err := <-s.lost; !errors.Is(err, errSilent) || len(s.lost) != 0 {
			t.Errorf("%v, and %d more", err, len(s.lost))
		}
		l.Picture(Picture{Number: 2}, time.Now())
		<-s.frames
		l.Leave()
		<-l.Done()
		if l.Why() != nil || s.Status().Connected {
			t.Errorf("%v, %+v", l.Why(), s.Status())
		}
		time.Sleep(time.Minute)
		if err := <-s.lost; !errors.Is(err, errGone) {
			t.Error(err)
		}
		l.Picture(Picture{Number: 3}, time.Now()) // from beyond the end
		l = s.Connect("y")
		l.Picture(Picture{Number: 4, JPEG: []byte{4}}, time.Now())
		if f := <-s.frames; f.Pix[0] != 4 || f.Seq != 2 {
			t.Errorf("frame %d of %v", f.Seq, f.Pix)
		}
	})
}

func TestOnePhoneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := run(t, nil)
		first := s.Connect("a")
		second := s.Connect("b")
		<-first.Done()
		if !errors.Is(first.Why(), ErrReplaced) || s.Status().Device != "b" {
			t.Errorf("%v, %s", first.Why(), s.Status().Device)
		}
		first.Leave()
		if !s.Status().Connected {
			t.Error("the phone that left took the other one along")
		}
		s.stop()
		<-second.Done()
		if !errors.Is(second.Why(), ErrClosed) || s.Connect("c") != nil {
			t.Errorf("after the end: %v", second.Why())
		}
	})
}
