package hub_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ditchline/score/hall/hub"

	"github.com/prometheus/client_golang/prometheus"
)

// The hub program of these tests is this test binary with hubVariable set to
// its programSpec as JSON; or, with DITCHLINE_BINARY=FILE, the real one. It
// can be killed as the power would.
const (
	hubVariable    = "DITCHLINE_TEST_HUB"
	binaryVariable = "DITCHLINE_BINARY"
)

type programSpec struct {
	Data, Event string
	Servers     []string // of a cluster; empty: it brings its own along
	Port        int      // of its own
	Tables      []string
}

// announced is what a hub says once it answers.
type announced struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

// serveProgram is a hub as `ditchline hub` runs it.
func serveProgram(text string) error {
	var spec programSpec
	if err := json.Unmarshal([]byte(text), &spec); err != nil {
		return err
	}
	place, err := hub.OpenPlace(context.Background(), hub.PlaceOptions{
		Data: spec.Data, Event: spec.Event, Servers: spec.Servers, Host: "127.0.0.1", Port: spec.Port, Tables: spec.Tables,
		Metrics: prometheus.NewRegistry(), Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if err := json.NewEncoder(os.Stdout).Encode(announced{"listening", "http://" + listener.Addr().String() + "/"}); err != nil {
		return err
	}
	server := http.Server{Handler: place.Handler(), WriteTimeout: 30 * time.Second}
	go func() { fmt.Fprintln(os.Stderr, server.Serve(listener)) }()
	return place.Run(context.Background())
}

// program is a hub as a process of its own.
type program struct {
	t    *testing.T
	spec programSpec
	cmd  *exec.Cmd // nil: down
	url  string    // ends with a slash
	said strings.Builder
}

func (p *program) command() *exec.Cmd {
	if binary := os.Getenv(binaryVariable); binary != "" {
		args := []string{"hub", "--json", "--data", p.spec.Data, "--listen", "127.0.0.1:0", "--event", p.spec.Event, "--tables", strings.Join(p.spec.Tables, ",")}
		if len(p.spec.Servers) > 0 {
			args = append(args, "--nats", strings.Join(p.spec.Servers, ","))
		} else {
			args = append(args, "--nats-listen", fmt.Sprint("127.0.0.1:", p.spec.Port))
		}
		return exec.Command(binary, args...)
	}
	text, err := json.Marshal(p.spec)
	if err != nil {
		p.t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), hubVariable+"="+string(text))
	return cmd
}

func (p *program) start() {
	p.t.Helper()
	if p.cmd != nil {
		return
	}
	cmd := p.command()
	out, err := cmd.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	p.said.Reset()
	cmd.Stderr = &p.said
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.cmd = cmd
	line, err := bufio.NewReader(out).ReadBytes('\n')
	var a announced
	if err != nil || json.Unmarshal(line, &a) != nil || a.Type != "listening" {
		p.kill()
		p.t.Fatalf("the hub says %q, %v\n%s", line, err, &p.said)
	}
	p.url = a.URL
}

// kill is SIGKILL.
func (p *program) kill() {
	if p.cmd != nil {
		_ = p.cmd.Process.Kill() // it may have ended by itself
		_ = p.cmd.Wait()
		p.cmd = nil
	}
}

// ask is a page's question; empty when the hub does not answer.
func (p *program) ask(path string) string {
	answer, err := http.Get(p.url + strings.TrimPrefix(path, "/"))
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return ""
	}
	return string(text)
}

func (p *program) ready() bool { return strings.Contains(p.ask("healthz"), `"ok":true`) }

// direct is the director's word over HTTP.
func (p *program) direct(path string, v any) {
	p.t.Helper()
	body, err := json.Marshal(v)
	if err != nil {
		p.t.Fatal(err)
	}
	word, err := os.ReadFile(filepath.Join(p.spec.Data, "hub", p.spec.Event, "director"))
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url+path, strings.NewReader(string(body)))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+string(word))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusCreated {
		p.t.Fatalf("%s: %s %s, %v", path, answer.Status, text, err)
	}
}

// openMatches is how many are open; -1 when the hub does not say.
func (p *program) openMatches() int {
	var a struct {
		Open *int `json:"open_matches"`
	}
	if json.Unmarshal([]byte(p.ask("api/v1/event")), &a) != nil || a.Open == nil {
		return -1
	}
	return *a.Open
}

// used is the CPU time of the process, and the most memory that it held.
func (p *program) used() (time.Duration, uint64) {
	p.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	// After the name in brackets: state is field 3, user and system time are
	// fields 14 and 15, in hundredths of a second (proc(5)).
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	var ticks int64
	for _, f := range fields[11:13] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			p.t.Fatal(err)
		}
		ticks += n
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	var kB uint64
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	if _, err := fmt.Sscan(rest, &kB); err != nil {
		p.t.Fatal(err)
	}
	return time.Duration(ticks) * 10 * time.Millisecond, kB << 10
}
