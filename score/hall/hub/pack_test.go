package hub

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Whoever joins, and whenever: the pieces from there on are a stream that
// gives each piece as soon as it has come.
func TestPiecesInARowAreAStream(t *testing.T) {
	texts := []string{"event: state\n\n", "", strings.Repeat("a line that comes again\n", 2000), "é", "event: state\n\n"}
	for from := range texts {
		in, out := io.Pipe()
		go func() {
			io.WriteString(out, gzipHead)
			for _, text := range texts[from:] {
				out.Write(pack([]byte(text)))
			}
			out.CloseWithError(io.ErrUnexpectedEOF) // as a line that breaks
		}()
		r, err := gzip.NewReader(in)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts[from:] {
			got := make([]byte, len(text))
			if _, err := io.ReadFull(r, got); err != nil || string(got) != text {
				t.Fatalf("from %d: got %.40q, %v; want %.40q", from, got, err, text)
			}
		}
		in.Close()
	}
	if long := pack(bytes.Repeat([]byte("again "), 1000)); len(long) > 200 {
		t.Errorf("6000 bytes are packed into %d", len(long))
	}
}

func TestWhoAcceptsIt(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "gzip, deflate, br, zstd": true, "br;q=1.0, GZIP;q=0.8, *;q=0.1": true,
		"gzip;q=0": false, "gzip; q=0.0": false, "identity": false, "x-gzip": false, "deflate": false,
	} {
		if got := acceptsGzip(http.Header{"Accept-Encoding": {header}}); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
}
