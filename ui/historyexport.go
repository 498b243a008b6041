package ui

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"

	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/export"

	"github.com/gin-gonic/gin"
)

// exportFormat is one way to write a match for others.
type exportFormat struct {
	kind  string // media type
	ext   string // of the file's name
	write func(w io.Writer, m *score.Match, lang referee.Language, version string) error
}

// exportFormats by the word in the path.
var exportFormats = map[string]exportFormat{
	"json": {"application/json; charset=utf-8", "json", func(w io.Writer, m *score.Match, _ referee.Language, _ string) error { return export.JSON(w, m) }},
	"csv": {"text/csv; charset=utf-8", "csv", func(w io.Writer, m *score.Match, _ referee.Language, _ string) error {
		return export.CSV(w, []*score.Match{m})
	}},
	"cmn": {"application/json; charset=utf-8", "cmn.json", func(w io.Writer, m *score.Match, _ referee.Language, version string) error {
		return export.CMN(w, []*score.Match{m}, version)
	}},
	"pdf": {"application/pdf", "pdf", func(w io.Writer, m *score.Match, lang referee.Language, _ string) error {
		return export.PDF(w, m, lang)
	}},
	"png": {"image/png", "png", func(w io.Writer, m *score.Match, lang referee.Language, _ string) error {
		return export.PNG(w, m, lang)
	}},
}

// matchExport answers with a match as a file; score sheets in the language of
// ?lang=.
func (s *Server) matchExport(c *gin.Context) {
	f, ok := exportFormats[c.Param("format")]
	if !ok {
		refuse(c, http.StatusNotFound, "no_such_format", fmt.Sprintf("there is no format %q: json, csv, cmn, pdf and png are written", shortened(c.Param("format"))))
		return
	}
	m, ok := s.stored(c)
	if !ok {
		return
	}
	var out bytes.Buffer
	if err := f.write(&out, m, language(c), s.version); err != nil {
		refuse(c, http.StatusConflict, "not_in_this_format", err.Error())
		return
	}
	c.Header("Cache-Control", "no-store")
	c.Header("Content-Disposition", fmt.Sprintf(`attachment; filename="ditchline-%s.%s"`, fileWord(m.Setup().ID), f.ext))
	c.Data(http.StatusOK, f.kind, out.Bytes())
}

// fileWord is a match's id as a part of a file's name.
func fileWord(id string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, id)
}
