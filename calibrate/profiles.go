package calibrate

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r3"
)

// Profiles keeps what was learned of each camera, for pictures of each size,
// in a folder: lens, board and the last pose. A file is written whole or not
// at all.
type Profiles struct{ dir string }

// OpenProfiles keeps profiles in the folder dir, which is made when the first
// is saved.
func OpenProfiles(dir string) Profiles { return Profiles{dir} }

// profileVersion is that of the files; others are not read.
const profileVersion = 1

// ErrNoProfile says that nothing is stored of that camera and picture size.
var ErrNoProfile = errors.New("no stored profile")

// storedProfile is the file. Angles are radians, lengths mm or pixels.
type storedProfile struct {
	Version  int          `json:"version"`
	Source   string       `json:"source"`
	Width    int          `json:"width"`
	Height   int          `json:"height"`
	Make     string       `json:"make"`
	Board    models.Board `json:"board"` // with its rings as measured
	Measured bool         `json:"rings_measured"`
	K        [4]float64   `json:"k"`       // fx, fy, cx, cy
	Dist     [5]float64   `json:"dist"`    // k1, k2, p1, p2, k3
	Rvec     [3]float64   `json:"rvec"`    // pose when it was saved
	Tvec     [3]float64   `json:"tvec"`    // mm
	LensSD   [5]float64   `json:"lens_sd"` // of ln f, k1, k2, cx, cy
	RingsSD  [2]float64   `json:"rings_sd"`
	WidthSD  float64      `json:"line_width_sd"`
	Uneven   [3]float64   `json:"uneven"`
	Ink      [3]float64   `json:"ink"` // B, G, R
	TurnSure bool         `json:"turn_sure"`
	Sure     float64      `json:"confidence"`
	Stray    [15]float64  `json:"stray"`
	RMSPx    float64      `json:"rms_px"` // of the lines about the fit
	Notes    []string     `json:"notes,omitempty"`
}

// Save stores what a calibration learned of the camera named by its source.
func (p Profiles) Save(source string, c Calibration) error {
	if c.print.ink == (ink{}) {
		return fmt.Errorf("camera profile of %s: the calibration was not made from printed lines", source)
	}
	cam := c.Camera
	s := storedProfile{Version: profileVersion, Source: source, Width: cam.Width, Height: cam.Height,
		Make: c.Make, Board: c.Board, Measured: c.print.measured,
		K: [4]float64{cam.Fx, cam.Fy, cam.Cx, cam.Cy}, Dist: [5]float64{cam.Dist.K1, cam.Dist.K2, cam.Dist.P1, cam.Dist.P2, cam.Dist.K3},
		Tvec: [3]float64{cam.T.X, cam.T.Y, cam.T.Z}, Uneven: c.Spread.uneven, WidthSD: c.Spread.width,
		Ink: c.print.ink, TurnSure: c.print.turnSure, Sure: c.Confidence, Stray: c.Spread.stray, RMSPx: c.RMSPx, Notes: c.Warnings}
	r := cam.R.Rodrigues()
	s.Rvec = [3]float64{r.X, r.Y, r.Z}
	for i, param := range lens {
		s.LensSD[i] = math.Sqrt(c.Spread.cov[param][param])
	}
	s.RingsSD = [2]float64{math.Sqrt(c.Spread.cov[pR10][pR10]), math.Sqrt(c.Spread.cov[pR15][pR15])}
	text, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		err = writeWhole(p.file(source, cam.Width, cam.Height), append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("camera profile of %s: %w", source, err)
	}
	return nil
}

// Load is the calibration as it was stored for the camera and picture size:
// its pose is the last one, to be tried on a picture by Resume. The error
// wraps ErrNoProfile where there is none. A file that cannot be used is kept
// aside, as NAME.broken, so that a fresh search takes its place.
func (p Profiles) Load(source string, width, height int) (Calibration, error) {
	name := p.file(source, width, height)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return Calibration{}, fmt.Errorf("%w of %s at %dx%d", ErrNoProfile, source, width, height)
	}
	if err != nil {
		return Calibration{}, fmt.Errorf("camera profile of %s: %w", source, err)
	}
	c, err := parseProfile(text, source, width, height)
	if err != nil {
		aside := name + ".broken"
		if moved := os.Rename(name, aside); moved != nil {
			return Calibration{}, fmt.Errorf("camera profile %s: %w (and it could not be put aside: %w)", name, err, moved)
		}
		return Calibration{}, fmt.Errorf("camera profile %s: %w; it was kept as %s, and the board is searched afresh", name, err, filepath.Base(aside))
	}
	return c, nil
}

// parseProfile reads a stored profile and checks that it is of that camera and
// size, and that its figures can be.
func parseProfile(text []byte, source string, width, height int) (Calibration, error) {
	var s storedProfile
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return Calibration{}, fmt.Errorf("it cannot be read: %w", err)
	}
	switch {
	case s.Version != profileVersion:
		return Calibration{}, fmt.Errorf("it is of version %d, this program reads version %d", s.Version, profileVersion)
	case s.Source != source || s.Width != width || s.Height != height:
		return Calibration{}, fmt.Errorf("it is of %s at %dx%d", s.Source, s.Width, s.Height)
	}
	if err := s.Board.Validate(); err != nil {
		return Calibration{}, fmt.Errorf("its board: %w", err)
	}
	v := view{rings: s.Board.Rings, cam: models.Camera{Width: width, Height: height, Fx: s.K[0], Fy: s.K[1], Cx: s.K[2], Cy: s.K[3],
		Dist: models.Distortion{K1: s.Dist[0], K2: s.Dist[1], P1: s.Dist[2], P2: s.Dist[3], K3: s.Dist[4]},
		R:    models.Rodrigues(r3.Vec{X: s.Rvec[0], Y: s.Rvec[1], Z: s.Rvec[2]}), T: r3.Vec{X: s.Tvec[0], Y: s.Tvec[1], Z: s.Tvec[2]}}}
	if !v.sane() || !(v.cam.PixelsPerMM(r3.Vec{}) > 0) || math.Abs(v.cam.Fx/v.cam.Fy-1) > 0.1 {
		return Calibration{}, errors.New("its camera cannot be: focal length, lens or pose are out of bounds")
	}
	c := Calibration{Board: s.Board, Make: s.Make, Confidence: s.Sure, Camera: v.cam, RMSPx: s.RMSPx, Warnings: s.Notes,
		print: print{ink: s.Ink, measured: s.Measured, turnSure: s.TurnSure}}
	if c.print.ink == (ink{}) {
		return Calibration{}, errors.New("it says nothing of the lines' colour")
	}
	for i, param := range lens {
		if !(s.LensSD[i] >= 0) {
			return Calibration{}, errors.New("its uncertainties cannot be")
		}
		c.Spread.cov[param][param] = s.LensSD[i] * s.LensSD[i]
	}
	c.Spread.cov[pR10][pR10], c.Spread.cov[pR15][pR15] = s.RingsSD[0]*s.RingsSD[0], s.RingsSD[1]*s.RingsSD[1]
	c.Spread.uneven, c.Spread.width, c.Spread.stray = s.Uneven, s.WidthSD, s.Stray
	return c, nil
}

// Resume is a stored calibration tried on a picture: where the camera still
// stands as it did it is refined and holds at once. Where it does not the
// error wraps ErrLost, and With makes the lens known to the search.
func Resume(f capture.Frame, stored Calibration, o Options) (Calibration, error) {
	if !suits(stored, o) {
		return Calibration{}, fmt.Errorf("%w: the stored profile is of board %s, which was not asked for", ErrLost, stored.Make)
	}
	return Refine(f, stored)
}

// suits says whether a stored board is one of those asked for, in the size
// asked for.
func suits(stored Calibration, o Options) bool {
	if o.Surface > 0 && math.Abs(stored.Board.SurfaceRadius-o.Surface/2) > 0.5 {
		return false
	}
	for _, b := range o.Boards {
		if b.Name == stored.Make {
			return true
		}
	}
	return false
}

// With is the options with the focal length of a stored calibration, which a
// search takes as known where that was well seen (to one part in 25).
func (o Options) With(stored Calibration) Options {
	if o.FocalPx == 0 && math.Sqrt(stored.Spread.cov[pFocal][pFocal]) < knownSpread {
		o.FocalPx = stored.Camera.Fx
	}
	return o
}

// file is the profile's name: readable, and unlike for unlike sources.
func (p Profiles) file(source string, width, height int) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(source))
	sum := sha256.Sum256([]byte(source))
	return filepath.Join(p.dir, fmt.Sprintf("%s-%x-%dx%d.json", strings.Trim(plain[:min(len(plain), 40)], "-"), sum[:4], width, height))
}

// writeWhole writes a file so that its name always holds a whole one.
func writeWhole(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".profile-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(text)
	err = errors.Join(err, tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		os.Remove(tmp.Name()) // a half file is no use
	}
	return err
}
