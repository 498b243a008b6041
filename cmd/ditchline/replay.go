package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ditchline/cmd/ditchline/config"
	"ditchline/detect/watch"
	"ditchline/referee"
	"ditchline/score/session"
	"ditchline/score/session/desk"

	"github.com/spf13/cobra"
)

func newReplayCommand(a *app) *cobra.Command {
	var sets []string
	var annotate string
	cmd := &cobra.Command{
		Use:   "replay VIDEO...",
		Short: "Referee the shots in videos and count their rounds",
		Long: `Watch each video from its first frame to its last, as fast as it goes: find the
board, see every shot, let the referee judge it, say what must be taken off and
what hands did wrong, and count the round. The same video gives the same
answers every time.`,
		Example: `  ditchline replay game.mp4
  ditchline replay --json --board nca-26 --rules CH+a --players 4 *.mp4
  ditchline replay --annotate seen.mp4 game.mp4`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return errors.New("no video was named: give one or more files")
			case annotate != "" && len(args) > 1:
				return fmt.Errorf("--annotate writes one video, and %d are to be watched: name one", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, files []string) error {
			return a.replay(cmd.Context(), files, sets, annotate)
		},
	}
	addBoardFlags(cmd)
	addRulesFlags(cmd, &sets)
	cmd.Flags().StringVar(&annotate, "annotate", "", "write the video with everything drawn on it to `OUT.mp4`")
	return cmd
}

// addRulesFlags are those of every command that judges a match.
func addRulesFlags(cmd *cobra.Command, sets *[]string) {
	d := config.Defaults()
	cmd.Flags().String("rules", d.Rules, "`NAME` of the ruleset (see ditchline rules), with overlays: CH+a+c")
	cmd.Flags().StringArrayVar(sets, "set", nil, "house rule `FIELD=VALUE`; may be repeated")
	cmd.Flags().String("players", d.Players, "how many play: 2, 3 (all against all), 2v1 or 4")
}

func (a *app) replay(ctx context.Context, files, sets []string, annotate string) error {
	play, err := a.whatIsPlayed(sets)
	if err != nil {
		return err
	}
	failed := false
	for _, file := range files {
		if err := a.replayOne(ctx, file, play, annotate); err != nil {
			failed = true
			a.failVideo(file, a.onlyNamed(err))
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if failed {
		return errSomeFailed
	}
	return nil
}

// replayOne watches a video. Whatever goes wrong with it is its own error.
func (a *app) replayOne(ctx context.Context, file string, play playable, annotate string) (err error) {
	source, err := a.parts.openFilm(file)
	if err != nil {
		return err
	}
	d, err := desk.New(desk.Options{Match: "replay", Ruleset: play.rules, Carrom: play.carrom, Form: referee.Form(a.config.Players), Zero: time.Unix(0, 0).UTC()})
	if err != nil {
		return usageError{err}
	}
	film := session.Film{
		Source: source, Desk: d, Say: func(n desk.Note) error { return a.printNote(file, n) },
		Eyes: watch.New(watch.Options{Finder: a.parts.finder(), Detector: a.parts.detector(), Boards: play.boards, Surface: a.config.Surface}),
		Fault: func(frame uint64, err error) {
			a.log.Warn(fmt.Sprintf("%s: frame %d could not be measured; the film goes on: %v", file, frame, err))
		},
	}
	if annotate == "" {
		return film.Play(ctx)
	}
	drawn, err := drawFilm(ctx, annotate, d)
	if err != nil {
		return err
	}
	film.Shown = drawn.show
	film.Say = func(n desk.Note) error {
		drawn.hear(n)
		return a.printNote(file, n)
	}
	return drawn.end(film.Play(ctx))
}

// failVideo says that a video failed: on stderr, and with --json as its line
// on stdout too.
func (a *app) failVideo(file string, err error) {
	text := err.Error()
	if a.json {
		if e := a.emit(errorLine{Type: "error", File: file, Error: text}); e != nil {
			a.log.Error(e.Error())
		}
	}
	if !strings.Contains(text, file) {
		text = file + ": " + text
	}
	a.log.Error(text)
}

type errorLine struct {
	Type  string `json:"type"`
	File  string `json:"file"`
	Error string `json:"error"`
}

// printNote prints what is to be said of a video: a line of JSON, or of a
// table for people.
func (a *app) printNote(file string, n desk.Note) error {
	if a.json {
		return a.emit(session.Line(file, n))
	}
	_, err := fmt.Fprintln(a.stdout, noteText(file, n))
	return err
}

// noteText is a note for people.
func noteText(file string, n desk.Note) string {
	switch n := n.(type) {
	case *desk.Calibrated:
		return fmt.Sprintf("%s\n%7.2f s  board %s, seen at %.0f degrees from above", file, n.At.Seconds(), n.Calibration.Make, n.Calibration.Camera.TiltDeg())
	case *desk.Shot:
		again := ""
		if n.Revision > 1 {
			again = " (measured again)"
		}
		return fmt.Sprintf("%7.2f s  shot %d by %s%s: %s  %s", n.Flick.Seconds(), n.N, n.Player, again, n.Verdict.Outcome, n.Text)
	case *desk.Stroke:
		return fmt.Sprintf("%7.2f s  stroke %d by %s: %s", n.Flick.Seconds(), n.N, n.Player, n.Text)
	case *desk.Board:
		return fmt.Sprintf("%7.2f s  %s", n.At.Seconds(), boardText(n))
	case *desk.Anomaly:
		return fmt.Sprintf("%7.2f s  ! %s", n.At.Seconds(), n.Text)
	case *desk.Round:
		words := []string{}
		for _, side := range slices.Sorted(maps.Keys(n.Score)) {
			t := n.Score[side]
			words = append(words, fmt.Sprintf("%s %d (%d on the board, %d twenties)", side, t.Total, t.Board, t.Twenties))
		}
		what := "round"
		if n.Partial {
			what = "part of a round"
		}
		return fmt.Sprintf("%7.2f s  %s: %s", n.At.Seconds(), what, strings.Join(words, ", "))
	}
	return ""
}
