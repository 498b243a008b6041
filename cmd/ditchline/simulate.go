package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"ditchline/capture"
	"ditchline/capture/film"
	"ditchline/capture/sim"
	"ditchline/models"

	"github.com/spf13/cobra"
)

// simulateFlags are what `simulate` is told.
type simulateFlags struct {
	game, board, rules string
	sets               []string
	out, truth         string
	stills             int
	seed               uint64
	seconds            float64
	source             url.Values // as a sim: source's
	crf                int
}

func newSimulateCommand(a *app) *cobra.Command {
	f := simulateFlags{source: url.Values{}}
	cmd := &cobra.Command{
		Use:   "simulate --out FILE.mp4 | --stills N --out DIR",
		Short: "Film a simulated game, or take pictures of simulated boards, with their truth",
		Long: `Play a simulated game of crokinole or carrom and film it, with the truth of every shot in
a file beside the film, in the form of groundtruth/video; or take pictures of
boards in all woods, colours, lights and cameras, each with its truth, in the
form of groundtruth/stills. The same seed gives the same game.`,
		Example: `  ditchline simulate --out game.mp4 --truth game.truth.json --seed 7
  ditchline simulate --out club.mp4 --board club-55 --players 4 --shots 8 --tilt 35
  ditchline simulate --game carrom --out board.mp4 --skill 0.9
  ditchline simulate --stills 50 --out pictures`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("simulate takes no arguments, but got %q: the film is named by --out", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(cmd); err != nil {
				return usageError{err}
			}
			if f.stills > 0 {
				return a.simulateStills(f)
			}
			return a.simulateFilm(cmd.Context(), f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.game, "game", "crokinole", "`GAME` that is played: crokinole or carrom")
	flags.StringVar(&f.board, "board", "", "`NAME` of the make of board (see ditchline boards); default: the seed draws it")
	flags.StringVar(&f.rules, "rules", "", "`NAME` of the rules that are played (see ditchline rules); default NED, in carrom CAR")
	flags.StringArrayVar(&f.sets, "set", nil, "house rule `FIELD=VALUE`; may be repeated")
	flags.StringVar(&f.out, "out", "", "the film, `FILE.mp4`, or with --stills the folder")
	flags.StringVar(&f.truth, "truth", "", "the film's truth, `FILE.json`; default the film's name with .truth.json")
	flags.IntVar(&f.stills, "stills", 0, "take `N` pictures instead of filming")
	flags.Uint64Var(&f.seed, "seed", 1, "chooses the game")
	flags.Float64Var(&f.seconds, "seconds", 0, "end the film after so long; 0: with the round")
	flags.IntVar(&f.crf, "crf", 20, "fineness of the film, from 1 (finest) to 51")
	for name, help := range sim.Parameters() {
		flags.Var(parameter{name, f.source}, name, help)
	}
	return cmd
}

// parameter is a flag that is handed on to the simulator.
type parameter struct {
	name   string
	values url.Values
}

func (p parameter) String() string     { return p.values.Get(p.name) }
func (p parameter) Set(v string) error { p.values.Set(p.name, v); return nil }
func (p parameter) Type() string       { return "value" }

// check reports every mistake in the flags at once.
func (f *simulateFlags) check(cmd *cobra.Command) error {
	var problems []error
	want := func(ok bool, format string, args ...any) {
		if !ok {
			problems = append(problems, fmt.Errorf(format, args...))
		}
	}
	f.game = strings.ToLower(f.game)
	want(f.game == string(models.Crokinole) || f.game == string(models.Carrom), "--game %s: want crokinole or carrom", f.game)
	want(f.out != "", "--out: name the film, or with --stills the folder")
	if cmd.Flags().Changed("stills") {
		want(f.stills > 0, "--stills %d: want 1 or more", f.stills)
		for name := range f.source {
			want(false, "--%s is for films: with --stills every picture has a board, a camera and a light of its own", name)
		}
		for _, name := range []string{"truth", "seconds", "crf", "board", "rules", "set"} {
			want(!cmd.Flags().Changed(name), "--%s is for films: with --stills every picture has its own board and its truth beside it", name)
		}
		return errors.Join(problems...)
	}
	want(f.out == "" || strings.EqualFold(filepath.Ext(f.out), ".mp4"), "--out %s: a film's name ends in .mp4", f.out)
	want(f.crf >= 1 && f.crf <= 51, "--crf %d: want 1 to 51", f.crf)
	want(f.seconds >= 0, "--seconds %v: want 0 or more", f.seconds)
	if f.truth == "" {
		f.truth = strings.TrimSuffix(f.out, filepath.Ext(f.out)) + ".truth.json"
	}
	return errors.Join(problems...)
}

// simulated is the result of a simulation.
type simulated struct {
	File   string  `json:"file"`
	Truth  string  `json:"truth,omitempty"`
	Frames int     `json:"frames"`
	Length float64 `json:"seconds,omitempty"`
	Shots  int     `json:"shots,omitempty"`
}

func (a *app) simulateFilm(ctx context.Context, f simulateFlags) error {
	o, err := a.filmOptions(f)
	if err != nil {
		return usageError{err}
	}
	o.Frames = int(f.seconds * o.FPS)
	out, err := film.Create(ctx, f.out, film.Options{FPS: o.FPS, CRF: f.crf})
	if err != nil {
		return fmt.Errorf("simulate: %w", err)
	}
	defer out.Abort()
	name := strings.TrimSuffix(filepath.Base(f.out), filepath.Ext(f.out))
	truth, err := sim.Film(ctx, name, o, out.Write)
	if err != nil {
		return fmt.Errorf("simulate: %w", err)
	}
	text, err := json.Marshal(truth)
	if err != nil {
		return fmt.Errorf("simulate: %s: %w", f.truth, err)
	}
	if err := os.WriteFile(f.truth, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("simulate: write the truth: %w", err)
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("simulate: %w", errors.Join(err, os.Remove(f.truth)))
	}
	return a.tellSimulated(simulated{File: f.out, Truth: f.truth, Frames: truth.Frames, Length: float64(truth.Frames) / o.FPS, Shots: len(truth.Truth.Shots)})
}

// filmOptions are what the flags say of the game and the film.
func (a *app) filmOptions(f simulateFlags) (sim.Options, error) {
	if f.board == "" && f.game == string(models.Carrom) {
		f.board = "carrom-icf"
	}
	o, err := sim.Varied(f.seed, strings.ToLower(f.board))
	if err != nil {
		return o, err
	}
	if !f.source.Has("rounds") && !f.source.Has("shots") && f.seconds == 0 {
		f.source.Set("rounds", "1")
	}
	if o, err = o.With(f.source); err != nil {
		return o, err
	}
	if o.Width%2 != 0 || o.Height%2 != 0 {
		return o, fmt.Errorf("--size %dx%d: a film's width and height are even", o.Width, o.Height)
	}
	if string(o.Board.Game) != f.game {
		return o, fmt.Errorf("--board %s: a board for %s, but the game is %s", f.board, o.Board.Game, f.game)
	}
	rulesets, err := a.rulesets()
	if err != nil {
		return o, err
	}
	name := f.rules
	if name == "" {
		name = map[models.Game]string{models.Crokinole: "NED", models.Carrom: "CAR"}[o.Board.Game]
	}
	rules, err := rulesets.Get(name, f.sets...)
	if err != nil {
		return o, err
	}
	if rules.Game != o.Board.Game {
		return o, fmt.Errorf("--rules %s: rules of %s, but the game is %s", name, rules.Game, f.game)
	}
	if o.Board.Game == models.Carrom {
		o.Rules, o.Carrom = rules.ID, &rules
		return o, nil
	}
	// NED is judged by the simulator's own referee, so that its truth also
	// proves the program's.
	if o.Rules = rules.ID; o.Rules != "NED" || len(f.sets) > 0 {
		o.Referee = sim.NewRuled(&rules, o.Players)
	}
	return o, nil
}

// stillQuality of simulated pictures' JPEG.
const stillQuality = 92

func (a *app) simulateStills(f simulateFlags) error {
	encode := func(frame capture.Frame) ([]byte, error) { return a.parts.encodeJPEG(frame, stillQuality) }
	if err := sim.WriteStills(f.out, models.Game(f.game), f.stills, f.seed, encode); err != nil {
		return fmt.Errorf("simulate: %w", err)
	}
	return a.tellSimulated(simulated{File: f.out, Frames: f.stills})
}

func (a *app) tellSimulated(s simulated) error {
	if a.json {
		return a.emit(s)
	}
	text := fmt.Sprintf("%s: %d pictures with their truth\n", s.File, s.Frames)
	if s.Truth != "" {
		text = fmt.Sprintf("%s: %d shots in %.1f s; truth in %s\n", s.File, s.Shots, s.Length, s.Truth)
	}
	_, err := fmt.Fprint(a.stdout, text)
	return err
}
