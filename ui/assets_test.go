package ui

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestFilesOfThePageAreSentCompressedToWhoeverTakesThat(t *testing.T) {
	s, _ := newServer(t, nil)
	base, _ := listen(t, s)
	_, _, whole := fetch(t, base+"/theme.js")
	for accepted, zipped := range map[string]bool{"gzip": true, "br, GZIP;q=0.5": true, "gzip;q=0": false, "br": false, "identity": false} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/theme.js", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", accepted) // which has the client leave the body as it is
		r, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		if got := r.Header.Get("Content-Encoding") == "gzip"; got != zipped || !strings.Contains(r.Header.Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s: Content-Encoding %q, Vary %q", accepted, r.Header.Get("Content-Encoding"), r.Header.Get("Vary"))
			continue
		}
		if tag := r.Header.Get("ETag"); strings.HasSuffix(tag, `-gz"`) != zipped {
			t.Errorf("%s: ETag %s", accepted, tag)
		}
		var in io.Reader = r.Body
		if zipped {
			if in, err = gzip.NewReader(r.Body); err != nil {
				t.Fatal(err)
			}
		}
		if body, err := io.ReadAll(in); err != nil || string(body) != whole {
			t.Errorf("%s: %q, %v", accepted, body, err)
		}
	}
}
