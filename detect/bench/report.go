package bench

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
)

// Report is what a folder of pictures comes to.
type Report struct {
	Folder   string           `json:"folder"`
	Auto     bool             `json:"auto"` // the make of board was not told
	All      Figures          `json:"all"`
	Lines    LineFigures      `json:"lines"`
	Groups   []Group          `json:"groups"`
	Distance []DistanceGroup  `json:"by_distance_to_line"`
	Far      int              `json:"lines_over_1_mm"`
	FarClose int              `json:"too_close_over_1_mm"`
	Stages   []Stage          `json:"stages"`
	Rivals   []RivalFigures   `json:"references"`
	Pictures []PictureFigures `json:"pictures"`
	Skipped  []Skipped        `json:"skipped"`
}

// Group is the figures of the pictures or discs that have something in common.
type Group struct {
	By    string `json:"by"` // board, tilt, light, size, hand, state, colour
	Value string `json:"value"`
	Figures
}

// DistanceGroup is the figures of line calls by the true distance to the line.
type DistanceGroup struct {
	Distance string `json:"distance_mm"`
	LineFigures
}

// Stage is how long one stage takes a picture: by the clock, and of the
// processor where that is known.
type Stage struct {
	Name   string `json:"name"`
	Median Number `json:"median_ms"`
	P95    Number `json:"p95_ms"`
}

// PictureFigures is one picture's line in the report.
type PictureFigures struct {
	Name    string `json:"name"`
	Failure string `json:"error,omitempty"`
	Make    string `json:"make"`
	Ring    Number `json:"ring_error_mm"`
	Figures
}

// distances are the bins of line calls: the true clearance, of either sign,
// nearest to one of these; the last holds what is over farMM.
var distances = [6]struct {
	name string
	mm   float64
}{{"0.1", 0.1}, {"0.3", 0.3}, {"0.5", 0.5}, {"1", 1}, {"2", 2}, {"over 3", 9}}

const farMM = 3

// distanceOf is the bin of a true clearance.
func distanceOf(margin float64) int {
	a := math.Abs(margin)
	if a > farMM {
		return len(distances) - 1
	}
	best := 0
	for i := range len(distances) - 1 {
		if math.Abs(distances[i].mm-a) < math.Abs(distances[best].mm-a) {
			best = i
		}
	}
	return best
}

// newReport sums up the outcomes of a folder.
func newReport(folder string, auto bool, outcomes []Outcome, skipped []Skipped) Report {
	r := Report{Folder: folder, Auto: auto, All: figuresOf(outcomes, nil), Rivals: []RivalFigures{}, Skipped: skipped}
	if skipped == nil {
		r.Skipped = []Skipped{}
	}
	var lines []LineOutcome
	byDistance := make([][]LineOutcome, len(distances))
	for _, o := range outcomes {
		lines = append(lines, o.Lines...)
		for _, l := range o.Lines {
			at := distanceOf(l.True)
			byDistance[at] = append(byDistance[at], l)
			if math.Abs(l.True) > 1 {
				r.Far++
				if l.TooClose {
					r.FarClose++
				}
			}
		}
		p := PictureFigures{Name: o.Truth.Name, Failure: o.Failure, Make: o.Make, Ring: Number(o.Ring), Figures: figuresOf([]Outcome{o}, nil)}
		if o.Failure != "" {
			p.Ring = Number(math.NaN())
		}
		r.Pictures = append(r.Pictures, p)
	}
	r.Lines = lineFigures(lines)
	for i, d := range distances {
		r.Distance = append(r.Distance, DistanceGroup{d.name, lineFigures(byDistance[i])})
	}
	r.Groups = groups(outcomes)
	r.Stages = stages(outcomes)
	return r
}

// groups are the figures of pictures and of discs that are alike.
func groups(outcomes []Outcome) []Group {
	var all []Group
	pictures := func(by string, value func(*Truth) string) {
		sets := map[string][]Outcome{}
		for _, o := range outcomes {
			v := value(o.Truth)
			sets[v] = append(sets[v], o)
		}
		for _, v := range slices.SortedFunc(maps.Keys(sets), byLeadingNumber) {
			all = append(all, Group{by, v, figuresOf(sets[v], nil)})
		}
	}
	pictures("board", func(t *Truth) string { return t.Make })
	pictures("tilt", func(t *Truth) string { return tiltBand(t.Tilt) })
	pictures("light", func(t *Truth) string { return t.Light })
	pictures("size", func(t *Truth) string { return fmt.Sprintf("%dx%d", t.Camera.Width, t.Camera.Height) })
	pictures("hand", func(t *Truth) string { return map[bool]string{true: "yes", false: "no"}[t.Hand] })

	discs := func(by string, value func(*TrueDisc) string) {
		values := map[string]bool{}
		for _, o := range outcomes {
			for _, d := range o.Truth.Discs {
				if d.inPlay() && d.seen() {
					values[value(d)] = true
				}
			}
		}
		for _, v := range slices.Sorted(maps.Keys(values)) {
			f := figuresOf(outcomes, func(d *TrueDisc) bool { return value(d) == v })
			all = append(all, Group{by, v, f})
		}
	}
	discs("state", func(d *TrueDisc) string { return d.State })
	discs("colour", func(d *TrueDisc) string { return d.Colour })
	return all
}

// tiltBand is the quarter of 60 degrees in which a tilt lies.
func tiltBand(deg float64) string {
	from := 15 * int(math.Max(0, math.Floor(deg/15)))
	return fmt.Sprintf("%d-%d", from, from+15)
}

// byLeadingNumber orders "15-30" behind "0-15", and words by the alphabet.
func byLeadingNumber(a, b string) int {
	number := func(s string) float64 {
		end := 0
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		n, err := strconv.Atoi(s[:end])
		if err != nil {
			return -1
		}
		return float64(n)
	}
	return cmp.Or(cmp.Compare(number(a), number(b)), cmp.Compare(a, b))
}

// stages are the times of all pictures by stage.
func stages(outcomes []Outcome) []Stage {
	times := map[string][]float64{}
	for _, o := range outcomes {
		for stage, ms := range o.Elapsed {
			times[stage] = append(times[stage], ms)
		}
		if o.CPU > 0 {
			times[cpuStage] = append(times[cpuStage], 1000*o.CPU)
		}
	}
	var all []Stage
	for _, name := range slices.Sorted(maps.Keys(times)) {
		all = append(all, Stage{name, quantile(times[name], 0.5), quantile(times[name], 0.95)})
	}
	return all
}

// cpuStage is the name under which the time of the processor stands, of
// calibrating and detecting together.
const cpuStage = "processor"
