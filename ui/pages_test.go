package ui

import (
	"strings"
	"testing"
)

func TestEveryPageIsTheSameFileAndOthersAreNone(t *testing.T) {
	s, _ := newServer(t, nil)
	base, _ := listen(t, s)
	_, _, home := fetch(t, base+"/")
	if !strings.Contains(home, "<div id=\"app\"") {
		t.Fatalf("/ is no page: %.80q", home)
	}
	for _, path := range []string{
		"/start", "/overlay", "/overlay/board", "/watch", "/dispute", "/calibrate", "/phone",
		"/b/main", "/b/main/", "/b/main/watch", "/b/main/overlay/board", "/b/main/dispute",
		"/wall", "/history", "/history/m1", "/players", "/players/Ann", "/rules", "/rules/NED", "/data", "/overlay/builder",
	} {
		if status, h, body := fetch(t, base+path); status != 200 || body != home || h.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s = %d, %s", path, status, h.Get("Content-Type"))
		}
	}
	for _, path := range []string{"/b/none", "/b/none/watch", "/b/main/wall", "/watch/x", "/history/m1/x", "/index", "/Dispute"} {
		if status, _, _ := fetch(t, base+path); status != 404 {
			t.Errorf("%s = %d, want 404", path, status)
		}
	}
}
