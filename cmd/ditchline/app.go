package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ditchline/calibrate"
	"ditchline/cmd/ditchline/config"
	"ditchline/models"

	"github.com/lmittmann/tint"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
)

// app is one call of the program: what all commands share.
type app struct {
	parts   parts
	stdout  io.Writer // results
	stderr  io.Writer // diagnostics
	environ []string
	now     func() time.Time

	json       bool   // --json
	configFile string // --config
	prepared   bool   // flags and arguments were understood
	rulesNamed bool   // rather than taken by default

	config config.Config
	log    *slog.Logger
}

func newApp(p parts, stdout, stderr io.Writer, environ []string) *app {
	return &app{parts: p, stdout: stdout, stderr: stderr, environ: environ, now: time.Now, log: slog.New(slog.DiscardHandler)}
}

// prepare reads the settings before any command begins.
func (a *app) prepare(cmd *cobra.Command, _ []string) error {
	from := config.From{File: a.configFile, Environ: a.environ, Flags: cmd.Flags()}
	c, err := config.Load(from)
	if err != nil {
		return usageError{err}
	}
	a.config, a.rulesNamed = c, slices.Contains(config.Named(from), "rules")
	a.log = newLogger(a.stderr, c.LogLevel)
	a.prepared = true
	return nil
}

// told says whether flags, environment or settings file say how a board is set
// up.
func (a *app) told(cmd *cobra.Command) bool {
	named := config.Named(config.From{File: a.configFile, Environ: a.environ, Flags: cmd.Flags()})
	return slices.ContainsFunc([]string{"source", "board", "surface", "rules", "players"}, func(key string) bool { return slices.Contains(named, key) })
}

// newLogger writes for people, in colour on a terminal only.
func newLogger(w io.Writer, level string) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		l = slog.LevelInfo // config.Validate has refused every other word
	}
	file, ok := w.(*os.File)
	return slog.New(tint.NewTextHandler(w, &tint.Options{
		Level:      l,
		TimeFormat: time.TimeOnly,
		NoColor:    !ok || !isatty.IsTerminal(file.Fd()),
	}))
}

// dataFolder is where boards of the user's own are read from.
func (a *app) dataFolder() string { return a.config.DataFolder(a.environ) }

// boards are those that ship and the user's own. A bad file of the user's is
// a wrong usage, since what it should have said is unknown.
func (a *app) boards() (models.Boards, error) {
	dir := filepath.Join(a.dataFolder(), "boards")
	boards, err := models.LoadBoards(dir)
	if err != nil {
		return nil, usageError{fmt.Errorf("boards of your own in %s: %w", dir, err)}
	}
	return boards, nil
}

// anyBoard are the makes of board that a picture may show: the named one, or
// with auto every one, whatever is played on it: a picture tells the game by
// itself.
func (a *app) anyBoard() ([]models.Board, error) {
	boards, err := a.boards()
	if err != nil {
		return nil, err
	}
	if name := a.config.Board; name != "auto" {
		board, err := boards.Get(strings.ToLower(name))
		if err != nil {
			return nil, usageError{err}
		}
		return []models.Board{board}, nil
	}
	return allBoards(boards), nil
}

// allBoards are the makes of both games, crokinole's first, each in the order of
// their names.
func allBoards(boards models.Boards) []models.Board {
	all := crokinoleBoards(boards)
	for _, name := range boards.Names() {
		if boards[name].Game != models.Crokinole {
			all = append(all, boards[name])
		}
	}
	return all
}

// crokinoleBoards are the makes for crokinole, in the order of their names.
func crokinoleBoards(boards models.Boards) []models.Board {
	var all []models.Board
	for _, name := range boards.Names() {
		if boards[name].Game == models.Crokinole {
			all = append(all, boards[name])
		}
	}
	return all
}

// addBoardFlags are those of every command that looks for a board.
func addBoardFlags(cmd *cobra.Command) {
	d := config.Defaults()
	cmd.Flags().String("board", d.Board, "`NAME` of the make of board (see ditchline boards), or auto: the picture chooses")
	cmd.Flags().Float64("surface", d.Surface, "real diameter of the playing surface, or side of a carrom board's, `MM`; 0 for the make's own")
}

// onlyNamed says of a picture in which no board was found that only the named
// make was looked for.
func (a *app) onlyNamed(err error) error {
	if !errors.Is(err, calibrate.ErrNoBoard) || a.config.Board == "auto" {
		return err
	}
	boards, bad := a.boards()
	if bad != nil {
		return err
	}
	b, bad := boards.Get(strings.ToLower(a.config.Board))
	if bad != nil {
		return err
	}
	return fmt.Errorf("%w (only the %s board %s was looked for; without --board the picture chooses)", err, b.Game, b.Name)
}

// emit prints one result as a line of JSON.
func (a *app) emit(v any) error {
	enc := json.NewEncoder(a.stdout)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

// failure is the line of an input that failed.
type failure struct {
	File  string `json:"file"`
	Error string `json:"error"`
}

// fail says that an input failed: on stderr, and with --json as its line on
// stdout too. The caller goes on with the other inputs and returns
// errSomeFailed at the end.
func (a *app) fail(file string, err error) {
	text := err.Error()
	if a.json {
		if e := a.emit(failure{file, text}); e != nil {
			a.log.Error(e.Error())
		}
	}
	if !strings.Contains(text, file) {
		text = file + ": " + text
	}
	a.log.Error(text)
}
