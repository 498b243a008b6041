package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"ditchline/cmd/ditchline/config"
	"ditchline/score/hall/hub"
	"ditchline/score/hall/tournament"
	"ditchline/ui"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"
)

// hubFlags are what `hub` is told beside the settings.
type hubFlags struct {
	event, title    string
	tls             bool
	nats            []string
	natsListen      string
	tables          string
	preset, entries string
}

func newHubCommand(a *app) *cobra.Command {
	var f hubFlags
	cmd := &cobra.Command{
		Use:   "hub",
		Short: "Lead a tournament on many boards",
		Long: `Lead a tournament on many boards: pairings, tables, standings, results straight
from the boards. One program is enough: it brings its own nats-server along.
With --nats it uses an existing cluster, and any number of hubs may serve the
same event.

Each table's machine needs its ticket, a file that the hub writes into its data
folder (hall/EVENT-table-N.json); copied into the table's data folder, it lets
that table in, and nobody else. The director's word stands in hub/EVENT/director.`,
		Example: `  ditchline hub --tables 1-6 --preset nca-singles --entries players.csv
  ditchline hub --listen 0.0.0.0:8080 --tls --tables 1-60 --event wcc2027
  ditchline hub --nats nats://a,nats://b,nats://c --event wcc2027`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.hub(cmd.Context(), f)
		},
	}
	flags := cmd.Flags()
	flags.String("listen", config.Defaults().Listen, "`ADDRESS` of the pages and the API, HOST:PORT; port 0 for any that is free")
	flags.StringVar(&f.event, "event", "hall", "`NAME` of the event: letters, digits, dash and underscore")
	flags.StringVar(&f.title, "title", "", "`WORDS` by which people call the event")
	flags.BoolVar(&f.tls, "tls", false, "encrypt pages and lines, with a certificate of the hall's own")
	flags.StringSliceVar(&f.nats, "nats", nil, "`URL,URL...` of an existing cluster of nats-servers, in place of an own one")
	flags.StringVar(&f.natsListen, "nats-listen", "", "`ADDRESS` where tables reach the own nats-server; default port 4222 of --listen's host")
	flags.StringVar(&f.tables, "tables", "", "`LIST` of tables that get tickets, such as 1-6 or 1-4,9,stage")
	flags.StringVar(&f.preset, "preset", "", "open a tournament of this `FORM` where none is open: "+presetNames())
	flags.StringVar(&f.entries, "entries", "", "CSV `FILE` of those who take part, when the tournament is opened")
	return cmd
}

func presetNames() string {
	var names []string
	for _, p := range tournament.Presets {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// options are the flags as the hub takes them.
func (f hubFlags) options(listen string) (hub.PlaceOptions, error) {
	o := hub.PlaceOptions{Event: f.event, Servers: f.nats, TLS: f.tls, Port: 4222}
	var problems []error
	var err error
	if o.Tables, err = readTables(f.tables); err != nil {
		problems = append(problems, err)
	}
	o.Host, _, _ = net.SplitHostPort(listen) // config.Validate has seen it
	if f.natsListen != "" {
		host, port, err := net.SplitHostPort(f.natsListen)
		n, bad := strconv.Atoi(port)
		if err != nil || bad != nil || n < 0 || n > 65535 {
			problems = append(problems, fmt.Errorf("--nats-listen is %q: want HOST:PORT, such as 0.0.0.0:4222", f.natsListen))
		}
		if o.Host, o.Port = host, n; n == 0 {
			o.Port = -1
		}
	}
	if f.entries != "" && f.preset == "" {
		problems = append(problems, errors.New("--entries is for opening a tournament: give --preset too"))
	}
	if f.preset != "" {
		setup, err := tournament.PresetSetup(f.preset, f.event, f.title)
		if err != nil {
			problems = append(problems, fmt.Errorf("--preset: %w", err))
		}
		setup.Tables = o.Tables
		o.Open = &setup
	}
	return o, errors.Join(problems...)
}

// longestRange bounds what a range of tables may name.
const longestRange = 10000

// readTables reads a list such as 1-4,9,stage.
func readTables(list string) ([]string, error) {
	var tables []string
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		first, last, isRange := strings.Cut(part, "-")
		from, errFrom := strconv.Atoi(first)
		to, errTo := strconv.Atoi(last)
		switch {
		case !isRange || errFrom != nil || errTo != nil:
			tables = append(tables, part)
		case from > to || from < 0 || to-from > longestRange:
			return nil, fmt.Errorf("--tables: %q is no range: want the lower number first", part)
		default:
			for n := from; n <= to; n++ {
				tables = append(tables, strconv.Itoa(n))
			}
		}
	}
	return tables, nil
}

// hubAnnouncement is what `hub --json` says once it answers.
type hubAnnouncement struct {
	Type     string   `json:"type"` // listening
	URL      string   `json:"url"`
	Event    string   `json:"event"`
	Servers  []string `json:"nats"`
	Director string   `json:"director_file"`
	Users    string   `json:"users_file,omitempty"` // of an existing cluster
}

// hubGC is the growth of the heap, percent, between two collections of a hub.
// Its models are small beside what passes through: at twice Go's own figure a
// rebuild costs an eighth less. GOGC overrules it.
const hubGC = 200

func (a *app) hub(ctx context.Context, f hubFlags) error {
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(hubGC))
	}
	o, err := f.options(a.config.Listen)
	if err != nil {
		return usageError{err}
	}
	if f.entries != "" {
		file, err := os.Open(f.entries)
		if err != nil {
			return fmt.Errorf("entry list: %w", err)
		}
		o.Enter, err = tournament.ReadEntrants(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return fmt.Errorf("%s: %w", f.entries, err)
		}
	}
	o.Data, o.Log, o.Version, o.Metrics = a.dataFolder(), a.log, a.versions().Program, prometheus.NewRegistry()
	listener, err := listen(ctx, a.config.Listen)
	if err != nil {
		return err
	}
	place, err := hub.OpenPlace(ctx, o)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	url := pageURL(listener.Addr())
	if cert := place.Certificate(); cert != nil {
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{*cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}})
		url = "https" + strings.TrimPrefix(url, "http")
	}
	n := hubAnnouncement{Type: "listening", URL: url, Event: f.event, Servers: place.Servers(), Director: place.DirectorFile()}
	if len(f.nats) > 0 {
		n.Users = place.UsersFile()
	}
	if err := a.announceHub(n); err != nil {
		place.Close()
		return errors.Join(err, listener.Close())
	}
	pages, err := ui.Hall(place.Handler(), a.log)
	if err != nil {
		place.Close()
		return errors.Join(err, listener.Close())
	}
	return serveHub(ctx, place, pages, listener)
}

func (a *app) announceHub(n hubAnnouncement) error {
	if a.json {
		return a.emit(n)
	}
	text := fmt.Sprintf("Event %s\nOpen %s (Ctrl-C ends)\nTables reach it at %s\nLead it at %sdirector: the director's word stands in %s\n", n.Event, n.URL, strings.Join(n.Servers, " "), n.URL, n.Director)
	if n.Users != "" {
		text += "Who may connect to the cluster stands in " + n.Users + "\n"
	}
	_, err := fmt.Fprint(a.stdout, text)
	return err
}

// hubShutdown bounds how long open answers may take at the end.
const hubShutdown = 3 * time.Second

// serveHub runs hub and pages until ctx ends or one of them fails. Both have
// ended when it returns.
func serveHub(ctx context.Context, place *hub.Place, pages http.Handler, listener net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	server := http.Server{
		Handler: pages, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }, // so that streams end with the program
	}
	var group sync.WaitGroup
	var served, ran error
	group.Go(func() {
		if served = server.Serve(listener); errors.Is(served, http.ErrServerClosed) {
			served = nil
		}
		stop()
	})
	group.Go(func() {
		ran = place.Run(ctx)
		stop()
	})
	<-ctx.Done()
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), hubShutdown)
	defer cancel()
	shut := server.Shutdown(end)
	group.Wait()
	return errors.Join(served, ran, shut)
}
