package ui

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

//go:embed web/dist
var built embed.FS

// assets are the built files of the page, by their path below /.
type assets map[string]asset

type asset struct {
	body []byte
	zip  []byte // the same, gzipped; nil where that is no smaller
	kind string // media type
	etag string
}

// loadAssets reads the embedded page. Media types are named here, because
// Go's table depends on the machine it runs on.
func loadAssets() (assets, error) {
	kinds := map[string]string{
		".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
		".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8",
		".md": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json",
	}
	a := assets{}
	err := fs.WalkDir(built, "web/dist", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := built.ReadFile(name)
		if err != nil {
			return err
		}
		kind, ok := kinds[path.Ext(name)]
		if !ok {
			kind = mime.TypeByExtension(path.Ext(name))
		}
		f, err := newAsset(body, kind)
		a[strings.TrimPrefix(name, "web/dist/")] = f
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the embedded page: %w", err)
	}
	if _, ok := a["index.html"]; !ok {
		return nil, errors.New("the embedded page has no index.html: run npm ci && npm run build in ui/web, then build again")
	}
	return a, nil
}

// newAsset is a file with what is sent along with it.
func newAsset(body []byte, kind string) (asset, error) {
	sum := sha256.Sum256(body)
	zip, err := zipped(body)
	return asset{body, zip, kind, `"` + hex.EncodeToString(sum[:12]) + `"`}, err
}

// zipped is a file's gzip; nil where that is no smaller.
func zipped(body []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil || out.Len() >= len(body) {
		return nil, err
	}
	return out.Bytes(), nil
}

// names are the files' paths in order.
func (a assets) names() []string {
	names := make([]string, 0, len(a))
	for name := range a {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// has says whether a path is that of a file of the page.
func (a assets) has(path string) bool {
	_, ok := a[strings.TrimPrefix(path, "/")]
	return ok
}

func (a assets) index(c *gin.Context) { a.file("index.html")(c) }

// file answers with one file. Those below assets/ carry a hash in their name
// and may be kept for ever; the others are asked for again each time.
func (a assets) file(name string) gin.HandlerFunc {
	f := a[name]
	keep := "no-cache"
	if strings.HasPrefix(name, "assets/") {
		keep = "public, max-age=31536000, immutable"
	}
	return func(c *gin.Context) {
		h := c.Writer.Header()
		h.Set("Content-Type", f.kind)
		h.Set("Cache-Control", keep)
		body, etag := f.body, f.etag
		if f.zip != nil {
			h.Set("Vary", "Accept-Encoding")
			if takesGzip(c.GetHeader("Accept-Encoding")) && c.GetHeader("Range") == "" {
				h.Set("Content-Encoding", "gzip")
				body, etag = f.zip, strings.TrimSuffix(f.etag, `"`)+`-gz"`
			}
		}
		h.Set("ETag", etag)
		http.ServeContent(c.Writer, c.Request, "", time.Time{}, bytes.NewReader(body))
	}
}

// takesGzip says whether an Accept-Encoding names gzip, and not to refuse it.
func takesGzip(accepted string) bool {
	for part := range strings.SplitSeq(accepted, ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			return strings.ReplaceAll(q, " ", "") != "q=0"
		}
	}
	return false
}
