package session

import (
	"fmt"
	"math"

	"ditchline/models"
)

// Cause is what a camera lacks.
type Cause string

// The causes of a limit.
const (
	TooSlow    Cause = "too_slow"
	TooDark    Cause = "too_dark"
	TooSmall   Cause = "too_small"
	TooOblique Cause = "too_oblique"
)

// Limit is a kind of decision that a camera is too poor for.
type Limit struct {
	Cause    Cause   `json:"cause"`
	Decision string  `json:"decision"` // what suffers, in words
	Measure  string  `json:"measure"`  // what was measured, in words, with its unit
	Measured float64 `json:"measured"`
	Needed   float64 `json:"needed"`
	Remedy   string  `json:"remedy"` // a sentence
	Text     string  `json:"text"`   // all of it, in sentences
}

// What a decision needs, and why. docs/limits.md derives each.
const (
	// hardShot is the speed of a disc that first contacts shall be known of,
	// mm/s: the hardest flicks of the given games have 2300.
	hardShot = 3000
	// lineSD is the sd of a clearance that line calls shall have, mm: a disc
	// that is 1 mm off a line is then called, with 95 % (1.645 sd = 0.82 mm).
	lineSD = 0.5
	// rose is the ratio of a thing's contrast to the noise that it takes to
	// be told from it surely (A. Rose, Vision: Human and Electronic, 1973).
	rose = 5
	// leastBright is the level, of 255, that the lightest hundredth of a
	// board must reach. Well lit pictures have 140 and more; at 110 that is a
	// seventh of white's light, and compression takes what is darker away.
	leastBright = 110
)

// The error of a disc's place, per axis: see LineSD.
const (
	placeErrorPx  = 0.22 // of an edge fit, px: discs on pictures of 0.6 to 1.6 px/mm, here and in VISION.md's study
	heightError   = 0.15 // of a disc's height, mm, as refined over a picture's discs
	modelErrorMM  = 0.1  // of everything that does not shrink with more pixels
	sharpPx       = 1.2  // sd of a sharp picture's spread, px; placeErrorPx grows beyond it
	usualContrast = 40   // levels of a disc's edge where no line could be measured
)

// LineSD is the standard uncertainty of a clearance that a picture allows,
// mm. Its parts:
//
//   - the edge's place: placeErrorPx px, grown by a blur that is more than a
//     sharp picture's, over the scale, which along the line of sight is
//     cos(oblique) of that across it;
//   - what noise and grain allow at best (Cramér-Rao, an edge of contrast C
//     spread by a Gaussian of sd b under white noise of sd n: n/C sqrt(2
//     sqrt(pi) b) px for each row of pixels that crosses it, and half of the
//     2 pi r px rows count for one axis);
//   - the disc's height, whose error moves the footprint by tan(oblique) of it;
//   - the model's own error.
func LineSD(c CameraFacts, disc models.Disc) float64 {
	sin, cos := math.Sincos(c.Oblique * math.Pi / 180)
	scale := c.PxPerMM * cos
	if scale <= 0 {
		return math.Inf(1)
	}
	blur := math.Max(c.Blur, 0.5)
	contrast := c.Contrast
	if contrast == 0 {
		contrast = usualContrast
	}
	edge := placeErrorPx * math.Max(1, blur/sharpPx) / scale
	row := c.Texture / contrast * math.Sqrt(2*math.Sqrt(math.Pi)*blur) / scale
	noise := row / math.Sqrt(math.Max(1, math.Pi*disc.Radius*c.PxPerMM))
	return math.Sqrt(edge*edge + noise*noise + math.Pow(heightError*sin/cos, 2) + modelErrorMM*modelErrorMM)
}

// HiddenMM is how much of the surface a disc hides behind it, mm: its height
// times the tangent of the angle between the line of sight and the board's
// normal.
func HiddenMM(obliqueDeg, height float64) float64 {
	return height * math.Tan(obliqueDeg*math.Pi/180)
}

// TravelMM is how far a disc moves in a time, mm: at 5 m/s and 30 frames a
// second 167 between two frames, and as much as it smears while the shutter
// is open.
func TravelMM(speed, seconds float64) float64 { return speed * seconds }

// FreeWayMM is the way of a disc's centre from the shooting line to the first
// touch of a disc on the 15, mm: on it at least one frame must show the disc,
// or the line on which it came is not known.
func FreeWayMM(b models.Board) float64 {
	return b.Rings.R5 - b.Rings.R15 - 2*b.Disc.Radius
}

// Limits are the kinds of decision that the measured camera is too poor for
// on a board, in words; none where it is good enough. What is not known is
// not held against it.
func Limits(c CameraFacts, b models.Board) []Limit {
	limits := []Limit{}
	add := func(l Limit, found bool) {
		if found {
			l.Text = fmt.Sprintf("%s: %s. %s", l.Decision, l.Measure, l.Remedy)
			limits = append(limits, l)
		}
	}
	add(tooSlow(c, b))
	add(tooDark(c))
	add(tooNoisy(c))
	add(tooSmall(c, b))
	add(tooOblique(c, b))
	return limits
}

// tooSlow: at the time between two frames that is exceeded once in twenty, a
// hard shot must still be seen once on its free way.
func tooSlow(c CameraFacts, b models.Board) (Limit, bool) {
	way := FreeWayMM(b)
	if c.Interval == 0 || way <= 0 {
		return Limit{}, false
	}
	fps, needed := 1/c.Interval, hardShot/way
	return Limit{
		Cause: TooSlow, Measured: rounded(fps, 1), Needed: rounded(math.Ceil(needed), 0),
		Decision: "Which disc was hit first may stay open",
		Measure: fmt.Sprintf("the camera gives %.0f frames a second (19 of 20 come within %.0f ms), in which a hard shot of %.0f m/s moves %.0f cm unseen; it needs at least %.0f",
			c.FPS, 1000*c.Interval, hardShot/1000.0, TravelMM(hardShot, c.Interval)/10, math.Ceil(needed)),
		Remedy: "Choose 30 or 60 frames a second, a smaller picture if the camera or its cable cannot give more, and more light: in the dark many cameras slow down by themselves.",
	}, fps < needed
}

// tooDark: the board must reach the levels in which cameras and compression keep
// differences.
func tooDark(c CameraFacts) (Limit, bool) {
	return Limit{
		Cause: TooDark, Measured: c.Bright, Needed: leastBright,
		Decision: "Discs may be missed, and teams confused",
		Measure:  fmt.Sprintf("the lightest parts of the board reach level %.0f of 255; it needs at least %d", c.Bright, leastBright),
		Remedy:   "Give the board more light, evenly from two sides, or let the camera expose longer.",
	}, c.Bright > 0 && c.Bright < leastBright
}

// tooNoisy: the printed lines must stand out of the noise from frame to frame.
func tooNoisy(c CameraFacts) (Limit, bool) {
	if c.Noise == 0 || c.Contrast == 0 {
		return Limit{}, false
	}
	ratio := c.Contrast / c.Noise
	return Limit{
		Cause: TooDark, Measured: rounded(ratio, 1), Needed: rose,
		Decision: "Faint discs and lines may be missed",
		Measure:  fmt.Sprintf("lines stand out from the noise by %.1f times its spread (%.0f against %.1f levels); it needs at least %d", ratio, c.Contrast, c.Noise, rose),
		Remedy:   "Give the board more light: a camera amplifies what is dark, and its noise with it.",
	}, ratio < rose
}

// tooSmall: were it seen from above, the picture would still be too small for
// line calls.
func tooSmall(c CameraFacts, b models.Board) (Limit, bool) {
	if !c.Board {
		return Limit{}, false
	}
	above := c
	above.Oblique = 0
	sd := LineSD(above, b.Disc)
	if !(sd > lineSD) {
		return Limit{}, false
	}
	needed := scaleFor(above, b.Disc)
	return Limit{
		Cause: TooSmall, Measured: rounded(c.PxPerMM, 2), Needed: rounded(needed, 2),
		Decision: "Line calls stay open within a millimetre and more",
		Measure: fmt.Sprintf("a millimetre of the board is %.2f pixels of the picture, so that a clearance is known to ± %.1f mm at best; it needs at least %.2f pixels, for ± %.1f mm",
			c.PxPerMM, sd, needed, lineSD),
		Remedy: "Bring the camera nearer or zoom in until the board fills the picture, choose 1280x720 or more, and look that the picture is sharp.",
	}, true
}

// scaleFor is the least px/mm, in hundredths, at which line calls are good
// enough.
func scaleFor(c CameraFacts, disc models.Disc) float64 {
	for hundredths := 1.0; hundredths < 10_000; hundredths++ {
		if c.PxPerMM = hundredths / 100; LineSD(c, disc) <= lineSD {
			return c.PxPerMM
		}
	}
	return 100
}

// tooOblique: the tilt must not make line calls poor that would be good from
// above, nor may a disc hide the footprint's middle of one that touches it
// from behind.
func tooOblique(c CameraFacts, b models.Board) (Limit, bool) {
	if !c.Board {
		return Limit{}, false
	}
	above := c
	above.Oblique = 0
	sd, hidden := LineSD(c, b.Disc), HiddenMM(c.Oblique, b.Disc.Thickness)
	poor := sd > lineSD && LineSD(above, b.Disc) <= lineSD
	most := math.Atan2(b.Disc.Radius, b.Disc.Thickness) * 180 / math.Pi
	for t := above; poor && t.Oblique < most; t.Oblique++ {
		if LineSD(t, b.Disc) > lineSD {
			most = t.Oblique - 1
		}
	}
	return Limit{
		Cause: TooOblique, Measured: rounded(c.Oblique, 0), Needed: rounded(most, 0),
		Decision: "Line calls and contacts of discs that lie behind others may stay open",
		Measure: fmt.Sprintf("the camera looks at the board %.0f° from above, so that each disc hides %.0f mm behind it and a clearance is known to ± %.1f mm at best; it needs at most %.0f°",
			c.Oblique, hidden, sd, most),
		Remedy: "Set the camera higher, nearer to straight above the middle of the board.",
	}, poor || hidden > b.Disc.Radius
}
