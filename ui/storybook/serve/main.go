// Storybook serves the page in a made-up state: for whoever works on the page,
// and for its browser tests. The names of further states are read from
// standard input, one a line; its end ends the program.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"time"

	"ditchline/capture"
	"ditchline/ui"
	"ditchline/ui/storybook"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address to listen on")
	story := flag.String("story", "ready", "state to begin with: "+strings.Join(storybook.Names(), ", "))
	flag.Parse()
	if err := run(*listen, *story); err != nil {
		fmt.Fprintln(os.Stderr, "storybook:", err)
		os.Exit(1)
	}
}

func run(listen, story string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	board := storybook.NewBoard(fmt.Sprintf("storybook-%d", os.Getpid()))
	s := show{board: board, pictures: make(chan capture.Frame, 1)}
	if err := s.tell(story); err != nil {
		return err
	}
	server, err := ui.New(ui.Options{
		Boards:  []ui.NamedBoard{{Name: "main", Board: board}},
		Encode:  storybook.EncodeJPEG,
		Resize:  storybook.Resize,
		Metrics: prometheus.NewRegistry(),
		Version: "storybook",
		Log:     slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", ln.Addr())

	ctx, cancel := context.WithCancel(ctx)
	lines := make(chan string)
	go readLines(lines) // ends with standard input, at the latest with the program: a read of a terminal cannot be ended from here
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return server.Serve(ctx, ln) })
	g.Go(func() error { s.play(ctx); return nil })
	g.Go(func() error {
		defer cancel()
		for {
			select {
			case <-ctx.Done():
				return nil
			case name, open := <-lines:
				if !open {
					return nil
				}
				if err := s.tell(name); err != nil {
					return err
				}
			}
		}
	})
	if err := g.Wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

func readLines(to chan<- string) {
	defer close(to)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		to <- strings.TrimSpace(in.Text())
	}
}

// show tells stories and repeats their picture as a camera would.
type show struct {
	board    *storybook.Board
	pictures chan capture.Frame
}

func (s show) tell(name string) error {
	story, err := storybook.Tell(name)
	if err != nil {
		return err
	}
	if story.Frame.Width > 0 {
		s.pictures <- story.Frame
	}
	s.board.Publish(story.State)
	return nil
}

func (s show) play(ctx context.Context) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	var f capture.Frame
	for seq := uint64(0); ; seq++ {
		select {
		case <-ctx.Done():
			return
		case f = <-s.pictures:
		case <-tick.C:
		}
		if f.Width > 0 {
			f.Seq, f.CapturedAt = seq, time.Now()
			s.board.Show(f)
		}
	}
}
