package session

import (
	"fmt"
	"slices"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/detect/watch"
	"ditchline/referee"
	"ditchline/score/session/desk"

	"gonum.org/v1/gonum/spatial/r2"
)

// Eyes see what happens on a board, frame by frame; a watch.Watcher does.
type Eyes interface {
	// Look sees the next frame. An error is a fault of vision; the next frame
	// may be better.
	Look(f capture.Frame) ([]detect.Happening, error)
	// End says what was still to be said when the film is over.
	End() []detect.Happening
	// Sight is what is known after the newest frame.
	Sight() watch.Sight
}

// sight looks at a live source's frames.
type sight struct {
	eyes   Eyes
	width  int
	height int

	board *Board                 // as last described
	of    *calibrate.Calibration // what it describes
}

// look at the next frame. A picture of another size is looked at with new
// eyes.
func (s *sight) look(fresh func() Eyes, f capture.Frame) (hs []detect.Happening, err error) {
	if s.width > 0 && (f.Width != s.width || f.Height != s.height) {
		hs = append(s.eyes.End(), &detect.Broken{At: f.Media, Cut: true, Why: "the pictures have another size"})
		s.eyes = fresh()
	}
	s.width, s.height = f.Width, f.Height
	seen, err := s.watch(f)
	return append(hs, seen...), err
}

// watch lets the eyes look; a panic in vision is an error like any other.
func (s *sight) watch(f capture.Frame) (hs []detect.Happening, err error) {
	defer caught(fmt.Sprintf("looking at frame %d", f.Seq), &err)
	return s.eyes.Look(f)
}

// describe writes what is seen of the board, and what must be done about it,
// into a snapshot.
func (s *sight) describe(n *Snapshot, seen watch.Sight, m *MatchView) {
	n.Discs, n.Left, n.Warn = []Disc{}, []Ghost{}, []string{}
	n.Due, n.Gone, n.Moving = []Mark{}, []Mark{}, []Mark{}
	cal := seen.Calibration
	if cal == nil {
		n.Board, s.board, s.of = nil, nil, nil
		n.Score = m.sides
		return
	}
	if s.of != cal {
		s.of, s.board = cal, describeBoard(*cal)
	}
	n.Board = s.board
	n.Warn = append(n.Warn, cal.Warnings...)
	if seen.OneColour {
		n.Warn = append(n.Warn, oneColour)
	}
	visible := make([]detect.Disc, 0, len(seen.Discs))
	for _, d := range seen.Discs {
		shown, byHand := m.asSaid(d)
		if shown == nil {
			px, _ := project(&cal.Camera, circle(d.Pos, d.Radius, 0, discCorners))
			n.Left = append(n.Left, Ghost{X: rounded(d.Pos.X, 2), Y: rounded(d.Pos.Y, 2), Radius: rounded(d.Radius, 2), Why: "by hand", Outline: px})
			continue
		}
		visible = append(visible, *shown)
		disc := Disc{DiscReport: reportDisc(*shown, cal.Board.Game), ID: m.who(d).Name, Hidden: slices.Contains(seen.Hidden, d.ID), ByHand: byHand}
		disc.Footprint, disc.Top = outlineDisc(*cal, *shown)
		n.Discs = append(n.Discs, disc)
	}
	for _, x := range m.extras {
		shown := detect.Disc{
			Pos: x.Pos, Radius: cal.Board.Disc.Radius, Thickness: cal.Board.Disc.Thickness, Team: string(x.Side), State: x.State, Points: x.Points, Confidence: 1,
		}
		disc := Disc{DiscReport: reportDisc(shown, cal.Board.Game), ID: x.Name, ByHand: true}
		disc.Color = m.colourOf(x.Side)
		disc.Footprint, disc.Top = outlineDisc(*cal, shown)
		n.Discs = append(n.Discs, disc)
	}
	for _, d := range m.due {
		n.Due = append(n.Due, markOf(*cal, d.Name, string(d.Side), string(d.Why), d.Pos, cal.Board.Disc.Radius))
	}
	for _, g := range m.ghosts {
		n.Gone = append(n.Gone, markOf(*cal, g.Name, string(g.Side), "", g.Pos, g.Radius))
	}
	for _, d := range seen.Moving {
		n.Moving = append(n.Moving, markOf(*cal, "", "", "", d.Pos, cal.Board.Disc.Radius))
	}
	n.Score = m.sides
	if !m.Begun {
		n.Score = Sides(detect.Observation{Calibration: *cal, Discs: visible}, nil)
	}
}

// asSaid is a seen disc as people say it is, nil when they say it is none;
// byHand where they have said anything.
func (m *MatchView) asSaid(d detect.Seen) (shown *detect.Disc, byHand bool) {
	out := d.Disc
	out.Team = string(m.who(d).Side)
	w, ok := m.words[d.ID]
	if !ok {
		return &out, false
	}
	switch held := w.Holds(d); {
	case held && w.Off:
		return nil, true
	case held && (w.Pos != d.Pos || w.State != d.State):
		out.Pos, out.State, out.Points, out.Lines, out.Cov = w.Pos, w.State, w.Points, nil, [3]float64{}
	}
	if w.Side != "" {
		out.Team = string(w.Side)
	}
	return &out, true
}

// colourOf a side's discs; grey when none was seen.
func (m *MatchView) colourOf(side referee.Side) string {
	for _, s := range m.Sides {
		if s.Team == side && s.Color != "" {
			return s.Color
		}
	}
	return "#808080"
}

// markOf is a place on the board to be marked in the picture.
func markOf(cal calibrate.Calibration, id, team, why string, pos r2.Vec, radius float64) Mark {
	px, _ := project(&cal.Camera, circle(pos, radius, 0, discCorners))
	return Mark{ID: id, Team: team, Why: why, X: rounded(pos.X, 2), Y: rounded(pos.Y, 2), Radius: rounded(radius, 2), Outline: px}
}

// who is what the match calls a disc that is seen.
func (m *MatchView) who(d detect.Seen) desk.Who {
	if w, known := m.names[d.ID]; known {
		return w
	}
	if side, known := m.colours[d.Team]; known {
		return desk.Who{Side: side}
	}
	return desk.Who{Side: referee.Side(d.Team)} // nobody's yet: vision's own name
}

// oneColour is what people are told when the sides' discs cannot be told apart.
const oneColour = "All discs look of one colour, though they come from several seats: whose they are cannot be told. Play with two colours that differ plainly, or give the board more light."
