package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/models"
	"ditchline/score/session"
	"ditchline/ui/annotate"

	"github.com/spf13/cobra"
	"golang.org/x/sync/semaphore"
)

// mostPictures is how many disputes of one situation are drawn.
const mostPictures = 6

func newDisputeCommand(a *app) *cobra.Command {
	var near, annotateDir string
	cmd := &cobra.Command{
		Use:   "dispute FILE...",
		Short: "Answer whether a disc touches a line or hangs over a pocket, and draw the proof",
		Long: fmt.Sprintf(`Find the discs within %g mm of a line and answer for each whether it touches: the
clearance in mm, how sure that is, and the chance that it touches. Photographs
that show the same discs, from the same side or from others, are answered
together; what each says by itself is told too. On a carrom board the striker is
asked about, where it lies at the base lines, and the pieces at the pockets: whether
they hang over the rim, by half or more, and whether they fall.`, detect.DisputeReach),
		Example: `  ditchline dispute table.jpg
  ditchline dispute --near 15 --annotate out/ left.jpg right.jpg
  ditchline dispute --json --board club-55 IMG_2041.HEIC
  ditchline dispute --board carrom-icf --near pocket corner.jpg`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no photograph was named: give one or more files")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, files []string) error {
			lines, err := nearLinesOf(near)
			if err != nil {
				return usageError{err}
			}
			return a.disputes(cmd.Context(), files, lines, annotateDir)
		},
	}
	addBoardFlags(cmd)
	cmd.Flags().StringVar(&near, "near", "", "`LINE` that is in dispute: 15, 10 or 5 (the shooting line), on a carrom board base, circle or pocket; all of them when not given")
	cmd.Flags().StringVar(&annotateDir, "annotate", "", "write a picture of each disputed spot into `DIR`")
	return cmd
}

// nearLinesOf are the lines that --near names; nil for all.
func nearLinesOf(near string) ([]models.Line, error) {
	if lines, ok := models.LinesNear(near); ok {
		return lines, nil
	}
	return nil, fmt.Errorf("--near %q: want %s", near, models.NearNames)
}

// disputed is one photograph that was measured; its pixels are let go, since
// many photographs are in memory together.
type disputed struct {
	file    string
	o       detect.Observation
	elapsed session.Elapsed
	err     error
}

func (a *app) disputes(ctx context.Context, files []string, lines []models.Line, annotateDir string) error {
	boards, err := a.anyBoard()
	if err != nil {
		return err
	}
	if annotateDir != "" {
		if err := os.MkdirAll(annotateDir, 0o755); err != nil {
			return fmt.Errorf("--annotate: %w", err)
		}
	}
	debug.SetMemoryLimit(memoryGoal)
	vision := session.Vision{
		Finder: a.parts.finder(), Detector: a.parts.detector(),
		Options: calibrate.Options{Boards: boards, Surface: a.config.Surface}, Now: time.Now,
	}
	room := semaphore.NewWeighted(pixelsAtOnce)
	failed := false
	var names []string
	var observations []detect.Observation
	var elapsed []session.Elapsed
	done, err := inOrder(ctx, files, min(photosAtOnce, runtime.NumCPU()), func(file string) disputed { return a.measureDisputed(ctx, vision, room, lines, file) }, func(d disputed) error {
		if d.err != nil {
			failed = true
			a.fail(d.file, a.onlyNamed(d.err))
			return nil
		}
		names, observations, elapsed = append(names, d.file), append(observations, d.o), append(elapsed, d.elapsed)
		return nil
	})
	if err != nil {
		return err
	}
	if done < len(files) {
		return fmt.Errorf("interrupted: %d of %d photographs were not measured", len(files)-done, len(files))
	}
	taken := map[string]bool{}
	for _, s := range detect.Situations(observations) {
		asked, err := s.Photos[0].Observation.Calibration.Board.Asked(lines)
		if err != nil {
			return err
		}
		report := session.NewDisputeReport(s, names, elapsed, asked, detect.DisputeReach)
		if annotateDir != "" {
			if err := a.drawDisputes(&report, s, names, annotateDir, taken); err != nil {
				failed = true
				a.fail(report.File, err)
				continue
			}
		}
		if a.json {
			err = a.emit(report)
		} else {
			err = printDispute(a.stdout, report)
		}
		if err != nil {
			return err
		}
	}
	if failed {
		return errSomeFailed
	}
	return nil
}

// measureDisputed measures one photograph; whatever goes wrong is its own
// error.
func (a *app) measureDisputed(ctx context.Context, vision session.Vision, room *semaphore.Weighted, lines []models.Line, file string) (d disputed) {
	d.file = file
	defer func() {
		if cause := recover(); cause != nil {
			d.err = &session.Fault{Stage: "reading the picture", Cause: cause, Stack: debug.Stack()}
		}
	}()
	from := time.Now()
	frame, err := a.parts.readPicture(file)
	if err != nil {
		d.err = err
		return d
	}
	decode := milliseconds(time.Since(from))
	pixels := min(pixelsAtOnce, int64(frame.Width)*int64(frame.Height))
	if d.err = room.Acquire(ctx, pixels); d.err != nil {
		return d
	}
	defer room.Release(pixels)
	if d.o, d.elapsed, d.err = vision.Measure(frame); d.err != nil {
		return d
	}
	if _, d.err = d.o.Calibration.Board.Asked(lines); d.err != nil {
		d.err = fmt.Errorf("--near: %w", d.err)
		return d
	}
	d.elapsed["decode"] = decode
	d.elapsed["total"] += decode
	d.o.Frame.Pix = nil
	return d
}

// drawDisputes writes the pictures of a situation's disputes, the closest
// first, and notes their names in the report. The photograph is read again.
func (a *app) drawDisputes(r *session.DisputeReport, s detect.Situation, files []string, dir string, taken map[string]bool) error {
	base := filepath.Base(r.File)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s-%d", strings.TrimSuffix(base, filepath.Ext(base)), n)
	}
	taken[name] = true
	for i := range r.Disputes[:min(mostPictures, len(r.Disputes))] {
		judged := r.Disputes[i].Judged()
		k, _ := s.Shown(judged)
		file := files[s.Photos[k].Index]
		frame, err := a.parts.readPicture(file)
		if err != nil {
			return err
		}
		img, err := annotate.DrawDispute(annotate.Dispute{
			Frame: frame, Situation: s, Judged: judged, Photo: k, File: filepath.Base(file),
			Scale:   annotate.ScaleText(a.config.Board != "auto", a.config.Surface),
			Program: a.versions().Program, Date: time.Now(),
		})
		if err != nil {
			return err
		}
		png, err := annotate.EncodePNG(img)
		if err != nil {
			return err
		}
		out := filepath.Join(dir, name+"-dispute.png")
		if i > 0 {
			out = filepath.Join(dir, fmt.Sprintf("%s-dispute-%d.png", name, i+1))
		}
		if err := os.WriteFile(out, png, 0o644); err != nil {
			return fmt.Errorf("annotate: %w", err)
		}
		r.Disputes[i].Picture = out
	}
	return nil
}

// printDispute writes a situation's answers for a person.
func printDispute(out io.Writer, r session.DisputeReport) error {
	names := make([]string, len(r.Photos))
	for i, p := range r.Photos {
		names[i] = p.File
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s: %s\n", strings.Join(names, ", "), r.Text)
	if r.Striker != nil {
		fmt.Fprintf(w, "  %s (%s)\n", r.Striker.Text, session.Chance(r.Striker.PValid))
	}
	if len(r.Disputes) > 0 {
		fmt.Fprintln(w, "  LINE\tCALL\tCLEARANCE ± mm\tTOUCHING\tPOINTS\tCOLOUR\tx mm\ty mm\tPICTURE")
	}
	for _, d := range r.Disputes {
		fmt.Fprintf(w, "  %s\t%s\t%.2f ± %.2f\t%s\t%s\t%s\t%.1f\t%.1f\t%s\n", d.Line, strings.ReplaceAll(d.Call, "_", " "), d.Clearance, d.SD, session.Chance(d.PTouching), stakesCell(d.Stakes), d.Disc.Color, d.Disc.X, d.Disc.Y, d.Picture)
		if len(d.Photos) > 1 {
			for _, p := range d.Photos {
				fmt.Fprintf(w, "\t%s\t%.2f ± %.2f\t%s\tby %s alone\t\t\t\t\n", strings.ReplaceAll(p.Call, "_", " "), p.Clearance, p.LineReport.SD, session.Chance(p.PTouching), p.File)
			}
		}
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "  note: %s\n", warning)
	}
	fmt.Fprintln(w)
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	return nil
}

// stakesCell is what a disc is worth clear of the line, or touching it.
func stakesCell(s *session.StakesReport) string {
	if s == nil {
		return "-"
	}
	if s.Clear == s.Touching {
		return fmt.Sprint(s.Clear)
	}
	return fmt.Sprintf("%d or %d", s.Clear, s.Touching)
}
