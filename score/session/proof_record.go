package session

import (
	"time"

	"ditchline/score/session/desk"
)

// ShotProof is what the record of a shot's evidence holds beside its verdict:
// enough to show the shot again on a drawn board.
type ShotProof struct {
	ShotLine
	Seq    int         `json:"seq"`
	Before []PlacedAt  `json:"before"` // how the discs lay
	Tracks []TrackLine `json:"tracks"` // of those that moved
}

// PlacedAt is a disc that lay there.
type PlacedAt struct {
	ID     string  `json:"id,omitempty"`
	Team   string  `json:"team"`
	Color  string  `json:"color"`
	Radius float64 `json:"radius_mm"`
	PlaceMM
}

// TrackLine is the way of a disc: t is in s from the flick, places are mm in
// the board frame.
type TrackLine struct {
	ID     string       `json:"id,omitempty"`
	Color  string       `json:"color"`
	Radius float64      `json:"radius_mm"`
	Points [][3]float64 `json:"points"` // t, x, y
}

func shotProof(n *desk.Shot) ShotProof {
	return ShotProof{ShotLine: shotLine("", n), Seq: n.Seq, Before: placed(n.Before), Tracks: trackLines(n.Tracks, n.Flick)}
}

// StrokeProof is ShotProof for a carrom stroke.
type StrokeProof struct {
	StrokeLine
	Seq    int         `json:"seq"`
	Before []PlacedAt  `json:"before"` // how the pieces lay, with the striker as it was set down
	Tracks []TrackLine `json:"tracks"` // of those that moved
}

func strokeProof(n *desk.Stroke) StrokeProof {
	return StrokeProof{StrokeLine: strokeLine("", n), Seq: n.Seq, Before: placed(n.Before), Tracks: trackLines(n.Tracks, n.Flick)}
}

func placed(discs []desk.Named) []PlacedAt {
	list := []PlacedAt{}
	for _, d := range discs {
		list = append(list, PlacedAt{ID: d.Name, Team: d.Team, Color: d.Colour.Hex(), Radius: rounded(d.Radius, 2), PlaceMM: placeMM(d.Pos)})
	}
	return list
}

func trackLines(tracks []desk.Track, flick time.Duration) []TrackLine {
	list := []TrackLine{}
	for _, t := range tracks {
		line := TrackLine{ID: t.Name, Color: t.Colour.Hex(), Radius: rounded(t.Radius, 2), Points: make([][3]float64, 0, len(t.Points))}
		for _, x := range t.Points {
			line.Points = append(line.Points, [3]float64{rounded((x.At - flick).Seconds(), 3), rounded(x.Pos.X, 1), rounded(x.Pos.Y, 1)})
		}
		list = append(list, line)
	}
	return list
}
