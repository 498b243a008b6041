package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/detect/bench"
	"ditchline/models"
	"ditchline/score/session"

	"github.com/spf13/cobra"
)

func newBenchCommand(a *app) *cobra.Command {
	var auto bool
	cmd := &cobra.Command{
		Use:   "bench DIR",
		Short: "Report accuracy and speed over pictures with known truth",
		Long: `Measure every picture of a folder (NAME.jpg with its truth in NAME.json, as
'ditchline simulate --stills' writes them) and report how precisely board and
discs are found, how often line calls are right, how honest the uncertainty is,
what the pictures allow at best, how long it takes; and how plain OpenCV
HoughCircles does on the same pictures, told the true camera and all sizes.`,
		Example: `  ditchline simulate --stills 30 --out stills/ && ditchline bench stills/
  ditchline bench --json stills/ > bench.json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d folders were named: name the one with the pictures and their truths", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.bench(cmd.Context(), args[0], auto) },
	}
	cmd.Flags().BoolVar(&auto, "auto", false, "don't tell vision the make of board")
	return cmd
}

func (a *app) bench(ctx context.Context, dir string, auto bool) error {
	truths, skipped, err := bench.Load(os.DirFS(dir))
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if len(truths) == 0 {
		return fmt.Errorf("%s: no picture with its truth (NAME.jpg and NAME.json) lies here; %d were skipped", dir, len(skipped))
	}
	measure, err := a.benchMeasure()
	if err != nil {
		return err
	}
	b := bench.Bench{
		Read:    func(name string) (capture.Frame, error) { return a.parts.readPicture(filepath.Join(dir, name+".jpg")) },
		Measure: measure,
		Rivals:  a.parts.rivals(),
		CPU:     processorTime,
		Auto:    auto,
		Done: func(o bench.Outcome, n, of int) {
			a.log.Debug("looked at a picture", "name", o.Truth.Name, "n", n, "of", of, "error", o.Failure)
		},
	}
	report, err := b.Run(ctx, dir, truths, skipped)
	if err != nil {
		return err
	}
	if a.json {
		return a.emit(report)
	}
	return report.WriteTable(a.stdout)
}

// benchMeasure looks at a picture as `photo` does.
func (a *app) benchMeasure() (func(capture.Frame, string) (detect.Observation, map[string]float64, error), error) {
	boards, err := a.boards()
	if err != nil {
		return nil, err
	}
	all := crokinoleBoards(boards)
	finder, detector := a.parts.finder(), a.parts.detector()
	return func(f capture.Frame, name string) (detect.Observation, map[string]float64, error) {
		candidates := all
		if name != "" {
			board, err := boards.Get(strings.ToLower(name))
			if err != nil {
				return detect.Observation{}, nil, err
			}
			candidates = []models.Board{board}
		}
		v := session.Vision{Finder: finder, Detector: detector, Options: calibrate.Options{Boards: candidates}, Now: time.Now}
		return v.Measure(f)
	}, nil
}

// processorTime is what all threads of this process have used so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
