// Package sim simulates games of crokinole, from the physics of the discs to
// the picture of a camera over the board, and knows the truth of each: the
// embedded demonstration, the endless test, and new stills for the vision.
//
// A Game plays turns (aim, Flick, Referee, hands), with players' mistakes and
// rare shots at the rates of Mistakes; a film renders a turn's moments through
// a canvas, which bakes the stage (board, rail, table) once
// and then draws only the tiles in which something moved. All rays from the
// eye descend, so that of two things on a ray the higher hides the lower.
//
// Everything is in mm and s of the board frame and deterministic by its seed.
package sim
