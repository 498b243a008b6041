package bench

import (
	"math"
	"slices"
	"strconv"
)

// Figures are what a set of pictures, discs or line calls comes to. Where
// nothing was there to be measured a figure is null.
type Figures struct {
	Pictures   int    `json:"pictures"`
	Found      int    `json:"boards_found"`
	MakeRight  int    `json:"makes_right"`
	Within1MM  int    `json:"calibrated_within_1_mm"`
	Ring50     Number `json:"ring_error_median_mm"`
	Ring95     Number `json:"ring_error_95_mm"`
	Turn95     Number `json:"turn_error_95_deg"`
	Discs      int    `json:"discs"` // that were to be found
	DiscsFound int    `json:"discs_found"`
	Invented   int    `json:"discs_invented"`
	Recall     Number `json:"recall"`
	Precision  Number `json:"precision"`
	Err50      Number `json:"centre_error_median_mm"`
	Err95      Number `json:"centre_error_95_mm"`
	ErrMax     Number `json:"centre_error_max_mm"`
	Points     Number `json:"points_right"`
	PointsClr  Number `json:"points_right_when_clear"` // every clearance over 0.75 mm
	Teams      Number `json:"teams_right"`
	PlaceZ     Spread `json:"place_z"` // (found - true) / sd, per axis
	Bound50    Number `json:"bound_median_mm"`
	Bound95    Number `json:"bound_95_mm"`
}

// LineFigures are what a set of line calls comes to.
type LineFigures struct {
	Lines       int    `json:"lines"`
	Right       Number `json:"touch_right"`
	SilentWrong int    `json:"wrong_and_not_too_close"`
	TooClose    int    `json:"too_close"`
	Err50       Number `json:"clearance_error_median_mm"`
	Err95       Number `json:"clearance_error_95_mm"`
	Z           Spread `json:"clearance_z"` // (measured - true) / sd
}

// Spread says how errors compare with what was said of them: an honest sd
// gives a standard deviation of 1.
type Spread struct {
	N      int    `json:"n"`
	Mean   Number `json:"mean"`
	SD     Number `json:"sd"`
	Beyond int    `json:"beyond_3_5"`
}

// Number is a figure that may be unknown: NaN, which JSON writes as null.
type Number float64

// figuresOf sums outcomes up. The discs of keep alone are counted (nil keeps
// all); of the pictures all are.
func figuresOf(outcomes []Outcome, keep func(*TrueDisc) bool) Figures {
	var f Figures
	var ring, turn, off, bound, zs []float64
	teams, points, clearRight, clearAll := 0, 0, 0, 0
	for _, o := range outcomes {
		f.Pictures++
		wanted := 0
		for _, d := range o.Truth.Discs {
			if d.inPlay() && d.seen() && (keep == nil || keep(d)) {
				wanted++
			}
		}
		f.Discs += wanted
		if o.Failure != "" {
			continue
		}
		f.Found++
		f.Invented += o.Invented
		teams += o.TeamsOK
		if o.Make == o.Truth.Make {
			f.MakeRight++
		}
		if !math.IsNaN(o.Ring) {
			ring, turn = append(ring, o.Ring), append(turn, o.Turn)
			if o.Ring < 1 {
				f.Within1MM++
			}
		}
		for _, d := range o.Discs {
			if keep != nil && !keep(d.True) {
				continue
			}
			f.DiscsFound++
			off = append(off, math.Hypot(d.Off.X, d.Off.Y))
			if !math.IsNaN(d.Bound) {
				bound = append(bound, d.Bound)
			}
			if d.Cov[0] > 0 && d.Cov[2] > 0 {
				zs = append(zs, d.Off.X/math.Sqrt(d.Cov[0]), d.Off.Y/math.Sqrt(d.Cov[2]))
			}
			if d.PointsOK() {
				points++
			}
			if d.Plain {
				clearAll++
				if d.PointsOK() {
					clearRight++
				}
			}
		}
	}
	f.Ring50, f.Ring95, f.Turn95 = quantile(ring, 0.5), quantile(ring, 0.95), quantile(turn, 0.95)
	f.Recall = share(f.DiscsFound, f.Discs)
	f.Err50, f.Err95, f.ErrMax = quantile(off, 0.5), quantile(off, 0.95), quantile(off, 1)
	f.Points, f.PointsClr = share(points, f.DiscsFound), share(clearRight, clearAll)
	f.PlaceZ = spreadOf(zs)
	f.Bound50, f.Bound95 = rayleigh(bound, 0.5), rayleigh(bound, 0.95)
	// What was invented, and to which team a disc was put, is known for whole
	// pictures only.
	f.Precision, f.Teams = Number(math.NaN()), Number(math.NaN())
	if keep == nil {
		f.Precision = share(f.DiscsFound, f.DiscsFound+f.Invented)
		f.Teams = share(teams, f.DiscsFound)
	} else {
		f.Invented = 0
	}
	return f
}

func lineFigures(lines []LineOutcome) LineFigures {
	f := LineFigures{Lines: len(lines)}
	right := 0
	var off, z []float64
	for _, l := range lines {
		switch {
		case l.Right:
			right++
		case !l.TooClose:
			f.SilentWrong++
		}
		if l.TooClose {
			f.TooClose++
		}
		if l.Called {
			off = append(off, math.Abs(l.Got-l.True))
			if l.SD > 0 {
				z = append(z, (l.Got-l.True)/l.SD)
			}
		}
	}
	f.Right = share(right, f.Lines)
	f.Err50, f.Err95, f.Z = quantile(off, 0.5), quantile(off, 0.95), spreadOf(z)
	return f
}

// quantile of values as measure/eval_stills.py takes it.
func quantile(values []float64, q float64) Number {
	if len(values) == 0 {
		return Number(math.NaN())
	}
	v := slices.Sorted(slices.Values(values))
	return Number(v[min(len(v)-1, int(q*float64(len(v))))])
}

func share(part, whole int) Number {
	if whole == 0 {
		return Number(math.NaN())
	}
	return Number(float64(part) / float64(whole))
}

func spreadOf(values []float64) Spread {
	s := Spread{N: len(values), Mean: Number(math.NaN()), SD: Number(math.NaN())}
	if len(values) == 0 {
		return s
	}
	var sum, square float64
	for _, v := range values {
		sum += v
		if math.Abs(v) > 3.5 {
			s.Beyond++
		}
	}
	mean := sum / float64(len(values))
	s.Mean = Number(mean)
	if len(values) < 2 {
		return s
	}
	for _, v := range values {
		square += (v - mean) * (v - mean)
	}
	s.SD = Number(math.Sqrt(square / float64(len(values)-1)))
	return s
}

// rayleigh is the quantile of the distances from their true places that discs
// would be found at whose places scatter normally by the given standard
// deviations along each axis, mm.
func rayleigh(sds []float64, q float64) Number {
	const levels = 200
	all := make([]float64, 0, levels*len(sds))
	for _, s := range sds {
		for i := range levels {
			all = append(all, s*math.Sqrt(-2*math.Log(1-(float64(i)+0.5)/levels)))
		}
	}
	return quantile(all, q)
}

// UnmarshalJSON reads null as unknown.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	v, err := strconv.ParseFloat(string(text), 64)
	*n = Number(v)
	return err
}

// MarshalJSON writes an unknown figure as null, others with four decimals.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, math.Round(float64(n)*1e4)/1e4, 'f', -1, 64), nil
}
