package sim

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"ditchline/models"
)

// StillTruth is the truth of a still in the form of groundtruth/stills.
type StillTruth struct {
	Name         string      `json:"name"`
	Seed         uint64      `json:"seed"`
	BoardName    string      `json:"board_name"`
	Board        BoardTruth  `json:"board"`
	Units        string      `json:"units"`
	Mode         string      `json:"mode"`
	RingColours  RingColours `json:"ring_colours"`
	Camera       CameraTruth `json:"camera"`
	DiscPair     [2]string   `json:"disc_pair"`
	PegStyle     string      `json:"peg_style"`
	TiltDeg      float64     `json:"tilt_deg"`
	AzimuthDeg   float64     `json:"azimuth_deg"`
	Fill         float64     `json:"fill"`
	Light        string      `json:"light"`
	Table        string      `json:"table"`
	Clutter      []Clutter   `json:"clutter"`
	Hand         bool        `json:"hand"`
	Discs        []StillDisc `json:"discs"`
	FullyVisible bool        `json:"board_fully_visible"`
	OriginPx     [2]float64  `json:"origin_px"`
}

// BoardTruth is the geometry that was rendered, mm.
type BoardTruth struct {
	Kind          string  `json:"kind"`
	Name          string  `json:"name"`
	DiscRadius    float64 `json:"disc_radius"`
	DiscThickness float64 `json:"disc_thickness"`
	RailWidth     float64 `json:"rail_width"`
	TableZ        float64 `json:"table_z"`
	*RoundBoardTruth
	*SquareBoardTruth
}

// RoundBoardTruth is what only a crokinole board has.
type RoundBoardTruth struct {
	SurfaceRadius    float64            `json:"surface_radius"`
	Rings            map[string]float64 `json:"rings"`
	LineWidth        float64            `json:"line_width"`
	HoleRadius       float64            `json:"hole_radius"`
	HoleDepth        float64            `json:"hole_depth"`
	PegCircle        float64            `json:"peg_circle"`
	PegCount         int                `json:"peg_count"`
	PegStartDeg      float64            `json:"peg_start_deg"`
	PegDiameter      float64            `json:"peg_diameter"`
	PegHeight        float64            `json:"peg_height"`
	QuadrantStartDeg float64            `json:"quadrant_start_deg"`
	QuadrantFrom     float64            `json:"quadrant_from"`
	QuadrantTo       float64            `json:"quadrant_to"`
	DitchWidth       float64            `json:"ditch_width"`
	DitchZ           float64            `json:"ditch_z"`
	RailHeight       float64            `json:"rail_height"` // over the ditch's floor
	RailShape        string             `json:"rail_shape"`
	RailTurnDeg      float64            `json:"rail_orientation_deg"`
}

// RingColours are the surface's printed and stained colours, sRGB.
type RingColours struct {
	Line    [3]int  `json:"line_rgb"`
	Zone    *string `json:"zone"`
	Species string  `json:"surface_species"`
	Stain   *[3]int `json:"stain"`
}

// CameraTruth is OpenCV's model, world to camera, mm and px.
type CameraTruth struct {
	K      [3][3]float64 `json:"K"`
	Dist   [5]float64    `json:"dist"`
	R      [3][3]float64 `json:"R"`
	T      [3]float64    `json:"t"`
	Width  int           `json:"width"`
	Height int           `json:"height"`
}

// StillDisc is one disc of a still, mm in the board frame.
type StillDisc struct {
	ID         int                `json:"id"`
	Colour     string             `json:"colour"`
	RGB        [3]int             `json:"rgb"`
	X          float64            `json:"x"`
	Y          float64            `json:"y"`
	Z          float64            `json:"z"`
	Radius     float64            `json:"radius"`
	Thickness  float64            `json:"thickness"`
	State      string             `json:"state"`
	TiltDeg    float64            `json:"tilt_deg"`
	TiltDirDeg float64            `json:"tilt_dir_deg"`
	EdgeRound  float64            `json:"edge_round"`
	Occluded   float64            `json:"occluded_fraction"`
	InFrame    float64            `json:"in_frame_fraction"`
	Points     *int               `json:"points"`  // null in carrom
	Margins    map[string]float64 `json:"margins"` // null unless flat or leaning
	Placed     *PlacedMargin      `json:"placed_margin,omitempty"`
	PxBase     [2]float64         `json:"px_base_centre"`
	PxTop      [2]float64         `json:"px_top_centre"`
}

func ringKey(l models.Line) string { return fmt.Sprintf("r%d", l) }

func ints(c rgb) [3]int {
	b := c.bytes()
	return [3]int{int(b[0]), int(b[1]), int(b[2])}
}

// NewCameraTruth writes a camera down.
func NewCameraTruth(c models.Camera) CameraTruth {
	return CameraTruth{
		K:    [3][3]float64{{c.Fx, 0, c.Cx}, {0, c.Fy, c.Cy}, {0, 0, 1}},
		Dist: [5]float64{c.Dist.K1, c.Dist.K2, c.Dist.P1, c.Dist.P2, c.Dist.K3},
		R:    [3][3]float64{{c.R[0], c.R[1], c.R[2]}, {c.R[3], c.R[4], c.R[5]}, {c.R[6], c.R[7], c.R[8]}},
		T:    [3]float64{c.T.X, c.T.Y, c.T.Z}, Width: c.Width, Height: c.Height,
	}
}

// NewBoardTruth writes a board down.
func NewBoardTruth(b models.Board, f Furniture) BoardTruth {
	t := BoardTruth{
		Kind: string(b.Game), Name: b.Name, DiscRadius: b.Disc.Radius, DiscThickness: b.Disc.Thickness, RailWidth: f.RailWidth, TableZ: f.TableZ,
	}
	if b.Game == models.Carrom {
		t.SquareBoardTruth = newSquareBoardTruth(b.Carrom, f)
		return t
	}
	t.RoundBoardTruth = &RoundBoardTruth{
		SurfaceRadius: b.SurfaceRadius, Rings: map[string]float64{}, LineWidth: b.LineWidth,
		HoleRadius: b.Hole.Radius, HoleDepth: b.Hole.Depth, PegCircle: b.Pegs.Circle, PegCount: b.Pegs.Count,
		PegStartDeg: b.Pegs.StartDeg, PegDiameter: b.Pegs.Diameter, PegHeight: b.Pegs.Height,
		QuadrantStartDeg: b.Quadrants.StartDeg, QuadrantFrom: b.Quadrants.From, QuadrantTo: b.Quadrants.To,
		DitchWidth: b.Ditch.Width, DitchZ: -b.Ditch.Depth,
		RailHeight: f.RailTop + b.Ditch.Depth, RailShape: "round", RailTurnDeg: f.TurnDeg,
	}
	if f.Octagon {
		t.RailShape = "octagon"
	}
	for _, l := range models.Lines {
		t.Rings[ringKey(l)] = b.Rings.Radius(l)
	}
	return t
}

func newStillTruth(s *scene, cam models.Camera) StillTruth {
	t := StillTruth{
		Seed: s.seed, BoardName: s.board.Name, Board: NewBoardTruth(s.board, s.furn), Units: "mm", Mode: s.mode,
		RingColours: RingColours{Line: ints(s.look.line), Species: s.look.surfaceName},
		Camera:      NewCameraTruth(cam), DiscPair: [2]string{s.look.discs[0].Name, s.look.discs[1].Name},
		PegStyle: s.look.pegStyle, TiltDeg: cam.TiltDeg(), AzimuthDeg: s.placement.AzimuthDeg, Fill: s.placement.Fill,
		Light: s.look.lightName, Table: s.look.tableName, Clutter: s.clutter, Hand: s.hand != nil, Discs: []StillDisc{},
		OriginPx: pixel(&cam, r3.Vec{}),
	}
	if s.look.zoned != NoZone {
		zone := string(s.look.zoned) + ":" + s.look.zoneName
		t.RingColours.Zone = &zone
	}
	if s.look.stain != nil {
		stain := ints(*s.look.stain)
		t.RingColours.Stain = &stain
	}
	t.FullyVisible = true
	for _, p := range surfaceRim(s.board) {
		px, ok := cam.Project(r3.Vec{X: p[0], Y: p[1]})
		t.FullyVisible = t.FullyVisible && ok && px.X >= 0 && px.Y >= 0 && px.X <= float64(cam.Width-1) && px.Y <= float64(cam.Height-1)
	}
	return t
}

func stillDisc(board models.Board, d DiscTruth, b *body, placed *PlacedMargin) StillDisc {
	s := StillDisc{
		ID: d.ID, Colour: d.Colour, RGB: ints(b.paint), X: d.X, Y: d.Y, Z: d.Z, Radius: d.Radius, Thickness: d.Thickness,
		State: d.Where.String(), TiltDeg: d.TiltDeg, TiltDirDeg: d.TiltDirDeg, EdgeRound: b.edge,
		Occluded: math.Round(d.Occluded*1000) / 1000, InFrame: math.Round(d.InFrame*1000) / 1000, Placed: placed,
	}
	if board.Game == models.Crokinole {
		s.Points = &d.Points
	}
	if d.Margins != nil {
		s.Margins = map[string]float64{}
		for l, m := range d.Margins {
			s.Margins[ringKey(l)] = m
		}
	}
	return s
}

func ringMargins(b models.Board, far, r float64) map[string]float64 {
	m := map[string]float64{}
	for _, l := range models.Lines {
		m[ringKey(l)] = b.Clearance(l, far, r)
	}
	return m
}
