package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ditchline/cmd/ditchline/config"

	"github.com/spf13/cobra"
)

// Exit statuses of every command.
const (
	statusDone   = 0 // all inputs done
	statusFailed = 1 // some input failed
	statusUsage  = 2 // wrong usage
)

// usageError is a mistake in how the program was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// errSomeFailed ends a command of which an input failed: what failed was
// said when it did.
var errSomeFailed = errors.New("some input failed")

// newRootCommand lists the commands. Each stands in a file of its name.
func newRootCommand(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "ditchline",
		Short: "A companion for a real crokinole board",
		Long: `Ditchline looks at a real crokinole board through a camera, or in photographs,
measures where every disc lies in mm, and counts the score.

Results go to stdout, everything else to stderr. The exit status is 0 when all
inputs are done, 1 when some input failed, 2 when the program was called
wrongly.`,
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: a.prepare,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := cmd.Help(); err != nil {
				return err
			}
			return usageError{errors.New("no command was given")}
		},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return fmt.Errorf("no command is called %q: there are %s", args[0], strings.Join(commandNames(cmd), ", "))
		},
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.CompletionOptions.HiddenDefaultCmd = true
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "print results as JSON, one object a line")
	flags.StringVar(&a.configFile, "config", "", "settings `FILE` (YAML); default ~/.config/ditchline/ditchline.yaml")
	flags.String("data", "", "`FOLDER` for what is kept, and for boards of your own; default ~/.local/share/ditchline")
	flags.String("log-level", config.Defaults().LogLevel, "how much is told on stderr: debug, info, warn or error")
	root.AddCommand(
		newBenchCommand(a),
		newBoardsCommand(a),
		newDisputeCommand(a),
		newDoctorCommand(a),
		newHubCommand(a),
		newJudgeCommand(a),
		newKeyCommand(a),
		newPhotoCommand(a),
		newReplayCommand(a),
		newRulesCommand(a),
		newRunCommand(a),
		newScoreCommand(a),
		newSimulateCommand(a),
		newVersionCommand(a),
	)
	return root
}

func commandNames(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return names
}

// execute runs one call of the program and returns its exit status.
func (a *app) execute(ctx context.Context, args []string) int {
	root := newRootCommand(a)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	var usage usageError
	switch {
	case err == nil:
		return statusDone
	case errors.Is(err, errSomeFailed):
		return statusFailed
	case errors.As(err, &usage) || !a.prepared: // cobra found a wrong flag or argument
		fmt.Fprintf(a.stderr, "ditchline: %v\nRun '%s --help' for usage.\n", err, cmd.CommandPath())
		return statusUsage
	default:
		a.log.Error(err.Error())
		return statusFailed
	}
}
