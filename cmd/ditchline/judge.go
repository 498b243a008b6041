package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"ditchline/referee"
	"ditchline/referee/casebook"

	"github.com/spf13/cobra"
)

func newJudgeCommand(a *app) *cobra.Command {
	var sets []string
	var language string
	cmd := &cobra.Command{
		Use:   "judge FILE...|-",
		Short: "Let the referee judge shots, starts, lines and carrom strokes from a file",
		Long: `Judge cases written as JSON: one object, an array of them, or one a line; - reads
stdin. One answer a line is printed for each, in order: with --json as JSON,
otherwise as a sentence. A case that cannot be read gets a line with its error,
the others are still judged, and the exit status is 1.`,
		Example: `  ditchline judge --json cases.json
  echo '{"ruleset":"KEL","d":84.9,"theta":0,"value":true}' | ditchline judge --json -`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no file was named: give a file of cases, or - for stdin")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, files []string) error {
			rulesets, err := a.rulesets()
			if err != nil {
				return err
			}
			lang, err := languageOf(language)
			if err != nil {
				return err
			}
			reader := &casebook.Reader{Rulesets: rulesets, Sets: sets, Language: lang}
			return a.judge(cmd.Context(), reader, files, cmd.InOrStdin())
		},
	}
	cmd.Flags().StringArrayVar(&sets, "set", nil, "house rule `FIELD=VALUE` over every case's ruleset; may be repeated")
	cmd.Flags().StringVar(&language, "language", "en", "language of the sentences: en, fr or nl")
	return cmd
}

// languageOf is the language of that name.
func languageOf(name string) (referee.Language, error) {
	for _, l := range referee.Languages {
		if string(l) == name {
			return l, nil
		}
	}
	return "", usageError{fmt.Errorf("--language is %q: want en, fr or nl", name)}
}

// judge answers the cases of every file; - is stdin.
func (a *app) judge(ctx context.Context, reader *casebook.Reader, files []string, stdin io.Reader) error {
	failed := false
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		bad, err := a.judgeFile(reader, file, stdin)
		if err != nil {
			a.fail(file, err)
		}
		failed = failed || bad || err != nil
	}
	if failed {
		return errSomeFailed
	}
	return nil
}

func (a *app) judgeFile(reader *casebook.Reader, file string, stdin io.Reader) (bad bool, err error) {
	in := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return true, fmt.Errorf("open cases: %w", err)
		}
		defer f.Close()
		in = f
	}
	n := 0
	err = reader.Each(in, func(answer casebook.Answer) error {
		n++
		if answer.Err != nil {
			bad = true
			a.log.Error(fmt.Sprintf("%s: case %d: %v", file, n, answer.Err))
		}
		if a.json {
			return a.emit(answer.Line)
		}
		_, err := fmt.Fprintln(a.stdout, answer.Text())
		return err
	})
	return bad, err
}
