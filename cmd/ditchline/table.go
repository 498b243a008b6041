package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"ditchline/score/session"
)

// printReport writes what was measured in one photograph for a person.
func printReport(out io.Writer, r session.Report) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s: %s board %s (%.0f %% sure), seen at a tilt of %.0f°, lines fit to %.2f px = %.2f mm\n",
		r.File, r.Board.Game, r.Board.Name, 100*r.Board.Confidence, r.Calibration.TiltDeg, r.Calibration.RMSPx, r.Calibration.RMSMM)
	if len(r.Discs) > 0 {
		fmt.Fprintln(w, "  SIDE\tCOLOUR\tPOINTS\tSTATE\tx mm\ty mm\t± mm\tNEAR LINES")
		for _, d := range byTeam(r.Discs) {
			points := "-"
			if d.Points != nil {
				points = fmt.Sprint(*d.Points)
			}
			fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%.1f\t%.1f\t%.2f\t%s\n",
				d.Team, d.Color, points, strings.ReplaceAll(d.State, "_", " "), d.X, d.Y, d.SD, nearLines(d.Lines))
		}
		if err := w.Flush(); err != nil {
			return fmt.Errorf("write table: %w", err)
		}
	}
	for _, team := range sortedTeams(r.Score) {
		s := r.Score[team]
		if s.Left != nil {
			fmt.Fprintf(w, "  %s\t%d on the board\n", team, *s.Left)
			continue
		}
		fmt.Fprintf(w, "  side %s\t%d points on the board", team, s.Board)
		if s.Twenties > 0 {
			fmt.Fprintf(w, " + %d in the hole", s.Twenties)
		}
		fmt.Fprintf(w, "\t= %d\n", s.Total)
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

// byTeam sorts discs by side, then by worth, the ditch last.
func byTeam(discs []session.DiscReport) []session.DiscReport {
	worth := func(d session.DiscReport) int {
		switch {
		case d.State == "ditch":
			return -1
		case d.Points == nil:
			return 0
		default:
			return *d.Points
		}
	}
	sorted := slices.Clone(discs)
	slices.SortStableFunc(sorted, func(p, q session.DiscReport) int {
		if c := strings.Compare(p.Team, q.Team); c != 0 {
			return c
		}
		return worth(q) - worth(p)
	})
	return sorted
}

// nearLines says how a disc lies to the lines near it.
func nearLines(lines []session.LineReport) string {
	var parts []string
	for _, l := range lines {
		switch l.Call {
		case "touching":
			parts = append(parts, fmt.Sprintf("touches the %s", l.Line))
		case "clear":
			parts = append(parts, fmt.Sprintf("%.1f mm off the %s", l.Clearance, l.Line))
		default:
			parts = append(parts, fmt.Sprintf("too close to the %s to call (%.2f ± %.2f mm)", l.Line, l.Clearance, l.SD))
		}
	}
	return strings.Join(parts, ", ")
}

func sortedTeams(score map[string]session.TeamScore) []string {
	teams := make([]string, 0, len(score))
	for team := range score {
		teams = append(teams, team)
	}
	slices.Sort(teams)
	return teams
}
