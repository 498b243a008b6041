package cvdisc

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"ditchline/detect"
	"ditchline/models"
)

// tally is what measure/eval_stills.py counts, in the truth's board frame.
type tally struct {
	tp, fp, fn                 int
	errs                       []float64
	points, pointsOf           int
	clear, clearOf             int
	teamRight                  int
	z                          []float64
	bins                       map[float64][2]int
	silent, farClose, farLines int
	spent                      []time.Duration
}

func (a *tally) add(t *testing.T, s still, obs detect.Observation) {
	if a.bins == nil {
		a.bins = map[float64][2]int{}
	}
	var want, hidden []trueDisc
	for _, d := range s.Discs {
		if inPlay, seen := d.counts(); inPlay && seen {
			want = append(want, d)
		} else if inPlay {
			hidden = append(hidden, d)
		}
	}
	var got []detect.Disc
	for _, d := range obs.Discs {
		if d.State.OnBoard() {
			got = append(got, d)
		}
	}
	type pair struct {
		dist float64
		i, k int
	}
	var pairs []pair
	for i, d := range want {
		for k, g := range got {
			if e := math.Hypot(d.X-g.Pos.X, d.Y-g.Pos.Y); e < 8 {
				pairs = append(pairs, pair{e, i, k})
			}
		}
	}
	sort.Slice(pairs, func(i, j int) bool { return pairs[i].dist < pairs[j].dist })
	usedI, usedK := map[int]bool{}, map[int]bool{}
	var match []pair
	for _, p := range pairs {
		if !usedI[p.i] && !usedK[p.k] {
			usedI[p.i], usedK[p.k] = true, true
			match = append(match, p)
		}
	}
	var notes []string
	extra := 0
	for k, g := range got {
		if usedK[k] {
			continue
		}
		known := false
		for _, h := range hidden {
			known = known || math.Hypot(h.X-g.Pos.X, h.Y-g.Pos.Y) < 12
		}
		if !known {
			extra++
			notes = append(notes, fmt.Sprintf("extra %s at %.1f,%.1f confidence %.2f %s", g.State, g.Pos.X, g.Pos.Y, g.Confidence, g.Colour.Hex()))
		}
	}
	for i, d := range want {
		if !usedI[i] {
			notes = append(notes, fmt.Sprintf("missed %s %s at %.1f,%.1f", d.Colour, d.State, d.X, d.Y))
		}
	}
	a.tp += len(match)
	a.fp += extra
	a.fn += len(want) - len(match)
	teams := map[string]map[string]int{}
	var own []float64
	for _, m := range match {
		d, g := want[m.i], got[m.k]
		a.errs = append(a.errs, m.dist)
		own = append(own, m.dist)
		if m.dist > 0.7 {
			notes = append(notes, fmt.Sprintf("off %.2f (%+.2f,%+.2f) sd %.2f %s %s at %.1f,%.1f", m.dist, g.Pos.X-d.X, g.Pos.Y-d.Y, g.SD(), d.Colour, d.State, d.X, d.Y))
		}
		tight := false
		if d.State == "flat" {
			for _, v := range d.Margins {
				tight = tight || v != nil && math.Abs(*v) <= 0.75
			}
		}
		ok := d.Points == g.Points
		a.pointsOf++
		if ok {
			a.points++
		}
		if !tight {
			a.clearOf++
			if ok {
				a.clear++
			} else {
				notes = append(notes, fmt.Sprintf("points %d want %d %s/%s at %.1f,%.1f", g.Points, d.Points, g.State, d.State, d.X, d.Y))
			}
		}
		if teams[g.Team] == nil {
			teams[g.Team] = map[string]int{}
		}
		teams[g.Team][d.Colour]++
		a.lines(d, g)
	}
	right := 0
	for _, n := range teams {
		most := 0
		for _, c := range n {
			most = max(most, c)
		}
		right += most
	}
	a.teamRight += right
	if right < len(match) {
		notes = append(notes, fmt.Sprintf("teams %v", teams))
	}
	t.Logf("%s %2d/%2d extra %d median %.2f 95%% %.2f  tilt %.0f %s", filepath.Base(s.name), len(match), len(want), extra, quantile(own, .5), quantile(own, .95), s.Tilt, strings.Join(notes, "; "))
}

func (a *tally) lines(d trueDisc, g detect.Disc) {
	if d.State != "flat" {
		return
	}
	for name, l := range map[string]models.Line{"r15": models.Line15, "r10": models.Line10, "r5": models.Line5} {
		if d.Margins[name] == nil {
			continue
		}
		m := *d.Margins[name]
		var call *detect.LineCall
		for i := range g.Lines {
			if g.Lines[i].Line == l {
				call = &g.Lines[i]
			}
		}
		if math.Abs(m) > 8 && call == nil {
			continue
		}
		good := call != nil && models.Touches(call.Clearance) == (m <= 0)
		bin := 9.0
		if math.Abs(m) <= 3 {
			bin = 0.1
			for _, b := range []float64{0.3, 0.5, 1, 2} {
				if math.Abs(math.Abs(m)-b) < math.Abs(math.Abs(m)-bin) {
					bin = b
				}
			}
		}
		n := a.bins[bin]
		n[1]++
		if good {
			n[0]++
		}
		a.bins[bin] = n
		if !good && (call == nil || call.Call != detect.TooClose) {
			a.silent++
		}
		if math.Abs(m) > 1 {
			a.farLines++
			if call != nil && call.Call == detect.TooClose {
				a.farClose++
			}
		}
		if call != nil && call.SD > 0 {
			a.z = append(a.z, (call.Clearance-m)/call.SD)
		}
	}
}

func quantile(v []float64, q float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	w := append([]float64(nil), v...)
	sort.Float64s(w)
	return w[min(len(w)-1, int(q*float64(len(w))))]
}

// spreadOf is the standard deviation.
func spreadOf(v []float64) float64 {
	m, ss := 0.0, 0.0
	for _, x := range v {
		m += x / float64(len(v))
	}
	for _, x := range v {
		ss += (x - m) * (x - m)
	}
	return math.Sqrt(ss / math.Max(1, float64(len(v)-1)))
}

func share(a, b int) float64 { return float64(a) / math.Max(1, float64(b)) }

func (a *tally) String() string {
	beyond := 0
	for _, v := range a.z {
		if math.Abs(v) > 3.5 {
			beyond++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "recall %.3f precision %.3f; centre median %.3f 95%% %.3f mm; points %d/%d %.3f clear %d/%d %.4f; teams %.3f",
		share(a.tp, a.tp+a.fn), share(a.tp, a.tp+a.fp), quantile(a.errs, .5), quantile(a.errs, .95), a.points, a.pointsOf, share(a.points, a.pointsOf), a.clear, a.clearOf, share(a.clear, a.clearOf), share(a.teamRight, a.tp))
	fmt.Fprintf(&b, "\nlines right:")
	for _, k := range []float64{0.1, 0.3, 0.5, 1, 2, 9} {
		fmt.Fprintf(&b, " %.1f: %d/%d", k, a.bins[k][0], a.bins[k][1])
	}
	var ms []float64
	for _, d := range a.spent {
		ms = append(ms, float64(d.Microseconds())/1000)
	}
	fmt.Fprintf(&b, "; silent wrong %d; too close beyond 1 mm %d/%d; zsd %.2f beyond 3.5 %d/%d; detect median %.0f max %.0f ms", a.silent, a.farClose, a.farLines, spreadOf(a.z), beyond, len(a.z), quantile(ms, .5), quantile(ms, 1))
	return b.String()
}

// floors are what the figures must at least (or at most) be.
type floors struct {
	recall, precision    float64
	median, most         float64 // of the centre's error, and its 95 %, mm
	points, clear, teams float64
}

func (a *tally) check(t *testing.T, want floors) {
	t.Helper()
	t.Log(a.String())
	atLeast := func(name string, got, least float64) {
		if !(got >= least) {
			t.Errorf("%s is %.4f, want at least %.4f", name, got, least)
		}
	}
	atLeast("recall", share(a.tp, a.tp+a.fn), want.recall)
	atLeast("precision", share(a.tp, a.tp+a.fp), want.precision)
	atLeast("points", share(a.points, a.pointsOf), want.points)
	atLeast("points where clear", share(a.clear, a.clearOf), want.clear)
	atLeast("teams", share(a.teamRight, a.tp), want.teams)
	if got := quantile(a.errs, 0.5); !(got <= want.median) {
		t.Errorf("the centres' median error is %.3f mm, want at most %.3f", got, want.median)
	}
	if got := quantile(a.errs, 0.95); !(got <= want.most) {
		t.Errorf("95 %% of the centres are within %.3f mm, want %.3f", got, want.most)
	}
}

// measured runs the detector over a folder of stills with their true cameras.
func measured(t *testing.T, dir string) *tally {
	t.Helper()
	var sum tally
	d := New()
	for _, s := range stillsIn(t, dir) {
		f, cal := s.frame(t), s.calibration(t)
		begin := time.Now()
		obs, err := d.Detect(f, cal)
		sum.spent = append(sum.spent, time.Since(begin))
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		sum.add(t, s, obs)
		dump(t, filepath.Base(s.name), f, cal.Camera, obs, s.Discs)
	}
	return &sum
}

func TestMeasuresTheStillsInTestdata(t *testing.T) {
	measured(t, "testdata").check(t, floors{
		recall: 1, precision: 0.97, median: 0.35, most: 0.9, points: 0.95, clear: 1, teams: 1,
	})
}

func TestMeasuresAllReferenceStills(t *testing.T) {
	if _, err := os.Stat(sharedStills); err != nil {
		t.Skip("the reference stills are not on this machine: ", sharedStills)
	}
	sum := measured(t, sharedStills)
	if os.Getenv("DITCHLINE_ONLY") != "" {
		t.Log(sum.String())
		return
	}
	sum.check(t, floors{
		recall: 0.985, precision: 0.99, median: 0.18, most: 0.65, points: 0.985, clear: 0.998, teams: 0.995,
	})
	if sd := spreadOf(sum.z); sd < 0.75 || sd > 1.3 {
		t.Errorf("(clearance - truth) / sd has a standard deviation of %.2f, want 0.75 to 1.3", sd)
	}
	if sum.silent > 1 {
		t.Errorf("%d wrong line calls were not said to be too close", sum.silent)
	}
}
