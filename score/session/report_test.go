package session

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

func observed(discs ...detect.Disc) detect.Observation {
	cam := overhead(0, 0, 0)
	return detect.Observation{Frame: picture(cam), Calibration: calibrationOf(cam), Discs: discs}
}

func withState(d detect.Disc, s detect.State, points int) detect.Disc {
	d.State, d.Points = s, points
	return d
}

func TestScoreCountsByZoneWithTheLowerValueOnATouchedLine(t *testing.T) {
	o := observed(
		disc("A", 50, 0),          // 15
		disc("A", 100-18, 0),      // its edge meets the line's band exactly: 10
		disc("A", 0, 200-18),      // likewise at the 10 line: 5
		disc("B", 0, 250),         // 5
		disc("B", 300-17.9999, 0), // touches the shooting line: 0
		disc("B", 325, 0),         // beyond it: 0
		withState(disc("A", 0, 0), detect.InHole, 20),
		withState(disc("B", 0, 0), detect.InHole, 20),
		withState(disc("B", 5, 0), detect.Leaning, 15),
		withState(disc("A", 350, 0), detect.InDitch, 0),
	)
	got := Score(o)
	want := map[string]TeamScore{"A": {Board: 30, Twenties: 1, Total: 50}, "B": {Board: 20, Twenties: 1, Total: 40}}
	for team, w := range want {
		if got[team] != w {
			t.Errorf("side %s: %+v, want %+v", team, got[team], w)
		}
	}
	sides := Sides(o, nil)
	if len(sides) != 2 || sides[0].Team != "A" || sides[1].Team != "B" {
		t.Fatalf("sides %+v", sides)
	}
	for zone, n := range map[string]int{"20": 1, "15": 1, "10": 1, "5": 1, "0": 0} {
		if sides[0].Zones[zone] != n {
			t.Errorf("side A has %d discs in the %s, want %d", sides[0].Zones[zone], zone, n)
		}
	}
	if sides[1].Zones["0"] != 2 || sides[1].Zones["15"] != 1 {
		t.Errorf("side B's zones %v", sides[1].Zones)
	}
	if sides[0].Color != "#282828" {
		t.Errorf("side A's colour %s", sides[0].Color)
	}
}

func TestBothSidesAreThereOnAnEmptyBoard(t *testing.T) {
	o := observed()
	if s := Score(o); len(s) != 2 || s["A"] != (TeamScore{}) || s["B"] != (TeamScore{}) {
		t.Errorf("score %+v", s)
	}
	if sides := Sides(o, map[string]detect.RGB{"B": light}); sides[1].Color != light.Hex() || sides[0].Color != "" {
		t.Errorf("sides %+v: want the colour that B is known by", sides)
	}
}

// The names are the contract that scripts rely on (DESIGN.md, `photo --json`).
func TestReportHasTheFieldsThatScriptsRelyOn(t *testing.T) {
	report := NewReport("dir/a.jpg", observed(disc("A", 82.3, 0)), Elapsed{"detect": 12.345})
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	has := func(where string, v any, names ...string) map[string]any {
		t.Helper()
		m, ok := v.(map[string]any)
		if !ok {
			t.Fatalf("%s is %v", where, v)
		}
		for _, name := range names {
			if _, ok := m[name]; !ok {
				t.Errorf("%s has no %s in %s", where, name, text)
			}
		}
		return m
	}
	has("report", got, "file", "width", "height", "board", "calibration", "discs", "score", "elapsed_ms", "warnings")
	if got["file"] != "dir/a.jpg" {
		t.Errorf("file is %v: want the name as it was given", got["file"])
	}
	has("board", got["board"], "name", "game", "confidence")
	cal := has("calibration", got["calibration"], "k", "dist", "rvec", "tvec", "rms_px", "rms_mm", "tilt_deg")
	if k, ok := cal["dist"].([]any); !ok || len(k) != 5 {
		t.Errorf("dist is %v", cal["dist"])
	}
	d := has("disc", got["discs"].([]any)[0], "x_mm", "y_mm", "sd_mm", "cov_mm2", "radius_mm", "color", "team", "state", "points", "lines")
	l := has("line", d["lines"].([]any)[0], "line", "clearance_mm", "sd_mm", "touching", "p_touching", "call")
	if l["line"] != "15" || l["touching"] != true || l["call"] != "touching" {
		t.Errorf("a disc 0.3 mm over the 15's band: %v", l)
	}
	has("score of A", has("score", got["score"], "A", "B")["A"], "board", "twenties", "total")
	if got["elapsed_ms"].(map[string]any)["detect"] != 12.3 {
		t.Errorf("elapsed %v", got["elapsed_ms"])
	}
}

func TestListsAreNeverNull(t *testing.T) {
	text, err := json.Marshal(NewReport("a.jpg", observed(), nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"discs":[]`, `"warnings":[]`, `"elapsed_ms":{}`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	snapshot, err := json.Marshal(NewSnapshot("a.jpg", observed()))
	if err != nil {
		t.Fatal(err)
	}
	if lists := strings.Replace(string(snapshot), `"match":null`, "", 1); strings.Contains(lists, ":null") {
		t.Errorf("a null in %s", snapshot)
	}
}

func TestCarromHasNoPoints(t *testing.T) {
	o := observed(disc("white", 0, 0))
	boards := models.ShippedBoards()
	o.Calibration.Board = boards["carrom-icf"]
	r := NewReport("c.jpg", o, nil)
	if r.Discs[0].Points != nil {
		t.Errorf("points %d", *r.Discs[0].Points)
	}
	if n := NewSnapshot("c.jpg", o); len(n.Board.Outlines) == 0 {
		t.Error("a carrom board without an outline")
	}
}

func TestOutlinesLieWhereTheCameraSeesTheLines(t *testing.T) {
	o := observed(withState(disc("A", 120, 40), detect.Flat, 10))
	n := NewSnapshot("a.jpg", o)
	count := map[string]int{}
	for _, line := range n.Board.Outlines {
		count[line.What]++
		want := map[string]float64{"5": 300, "10": 200, "15": 100, "hole": 17, "surface": 330}[line.What]
		if want == 0 {
			continue
		}
		for _, p := range line.Points {
			on, ok := o.Calibration.Camera.OnPlane(r2.Vec{X: p[0], Y: p[1]}, 0)
			if !ok || math.Abs(r2.Norm(on)-want) > 0.2 {
				t.Fatalf("the %s passes %v, which is %.2f mm from the centre", line.What, p, r2.Norm(on))
			}
		}
	}
	for what, n := range map[string]int{"5": 1, "10": 1, "15": 1, "hole": 1, "surface": 1, "quadrant": 4} {
		if count[what] != n {
			t.Errorf("%d outlines of %s, want %d", count[what], what, n)
		}
	}
	if len(n.Board.Geometry.Pegs) != 8 || len(n.Board.Geometry.Quadrants) != 4 {
		t.Errorf("geometry %+v", n.Board.Geometry)
	}
	foot, top := n.Discs[0].Footprint, n.Discs[0].Top
	if len(foot) != discCorners || len(top) != discCorners {
		t.Fatalf("%d and %d corners", len(foot), len(top))
	}
	// The top face is nearer to the camera, and so larger and further out.
	if width(top) <= width(foot) {
		t.Errorf("the top is %.2f pixels wide, the footprint %.2f", width(top), width(foot))
	}
}

func width(points [][2]float64) float64 {
	lo := slices.MinFunc(points, func(a, b [2]float64) int { return int(math.Copysign(1, a[0]-b[0])) })
	hi := slices.MaxFunc(points, func(a, b [2]float64) int { return int(math.Copysign(1, a[0]-b[0])) })
	return hi[0] - lo[0]
}

func TestACurveThatTheCameraSeesOnlyPartlyIsOpen(t *testing.T) {
	cam := overhead(0, 0, 0)
	cam.R, cam.T = models.Rodrigues(r3.Vec{X: math.Pi * 0.55}), r3.Vec{Y: 50, Z: 200} // low over the board: part of it lies behind
	px, whole := project(&cam, circle(r2.Vec{}, 300, 0, 120))
	if whole || len(px) == 0 || len(px) == 120 {
		t.Fatalf("whole %v with %d of 120 corners", whole, len(px))
	}
	for i := 1; i < len(px); i++ {
		if math.Hypot(px[i][0]-px[i-1][0], px[i][1]-px[i-1][1]) > 400 {
			t.Errorf("a jump from %v to %v across the gap", px[i-1], px[i])
		}
	}
}
