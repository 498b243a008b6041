package cvcam

import (
	"slices"
	"testing"
	"testing/fstest"

	"ditchline/capture"
)

func TestAListOfModesHasEachSizeOnceTheLargestFirst(t *testing.T) {
	got := tidyModes([]capture.Mode{
		{Width: 640, Height: 480, FPS: 30}, {Width: 1920, Height: 1080, FPS: 5}, {Width: 1920, Height: 1080, FPS: 30.00003}, {Width: 32, Height: 24, FPS: 30},
		{Width: 1280, Height: 720}, {Width: 640, Height: 480, FPS: 60},
	})
	want := []capture.Mode{{Width: 1920, Height: 1080, FPS: 30}, {Width: 1280, Height: 720}, {Width: 640, Height: 480, FPS: 60}}
	if !slices.Equal(got, want) {
		t.Errorf("modes %v, want %v", got, want)
	}
	if tidyModes(nil) == nil {
		t.Error("no modes are null in JSON")
	}
}

func TestADeviceThatABoardWatchesIsNotTried(t *testing.T) {
	found := devicePaths(fstest.MapFS{"dev/video7": {}, "dev/video8": {}, "sys/class/video4linux/video7/name": {Data: []byte("One\n")}})
	list := cameras(found, func(path string) bool { return path == "/dev/video7" })
	if len(list) != 2 || list[0].Err != nil || list[0].Name != "One" || list[1].Err == nil || len(list[0].Modes) != 0 {
		t.Errorf("%+v", list)
	}
}
