// Package export writes matches for people and other programs: a table, JSON,
// CSV, and Crokinole Match Notation.
package export

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"ditchline/referee"
	"ditchline/score"
)

// Table writes a match for people.
func Table(w io.Writer, m *score.Match) error {
	setup, s := m.Setup(), m.State()
	fmt.Fprintf(w, "Match %s, %s, %s players", setup.ID, setup.Ruleset.ID, setup.Form)
	if setup.Mode != "" {
		fmt.Fprintf(w, ", count %s", setup.Mode)
	}
	if setup.Target > 0 {
		fmt.Fprintf(w, " to %d", setup.Target)
	}
	fmt.Fprintf(w, "\nBegan %s\n%s\n\n", m.Events()[0].At.UTC().Format(time.RFC3339), standing(s))
	tables := []func(io.Writer, *score.State){roundTable, shotTable}
	if s.Carrom != nil {
		tables = []func(io.Writer, *score.State){boardTable, strokeTable}
	}
	for i, table := range tables {
		if i > 0 {
			fmt.Fprintln(w)
		}
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		table(t, s)
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// standing says in a sentence how the match stands.
func standing(s *score.State) string {
	var totals []string
	for _, side := range s.Sides {
		text := fmt.Sprintf("%s %d", s.Setup.TeamName(side.Side), side.Total)
		if s.Setup.Games > 1 {
			text += fmt.Sprintf(" (%d games)", side.Games)
		}
		totals = append(totals, text)
	}
	text := strings.Join(totals, ", ")
	switch {
	case s.Phase != score.Over && s.Next == "":
		return fmt.Sprintf("%s; round %d: %s", text, s.Round, s.Phase)
	case s.Phase != score.Over:
		return fmt.Sprintf("%s; round %d, %s to play", text, s.Round, s.Setup.Player(s.Next))
	case len(s.Winners) == 0:
		return text + "; a draw"
	}
	var names []string
	for _, side := range s.Winners {
		names = append(names, s.Setup.TeamName(side))
	}
	text += "; won by " + strings.Join(names, " and ")
	if s.Conceded != "" {
		text += ", " + s.Setup.TeamName(s.Conceded) + " conceded"
	}
	return text
}

func roundTable(w io.Writer, s *score.State) {
	head := "ROUND\tFIRST SHOOTER\tHAMMER (LAST SHOT)"
	for _, side := range s.Sides {
		name := s.Setup.TeamName(side.Side)
		head += fmt.Sprintf("\t%s BOARD\t20s\tTOTAL\tWRITTEN\tSCORE", strings.ToUpper(name))
	}
	fmt.Fprintln(w, head)
	for _, r := range s.Rounds {
		fmt.Fprintf(w, "%d\t%s\t%s", r.Round, s.Setup.Player(r.Starter), s.Setup.Player(r.Hammer))
		for _, side := range s.Sides {
			c := r.Counts[side.Side]
			fmt.Fprintf(w, "\t%d\t%d\t%d\t+%d\t%d", c.Board, c.Twenties, c.Total(), r.Added[side.Side], r.Totals[side.Side])
		}
		fmt.Fprintln(w)
	}
}

func shotTable(w io.Writer, s *score.State) {
	fmt.Fprintln(w, "SHOT\tPLAYER\tDISC\tVERDICT\tREASON\tOFF THE BOARD\t20s\tRULES")
	for i := range s.Shots {
		k := &s.Shots[i]
		fmt.Fprintf(w, "%d.%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.Round, k.N, s.Setup.Player(k.Seat), k.Disc, k.Verdict.Outcome, k.Verdict.Reason,
			removals(&k.Verdict), twenties(&k.Verdict), strings.Join(k.Verdict.Because, " "))
	}
}

func boardTable(w io.Writer, s *score.State) {
	fmt.Fprintln(w, "BOARD\tWINNER\tPOINTS")
	for _, b := range s.Carrom.Boards {
		fmt.Fprintf(w, "%d\t%s\t%d\n", b.Board, s.Setup.TeamName(b.Winner), b.Points)
	}
}

func strokeTable(w io.Writer, s *score.State) {
	fmt.Fprintln(w, "STROKE\tPLAYER\tOWN\tOPPONENT'S\tQUEEN\tSTRIKER\tRESULT\tEVENTS\tRULES")
	for _, k := range s.Carrom.Strokes {
		fmt.Fprintf(w, "%d.%d\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\n", k.Board, k.N, s.Setup.Player(k.Seat), k.Stroke.Own, k.Stroke.Opp,
			mark(k.Stroke.Queen), mark(k.Stroke.Striker), k.Verdict.Result, strings.Join(k.Verdict.Events, ", "), strings.Join(k.Verdict.Because, " "))
	}
}

func mark(yes bool) string {
	if yes {
		return "x"
	}
	return ""
}

func removals(v *referee.Verdict) string {
	var out []string
	for _, r := range v.Removed {
		out = append(out, r.ID+" "+string(r.Why))
	}
	return strings.Join(out, ", ")
}

func twenties(v *referee.Verdict) string {
	var out []string
	for side, n := range v.Twenties {
		out = append(out, fmt.Sprintf("%s +%d", side, n))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// CSV writes one row for each shot (or carrom stroke) of the matches.
func CSV(w io.Writer, matches []*score.Match) error {
	c := csv.NewWriter(w)
	head := []string{"match", "ruleset", "game", "round", "n", "at", "seat", "player", "side", "disc", "verdict", "reason", "open", "contact", "removed", "twenties", "result", "events", "rules", "confidence", "colour", "own", "opponents", "queen", "striker"}
	if err := c.Write(head); err != nil {
		return err
	}
	for _, m := range matches {
		setup, s := m.Setup(), m.State()
		for i := range s.Shots {
			k := &s.Shots[i]
			v := &k.Verdict
			row := []string{
				setup.ID, setup.Ruleset.ID, strconv.Itoa(k.Game), strconv.Itoa(k.Round), strconv.Itoa(k.N), k.At.UTC().Format(time.RFC3339Nano),
				string(k.Seat), setup.Player(k.Seat), string(k.Side), k.Disc, string(v.Outcome), string(v.Reason), strconv.FormatBool(v.Open), strconv.FormatBool(v.Contact),
				removals(v), twenties(v), "", "", strings.Join(v.Because, " "), strconv.FormatFloat(v.Confidence, 'f', 3, 64), "", "", "", "", "",
			}
			if err := c.Write(row); err != nil {
				return err
			}
		}
		if s.Carrom == nil {
			continue
		}
		events := m.Events()
		for _, k := range s.Carrom.Strokes {
			row := []string{
				setup.ID, setup.Ruleset.ID, strconv.Itoa(k.Game), strconv.Itoa(k.Board), strconv.Itoa(k.N), k.At.UTC().Format(time.RFC3339Nano),
				string(k.Seat), setup.Player(k.Seat), string(k.Side), "", strokeOutcome(&k), string(k.Stroke.Foul), "", "", "", "",
				string(k.Verdict.Result), strings.Join(k.Verdict.Events, ", "), strings.Join(k.Verdict.Because, " "), strokeConfidence(events, &k),
				score.KindOf(k.Colour), strconv.Itoa(k.Stroke.Own), strconv.Itoa(k.Stroke.Opp), strconv.FormatBool(k.Stroke.Queen), strconv.FormatBool(k.Stroke.Striker),
			}
			if err := c.Write(row); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}

// matchJSON is a match with everything that its log tells.
type matchJSON struct {
	Match      *score.State     `json:"match"`
	Statistics score.Statistics `json:"statistics"`
	Events     []score.Event    `json:"events"`
}

// JSON writes a match as one line.
func JSON(w io.Writer, m *score.Match) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(matchJSON{Match: m.State(), Statistics: m.State().Statistics(), Events: m.Events()})
}

func strokeOutcome(k *score.StrokeRecord) string {
	if k.Stroke.Foul != "" {
		return string(referee.Foul)
	}
	return string(referee.Valid)
}

// strokeConfidence is how sure the camera was of a stroke, by its evidence;
// empty where it says nothing, 1 where people have said what fell.
func strokeConfidence(events []score.Event, k *score.StrokeRecord) string {
	if k.Answered {
		return "1.000"
	}
	var seen struct {
		Confidence *float64 `json:"confidence"`
	}
	if e := &events[k.Seq-1]; e.Stroke == nil || len(e.Stroke.Evidence) == 0 || json.Unmarshal(e.Stroke.Evidence, &seen) != nil || seen.Confidence == nil {
		return ""
	}
	return strconv.FormatFloat(*seen.Confidence, 'f', 3, 64)
}
