package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"ditchline/capture"
	"ditchline/cmd/ditchline/config"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score/session"
	"ditchline/score/session/venue"
	"ditchline/ui"
	"ditchline/ui/access"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"
)

func newRunCommand(a *app) *cobra.Command {
	var exitAtEnd bool
	var sets []string
	var record string
	d := config.Defaults()
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Watch a board live, referee it and show it on a web page",
		Long: `Watch a board, referee every shot and keep the score, and show it on a web page:
the picture with rings and discs drawn over it, the board from above, the shots
with their verdicts, and what must be taken off. With nothing else given, a
synthetic game is played, or what you set up on the page /start the last time:
it is remembered, and goes on until --source, --board, --surface, --rules, --set
or --players say otherwise. Further boards are added there. The page stays up when a video has come to its end,
until Ctrl-C. A match that was not finished within the last 12 hours goes on
where it was, whatever ended the program.`,
		Example: `  ditchline run
  ditchline run --source camera:0 --board nca-26 --rules CH+a --players 4
  ditchline run --source game.mp4 --listen 0.0.0.0:8080
  ditchline run --source camera:0 --hub nats://192.168.1.20 --event cup --table 7
  ditchline run --source phone: --listen 0.0.0.0:8080 --tls --watch link`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.run(cmd.Context(), len(sets) > 0 || a.told(cmd), sets, record, exitAtEnd)
		},
	}
	addBoardFlags(cmd)
	addRulesFlags(cmd, &sets)
	cmd.Flags().String("event", d.Event, "`NAME` of what the matches belong to, for the score sheet")
	cmd.Flags().String("table", d.Table, "`N`umber or name of the table, for the score sheet; with --hub, that of the ticket (7,8 for two boards)")
	cmd.Flags().String("hub", d.Hub, "join the hall at `URL`, nats://HOST, with the ticket of --event and --table; ticket: at the addresses in it")
	cmd.Flags().StringVar(&record, "record", "", "keep the whole session as a video in `FILE`, MP4")
	cmd.Flags().String("source", d.Source, "`SOURCE` to watch: "+capture.Forms)
	cmd.Flags().String("listen", d.Listen, "`ADDRESS` of the page, HOST:PORT; port 0 for any that is free, 0.0.0.0:8080 to be seen by the whole network")
	cmd.Flags().String("watch", d.Watch, "who may watch on the network: open (everybody) or link (who has the link)")
	cmd.Flags().String("name", d.Name, "`NAMES`, with commas between, by which others call this machine, beside its addresses")
	cmd.Flags().Bool("tls", d.TLS, "encrypt the page, with a certificate of this machine's own; a phone's camera needs that")
	cmd.Flags().String("tls-cert", d.TLSCert, "encrypt with the certificate in `FILE`, PEM, in place of an own one")
	cmd.Flags().String("tls-key", d.TLSKey, "`FILE` of its key, PEM")
	cmd.Flags().BoolVar(&exitAtEnd, "exit-at-end", false, "end the program when the source has come to its end")
	return cmd
}

// announcement is what `run --json` says once it answers, and at the end.
type announcement struct {
	Type   string         `json:"type"` // listening, ended
	URL    string         `json:"url,omitempty"`
	Source string         `json:"source"`
	Time   float64        `json:"t"` // seconds from the source's first frame
	Score  []session.Side `json:"score,omitempty"`

	Network     string            `json:"network,omitempty"`     // the page as others on the network open it
	Operate     string            `json:"operate,omitempty"`     // where others sign in as operators; with the key where it was made now
	Fingerprint string            `json:"fingerprint,omitempty"` // SHA-256 of the certificate
	Phones      []phoneInvitation `json:"phones,omitempty"`

	key        string // the operator's, where it was made now
	selfSigned bool
}

func (a *app) run(ctx context.Context, told bool, sets []string, record string, exitAtEnd bool) (err error) {
	h, err := a.openHouse(ctx, record)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	metrics := prometheus.NewRegistry()
	if h.hall, err = a.joinHall(h.store, metrics); err != nil {
		return err
	}
	w := &watching{app: a, house: h, exitAtEnd: exitAtEnd, told: told}
	w.venue, err = venue.Open(ctx, venue.Options{
		File: filepath.Join(a.dataFolder(), venue.FileName), First: a.plan(sets), Told: told,
		Catalogue: venue.Catalogue{Makes: a.boards, Rulesets: a.rulesets},
		Open:      h.openEvening, Last: h.lastMatch, Ended: w.ended, Changed: w.changed, Program: h.program, Log: a.log, Hall: h.hall.places(),
	})
	if problems := (venue.Problems)(nil); errors.As(err, &problems) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	defer w.venue.Close()
	keeper, err := access.Open(a.dataFolder(), time.Now)
	if err != nil {
		return err
	}
	w.server, err = ui.New(ui.Options{
		Access:   keeper,
		Watch:    ui.Watch(a.config.Watch),
		Names:    a.names(),
		Phone:    w.phone,
		Boards:   namedBoards(w.venue.Boards()),
		Encode:   a.parts.encodeJPEG,
		Resize:   a.parts.resize,
		Evidence: h.evidence,
		Data:     &ui.DataOptions{Folder: a.dataFolder(), Store: h.store, Evidence: h.evidence, People: []ui.PeopleKeeper{w.venue}, Rulesets: a.rulesets},
		Setup:    w.setupOptions(),
		Webhooks: a.webhookOptions(),
		Disputes: a.disputeOptions(w.venue),
		Metrics:  metrics,
		Version:  a.versions().Program,
		Log:      a.log,
	})
	if err != nil {
		return err
	}
	listener, err := listen(ctx, a.config.Listen)
	if err != nil {
		return err
	}
	entrance, err := a.openDoors(listener, keeper)
	if err != nil {
		return err
	}
	if err := a.announce(entrance.describe(announcement{Type: "listening", Source: w.first().Plan().Source}, w.phones())); err != nil {
		return errors.Join(err, entrance.Close())
	}
	return w.serve(ctx, entrance.Listener)
}

// plan of the first board, by the settings.
func (a *app) plan(sets []string) venue.Plan {
	c := a.config
	p := venue.Plan{
		Source: c.Source, Make: c.Board, Surface: c.Surface, Rules: c.Rules, Set: sets,
		Players: referee.Form(c.Players), Event: c.Event, Table: c.Table,
	}
	if !a.rulesNamed {
		boards, err := a.anyBoard()
		switch {
		case err != nil: // venue.Open says so
		case boards[0].Game == models.Carrom:
			p.Rules = carromRules
		default:
			p.Either = c.Board == "auto" && len(sets) == 0
		}
	}
	if c.Hub != "" {
		p.Event, p.Table = "", "" // the hall's matches say theirs; others are played beside it
	}
	return p
}

// watching is a program that watches boards.
type watching struct {
	app       *app
	house     *house
	venue     *venue.Venue
	server    *ui.Server
	exitAtEnd bool
	told      bool // the first board is as the settings say

	mu   sync.Mutex
	stop func() // ends the program
	err  error  // of the source with which it ends
}

func (w *watching) first() *venue.Board { return w.venue.Boards()[0] }

// serve runs pages and boards until ctx ends, the pages fail, or the source of
// the only board fails before its first picture; with exitAtEnd also at the end
// of the first board's source. All have ended when it returns.
func (w *watching) serve(ctx context.Context, listener net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	w.stop = stop
	first := w.first()
	var group sync.WaitGroup
	group.Go(func() {
		boards := make(chan struct{})
		evidence, done := context.WithCancel(context.WithoutCancel(ctx))
		defer done()
		go func() {
			defer close(boards)
			w.venue.Run(ctx)
			done() // what the last shots left is written first
		}()
		w.house.evidence.Run(evidence)
		<-boards
	})
	if w.house.hall != nil {
		group.Go(func() { w.house.hall.run(ctx, w.tellHall) })
	}
	var served error
	group.Go(func() {
		served = w.server.Serve(ctx, listener)
		stop()
	})
	group.Wait()
	if served == nil && w.err == nil && w.exitAtEnd {
		n := first.Snapshot()
		return w.app.announce(announcement{Type: "ended", Source: first.Plan().Source, Time: n.Time, Score: n.Score})
	}
	return errors.Join(w.err, served)
}

// ended hears that a board's source has come to its end, or failed. What the
// settings named wrongly ends the program, as long as it is all there is.
func (w *watching) ended(b *venue.Board, err error, begun bool) {
	log := w.app.log
	alone := len(w.venue.Boards()) == 1 && w.told
	switch first := b == w.first(); {
	case first && (w.exitAtEnd || err != nil && !begun && alone):
		w.mu.Lock()
		w.err = err
		w.mu.Unlock()
		w.stop()
	case err != nil:
		log.Error(fmt.Sprintf("%v; the page stays up until you end it with Ctrl-C", err), "board", b.Name())
	default:
		log.Info(b.Plan().Source + " has come to its end; the page stays up until you end it with Ctrl-C")
	}
}

// tellHall has the board at a place of the list, where there is one, show how
// it stands to its hall.
func (w *watching) tellHall(ctx context.Context, place int, called bool) {
	if boards := w.venue.Boards(); place < len(boards) {
		boards[place].TellHall(ctx, called)
	}
}

// changed has the pages show the boards that there are now.
func (w *watching) changed(boards []*venue.Board) {
	for _, b := range boards {
		b.TellHall(context.Background(), true) // another may sit at its table now
	}
	if err := w.server.SetBoards(namedBoards(boards)); err != nil {
		w.app.log.Error("the pages do not show every board", "error", err)
	}
}

func namedBoards(boards []*venue.Board) []ui.NamedBoard {
	out := make([]ui.NamedBoard, len(boards))
	for i, b := range boards {
		out[i] = ui.NamedBoard{Name: b.Name(), Board: b}
	}
	return out
}

func (a *app) announce(n announcement) error {
	if a.json {
		return a.emit(n)
	}
	var err error
	switch n.Type {
	case "listening":
		var text string
		if text, err = n.text(a.onTerminal()); err == nil {
			_, err = fmt.Fprint(a.stdout, text)
		}
	default:
		_, err = fmt.Fprintf(a.stdout, "%s came to its end after %.1f s.\n", n.Source, n.Time)
		for _, s := range n.Score {
			if err == nil {
				_, err = fmt.Fprintf(a.stdout, "  side %s  %d\n", s.Team, s.Total)
			}
		}
	}
	return err
}

// listen takes the page's address.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is taken by another program: choose another port with --listen, or --listen %s for any that is free", address, anyPort(address))
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%s: ports below 1024 are for the administrator: choose a higher one with --listen", address)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("%s is no address of this machine: use 127.0.0.1 for this machine only, 0.0.0.0 for the whole network", address)
	case err != nil:
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}
	return listener, nil
}

func anyPort(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, "0")
}

// pageURL is what a browser on this machine opens.
func pageURL(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return "http://" + addr.String() + "/"
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}
