package export

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"ditchline/referee"
	"ditchline/score"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The inks of a sheet.
var (
	black = color.RGBA{0x1c, 0x18, 0x14, 0xff}
	grey  = color.RGBA{0x6a, 0x63, 0x5c, 0xff}
	hair  = color.RGBA{0xb9, 0xb0, 0xa4, 0xff}
	tint  = color.RGBA{0xf4, 0xf0, 0xe9, 0xff}
)

// mmPerPoint: 72 points are an inch.
const mmPerPoint = 25.4 / 72

// faces are the Go fonts at any size, with every letter of the sources'
// languages. They are measured in thousandths of an em.
type faces struct {
	mu            sync.Mutex
	regular, bold *opentype.Font
	sized         map[[2]float64]font.Face
}

var loadFaces = sync.OnceValues(func() (*faces, error) {
	regular, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, err
	}
	return &faces{regular: regular, bold: bold, sized: map[[2]float64]font.Face{}}, nil
})

// face of a size in pixels; the lock is held.
func (f *faces) face(px float64, bold bool) font.Face {
	key := [2]float64{px, 0}
	from := f.regular
	if bold {
		key[1], from = 1, f.bold
	}
	if have := f.sized[key]; have != nil {
		return have
	}
	made, err := opentype.NewFace(from, &opentype.FaceOptions{Size: px, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil
	}
	f.sized[key] = made
	return made
}

func (f *faces) width(text string, size float64, bold bool) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	const em = 200
	advance := font.MeasureString(f.face(em, bold), text)
	return float64(advance) / 64 / em * size * mmPerPoint
}

// lastTime is the latest time of the events, none before begun.
func lastTime(events []score.Event, begun time.Time) time.Time {
	for _, e := range events {
		if e.At.After(begun) {
			begun = e.At
		}
	}
	return begun
}

// PDF writes a match's score sheet on A4 pages.
func PDF(w io.Writer, m *score.Match, lang referee.Language) error {
	fonts, err := loadFaces()
	if err != nil {
		return fmt.Errorf("score sheet: %w", err)
	}
	doc := fpdf.New("P", "mm", "A4", "")
	doc.SetAutoPageBreak(false, 0)
	doc.SetCatalogSort(true) // the same match gives the same file
	begun := m.Events()[0].At.UTC()
	doc.SetCreationDate(begun)
	doc.SetModificationDate(lastTime(m.Events(), begun).UTC()) // without one the library takes the clock's
	doc.SetTitle(m.Setup().ID, true)
	doc.SetCreator("Ditchline", true)
	doc.SetLang(string(lang))
	doc.AddUTF8FontFromBytes("go", "", goregular.TTF)
	doc.AddUTF8FontFromBytes("go", "B", gobold.TTF)
	for _, page := range drawSheet(m, lang, fonts) {
		doc.AddPage()
		for _, k := range page {
			pdfMark(doc, k, fonts)
		}
	}
	if err := doc.Output(w); err != nil {
		return fmt.Errorf("score sheet: %w", err)
	}
	return nil
}

func pdfMark(doc *fpdf.Fpdf, k ink, fonts *faces) {
	switch {
	case k.text != "":
		style, tone := "", black
		if k.bold {
			style = "B"
		}
		if k.grey {
			tone = grey
		}
		doc.SetFont("go", style, k.size)
		doc.SetTextColor(int(tone.R), int(tone.G), int(tone.B))
		doc.Text(k.x-shift(k, fonts), k.y, k.text)
	case k.colour != "":
		c, ok := hexColour(k.colour)
		if !ok {
			return
		}
		doc.SetFillColor(int(c.R), int(c.G), int(c.B))
		doc.SetDrawColor(int(hair.R), int(hair.G), int(hair.B))
		doc.Circle(k.x, k.y, k.w/2, "FD")
	case k.fill:
		doc.SetFillColor(int(tint.R), int(tint.G), int(tint.B))
		doc.Rect(k.x, k.y, k.w, k.h, "F")
	case k.w > 0:
		doc.SetDrawColor(int(hair.R), int(hair.G), int(hair.B))
		doc.SetLineWidth(0.25)
		doc.Line(k.x, k.y, k.x+k.w, k.y)
	}
}

// shift is how far left of its x a text begins, mm.
func shift(k ink, fonts measure) float64 {
	switch k.align {
	case right:
		return fonts.width(k.text, k.size, k.bold)
	case middle:
		return fonts.width(k.text, k.size, k.bold) / 2
	}
	return 0
}

// pxPerMM of a sheet as a picture: 150 pixels an inch.
const pxPerMM = 150 / 25.4

// maxPicturePages bounds a picture; a PDF has as many pages as it needs.
const maxPicturePages = 8

// PNG writes a match's score sheet as a picture, its pages below each other.
func PNG(w io.Writer, m *score.Match, lang referee.Language) error {
	fonts, err := loadFaces()
	if err != nil {
		return fmt.Errorf("score sheet: %w", err)
	}
	pages := drawSheet(m, lang, fonts)
	if len(pages) > maxPicturePages {
		return fmt.Errorf("score sheet: it has %d pages, and a picture at most %d: take the PDF", len(pages), maxPicturePages)
	}
	width, height := int(math.Round(pageWidth*pxPerMM)), int(math.Round(pageHeight*pxPerMM))

	img := image.NewRGBA(image.Rect(0, 0, width, height*len(pages)))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	for i, page := range pages {
		for _, k := range page {
			pngMark(img, k, fonts, i*height)
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return fmt.Errorf("score sheet: %w", err)
	}
	_, err = w.Write(out.Bytes())
	return err
}

func pngMark(img *image.RGBA, k ink, fonts *faces, top int) {
	px := func(mm float64) int { return int(math.Round(mm * pxPerMM)) }
	switch {
	case k.text != "":
		tone := black
		if k.grey {
			tone = grey
		}
		x := (k.x - shift(k, fonts)) * pxPerMM
		fonts.mu.Lock()
		defer fonts.mu.Unlock()
		d := font.Drawer{
			Dst: img, Src: image.NewUniform(tone), Face: fonts.face(k.size*mmPerPoint*pxPerMM, k.bold),
			Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6((k.y*pxPerMM + float64(top)) * 64)},
		}
		d.DrawString(k.text)
	case k.colour != "":
		if c, ok := hexColour(k.colour); ok {
			spot(img, k.x*pxPerMM, k.y*pxPerMM+float64(top), k.w/2*pxPerMM, c)
		}
	case k.fill:
		draw.Draw(img, image.Rect(px(k.x), top+px(k.y), px(k.x+k.w), top+px(k.y+k.h)), image.NewUniform(tint), image.Point{}, draw.Src)
	case k.w > 0:
		draw.Draw(img, image.Rect(px(k.x), top+px(k.y), px(k.x+k.w), top+px(k.y)+2), image.NewUniform(hair), image.Point{}, draw.Src)
	}
}

// spot is a round spot with a rim, its edges smooth.
func spot(img *image.RGBA, x, y, r float64, c color.RGBA) {
	for v := int(y - r - 2); v <= int(y+r+2); v++ {
		for u := int(x - r - 2); u <= int(x+r+2); u++ {
			d := math.Hypot(float64(u)-x, float64(v)-y)
			ink := c
			if d > r-1.5 {
				ink = hair
			}
			cover := min(1, max(0, r-d+0.5))
			under := img.RGBAAt(u, v)
			mix := func(a, b uint8) uint8 { return uint8(float64(a)*cover + float64(b)*(1-cover)) }
			img.SetRGBA(u, v, color.RGBA{mix(ink.R, under.R), mix(ink.G, under.G), mix(ink.B, under.B), 0xff})
		}
	}
}

func hexColour(text string) (color.RGBA, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 24)
	if err != nil || len(text) != 7 {
		return color.RGBA{}, false
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}, true
}
