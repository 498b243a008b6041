package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"ditchline/score"
	"ditchline/score/export"
	"ditchline/score/store"

	"github.com/spf13/cobra"
)

// scoreFormats are the ways to print a match.
var scoreFormats = []string{"table", "json", "csv", "cmn"}

func newScoreCommand(a *app) *cobra.Command {
	var format string
	var only []string
	cmd := &cobra.Command{
		Use:   "score FILE...|-",
		Short: "Print or export match logs",
		Long: `Replay match logs and print them: a table for people, JSON with every event and
the statistics, CSV with a row for each shot, or Crokinole Match Notation 1.0.
A file is a store (matches.db in the data folder) or events as JSON, one a line;
- reads such lines from stdin.

CMN's field hammer is written as its text says, the team that shot first; the
table calls that the first shooter, and hammer the last shot of a round.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no match log was named: give one or more files, or - for stdin")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, files []string) error {
			if a.json && !cmd.Flags().Changed("format") {
				format = "json"
			}
			if !slices.Contains(scoreFormats, format) {
				return usageError{fmt.Errorf("--format is %q: want one of %v", format, scoreFormats)}
			}
			return a.score(cmd.Context(), files, format, only, cmd.InOrStdin())
		},
	}
	cmd.Flags().StringVar(&format, "format", "table", "table, json, csv or cmn")
	cmd.Flags().StringArrayVar(&only, "match", nil, "only the match with this `ID`; may be repeated")
	return cmd
}

func (a *app) score(ctx context.Context, files []string, format string, only []string, stdin io.Reader) error {
	failed := false
	var matches []*score.Match
	for _, file := range files {
		found, err := loadMatches(ctx, file, only, stdin)
		if err != nil {
			a.fail(file, err)
			failed = true
		}
		matches = append(matches, found...)
	}
	if err := printMatches(a.stdout, matches, format, a.versions().Program); err != nil {
		return err
	}
	if failed {
		return errSomeFailed
	}
	return nil
}

func printMatches(w io.Writer, matches []*score.Match, format, version string) error {
	switch {
	case len(matches) == 0:
		return nil
	case format == "csv":
		return export.CSV(w, matches)
	case format == "cmn":
		return export.CMN(w, matches, version)
	}
	for i, m := range matches {
		if format == "json" {
			if err := export.JSON(w, m); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := export.Table(w, m); err != nil {
			return err
		}
	}
	return nil
}

// loadMatches reads the matches of a file: those that are sound, and what was
// wrong with the others.
func loadMatches(ctx context.Context, file string, only []string, stdin io.Reader) ([]*score.Match, error) {
	text, err := readLog(file, stdin)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(text, []byte("SQLite format 3\x00")) {
		return loadStore(ctx, file, only)
	}
	logs, err := score.ReadLogs(bytes.NewReader(text))
	problems := []error{err}
	var out []*score.Match
	for i, events := range logs {
		if len(only) > 0 && (events[0].Setup == nil || !slices.Contains(only, events[0].Setup.ID)) {
			continue
		}
		m, err := score.Replay(events)
		if err != nil {
			problems = append(problems, fmt.Errorf("match %d: %w", i+1, err))
			continue
		}
		out = append(out, m)
	}
	return out, errors.Join(problems...)
}

func readLog(file string, stdin io.Reader) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(stdin)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("open match log: %w", err)
	}
	defer f.Close()
	head := make([]byte, 16)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read match log: %w", err)
	}
	if string(head) == "SQLite format 3\x00" {
		return head, nil
	}
	rest, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("read match log: %w", err)
	}
	return append(head[:n], rest...), nil
}

func loadStore(ctx context.Context, file string, only []string) ([]*score.Match, error) {
	s, err := store.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	ids := only
	if len(ids) == 0 {
		list, err := s.Matches(ctx)
		if err != nil {
			return nil, err
		}
		for _, m := range list {
			ids = append(ids, m.ID)
		}
	}
	var out []*score.Match
	var problems []error
	for _, id := range ids {
		m, err := s.Match(ctx, id)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		out = append(out, m)
	}
	return out, errors.Join(problems...)
}
