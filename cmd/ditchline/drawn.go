package main

import (
	"context"
	"errors"
	"fmt"

	"ditchline/capture"
	"ditchline/capture/film"
	"ditchline/detect"
	"ditchline/detect/watch"
	"ditchline/score/session/desk"
	"ditchline/ui/annotate"

	"gonum.org/v1/gonum/spatial/r2"
)

// drawnFilm writes a video with everything drawn on it that was seen and
// judged.
type drawnFilm struct {
	to    *film.Writer
	desk  *desk.Desk
	draw  *annotate.Film
	trail annotate.Trail
	shot  *desk.Shot // the last one said
}

// drawFilm begins a video at the path.
func drawFilm(ctx context.Context, path string, d *desk.Desk) (*drawnFilm, error) {
	w, err := film.Create(ctx, path, film.Options{})
	if err != nil {
		return nil, fmt.Errorf("--annotate: %w", err)
	}
	return &drawnFilm{to: w, desk: d}, nil
}

// hear takes note of what is said, to draw it on the frames that follow.
func (d *drawnFilm) hear(n desk.Note) {
	if s, ok := n.(*desk.Shot); ok {
		d.shot = s
	}
}

// show draws a frame and writes it.
func (d *drawnFilm) show(f capture.Frame, seen watch.Sight) error {
	if d.draw == nil {
		var err error
		if d.draw, err = annotate.NewFilm(f.Width, f.Height); err != nil {
			return fmt.Errorf("--annotate: %w", err)
		}
	}
	drawn, err := d.draw.Draw(f, d.scene(f, seen))
	if err == nil {
		err = d.to.Write(drawn)
	}
	if err != nil {
		return fmt.Errorf("--annotate: %w", err)
	}
	return nil
}

// watchWords are the phases of a watched board for people.
var watchWords = map[watch.Phase]string{
	watch.PhaseLooking: "looking for the board", watch.PhaseReady: "ready", watch.PhaseHand: "hand over the board",
	watch.PhaseShot: "shot under way", watch.PhaseSettling: "settling", watch.PhaseSettled: "settled",
}

func (d *drawnFilm) scene(f capture.Frame, seen watch.Sight) annotate.Scene {
	s := annotate.Scene{Time: f.Media, Phase: watchWords[seen.Phase]}
	if seen.Calibration == nil {
		return s
	}
	s.Camera, s.Board = &seen.Calibration.Camera, seen.Calibration.Board
	disc := s.Board.Disc
	names, sides := d.desk.Names(), d.desk.Colours()
	hidden := map[detect.ID]bool{}
	for _, id := range seen.Hidden {
		hidden[id] = true
	}
	for _, x := range seen.Discs {
		s.Discs = append(s.Discs, annotate.SceneDisc{
			ID: names[x.ID].Name, Team: string(sides[x.Team]), Pos: x.Pos, Radius: x.Radius, Thickness: x.Thickness, State: x.State, Hidden: hidden[x.ID],
		})
	}
	var moving []r2.Vec
	for _, m := range seen.Moving {
		moving = append(moving, m.Pos)
		s.Discs = append(s.Discs, annotate.SceneDisc{Pos: m.Pos, Radius: disc.Radius, Thickness: disc.Thickness, State: detect.Flat, Moving: true})
	}
	d.trail.Add(f.Media, moving)
	s.Tracks = d.trail.Tracks()
	for _, x := range d.desk.Due() {
		s.Due = append(s.Due, annotate.SceneMark{Text: fmt.Sprintf("%s off: %s", x.Name, x.Why), Pos: x.Pos, Radius: disc.Radius})
	}
	for _, x := range d.desk.Ghosts() {
		s.Ghosts = append(s.Ghosts, annotate.SceneMark{Text: x.Name + " here", Pos: x.Pos, Radius: x.Radius})
	}
	if d.shot != nil {
		s.Outcome = string(d.shot.Verdict.Outcome)
		s.Verdict = fmt.Sprintf("Shot %d by %s: %s", d.shot.N, d.shot.Player, d.shot.Text)
	}
	s.Score = d.score()
	return s
}

// score is each side's count of the round.
func (d *drawnFilm) score() []annotate.SceneScore {
	m := d.desk.Match()
	if m == nil {
		return nil
	}
	var out []annotate.SceneScore
	for _, side := range m.State().Sides {
		out = append(out, annotate.SceneScore{Team: string(side.Side), Text: fmt.Sprintf("%s %d, %d twenties", side.Side, side.Points, side.Twenties)})
	}
	return out
}

// end the video: kept when everything went well, left nowhere otherwise.
func (d *drawnFilm) end(err error) error {
	if d.draw != nil {
		err = errors.Join(err, d.draw.Close())
	}
	if err != nil {
		d.to.Abort()
		return err
	}
	if err := d.to.Close(); err != nil {
		return fmt.Errorf("--annotate: %w", err)
	}
	return nil
}
