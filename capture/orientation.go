package capture

// Orientation is EXIF's: where the stored picture's first row and first
// column lie in the upright picture.
type Orientation int

// The orientations in EXIF's order; the names say what makes a stored picture
// upright, the mirroring first.
const (
	Upright         Orientation = 1
	Mirror          Orientation = 2 // left and right change places
	Turn180         Orientation = 3
	MirrorTurn180   Orientation = 4 // top and bottom change places
	MirrorTurn270CW Orientation = 5 // rows become columns
	Turn90CW        Orientation = 6
	MirrorTurn90CW  Orientation = 7
	Turn270CW       Orientation = 8
)

// Mirrored says whether left and right change places, before the turn.
func (o Orientation) Mirrored() bool {
	return o == Mirror || o == MirrorTurn180 || o == MirrorTurn270CW || o == MirrorTurn90CW
}

// QuarterTurns is how often the picture is then turned by 90 degrees
// clockwise.
func (o Orientation) QuarterTurns() int {
	switch o {
	case Turn90CW, MirrorTurn90CW:
		return 1
	case Turn180, MirrorTurn180:
		return 2
	case Turn270CW, MirrorTurn270CW:
		return 3
	}
	return 0
}
