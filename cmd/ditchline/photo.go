package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/score/session"
	"ditchline/ui/annotate"

	"github.com/spf13/cobra"
	"golang.org/x/sync/semaphore"
)

// memoryGoal is what Go's collector aims at while photographs are read, bytes:
// together with what OpenCV holds, pictures of 18 megapixels stay within
// 600 MB.
const memoryGoal = 200 << 20

// photosAtOnce: more would need more memory, and fewer leave a core idle
// while a file is decoded.
const photosAtOnce = 2

// pixelsAtOnce is how many pixels are looked at together: two pictures of 12
// megapixels, or one larger one while the next is decoded.
const pixelsAtOnce = 28_000_000

func newPhotoCommand(a *app) *cobra.Command {
	var annotateDir string
	cmd := &cobra.Command{
		Use:   "photo FILE...",
		Short: "Measure the discs in photographs and count the score",
		Long: `Find the board in each photograph, measure every disc on it in mm, and count the
score of each side. Photographs may be JPEG, PNG, WebP, HEIC or AVIF, whatever
their names end in.`,
		Example: `  ditchline photo table.jpg
  ditchline photo --json --board club-55 *.jpg
  ditchline photo --surface 660 --annotate out/ IMG_2041.HEIC`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no photograph was named: give one or more files")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, files []string) error {
			return a.photos(cmd.Context(), files, annotateDir)
		},
	}
	addBoardFlags(cmd)
	cmd.Flags().StringVar(&annotateDir, "annotate", "", "write each picture with what was found drawn on it into `DIR`")
	return cmd
}

// photoJob is one photograph to measure.
type photoJob struct {
	file string // as the user gave it
	out  string // where the annotated picture goes; empty for nowhere
}

// photoResult is what came of it.
type photoResult struct {
	job    photoJob
	report session.Report
	err    error
}

func (a *app) photos(ctx context.Context, files []string, annotateDir string) error {
	boards, err := a.anyBoard()
	if err != nil {
		return err
	}
	jobs := photoJobs(files, annotateDir)
	if annotateDir != "" {
		if err := os.MkdirAll(annotateDir, 0o755); err != nil {
			return fmt.Errorf("--annotate: %w", err)
		}
	}
	debug.SetMemoryLimit(memoryGoal)
	vision := session.Vision{
		Finder:   a.parts.finder(),
		Detector: a.parts.detector(),
		Options:  calibrate.Options{Boards: boards, Surface: a.config.Surface},
		Now:      time.Now,
	}
	failed := false
	workers := min(photosAtOnce, runtime.NumCPU())
	room := semaphore.NewWeighted(pixelsAtOnce)
	done, err := inOrder(ctx, jobs, workers, func(j photoJob) photoResult { return a.measure(ctx, vision, room, j) }, func(r photoResult) error {
		if r.err != nil {
			failed = true
			a.fail(r.job.file, a.onlyNamed(r.err))
			return nil
		}
		if a.json {
			return a.emit(r.report)
		}
		return printReport(a.stdout, r.report)
	})
	switch {
	case err != nil:
		return err
	case done < len(jobs):
		return fmt.Errorf("interrupted: %d of %d photographs were not measured", len(jobs)-done, len(jobs))
	case failed:
		return errSomeFailed
	}
	return nil
}

// measure one photograph. Whatever goes wrong with it is its own error.
func (a *app) measure(ctx context.Context, vision session.Vision, room *semaphore.Weighted, j photoJob) (r photoResult) {
	r.job = j
	defer func() {
		if cause := recover(); cause != nil {
			r.err = &session.Fault{Stage: "reading the picture", Cause: cause, Stack: debug.Stack()}
		}
		var fault *session.Fault
		if errors.As(r.err, &fault) {
			a.log.Debug("stack of the fault", "file", j.file, "stack", string(fault.Stack))
		}
	}()
	from := time.Now()
	frame, err := a.parts.readPicture(j.file)
	if err != nil {
		r.err = err
		return r
	}
	decode := milliseconds(time.Since(from))
	pixels := min(pixelsAtOnce, int64(frame.Width)*int64(frame.Height))
	if r.err = room.Acquire(ctx, pixels); r.err != nil {
		return r
	}
	defer room.Release(pixels)
	o, elapsed, err := vision.Measure(frame)
	if err != nil {
		r.err = err
		return r
	}
	elapsed["decode"] = decode
	elapsed["total"] += decode
	r.report = session.NewReport(j.file, o, elapsed)
	if j.out != "" {
		r.err = a.writeAnnotated(j, o)
	}
	return r
}

func (a *app) writeAnnotated(j photoJob, o detect.Observation) error {
	drawn, err := annotate.Draw(o.Frame, session.NewSnapshot(filepath.Base(j.file), o))
	if err != nil {
		return fmt.Errorf("annotate: %w", err)
	}
	jpeg, err := a.parts.encodeJPEG(drawn, 92)
	if err != nil {
		return fmt.Errorf("annotate: %w", err)
	}
	if err := os.WriteFile(j.out, jpeg, 0o644); err != nil {
		return fmt.Errorf("annotate: %w", err)
	}
	return nil
}

// photoJobs gives each file its place in the folder for annotated pictures:
// its own name, numbered where two files share one.
func photoJobs(files []string, annotateDir string) []photoJob {
	taken := map[string]int{}
	jobs := make([]photoJob, 0, len(files))
	for _, file := range files {
		j := photoJob{file: file}
		if annotateDir != "" {
			base := filepath.Base(file)
			name := strings.TrimSuffix(base, filepath.Ext(base))
			taken[name]++
			if n := taken[name]; n > 1 {
				name = fmt.Sprintf("%s-%d", name, n)
				taken[name]++
			}
			j.out = filepath.Join(annotateDir, name+".jpg")
		}
		jobs = append(jobs, j)
	}
	return jobs
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
