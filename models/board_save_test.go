package models

import (
	"errors"
	"os"
	"reflect"
	"testing"
)

func TestASavedBoardIsLoadedAsItWas(t *testing.T) {
	dir := t.TempDir()
	own := ShippedBoards()["nca-26"]
	own.Name, own.Rings.R10 = "our-club", 204.51
	if _, err := SaveBoard(dir, own, false); err != nil {
		t.Fatal(err)
	}
	boards, err := LoadBoards(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := boards["our-club"]; !reflect.DeepEqual(got, own) {
		t.Errorf("got %+v\nwant %+v", got, own)
	}
	if _, err := SaveBoard(dir, own, false); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second of the name: %v", err)
	}
	if _, err := SaveBoard(dir, own, true); err != nil {
		t.Errorf("replaced: %v", err)
	}
	own.Rings.R10 = 10
	if _, err := SaveBoard(dir, own, true); err == nil {
		t.Error("a board whose radii don't grow was saved")
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%d files in the folder", len(left))
	}
}
