package session

import "testing"

func TestDiscsAreListedAsAReaderTakesThemIn(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"A1"}, "A1"},
		{[]string{"A1", "B2"}, "A1, B2"},
		{[]string{""}, "1 disc"},
		{[]string{"A1", "", ""}, "A1 and 2 more discs"},
		{[]string{"A1", "A2", "A3", "A4", "A5"}, "A1, A2, A3, A4 and 1 more disc"},
	} {
		if got := listed(c.names); got != c.want {
			t.Errorf("%q are listed as %q, want %q", c.names, got, c.want)
		}
	}
}
