package ui

import (
	"bytes"
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
		sum := sha256.Sum256(body)
		a[strings.TrimPrefix(name, "web/dist/")] = asset{body, kind, `"` + hex.EncodeToString(sum[:12]) + `"`}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the embedded page: %w", err)
	}
	if _, ok := a["index.html"]; !ok {
		return nil, errors.New("the embedded page has no index.html: run npm ci && npm run build in ui/web, then build again")
	}
	return a, nil
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
		h.Set("ETag", f.etag)
		http.ServeContent(c.Writer, c.Request, "", time.Time{}, bytes.NewReader(f.body))
	}
}
