package session

import (
	"os"
	"path/filepath"
	"testing"
)

func TestEvidenceIsReplacedByABackups(t *testing.T) {
	k := newKitchen(t, EvidenceOptions{}, &clipsOf{})
	k.keep(t, proof(1), proof(2))
	live := proof(3)
	live.Match = "live"
	k.keep(t, live)
	dir := filepath.Dir(k.options.Dir)
	from, aside := filepath.Join(dir, "new"), filepath.Join(dir, "old")
	for _, name := range []string{"m9/7", "live/1"} {
		if err := os.MkdirAll(filepath.Join(from, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(from, name, BeforeFile), []byte("still"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Replace(from, aside, []string{"live"}); err != nil {
		t.Fatal(err)
	}
	if len(k.Shots("m1")) != 0 || len(k.Shots("m9")) != 1 || k.has(t, "live") != "[3]" || k.Counts().Shots != 2 {
		t.Errorf("m1 %v, m9 %v, live %v", k.Shots("m1"), k.Shots("m9"), k.Shots("live"))
	}
	if _, err := os.Stat(filepath.Join(aside, "m1", "2", RecordFile)); err != nil {
		t.Errorf("what was kept does not lie aside: %v", err)
	}
	// What lies in the way makes it fail, and nothing is changed.
	if err := os.MkdirAll(filepath.Join(from, "m9", "8"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(aside, "m9", "1"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := k.Replace(from, aside, []string{"live"}); err == nil {
		t.Fatal("it went through")
	}
	if len(k.Shots("m9")) != 1 || k.Shots("m9")[0].Shot != 7 {
		t.Errorf("m9 is now %v", k.Shots("m9"))
	}
}
