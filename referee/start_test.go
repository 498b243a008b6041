package referee_test

import (
	"slices"
	"strings"
	"testing"

	"ditchline/models"
	"ditchline/referee"
)

func TestStartStatements(t *testing.T) {
	const (
		onAxis   = 270.0
		halfOver = 224.906010818 // centre 0.5 mm beyond the quadrant line
		tangent  = 221.865073116 // touches the quadrant line from beyond
		across   = 221.770938    // clear of it, beyond
	)
	for _, c := range []struct {
		rules    string
		rulesets string
		d, theta float64
		tilted   bool
		want     string
	}{
		{"CH-11 CQG-03 NED-03 NED-08 ENC-05 MAY-06 KEL-08 NCA-12 WCC-01 AMB-02 position A", anyRuleset + " CH+a CH+aq", 304.8, onAxis, false, ""},
		{"CH-06 CH-13 AMB-02 position B; CON-10 NCA-12 WCC-01 touching the quadrant line is enough", "CH CH+a NCA WCC", 304.8, halfOver, false, ""},
		{"CH-13 AMB-02 to the tangent", "CH CH+a NCA WCC", 304.8, tangent, false, ""},
		{"CON-10 NED-08 MAY-06 KEL-09 CH-46 not more than half over", "CQG NED ENC MAY KEL CH+aq", 304.8, halfOver, false, "F_START_QUAD"},
		{"NED-08 MAY-06 KEL-09 exactly half over", "CQG NED ENC MAY KEL CH+aq", 304.8, 225, false, ""},
		{"CH-06 CH-13 AMB-02 position E: quadrant line wholly crossed", anyRuleset, 304.8, across, false, "F_START_QUAD"},
		{"CH-06 from the opposite quadrant", anyRuleset, 304.8, 90, false, "F_START_QUAD"},
		{"CH-13 AMB-02 CON-11 KEL-08 position C: mostly behind, still touching", "CH CQG NED ENC MAY KEL WCC", 321.46875, onAxis, false, ""},
		{"CH-46 CON-11 at most half behind", "CH+a CH+aq", 304.8, onAxis, false, ""},
		{"CH-46 CON-11 more than half behind", "CH+a CH+aq", 304.81, onAxis, false, "F_START_RADIAL"},
		{"NCA-12 AMB-33 not from behind the line", "NCA", 321.46875, onAxis, false, "F_START_RADIAL"},
		{"CH-13 AMB-02 position D CQG-03 WCC-01: the line is not touched", anyRuleset, 288.13, onAxis, false, "F_START_LINE"},
		{"CQG-03 to the tangent from inside", anyRuleset, 288.13125, onAxis, false, ""},
		{"KEL-08 beyond the line without touching", "CH CQG NED ENC MAY KEL WCC", 321.47, onAxis, false, "F_START_LINE"},
		{"MAY-06 CH-11 NCA-12 WCC-04 flat", anyRuleset, 304.8, onAxis, true, "F_START_FLAT"},
		{"every fault is named", "CH+aq", 322, halfOver, true, "F_START_LINE F_START_QUAD F_START_RADIAL F_START_FLAT"},
	} {
		for _, name := range strings.Fields(c.rulesets) {
			rs := ruleset(t, name)
			faults, p := referee.CheckStart(rs, rs.RulebookBoard(), referee.Start{Seat: referee.South, At: referee.Polar{D: c.d, Theta: c.theta}, Flat: !c.tilted})
			var got []string
			for _, f := range faults {
				got = append(got, string(f))
			}
			if strings.Join(got, " ") != c.want || (p == 1) != (c.want == "") {
				t.Errorf("%s: %s: %v@%v: got %v, probability %v, want %q", c.rules, name, c.d, c.theta, got, p, c.want)
			}
		}
	}
}

func TestStartIsTheSameForEverySeat(t *testing.T) {
	rs := ruleset(t, "NED")
	for _, seat := range []referee.Seat{referee.South, referee.West, referee.North, referee.East} {
		for _, off := range []float64{-46, -44.9, 0, 44.9, 46} {
			faults, _ := referee.CheckStart(rs, rs.RulebookBoard(), referee.Start{Seat: seat, At: referee.Polar{D: 304.8, Theta: seat.AxisDeg() + off + 720}, Flat: true})
			if want := off < -45 || off > 45; (len(faults) > 0) != want {
				t.Errorf("seat %s, %v degrees off: %v", seat, off, faults)
			}
		}
	}
}

// AMB-16: a wrong start is marked, and by choice a foul or shot again.
func TestStartViolationInAShot(t *testing.T) {
	line := shotLine{before: "W1 60@90, B1 150@270", contacts: "B2-B1 B1-W1", after: "B2 170@270, B1 60@200, W1 150@90"}
	wrong := &referee.Start{Seat: referee.South, At: referee.Polar{D: 280, Theta: 270}, Flat: true}
	for violation, want := range map[string]string{
		"warn":   "VALID OK_CONTACT",
		"foul":   "FOUL F_START_LINE B1:R_FOUL B2:R_FOUL",
		"replay": "RESHOOT F_START_LINE",
	} {
		rs := ruleset(t, "NED", "StartViolation="+violation)
		if violation == "warn" {
			rs = ruleset(t, "NED") // the default
		}
		s := line.situation(t, rs)
		s.Start = wrong
		v := referee.Judge(&s)
		if got := words(&v); got != want || v.StartValid || !slices.Equal(v.StartReasons, []referee.Reason{referee.FStartLine}) {
			t.Errorf("AMB-16 %s: got %s, start valid %v %v, want %s", violation, got, v.StartValid, v.StartReasons, want)
		}
		if !slices.Contains(v.Because, "AMB-16") && violation == "warn" {
			t.Errorf("AMB-16 %s: because %v does not say so", violation, v.Because)
		}
	}
}

func TestValueStatements(t *testing.T) {
	for _, c := range []struct {
		rules string
		state referee.State
		d     float64
		want  int
	}{
		{"CH-24 NED-04 MAY-03 KEL-18 inside the 15", referee.Flat, 84.93, 15},
		{"CH-25 CQG-14 MAY-25 KEL-18 NCA-08 CON-09 tangent to the 15 line", referee.Flat, 84.93125, 10},
		{"CH-25 CQG-14 MAY-25 on the 15 line", referee.Flat, 101.6, 10},
		{"CH-24 NED-18 just outside the 15 line", referee.Flat, 118.27, 10},
		{"CH-24 NED-04 up to the 10 line", referee.Flat, 186.53, 10},
		{"CH-25 MAY-25 KEL-18 tangent to the 10 line", referee.Flat, 186.53125, 5},
		{"CH-24 NED-04 MAY-03 in the 5", referee.Flat, 219.87, 5},
		{"CH-24 CH-26 KEL-18 up to the shooting line", referee.Flat, 288.13, 5},
		{"CH-26 KEL-18 NCA-09 tangent to the shooting line", referee.Flat, 288.13125, 0},
		{"MAY-03 AMB-23 on the lip", referee.Flat, 325, 0},
		{"CH-24 NED-02 NED-18 MAY-03 flat in the hole", referee.InHole, 0, 20},
		{"CH-24 CH-15 a flat disc within the hole's edge is in it", referee.Flat, 1.5875, 20},
		{"CH-33 NCA-08 leaning in the hole", referee.Leaning, 16, 15},
		{"MAY-14 in the ditch", referee.InDitch, 0, 0},
	} {
		for _, name := range strings.Fields(anyRuleset) {
			rs := ruleset(t, name)
			if got := referee.Points(rs, rs.RulebookBoard(), c.state, c.d); got != c.want {
				t.Errorf("%s: %s: %s at %v: %d points, want %d", c.rules, name, c.state, c.d, got, c.want)
			}
		}
	}
}

func TestHouseValues(t *testing.T) {
	lip := ruleset(t, "NED", "LipScores=5")
	higher := ruleset(t, "NED", "LineLower=false")
	for _, c := range []struct {
		rs   *models.Ruleset
		d    float64
		want int
	}{
		{lip, 325, 5}, {lip, 321.46875, 0}, {lip, 288.13125, 0}, {lip, 250, 5},
		{higher, 101.6, 15}, {higher, 118.26875, 15}, {higher, 118.27, 10}, {higher, 203.2, 10}, {higher, 300, 0}, {higher, 250, 5},
	} {
		if got := referee.Points(c.rs, c.rs.RulebookBoard(), referee.Flat, c.d); got != c.want {
			t.Errorf("%v mm: %d points, want %d", c.d, got, c.want)
		}
	}
}

// NCA-14, AMB-22: the upper disc takes the lower one's zone.
func TestADiscOnAnotherScoresWhatTheLowerOneScores(t *testing.T) {
	rs := ruleset(t, "NCA")
	points := referee.CountBoard(rs, rs.RulebookBoard(), []referee.Disc{
		{ID: "B1", Owner: "B", State: referee.Flat, At: referee.Polar{D: 80}},
		{ID: "W1", Owner: "W", State: referee.Flat, At: referee.Polar{D: 95}, On: "B1"},
	})
	if points["B"] != 15 || points["W"] != 15 {
		t.Errorf("points are %v, want 15 each", points)
	}
}

// The board that rules are tested on: CH-03 CH-04 NED-02 ENC-01 ENC-02 MAY-02
// MAY-03 NCA-01.
func TestRulebookBoardStatements(t *testing.T) {
	rs := ruleset(t, "NCA")
	b := rs.RulebookBoard()
	if err := b.Validate(); err != nil {
		t.Fatal(err)
	}
	if b.Pegs.Count != 8 || b.Pegs.Circle != b.Rings.R15 {
		t.Errorf("CH-04 MAY-03: %d pegs on %v mm, want 8 on the 15 line", b.Pegs.Count, b.Pegs.Circle)
	}
	if b.Disc.Radius >= b.Hole.Radius || b.Hole.Radius-b.Disc.Radius > 2 {
		t.Errorf("ENC-02: a disc of %v is not slightly smaller than the hole of %v", b.Disc.Radius, b.Hole.Radius)
	}
	if b.SurfaceRadius != 13*25.4 || b.Ditch.Width != 2*25.4 || b.Rings.R15 != 4*25.4 || b.Rings.R10 != 8*25.4 || b.Rings.R5 != 12*25.4 {
		t.Errorf("MAY-02 NCA-01: surface %v, ditch %v, rings %v", b.SurfaceRadius, b.Ditch.Width, b.Rings)
	}
	seen := map[int]bool{}
	for _, d := range []float64{50, 150, 250} {
		seen[referee.Points(rs, b, referee.Flat, d)] = true
	}
	if !seen[15] || !seen[10] || !seen[5] {
		t.Errorf("CH-03 NED-02 ENC-01: the zones are worth %v", seen)
	}
	for deg := 0.5; deg < 360; deg += 7 {
		inside := 0
		for _, seat := range []referee.Seat{referee.South, referee.West, referee.North, referee.East} {
			if referee.QuadrantDistance(seat, referee.Polar{D: 300, Theta: deg}) > 0 {
				inside++
			}
		}
		if inside != 1 {
			t.Errorf("CH-03 NED-02 MAY-02: %v degrees lies in %d quadrants", deg, inside)
		}
	}
}

func TestTheHouseSetsItsBoard(t *testing.T) {
	rs := ruleset(t, "MAY", "SurfaceDiameterMM=600", "LineWidthMM=3")
	b := rs.Geometry(ruleset(t, "MAY").RulebookBoard())
	if b.SurfaceRadius != 300 || b.LineWidth != 3 || b.Disc.Radius != 15.875 {
		t.Errorf("surface %v, line %v, disc %v", b.SurfaceRadius, b.LineWidth, b.Disc.Radius)
	}
	plain := ruleset(t, "CH")
	if got := plain.Geometry(b); got.SurfaceRadius != 300 || got.LineWidth != 3 {
		t.Errorf("a ruleset's own figures must not change the board (CON-16): %v, %v", got.SurfaceRadius, got.LineWidth)
	}
}
