package models

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/goccy/go-yaml"
)

// Game is what is played on a board.
type Game string

// The games that boards are made for.
const (
	Crokinole Game = "crokinole"
	Carrom    Game = "carrom"
)

// Board is a make of board: lengths in mm in the board frame (origin in the
// middle of the hole on the playing surface, +z up). Lines are given by the
// radius of the middle of their printed width.
type Board struct {
	Name   string `yaml:"name" json:"name"`
	Title  string `yaml:"title" json:"title"`
	Game   Game   `yaml:"game" json:"game"`
	Source string `yaml:"source" json:"source"` // where the figures are from

	// MeasuredRings says that the source gives no ring radii: those here are
	// a start, and the picture refines them.
	MeasuredRings bool `yaml:"measured_rings,omitempty" json:"measured_rings,omitempty"`

	SurfaceRadius float64        `yaml:"surface_radius,omitempty" json:"surface_radius,omitempty"`
	Rings         Rings          `yaml:"rings,omitempty" json:"rings,omitzero"`
	LineWidth     float64        `yaml:"line_width,omitempty" json:"line_width,omitempty"`
	Hole          Hole           `yaml:"hole,omitempty" json:"hole,omitzero"`
	Pegs          Pegs           `yaml:"pegs,omitempty" json:"pegs,omitzero"`
	Quadrants     Quadrants      `yaml:"quadrants,omitempty" json:"quadrants,omitzero"`
	Ditch         Ditch          `yaml:"ditch,omitempty" json:"ditch,omitzero"`
	Disc          Disc           `yaml:"disc" json:"disc"`
	OtherDiscs    []Disc         `yaml:"other_discs,omitempty" json:"other_discs,omitempty"` // sets of discs also seen on this board
	Carrom        *CarromSurface `yaml:"carrom,omitempty" json:"carrom,omitempty"`
}

// Rings are the radii of the printed lines of a crokinole board, mm.
type Rings struct {
	R15 float64 `yaml:"r15" json:"r15"`
	R10 float64 `yaml:"r10" json:"r10"`
	R5  float64 `yaml:"r5" json:"r5"` // the shooting line
}

// Hole is the twenty in the middle, mm.
type Hole struct {
	Radius float64 `yaml:"radius" json:"radius"`
	Depth  float64 `yaml:"depth" json:"depth"`
}

// Pegs stand evenly spaced on a circle, the first at StartDeg from +x.
type Pegs struct {
	Count    int     `yaml:"count" json:"count"`
	Circle   float64 `yaml:"circle" json:"circle"`
	StartDeg float64 `yaml:"start_deg" json:"start_deg"`
	Diameter float64 `yaml:"diameter" json:"diameter"`
	Height   float64 `yaml:"height" json:"height"`
}

// Quadrants are the four straight lines that part the outer zone, the first
// at StartDeg from +x, from radius From to radius To.
type Quadrants struct {
	StartDeg float64 `yaml:"start_deg" json:"start_deg"`
	From     float64 `yaml:"from" json:"from"`
	To       float64 `yaml:"to" json:"to"`
}

// Ditch runs around the playing surface, Depth below it.
type Ditch struct {
	Width float64 `yaml:"width" json:"width"`
	Depth float64 `yaml:"depth" json:"depth"`
}

// Disc is a cylinder: footprint radius, thickness and the radius of its
// rounded edge, mm.
type Disc struct {
	Radius    float64 `yaml:"radius" json:"radius"`
	Thickness float64 `yaml:"thickness" json:"thickness"`
	Edge      float64 `yaml:"edge,omitempty" json:"edge,omitempty"`
}

// CarromSurface is the square board's print and pockets, mm.
type CarromSurface struct {
	Side                       float64 `yaml:"side" json:"side"`
	FrameWidth                 float64 `yaml:"frame_width" json:"frame_width"`
	PocketRadius               float64 `yaml:"pocket_radius" json:"pocket_radius"`
	PocketCentre               float64 `yaml:"pocket_centre" json:"pocket_centre"` // from the board's centre, along x and along y
	BaseOuterFromFrame         float64 `yaml:"base_outer_from_frame" json:"base_outer_from_frame"`
	BaseGap                    float64 `yaml:"base_gap" json:"base_gap"`
	BaseLength                 float64 `yaml:"base_length" json:"base_length"`
	BaseLineOuterWidth         float64 `yaml:"base_line_outer_width" json:"base_line_outer_width"`
	BaseLineInnerWidth         float64 `yaml:"base_line_inner_width" json:"base_line_inner_width"`
	BaseCircleDiameter         float64 `yaml:"base_circle_diameter" json:"base_circle_diameter"`
	BaseCircleCentreAlong      float64 `yaml:"base_circle_centre_along" json:"base_circle_centre_along"`
	BaseCircleCentreFromCentre float64 `yaml:"base_circle_centre_from_centre" json:"base_circle_centre_from_centre"`
	CentreCircleDiameter       float64 `yaml:"centre_circle_diameter" json:"centre_circle_diameter"`
	CentreSpotDiameter         float64 `yaml:"centre_spot_diameter" json:"centre_spot_diameter"`
	CircleLineWidth            float64 `yaml:"circle_line_width" json:"circle_line_width"`
	StrikerRadius              float64 `yaml:"striker_radius" json:"striker_radius"`
}

// Scaled is the board with every length of its surface and print times k:
// how a known diameter (--surface) is applied. Discs, hole, pegs and line
// width keep their size: they don't grow with the board.
func (b Board) Scaled(k float64) Board {
	b.SurfaceRadius *= k
	b.Rings.R15, b.Rings.R10, b.Rings.R5 = b.Rings.R15*k, b.Rings.R10*k, b.Rings.R5*k
	b.Pegs.Circle *= k
	b.Quadrants.From, b.Quadrants.To = b.Quadrants.From*k, b.Quadrants.To*k
	if b.Carrom != nil {
		c := b.Carrom.scaled(k)
		b.Carrom = &c
	}
	return b
}

// Validate reports everything that is wrong with the board's figures at once.
func (b Board) Validate() error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if b.Name == "" || strings.ToLower(b.Name) != b.Name || strings.ContainsAny(b.Name, " /\\") {
		bad("name %q: want lower-case letters, digits and dashes", b.Name)
	}
	if b.Name == "auto" {
		bad("name \"auto\" is taken: it means that the picture chooses the board")
	}
	if b.Source == "" {
		bad("source is empty: say where the figures are from")
	}
	positive := func(name string, v float64) {
		if !(v > 0) || math.IsInf(v, 0) {
			bad("%s is %v: want a length above 0 mm", name, v)
		}
	}
	positive("disc.radius", b.Disc.Radius)
	positive("disc.thickness", b.Disc.Thickness)
	switch b.Game {
	case Crokinole:
		positive("hole.radius", b.Hole.Radius)
		positive("line_width", b.LineWidth)
		inOrder := b.Hole.Radius < b.Rings.R15 && b.Rings.R15 < b.Rings.R10 && b.Rings.R10 < b.Rings.R5 && b.Rings.R5 <= b.SurfaceRadius
		if !inOrder {
			bad("radii must grow: hole %v < r15 %v < r10 %v < r5 %v <= surface_radius %v", b.Hole.Radius, b.Rings.R15, b.Rings.R10, b.Rings.R5, b.SurfaceRadius)
		}
		if b.Disc.Radius >= b.Hole.Radius {
			bad("disc.radius %v does not fit the hole of radius %v", b.Disc.Radius, b.Hole.Radius)
		}
		if b.Pegs.Count < 0 || b.Pegs.Count > 64 {
			bad("pegs.count is %d: want 0 to 64", b.Pegs.Count)
		}
	case Carrom:
		if b.Carrom == nil {
			bad("game is carrom, but the section carrom is missing")
		} else {
			positive("carrom.side", b.Carrom.Side)
			positive("carrom.pocket_radius", b.Carrom.PocketRadius)
			positive("carrom.striker_radius", b.Carrom.StrikerRadius)
			positive("carrom.centre_circle_diameter", b.Carrom.CentreCircleDiameter)
			positive("carrom.base_line_outer_width", b.Carrom.BaseLineOuterWidth)
			positive("carrom.base_line_inner_width", b.Carrom.BaseLineInnerWidth)
			positive("carrom.base_length", b.Carrom.BaseLength)
			if c := b.Carrom; !(c.CentreCircleDiameter/2 < c.InnerLine() && c.InnerLine() < c.OuterLine() && c.OuterLine() < c.Side/2) {
				bad("lengths must grow: half the centre circle %v < inner base line %v < outer base line %v < half the side %v", c.CentreCircleDiameter/2, c.InnerLine(), c.OuterLine(), c.Side/2)
			}
		}
	default:
		bad("game is %q: want crokinole or carrom", b.Game)
	}
	return errors.Join(problems...)
}

//go:embed boards/*.yaml
var shipped embed.FS

// Boards is what can be played on, by name.
type Boards map[string]Board

// ShippedBoards are those that come with the program.
func ShippedBoards() Boards {
	boards := Boards{}
	if err := boards.read(shipped, "boards"); err != nil {
		panic(err) // the embedded files are proven good by a test
	}
	return boards
}

// LoadBoards are the shipped boards and the user's own, *.yaml files in the
// folder dir; a board of the user's replaces a shipped one of its name. A
// missing folder is no error; every bad file is reported at once, by name.
func LoadBoards(dir string) (Boards, error) {
	boards := ShippedBoards()
	if _, err := os.Stat(dir); dir == "" || errors.Is(err, fs.ErrNotExist) {
		return boards, nil
	}
	return boards, boards.read(os.DirFS(dir), ".")
}

func (b Boards) read(fsys fs.FS, dir string) error {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return fmt.Errorf("boards: %w", err)
	}
	var problems []error
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".yaml" {
			continue
		}
		text, err := fs.ReadFile(fsys, strings.TrimPrefix(dir+"/"+e.Name(), "./"))
		if err != nil {
			problems = append(problems, err)
			continue
		}
		board, err := ParseBoard(text)
		if err != nil {
			problems = append(problems, fmt.Errorf("board file %s: %w", e.Name(), err))
			continue
		}
		b[board.Name] = board
	}
	return errors.Join(problems...)
}

// ParseBoard reads one board from YAML; an unknown field is an error.
func ParseBoard(text []byte) (Board, error) {
	var board Board
	if err := yaml.UnmarshalWithOptions(text, &board, yaml.Strict()); err != nil {
		return Board{}, fmt.Errorf("%s", yaml.FormatError(err, false, true))
	}
	return board, board.Validate()
}

// Names are the boards' names in alphabetical order.
func (b Boards) Names() []string {
	names := make([]string, 0, len(b))
	for name := range b {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Get is the board of that name, or an error that lists the names there are.
func (b Boards) Get(name string) (Board, error) {
	if board, ok := b[name]; ok {
		return board, nil
	}
	return Board{}, fmt.Errorf("no board named %q: there are %s, or auto", name, strings.Join(b.Names(), ", "))
}
