package bench

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
)

// WriteTable writes the report for a person.
func (r Report) WriteTable(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	told := "told the make of board"
	if r.Auto {
		told = fmt.Sprintf("not told the make of board: right on %d", r.All.MakeRight)
	}
	fmt.Fprintf(w, "%s: %d pictures, %s\n\n", r.Folder, r.All.Pictures, told)

	fmt.Fprintln(w, "group\tpictures\tboards\t≤ 1 mm\trings 50 %\t95 %\tdiscs\trecall\tprecision\tcentre 50 %\t95 %\tworst\tpoints\tclear ones\tteams\tz sd\tbound 50 %\t95 %\t")
	figures(w, "all", r.All)
	by := ""
	for _, g := range r.Groups {
		if g.By != by {
			by = g.By
			fmt.Fprintf(w, "%s\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\n", by)
		}
		figures(w, g.Value, g.Figures)
	}
	if err := flush(w); err != nil {
		return err
	}

	fmt.Fprintln(w, "|true clearance| mm\tlines\ttouch right\twrong, not “too close”\ttoo close\tclearance error 50 %\t95 %\tz mean\tz sd\t|z| > 3.5\t")
	for _, d := range r.Distance {
		lines(w, d.Distance, d.LineFigures)
	}
	lines(w, "all", r.Lines)
	if err := flush(w); err != nil {
		return err
	}
	fmt.Fprintf(w, "called too close though over 1 mm: %d of %d lines\n\n", r.FarClose, r.Far)

	fmt.Fprintln(w, "reference, told camera, board and sizes\tdiscs\trecall\tprecision\tcentre 50 %\t95 %\ttimes our 95 %\ttouch right at 0.1\t0.3\t0.5\t1\t2 mm\t")
	for _, f := range r.Rivals {
		fmt.Fprintf(w, "%s (%s, best of %d)\t%d\t%s\t%s\t%s\t%s\t%.1f\t", f.Name, f.Settings, f.Tried, f.Discs, percent(f.Recall), percent(f.Precision), mm(f.Err50), mm(f.Err95), float64(f.Ratio95))
		for _, t := range f.Touches[:len(f.Touches)-1] {
			fmt.Fprintf(w, "%s\t", percent(t.Right))
		}
		fmt.Fprintln(w)
	}
	if err := flush(w); err != nil {
		return err
	}

	fmt.Fprintln(w, "time a picture, ms\tmedian\t95 %\t")
	for _, s := range r.Stages {
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t\n", s.Name, float64(s.Median), float64(s.P95))
	}
	if err := flush(w); err != nil {
		return err
	}
	for _, p := range r.Pictures {
		if p.Failure != "" {
			fmt.Fprintf(w, "not measured: %s: %s\n", p.Name, p.Failure)
		}
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(w, "skipped: %s: %s\n", s.Name, s.Why)
	}
	fmt.Fprintf(w, "Centres are found at %.0f times the bound (median), %.0f times (95 %%).\n", float64(r.All.Err50/r.All.Bound50), float64(r.All.Err95/r.All.Bound95))
	fmt.Fprintln(w, "Lengths in mm. 50 % is the median, 95 % what 95 of 100 stay below. bound: the Cramér-Rao bound of the")
	fmt.Fprintln(w, "centre error from contrast, blur and scatter at each disc's rims, sizes and camera known. z: error over stated sd.")
	return flush(w)
}

func figures(w io.Writer, name string, f Figures) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", name, f.Pictures, f.Found, f.Within1MM, mm(f.Ring50), mm(f.Ring95),
		f.Discs, percent(f.Recall), percent(f.Precision), mm(f.Err50), mm(f.Err95), mm(f.ErrMax), percent(f.Points), percent(f.PointsClr), percent(f.Teams), mm(f.PlaceZ.SD), mm(f.Bound50), mm(f.Bound95))
}

func lines(w io.Writer, name string, f LineFigures) {
	fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%d/%d\t\n", name, f.Lines, percent(f.Right), f.SilentWrong, f.TooClose, mm(f.Err50), mm(f.Err95), mm(f.Z.Mean), mm(f.Z.SD), f.Z.Beyond, f.Z.N)
}

// flush ends a table and leaves an empty line.
func flush(w *tabwriter.Writer) error {
	fmt.Fprintln(w)
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	return nil
}

// mm is a figure with three decimals; a dash where it is unknown.
func mm(n Number) string {
	if math.IsNaN(float64(n)) {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(n))
}

func percent(n Number) string {
	if math.IsNaN(float64(n)) {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n))
}
