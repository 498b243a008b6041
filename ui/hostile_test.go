package ui

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ditchline/capture"
	"ditchline/capture/phone"
	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/store"
	"ditchline/ui/access"
	"ditchline/ui/storybook"
)

// fortress is a server with everything in it that an attacker might want.
type fortress struct {
	here, there string // addresses: of this machine itself, and as a machine elsewhere calls it
	port        int
	server      *Server
	keeper      *access.Keeper
	key         string
	phone       string // token of a phone that is board main's camera
	used        string // an invitation that was used
	board       *playedBoard
	store       *store.Store
	id          string // of the match
	folder      string
}

// buildFortress serves on the network a board in the middle of a match.
func buildFortress(t *testing.T) *fortress {
	t.Helper()
	f := &fortress{folder: t.TempDir()}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var err error
	f.store, err = store.Open(t.Context(), filepath.Join(f.folder, store.FileName))
	must(err)
	t.Cleanup(func() { f.store.Close() })
	logs, err := storybook.Evenings(3, 1)
	must(err)
	f.id = logs[0][0].Setup.ID
	must(f.store.Append(t.Context(), f.id, logs[0]...))
	f.keeper, err = access.Open(f.folder, time.Now)
	must(err)
	f.key, err = f.keeper.NewKey()
	must(err)
	f.used, _ = f.keeper.Invite("main")
	f.phone, _, err = f.keeper.Join(f.used, clientAddr(&http.Request{RemoteAddr: "192.168.1.9:1"}), "a phone")
	must(err)
	evidence, err := session.OpenEvidence(session.EvidenceOptions{
		Dir: filepath.Join(f.folder, "evidence"), Pictures: stills{}, Log: quiet(), Now: time.Now, NoClips: "none here",
		Free: func(string) (int64, error) { return 1 << 40, nil },
	})
	must(err)
	t.Cleanup(func() { evidence.Close() })
	story, err := storybook.Tell("question")
	must(err)
	camera, frames := aCamera(t)
	go func() {
		for range frames {
		}
	}()
	f.server, _ = newServer(t, func(o *Options) {
		board := o.Boards[0].Board.(*storybook.Board)
		board.Publish(story.State)
		board.Show(picture(1, "x"))
		f.board = &playedBoard{Board: board}
		f.board.log.Store(&logs[0])
		o.Boards[0].Board = f.board
		o.Evidence, o.Access, o.Disputes = evidence, f.keeper, storyEye(filepath.Join(f.folder, "disputes"))
		o.Disputes.Decode = func(name string, data []byte) (capture.Frame, error) {
			t.Errorf("%s was decoded", name) // nothing here is worth it
			return capture.Frame{}, errors.New("no")
		}
		o.Data = &DataOptions{Folder: f.folder, Store: f.store, Evidence: evidence}
		o.Phone = func(board string) *phone.Camera { return camera }
	})
	base, _ := onNetwork(t, f.server)
	f.port = portOf(t, base)
	f.there, f.here = base, fmt.Sprintf("http://127.0.0.1:%d", f.port)
	return f
}

// held is all that an attack could have changed.
func (f *fortress) held(t *testing.T) string {
	t.Helper()
	events, err := f.store.Events(t.Context(), f.id)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	err = filepath.WalkDir(f.folder, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.Contains(name, store.FileName) {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	state := f.board.Snapshot()
	text, err := json.Marshal(struct {
		Stored, InHand, Orders []score.Event
		Version                uint64
		Devices                []access.Device
		Files                  []string
	}{events, f.board.MatchLog(), f.board.Orders(), state.Version, nil, files})
	if err != nil {
		t.Fatal(err)
	}
	devices := f.keeper.Devices()
	for i := range devices {
		devices[i].Seen = time.Time{} // who asks is seen
	}
	return fmt.Sprintf("%s %+v", text, devices)
}

// attack is a request that must be refused.
type attack struct {
	what    string
	from    string // here, there (default) or phone: there, with the phone's cookie
	method  string // GET where it is empty
	path    string
	body    string
	headers []string // "Name: value"
	raw     string   // in place of all these: what is sent on a bare connection
	status  []int    // one of these
	says    string   // what the answer must name
}

// TestHostileRequestsAreRefusedAndTheMatchIsUnharmed sends what attackers send
// to the real handler over real connections.
func TestHostileRequestsAreRefusedAndTheMatchIsUnharmed(t *testing.T) {
	f := buildFortress(t)
	before := f.held(t)
	attacks := f.attacks(t)
	if len(attacks) < 40 {
		t.Fatalf("only %d attacks", len(attacks))
	}
	for _, a := range attacks {
		t.Run(a.what, func(t *testing.T) {
			status, text := f.suffer(t, a)
			ok := false
			for _, s := range a.status {
				ok = ok || s == status
			}
			if !ok || !strings.Contains(text, a.says) {
				t.Errorf("status %d, want %v with %q:\n%.300s", status, a.status, a.says, text)
			}
			if strings.TrimSpace(text) == "" && a.method != "HEAD" {
				t.Error("refused without a word")
			}
			for _, secret := range []string{f.key, f.phone, "root:", "module ditchline", "goroutine ", ".go:"} {
				if strings.Contains(text, secret) {
					t.Errorf("the answer tells %q", secret)
				}
			}
		})
	}
	if after := f.held(t); after != before {
		t.Errorf("something changed:\n%s\n\n%s", before, after)
	}
	if status, _, body := fetch(t, f.here+"/api/v1/state"); status != 200 || !strings.Contains(body, `"phase"`) {
		t.Errorf("the server does not answer any more: %d %.200s", status, body)
	}
}

// suffer sends an attack and reads what comes back.
func (f *fortress) suffer(t *testing.T, a attack) (status int, text string) {
	t.Helper()
	if a.raw != "" {
		return f.bare(t, a.raw)
	}
	base, client := f.there, browserTo(t, f.port)
	if a.from == "here" {
		base = f.here
	}
	headers := a.headers
	if a.from == "phone" {
		headers = append(headers, "Cookie: "+f.server.cookieName(&http.Request{})+"="+f.phone)
	}
	method := a.method
	if method == "" {
		method = "GET"
	}
	r, text := asks(t, client, method, base+a.path, a.body, headers...)
	return r.StatusCode, text
}

// bare sends bytes on a connection of its own, and reads the answer; status is
// 0 where none came.
func (f *fortress) bare(t *testing.T, raw string) (status int, text string) {
	t.Helper()
	c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", f.port))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	go io.WriteString(c, raw) // the server may close before it has read all
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, fmt.Sprintf("closed: %v", err)
	}
	defer r.Body.Close()
	var b bytes.Buffer
	b.ReadFrom(io.LimitReader(r.Body, 1<<20))
	return r.StatusCode, b.String()
}

// pngBomb is a whole PNG whose header states 50000 x 50000 pixels.
func pngBomb() string {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		body := append([]byte(kind), data...)
		binary.Write(&b, binary.BigEndian, uint32(len(data)))
		b.Write(body)
		binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(body))
	}
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 50000), 50000)
	chunk("IHDR", append(size, 8, 2, 0, 0, 0))
	chunk("IDAT", []byte{0x78, 0x9c, 3, 0, 0, 0, 0, 1})
	chunk("IEND", nil)
	return b.String()
}

// webpBomb is the header of a WebP of 16384 x 16384 pixels, lossless.
func webpBomb() string {
	return "RIFF\x1e\x00\x00\x00WEBPVP8L\x11\x00\x00\x00\x2f\xff\xff\xff\x0f" + strings.Repeat("\x00", 12)
}

func heicBomb(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../capture/cvcodec/testdata/quarters.heic")
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(b, []byte("ispe"))
	binary.BigEndian.PutUint32(b[at+8:], 50000)
	binary.BigEndian.PutUint32(b[at+12:], 50000)
	return string(b)
}

// TestMalformedFramesEndTheirLineOnly sends frames that RFC 6455 forbids, and
// messages that are none of ours, on a phone's own socket.
func TestMalformedFramesEndTheirLineOnly(t *testing.T) {
	f := buildFortress(t)
	before := f.held(t)
	for _, tc := range frames {
		t.Run(tc.what, func(t *testing.T) {
			c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", f.port))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if err := c.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(c, "GET /api/v1/boards/main/phone/socket HTTP/1.1\r\nHost: board.local:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: %s=%s\r\n\r\n",
				f.port, f.server.cookieName(&http.Request{}), f.phone)
			in := bufio.NewReader(c)
			r, err := http.ReadResponse(in, nil)
			if err != nil || r.StatusCode != 101 {
				t.Fatalf("%v %v", r, err)
			}
			go c.Write(tc.raw) // the server may close before it has read all
			code, err := closedWith(in)
			if code != tc.code || tc.code == 0 && !errors.Is(err, io.EOF) && !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("closed with %d (%v), want %d", code, err, tc.code)
			}
		})
	}
	if after := f.held(t); after != before {
		t.Errorf("something changed:\n%s\n\n%s", before, after)
	}
}

// closedWith is the code of the close frame that comes after what else does.
func closedWith(in *bufio.Reader) (int, error) {
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(in, head); err != nil {
			return 0, err
		}
		if head[1] > 125 {
			return 0, fmt.Errorf("a frame of length %d", head[1])
		}
		payload := make([]byte, head[1])
		if _, err := io.ReadFull(in, payload); err != nil {
			return 0, err
		}
		if head[0]&0x0f == 8 && len(payload) >= 2 {
			return int(binary.BigEndian.Uint16(payload)), nil
		}
	}
}
