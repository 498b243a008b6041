// Package ui is what people see: a gin server with the live page, its API,
// server-sent events, the picture as MJPEG, and metrics. It watches boards and
// never makes them wait.
package ui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"ditchline/capture"
	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/session/desk"
	"ditchline/ui/access"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
)

// Board is one board's evening as a screen sees it. Its methods may be called
// from any goroutine and never block.
//
// The channels hold at most one value, the newest: a reader that is slow
// misses values and is never waited for. They are closed when ctx ends. The
// end of the source does not close them: a source may be reopened.
type Board interface {
	// Snapshot is the newest state. Before the first frame its phase is
	// session.Starting.
	Snapshot() session.Snapshot
	// Subscribe gives the snapshots published from now on.
	Subscribe(ctx context.Context) <-chan session.Snapshot
	// Frame is the newest picture; ok is false before the first.
	Frame() (f capture.Frame, ok bool)
	// Frames gives the pictures from now on.
	Frames(ctx context.Context) <-chan capture.Frame
	// Pictures gives the frames that were looked at, each with what was seen
	// in it.
	Pictures(ctx context.Context) <-chan session.Picture

	// Order enters what a person says into the match, or says why it cannot be.
	Order(ctx context.Context, e score.Event) error
	// Correct enters what a person says of discs, against what the camera sees.
	Correct(ctx context.Context, said []desk.Said, by string) error
	// MatchLog are the events of the match in hand; none before it began.
	MatchLog() []score.Event
}

// Encoder makes a JPEG of a frame; quality is 1 to 100.
type Encoder func(f capture.Frame, quality int) ([]byte, error)

// Resizer makes a frame of the given width in pixels, its height in
// proportion. It is asked only for widths below the frame's own.
type Resizer func(f capture.Frame, width int) (capture.Frame, error)

// NamedBoard is a board with its name in the API: letters, digits, dash and
// underscore.
type NamedBoard struct {
	Name  string
	Board Board
}

// Options say what a server shows.
type Options struct {
	Boards   []NamedBoard         // at least one; the first is the one that / shows
	Encode   Encoder              // cvcodec's, injected so that ui stays free of cgo
	Resize   Resizer              // likewise
	Evidence Evidence             // what is kept of each shot; nil: nothing
	Data     *DataOptions         // matches that were played, their players, backups; nil: none is kept
	Setup    *SetupOptions        // setting boards up; nil: not by pages
	Webhooks WebhookOptions       // told of what happens
	Disputes *DisputeOptions      // line calls on photographs and live; nil: none
	Access   *access.Keeper       // of the operator's key; nil: only this machine operates
	Watch    Watch                // who may watch on a network; empty for WatchOpen
	Phone    PhoneOf              // the phones that are cameras; nil: none
	Names    []string             // by which others may call this machine, beside its addresses
	Metrics  *prometheus.Registry // what /metrics shows; the server registers its own metrics here
	Version  string               // of the program, for build info
	Log      *slog.Logger         // nil for slog.Default()
	Now      func() time.Time     // nil for time.Now; for tests
}

// Server is the web server of a process.
type Server struct {
	roster    roster
	watching  func(*watched) // starts to listen to a board while the server serves; guarded by roster.mu
	encode    Encoder
	resize    Resizer
	assets    assets
	metrics   *metrics
	evidence  Evidence  // nil where none is kept
	disputes  *disputes // nil where none are answered
	hooks     *webhooks
	described func() ([]byte, error) // the API's description
	records   *records               // nil where no matches are kept
	version   string                 // of the program
	setup     *SetupOptions          // nil where boards cannot be set up
	looking   chan struct{}          // held by who looks at a source that no board watches
	reg       *prometheus.Registry
	log       *slog.Logger
	now       func() time.Time

	access    *access.Keeper // nil where no key is kept
	keeper    string         // its name, in cookies
	watch     Watch
	names     []string // by which this machine is called
	onNetwork bool     // other machines can reach it; set by Serve

	phone   PhoneOf        // nil: no board's source is a phone
	uploads chan struct{}  // held by those who send photographs
	sockets sync.WaitGroup // of WebSockets under way, which http.Server does not wait for
}

// Limits of a server.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second
	writeTimeout      = 30 * time.Second // of an answer; a stream sets its own for each part
	idleTimeout       = 60 * time.Second
	shutdownTimeout   = 3 * time.Second
	maxHeaderBytes    = 16 << 10
)

// New checks the options and builds a server. Every problem is reported at
// once.
func New(o Options) (*Server, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("ui: %w", err)
	}
	s := &Server{encode: o.Encode, resize: o.Resize, evidence: o.Evidence, reg: o.Metrics, log: o.Log, now: o.Now, access: o.Access, setup: o.Setup, looking: make(chan struct{}, 1), phone: o.Phone, uploads: make(chan struct{}, maxUploads), watch: cmp.Or(o.Watch, WatchOpen), names: ownNames(o.Names)}
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.now == nil {
		s.now = time.Now
	}
	var err error
	if s.access != nil {
		if s.keeper, err = s.access.Name(); err != nil {
			return nil, fmt.Errorf("ui: %w", err)
		}
	}
	if s.assets, err = loadAssets(); err != nil {
		return nil, fmt.Errorf("ui: %w", err)
	}
	for _, b := range o.Boards {
		s.roster.boards = append(s.roster.boards, watch(b, o.Encode, o.Resize, s.now))
	}
	if s.metrics, err = newMetrics(o.Metrics, o.Version, s.all); err != nil {
		return nil, fmt.Errorf("ui: register metrics: %w", err)
	}
	s.version, s.described = o.Version, describedOnce(o.Version)
	if s.hooks, err = newWebhooks(o.Webhooks, o.Version, o.Metrics, s.now); err != nil {
		return nil, fmt.Errorf("ui: %w", err)
	}
	if o.Data != nil {
		if s.records, err = newRecords(*o.Data, o.Metrics); err != nil {
			return nil, fmt.Errorf("ui: %w", err)
		}
	}
	if o.Disputes != nil {
		if s.disputes, err = newDisputes(*o.Disputes, o.Version, s.now, o.Metrics); err != nil {
			return nil, fmt.Errorf("ui: register metrics: %w", err)
		}
	}
	if o.Evidence != nil {
		if err := o.Metrics.Register(newEvidenceCollector(o.Evidence)); err != nil {
			return nil, fmt.Errorf("ui: register metrics: %w", err)
		}
	}
	return s, nil
}

func (o Options) validate() error {
	var problems []error
	if err := checkBoards(o.Boards); err != nil {
		problems = append(problems, err)
	}
	if o.Encode == nil {
		problems = append(problems, errors.New("no JPEG encoder"))
	}
	if o.Resize == nil {
		problems = append(problems, errors.New("no resizer"))
	}
	if o.Watch != "" && o.Watch != WatchOpen && o.Watch != WatchLink {
		problems = append(problems, fmt.Errorf("watch is %q: want open or link", o.Watch))
	}
	if o.Watch == WatchLink && o.Access == nil {
		problems = append(problems, errors.New("watching by a link needs a keeper of it"))
	}
	if o.Metrics == nil {
		problems = append(problems, errors.New("no metrics registry"))
	}
	return errors.Join(problems...)
}

func goodName(s string) bool {
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
		default:
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// Serve answers on ln until ctx ends, then ends every stream, waits for the
// requests under way and returns nil; or returns why it could not go on. It
// closes ln. On a loopback address only requests addressed to this machine
// are answered. Serve may be called once.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	local := isLoopback(ln.Addr())
	if !local && s.watch == WatchOpen {
		s.log.Warn("the page can be seen by everyone on this network", "address", ln.Addr().String())
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	watched := s.watchAll(ctx)
	defer watched()
	defer stop()
	srv := &http.Server{
		Handler:           s.handler(local),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	if _, done := ln.(*secured); !done {
		ln = countConns(ln)
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		return fmt.Errorf("ui: serve %s: %w", ln.Addr(), err)
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil {
		srv.Close() // a client that does not read its stream is not waited for
	}
	<-failed
	s.sockets.Wait()
	return nil
}

// handler is everything a server answers; local says that only requests
// addressed to this machine are.
func (s *Server) handler(local bool) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.HandleMethodNotAllowed = true
	e.RedirectTrailingSlash = false
	e.Use(s.requestLog, recoveredTo(s.log), securityHeaders)
	if s.onNetwork = !local; local {
		e.Use(onlyThisMachine)
	} else {
		e.Use(s.onlyOwnNames)
	}
	e.Use(refuseCrossSite, limitBody, s.identify, s.mayWatch)
	s.routes(e)
	return e
}
