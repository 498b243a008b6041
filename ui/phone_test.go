package ui

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"ditchline/capture"
	"ditchline/capture/phone"
	"ditchline/ui/access"

	"github.com/coder/websocket"
)

// aCamera runs until the test ends, and gives its frames.
func aCamera(t *testing.T) (*phone.Camera, <-chan capture.Frame) {
	t.Helper()
	c := phone.New(phone.Options{
		Decode: func(_ string, data []byte) (capture.Frame, error) {
			h, err := capture.ReadHeader(capture.JPEG, data)
			if bytes.Contains(data, []byte("damaged")) {
				err = errors.New("damaged")
			}
			return capture.Frame{Width: h.Width, Height: h.Height, Pix: data}, err
		},
		Now: time.Now,
	})
	frames := make(chan capture.Frame, 16)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx, func(f capture.Frame) { frames <- f }) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return c, frames
}

// withPhone is a server whose board main has a phone as its camera.
func withPhone(t *testing.T) (s *Server, keeper *access.Keeper, frames <-chan capture.Frame) {
	t.Helper()
	keeper = aKeeper(t)
	c, frames := aCamera(t)
	s, _ = newServer(t, func(o *Options) {
		o.Access = keeper
		o.Phone = func(board string) *phone.Camera {
			if board == "main" {
				return c
			}
			return nil
		}
	})
	return s, keeper, frames
}

func aKeeper(t *testing.T) *access.Keeper {
	t.Helper()
	k, err := access.Open(t.TempDir(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func aJPEG(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func phoneMessage(number uint32, ms float64, jpeg []byte) []byte {
	b := binary.BigEndian.AppendUint32([]byte{'D', 'P', 1, 0}, number)
	return append(binary.BigEndian.AppendUint64(b, math.Float64bits(ms)), jpeg...)
}

// dial opens a phone's line.
func dial(t *testing.T, base, board string, client *http.Client) *websocket.Conn {
	t.Helper()
	c, r, err := websocket.Dial(t.Context(), base+"/api/v1/boards/"+board+"/phone/socket", &websocket.DialOptions{HTTPClient: client})
	if err != nil {
		t.Fatalf("%v (%v)", err, r)
	}
	t.Cleanup(func() { c.CloseNow() })
	return c
}

// heard is the next message of a type; pings are answered on the way.
func heard(t *testing.T, c *websocket.Conn, kind string) map[string]any {
	t.Helper()
	for {
		_, data, err := c.Read(t.Context())
		if err != nil {
			t.Fatalf("waiting for %s: %v", kind, err)
		}
		var m map[string]any
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		if m["type"] == "ping" {
			if err := c.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"pong","n":%v,"t":%v}`, m["n"], time.Since(phoneBegan).Seconds()*1000)); err != nil {
				t.Fatal(err)
			}
		}
		if m["type"] == kind {
			return m
		}
	}
}

var phoneBegan = time.Now()

func TestAPhonesPicturesBecomeFrames(t *testing.T) {
	s, _, frames := withPhone(t)
	base, _ := listen(t, s)
	c := dial(t, base, "main", nil)
	heard(t, c, "ping")
	heard(t, c, "ping")
	before := time.Now()
	if err := c.Write(t.Context(), websocket.MessageBinary, phoneMessage(5, time.Since(phoneBegan).Seconds()*1000, aJPEG(t, 640, 480))); err != nil {
		t.Fatal(err)
	}
	f := <-frames
	if f.Width != 640 || f.Height != 480 || f.CapturedAt.Sub(before).Abs() > 250*time.Millisecond {
		t.Errorf("%d x %d, captured %v after it was taken", f.Width, f.Height, f.CapturedAt.Sub(before))
	}
	if a := heard(t, c, "ack"); a["n"] != 5.0 || a["error"] != nil {
		t.Errorf("%v", a)
	}
	if err := c.Write(t.Context(), websocket.MessageBinary, phoneMessage(6, 1, append(aJPEG(t, 640, 480), "damaged"...))); err != nil {
		t.Fatal(err)
	}
	if a := heard(t, c, "ack"); a["n"] != 6.0 || a["error"] != "damaged" {
		t.Errorf("%v", a)
	}
	_, _, body := fetch(t, base+"/api/v1/boards/main/phone")
	var v phoneView
	if err := json.Unmarshal([]byte(body), &v); err != nil || !v.Wanted || !v.Connected || v.Width != 640 || v.Pictures != 1 || v.Unreadable != 1 {
		t.Errorf("%s, %v", body, err)
	}
}

func TestWhatIsNoPictureEndsTheLineAndSaysWhy(t *testing.T) {
	s, _, _ := withPhone(t)
	base, _ := listen(t, s)
	for name, tc := range map[string]struct {
		kind websocket.MessageType
		data []byte
		code websocket.StatusCode
		why  string
	}{
		"random bytes":  {websocket.MessageBinary, []byte("\x00\x01\x02"), 1007, "no picture"},
		"a bomb":        {websocket.MessageBinary, phoneMessage(1, 1, bomb(t)), 1007, "too large"},
		"text":          {websocket.MessageText, []byte("hello"), 1007, "pong"},
		"endless text":  {websocket.MessageText, []byte(`{"type":"pong","n":1,"t":` + strings.Repeat("1", 600) + "}"), 1007, "pong"},
		"a huge number": {websocket.MessageText, []byte(`{"type":"pong","n":1,"t":1e300}`), 1007, "pong"},
		"too much":      {websocket.MessageBinary, make([]byte, phone.MaxMessage+1), 1009, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := dial(t, base, "main", nil)
			if err := c.Write(t.Context(), tc.kind, tc.data); err != nil && tc.code != 1009 {
				t.Fatal(err)
			}
			for {
				_, _, err := c.Read(t.Context())
				var closed websocket.CloseError
				if err == nil {
					continue
				}
				if !errors.As(err, &closed) || closed.Code != tc.code || !strings.Contains(closed.Reason, tc.why) {
					t.Errorf("%v", err)
				}
				return
			}
		})
	}
}

// bomb is the header of a JPEG of 60000 x 60000 pixels.
func bomb(t *testing.T) []byte {
	t.Helper()
	b := aJPEG(t, 64, 64)
	at := bytes.Index(b, []byte{0xff, 0xc0})
	copy(b[at+5:], []byte{0xea, 0x60, 0xea, 0x60})
	return b
}

func TestAPhoneThatWasInvitedIsACameraOnly(t *testing.T) {
	s, keeper, frames := withPhone(t)
	base, client := onNetwork(t, s)
	socket := base + "/api/v1/boards/main/phone/socket"
	_, r, err := websocket.Dial(t.Context(), socket, &websocket.DialOptions{HTTPClient: client})
	if err == nil || r.StatusCode != 401 {
		t.Fatalf("uninvited: %v", err)
	}
	code, _ := keeper.Invite("main")
	post := func(path, body string) (int, string) {
		t.Helper()
		r, err := client.Post(base+path, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		var b bytes.Buffer
		b.ReadFrom(r.Body)
		return r.StatusCode, b.String()
	}
	if status, body := post("/api/v1/phone/join", `{"code":"`+code+`"}`); status != 200 || body != `{"board":"main"}` {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := post("/api/v1/phone/join", `{"code":"`+code+`"}`); status != 410 {
		t.Errorf("the code a second time: %d %s", status, body)
	}
	if status, body := post("/api/v1/match/orders", `{"kind":"undo"}`); status != 403 || !strings.Contains(body, "not_the_operator") {
		t.Errorf("a camera gives orders: %d %s", status, body)
	}
	c := dial(t, base, "main", client)
	if err := c.Write(t.Context(), websocket.MessageBinary, phoneMessage(1, 1, aJPEG(t, 640, 480))); err != nil {
		t.Fatal(err)
	}
	<-frames
	if err := keeper.Revoke(keeper.Devices()[0].ID); err != nil {
		t.Fatal(err)
	}
	for err = nil; err == nil; {
		_, _, err = c.Read(t.Context())
	}
	if websocket.CloseStatus(err) != websocket.StatusPolicyViolation || !strings.Contains(err.Error(), "signed out") {
		t.Errorf("after it was revoked: %v", err)
	}
}

func TestASecondPhoneTakesOver(t *testing.T) {
	s, _, _ := withPhone(t)
	base, stop := listen(t, s)
	first := dial(t, base, "main", nil)
	heard(t, first, "ping")
	second := dial(t, base, "main", nil)
	heard(t, second, "ping")
	var err error
	for err == nil {
		_, _, err = first.Read(t.Context())
	}
	if websocket.CloseStatus(err) != websocket.StatusPolicyViolation || !strings.Contains(err.Error(), "another phone") {
		t.Error(err)
	}
	ended := make(chan error, 1)
	go func() {
		var err error
		for err == nil {
			_, _, err = second.Read(context.Background())
		}
		ended <- err
	}()
	stop()
	if err := <-ended; websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Error(err)
	}
}
