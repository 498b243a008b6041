package hub

import (
	"bytes"
	"compress/flate"
	"net/http"
	"strings"
	"sync"
)

// gzipHead begins a gzip stream (RFC 1952): deflate, no name, no time.
const gzipHead = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

// pack is a text as deflate blocks (RFC 1951) that look back at nothing before
// them, and end at a byte. So after gzipHead any pieces in a row are a stream
// of which a browser reads each piece as it comes, whenever the reader joined:
// one piece serves all. What that gives away against a compressor for each
// reader are the likenesses between pieces; what it saves are a compressor's
// time, and 300 kB of memory, for each.
func pack(text []byte) []byte {
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	// Neither fails: a buffer takes everything.
	_, _ = w.Write(text)
	_ = w.Flush()
	return out.Bytes()
}

var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	return w
}}

// acceptsGzip says whether a request's Accept-Encoding names gzip, and not to
// refuse it (RFC 9110, 12.5.3).
func acceptsGzip(h http.Header) bool {
	for part := range strings.SplitSeq(strings.Join(h.Values("Accept-Encoding"), ","), ",") {
		name, weight, weighted := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			return !weighted || strings.Trim(strings.TrimPrefix(strings.TrimSpace(weight), "q="), "0.") != ""
		}
	}
	return false
}
