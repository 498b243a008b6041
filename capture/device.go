package capture

// Device is a camera of this machine.
type Device struct {
	Path  string // "/dev/video0"
	Name  string // what its maker calls it
	Modes []Mode // the largest first; none where it does not tell
	Err   error  // why it can't be captured from now: permission, in use, no camera; nil when it can
}

// Mode is a size in which a camera gives pictures, with the most a second.
type Mode struct {
	Width  int     `json:"width"`
	Height int     `json:"height"`
	FPS    float64 `json:"fps"` // 0 where it does not tell
}
