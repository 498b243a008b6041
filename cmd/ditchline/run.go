package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"syscall"

	"ditchline/capture"
	"ditchline/cmd/ditchline/config"
	"ditchline/score/session"
	"ditchline/ui"

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
synthetic game is played. The page stays up when a video has come to its end,
until Ctrl-C. A match that was not finished within the last 12 hours goes on
where it was, whatever ended the program.`,
		Example: `  ditchline run
  ditchline run --source camera:0 --board nca-26 --rules CH+a --players 4
  ditchline run --source game.mp4 --listen 0.0.0.0:8080`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.run(cmd.Context(), sets, record, exitAtEnd)
		},
	}
	addBoardFlags(cmd)
	addRulesFlags(cmd, &sets)
	cmd.Flags().String("event", d.Event, "`NAME` of what the matches belong to, for the score sheet")
	cmd.Flags().String("table", d.Table, "`N`umber or name of the table, for the score sheet")
	cmd.Flags().StringVar(&record, "record", "", "keep the whole session as a video in `FILE`, MP4")
	cmd.Flags().String("source", d.Source, "`SOURCE` to watch: "+capture.Forms)
	cmd.Flags().String("listen", d.Listen, "`ADDRESS` of the page, HOST:PORT; port 0 for any that is free, 0.0.0.0:8080 to be seen by the whole network")
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
}

func (a *app) run(ctx context.Context, sets []string, record string, exitAtEnd bool) (err error) {
	boards, err := a.candidates()
	if err != nil {
		return err
	}
	rs, err := a.ruleset(sets)
	if err != nil {
		return err
	}
	e, err := a.openEvening(ctx, boards, rs, record)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	server, err := ui.New(ui.Options{
		Boards:   []ui.NamedBoard{{Name: "board", Board: e.Session}},
		Encode:   a.parts.encodeJPEG,
		Resize:   a.parts.resize,
		Evidence: e.evidence,
		Disputes: a.disputeOptions(e.finder),
		Metrics:  prometheus.NewRegistry(),
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
	if err := a.announce(announcement{Type: "listening", URL: pageURL(listener.Addr()), Source: a.config.Source}); err != nil {
		return errors.Join(err, listener.Close())
	}
	return a.serve(ctx, e, server, listener, exitAtEnd)
}

// serve runs page and board until ctx ends, the page fails, or the source
// fails before its first picture; with exitAtEnd also at the source's end.
// Both have ended when it returns.
func (a *app) serve(ctx context.Context, evening *evening, server *ui.Server, listener net.Listener, exitAtEnd bool) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var group sync.WaitGroup
	var watched, served error
	a.helpers(ctx, evening, &group)
	group.Go(func() {
		watched = evening.Run(ctx)
		if ctx.Err() != nil {
			return
		}
		_, begun := evening.Frame()
		switch {
		case exitAtEnd, watched != nil && !begun:
			stop()
		case watched != nil:
			a.log.Error(fmt.Sprintf("%v; the page stays up until you end it with Ctrl-C", watched))
		default:
			a.log.Info(a.config.Source + " has come to its end; the page stays up until you end it with Ctrl-C")
		}
	})
	group.Go(func() {
		served = server.Serve(ctx, listener)
		stop()
	})
	group.Wait()
	if served == nil && watched == nil && exitAtEnd {
		n := evening.Snapshot()
		return a.announce(announcement{Type: "ended", Source: a.config.Source, Time: n.Time, Score: n.Score})
	}
	return errors.Join(watched, served)
}

func (a *app) announce(n announcement) error {
	if a.json {
		return a.emit(n)
	}
	var err error
	switch n.Type {
	case "listening":
		_, err = fmt.Fprintf(a.stdout, "Watching %s\nOpen %s (Ctrl-C ends)\n", n.Source, n.URL)
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
