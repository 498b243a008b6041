package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

const truthText = `{
 "board_name": "nca-26", "light": "dim", "tilt_deg": 12, "hand": false,
 "board": {"surface_radius": 330.2, "rings": {"r15": 101.6, "r10": 203.2, "r5": 304.8}, "line_width": 1.6, "disc_radius": 15.875, "disc_thickness": 9.5},
 "camera": {"K": [[900,0,639.5],[0,900,359.5],[0,0,1]], "dist": [0,0,0,0,0], "R": [[1,0,0],[0,-1,0],[0,0,-1]], "t": [[0],[0],[900]], "width": 1280, "height": 720},
 "discs": [
  {"x": 150, "y": 20, "z": 0, "radius": 15.875, "thickness": 9.5, "colour": "red", "state": "flat", "points": 10, "margins": {"r15": 33, "r10": 35.2, "r5": null}, "occluded_fraction": 0},
  {"x": -186.4, "y": 0, "z": 0, "radius": 15.875, "thickness": 9.5, "colour": "black", "state": "flat", "points": 10, "margins": {"r15": 68.1, "r10": 0.125, "r5": 101.7}, "occluded_fraction": 0.1},
  {"x": 0, "y": -250, "z": 0, "radius": 15.875, "thickness": 9.5, "colour": "black", "state": "flat", "points": 5, "margins": {}, "occluded_fraction": 0.9},
  {"x": 0, "y": 345, "z": -12, "radius": 15.875, "thickness": 9.5, "colour": "black", "state": "ditch", "points": 0, "margins": null, "occluded_fraction": 0}
 ]}`

func truth(t *testing.T) *Truth {
	t.Helper()
	truths, skipped, err := Load(fstest.MapFS{"a.json": {Data: []byte(truthText)}, "a.jpg": {}})
	if err != nil || len(truths) != 1 || len(skipped) != 0 {
		t.Fatalf("load: %d truths, skipped %v, error %v", len(truths), skipped, err)
	}
	return truths[0]
}

func calibration(tr *Truth) calibrate.Calibration {
	return calibrate.Calibration{Board: tr.Board.model(), Make: tr.Make, Camera: tr.Camera.model()}
}

func TestLoadSkipsCarromAndTruthsWithoutPicture(t *testing.T) {
	carrom := strings.Replace(truthText, "nca-26", "carrom-icf", 1)
	truths, skipped, err := Load(fstest.MapFS{
		"a.json": {Data: []byte(truthText)}, "a.jpg": {},
		"b.json": {Data: []byte(carrom)}, "b.jpg": {},
		"c.json": {Data: []byte(truthText)},
	})
	if err != nil || len(truths) != 1 || truths[0].Name != "a" || truths[0].Camera.T != (column{0, 0, 900}) {
		t.Fatalf("truths %v, error %v", truths, err)
	}
	if len(skipped) != 2 || !strings.Contains(skipped[0].Why, "carrom") || !strings.Contains(skipped[1].Why, "c.jpg") {
		t.Errorf("skipped %v", skipped)
	}
}

func TestLoadReportsEveryBadTruth(t *testing.T) {
	_, _, err := Load(fstest.MapFS{
		"a.json": {Data: []byte("{")}, "a.jpg": {},
		"b.json": {Data: []byte(`{"board_name":"x"}`)}, "b.jpg": {},
	})
	if err == nil || !strings.Contains(err.Error(), "a.json") || !strings.Contains(err.Error(), "b.json: camera lacks") {
		t.Errorf("error %v", err)
	}
}

func TestDiscsAreMatchedOverTheBoardsFourTurns(t *testing.T) {
	tr := truth(t)
	o := detect.Observation{Calibration: calibration(tr)}
	o.Calibration.Camera.R = o.Calibration.Camera.R.Mul(models.Rodrigues(r3.Vec{Z: math.Pi / 2}))
	add := func(x, y float64, team string, points int, lines ...detect.LineCall) {
		// What lies at p in the truth's frame lies a quarter turn back in this.
		p := turned(r2.Vec{X: x, Y: y}, 3)
		o.Discs = append(o.Discs, detect.Disc{Pos: p, Cov: [3]float64{0.04, 0, 0.01}, Team: team, Points: points, State: detect.Flat, Lines: lines})
	}
	add(150.3, 20, "A", 10)
	add(-186.4, 0.4, "B", 5, detect.LineCall{Line: models.Line10, Clearance: -0.1, SD: 0.2, Call: detect.TooClose})
	add(0, -247, "B", 5)  // hidden: neither asked for nor invented
	add(100, 100, "B", 5) // invented
	out := compare(tr, o)
	if len(out.Discs) != 2 || out.Missed != 0 || out.Invented != 1 || out.TeamsOK != 2 {
		t.Fatalf("%d discs, %d missed, %d invented, %d teams", len(out.Discs), out.Missed, out.Invented, out.TeamsOK)
	}
	if out.Ring > 1e-6 || out.Turn > 1e-6 {
		t.Errorf("a calibration that is true but for a quarter turn is off by %v mm, %v degrees", out.Ring, out.Turn)
	}
	for _, d := range out.Discs {
		if d.True.Colour == "red" && (math.Abs(d.Off.X-0.3) > 1e-9 || d.Cov != [3]float64{0.01, 0, 0.04} || !d.PointsOK() || !d.Plain) {
			t.Errorf("red disc: %+v", d)
		}
		if d.True.Colour == "black" && (d.PointsOK() || d.Plain) {
			t.Errorf("black disc: %+v", d)
		}
	}
	if len(out.Lines) != 1 || out.Lines[0].Right || !out.Lines[0].TooClose || out.Lines[0].True != 0.125 {
		t.Errorf("lines %+v", out.Lines)
	}
	f := figuresOf([]Outcome{out}, nil)
	if f.Recall != 1 || math.Abs(float64(f.Precision)-2.0/3) > 1e-9 || math.Abs(float64(f.ErrMax)-0.4) > 1e-9 || f.Points != 0.5 || f.PointsClr != 1 {
		t.Errorf("figures %+v", f)
	}
}

func TestALineThatWasNotListedIsWrongOnlyNearby(t *testing.T) {
	if l, ok := callOutcome(models.Line10, 3, nil); !ok || l.Right || l.Called {
		t.Errorf("3 mm away and not listed: %+v, %v", l, ok)
	}
	if _, ok := callOutcome(models.Line10, -60, nil); ok {
		t.Error("60 mm away need not be listed")
	}
}

func TestRingErrorIsTheWorstOverTheRings(t *testing.T) {
	tr := truth(t)
	cal := calibration(tr)
	cal.Camera.T.X += 0.5 // the same picture, taken as of a board 0.5 mm aside
	worst, turn := ringError(tr, cal, 0, true)
	if math.Abs(worst-0.5) > 0.01 || turn > 0.01 {
		t.Errorf("worst %v mm, turn %v degrees", worst, turn)
	}
}

func TestQuantilesOfScatterAreRayleighs(t *testing.T) {
	sds := make([]float64, 25)
	for i := range sds {
		sds[i] = 2
	}
	for q, want := range map[float64]float64{0.5: 2 * 1.1774, 0.95: 2 * 2.4477} {
		if got := float64(rayleigh(sds, q)); math.Abs(got/want-1) > 0.03 {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
}

func TestBinsOfDistance(t *testing.T) {
	for margin, want := range map[float64]string{0.05: "0.1", -0.19: "0.1", 0.22: "0.3", -0.5: "0.5", 0.8: "1", -2.9: "2", 3.1: "over 3"} {
		if got := distances[distanceOf(margin)].name; got != want {
			t.Errorf("%v mm is in %q, want %q", margin, got, want)
		}
	}
}

// fake vision: it finds the red disc 0.5 mm aside.
func fakeBench(t *testing.T, tr *Truth) Bench {
	spent := time.Duration(0)
	return Bench{
		Read: func(string) (capture.Frame, error) {
			return capture.Frame{Width: 1280, Height: 720, Pix: make([]byte, 3*1280*720)}, nil
		},
		Measure: func(f capture.Frame, board string) (detect.Observation, map[string]float64, error) {
			if board != "nca-26" {
				t.Errorf("told the board %q", board)
			}
			return detect.Observation{Calibration: calibration(tr), Discs: []detect.Disc{
				{Pos: r2.Vec{X: 150.5, Y: 20}, Cov: [3]float64{0.25, 0, 0.25}, State: detect.Flat, Team: "A", Points: 10},
			}}, map[string]float64{"calibrate": 80, "detect": 20, "total": 100}, nil
		},
		CPU: func() time.Duration { spent += 50 * time.Millisecond; return spent },
		Rivals: []Rival{{Name: "plain", Settings: []string{"poor", "good"}, Find: func(capture.Frame, models.Camera, models.Board) ([][]r2.Vec, error) {
			return [][]r2.Vec{{{X: 0, Y: 90}}, {{X: 153, Y: 20}, {X: -187.4, Y: 0}, {X: 500, Y: 0}}}, nil
		}}},
	}
}

func TestRunSumsUpVisionAndRival(t *testing.T) {
	tr := truth(t)
	r, err := fakeBench(t, tr).Run(context.Background(), "stills", []*Truth{tr}, []Skipped{{"c", "a carrom board"}})
	if err != nil {
		t.Fatal(err)
	}
	if r.All.Recall != 0.5 || r.All.Err95 != 0.5 || math.Abs(float64(r.All.PlaceZ.SD)-1/math.Sqrt2) > 1e-9 {
		t.Errorf("vision %+v", r.All)
	}
	v := r.Rivals[0]
	if v.Settings != "good" || v.Recall != 1 || v.Precision != 1 || math.Abs(float64(v.Err95)-3) > 1e-9 || math.Abs(float64(v.Ratio95)-6) > 1e-9 {
		t.Errorf("rival %+v", v)
	}
	if v.Touches[0].Lines != 1 || v.Touches[0].Right != 0 {
		t.Errorf("the rival's black disc, 1 mm off, touches: %+v", v.Touches)
	}
	var table bytes.Buffer
	if err := r.WriteTable(&table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"stills: 1 pictures", "nca-26", "0-15", "dim", "plain (good, best of 2)", "processor", "skipped: c: a carrom board"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, table.String())
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"recall":0.5`, `"points_right_when_clear":1`, `"times_our_95":6`, `"by":"tilt","value":"0-15"`} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the JSON lacks %s:\n%s", want, text)
		}
	}
}

func TestAPictureThatFailsCountsAsNotFound(t *testing.T) {
	tr := truth(t)
	b := fakeBench(t, tr)
	b.Measure = func(capture.Frame, string) (detect.Observation, map[string]float64, error) {
		return detect.Observation{}, nil, errors.New("no board found")
	}
	r, err := b.Run(context.Background(), "stills", []*Truth{tr}, nil)
	if err != nil || r.All.Found != 0 || r.All.Recall != 0 || r.All.Discs != 2 || r.Pictures[0].Failure != "no board found" {
		t.Errorf("report %+v, error %v", r.All, err)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
}

func TestRunRefusesAPictureOfAnotherSize(t *testing.T) {
	tr := truth(t)
	b := fakeBench(t, tr)
	b.Read = func(string) (capture.Frame, error) {
		return capture.Frame{Width: 4, Height: 4, Pix: make([]byte, 48)}, nil
	}
	if _, err := b.Run(context.Background(), "stills", []*Truth{tr}, nil); err == nil || !strings.Contains(err.Error(), "4 x 4") {
		t.Errorf("error %v", err)
	}
}

func TestRunEndsWhenAsked(t *testing.T) {
	tr := truth(t)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := fakeBench(t, tr).Run(ctx, "stills", []*Truth{tr}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
