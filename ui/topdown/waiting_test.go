package topdown

import "testing"

func TestTheWaitingPictureIsReadable(t *testing.T) {
	for _, side := range []int{160, 960, 1920} {
		f, err := Waiting(side, "Looking for the board", "Show the whole playing surface to the camera, with nothing over its edge.")
		if err != nil {
			t.Fatal(err)
		}
		if f.Width != side || f.Height != side || len(f.Pix) != 3*side*side {
			t.Fatalf("%d x %d, %d bytes", f.Width, f.Height, len(f.Pix))
		}
		bright, edge := 0, 0
		for y := range side {
			for x := range side {
				if f.Pix[3*(y*side+x)] > 0x80 {
					bright++
					if x < side/40 || x >= side-side/40 {
						edge++
					}
				}
			}
		}
		if bright < side*side/400 || edge > 0 {
			t.Errorf("%d pixels: %d are text, %d of them at the edge", side, bright, edge)
		}
	}
	if _, err := Waiting(0, "", ""); err == nil {
		t.Error("a picture without pixels is made")
	}
}
