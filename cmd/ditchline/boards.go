package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"ditchline/models"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"
)

func newBoardsCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "boards",
		Short: "List the makes of board that are known",
		Long: `List the makes of board: those that ship, and your own from boards/*.yaml in the
data folder. Start one of your own from what 'ditchline boards show nca-26' prints.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			boards, err := a.boards()
			if err != nil {
				return err
			}
			return a.listBoards(boards)
		},
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "show NAME",
		Short: "Print a board's geometry and where its figures are from",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d boards were named: name one that 'ditchline boards' lists", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			boards, err := a.boards()
			if err != nil {
				return err
			}
			board, err := boards.Get(strings.ToLower(args[0]))
			if err != nil {
				return usageError{err}
			}
			return a.showBoard(board)
		},
	})
	return cmd
}

func (a *app) listBoards(boards models.Boards) error {
	if a.json {
		for _, name := range boards.Names() {
			if err := a.emit(boards[name]); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tGAME\tSURFACE mm\tLINES 15, 10, 5 mm\tTITLE")
	for _, name := range boards.Names() {
		b := boards[name]
		surface, lines := fmt.Sprintf("%g", 2*b.SurfaceRadius), fmt.Sprintf("%g, %g, %g", b.Rings.R15, b.Rings.R10, b.Rings.R5)
		switch {
		case b.Game == models.Carrom:
			surface, lines = fmt.Sprintf("%g square", b.Carrom.Side), "-"
		case b.MeasuredRings:
			lines += " (measured anew)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", b.Name, b.Game, surface, lines, b.Title)
	}
	return w.Flush()
}

func (a *app) showBoard(b models.Board) error {
	if a.json {
		return a.emit(b)
	}
	text, err := yaml.MarshalWithOptions(b, yaml.Flow(false), yaml.OmitEmpty())
	if err != nil {
		return fmt.Errorf("print board %s: %w", b.Name, err)
	}
	frame := " from the middle of the hole, lines by the middle of their width, angles in degrees"
	if b.Game == models.Carrom {
		frame = "; the base lines' distance is that of the outer one's outer edge from the frame, base_gap from there to the inner one's inner edge"
	}
	_, err = fmt.Fprintf(a.stdout, "# Lengths in mm%s.\n%s", frame, text)
	return err
}
