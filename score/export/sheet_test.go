package export_test

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/export"
)

// DITCHLINE_SHEETS names a folder to look at the sheets in.
func keep(t *testing.T, name string, content []byte) {
	if dir := os.Getenv("DITCHLINE_SHEETS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// long is a match of many rounds with accents in every name.
func long(t *testing.T, form referee.Form, rounds int) *score.Match {
	rs, err := models.ShippedRulesets().Get("MAY", "Target=100000")
	if err != nil {
		t.Fatal(err)
	}
	setup := score.NewSetup("m20260506-180000", rs, rs.RulebookBoard(), form)
	names := []string{"Zoë Grünwald-Müller", "François Dœuf", "Łukasz Żółw", "Ærø Ångström"}
	n := 0
	for i := range setup.Teams {
		setup.Teams[i].Colour = []string{"#222222", "#d8b26e", "#a8322a"}[i]
		for k := range setup.Teams[i].Players {
			setup.Teams[i].Players[k].Name = names[n]
			n++
		}
	}
	setup.Target = 100000
	setup.Event, setup.Stage, setup.Table = "Coupe d’été à Genève – soirée des clubs", "½ finale", "7"
	m, err := score.Begin(score.Event{At: time.Date(2026, 8, 6, 18, 0, 0, 0, time.UTC), Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	for i := range rounds {
		end := &score.RoundEnd{Counts: map[referee.Side]score.Count{}}
		for k, team := range setup.Teams {
			end.Counts[team.Side] = score.Count{Board: 5 * ((i*7 + k*3) % 12), Twenties: (i + k) % 4}
		}
		do(t, m, score.Event{Kind: score.KindRound, Round: end})
		if m.State().Phase == score.Choosing {
			do(t, m, score.Event{Kind: score.KindStarter, Seat: referee.South})
		}
	}
	return m
}

func TestScoreSheets(t *testing.T) {
	carrom := match(t, referee.Two, "CAR", "c1")
	for name, m := range map[string]*score.Match{"two": long(t, referee.Two, 12), "three": long(t, referee.Three, 40), "four": long(t, referee.Four, 3), "carrom": carrom, "empty": long(t, referee.Two, 0)} {
		for _, lang := range referee.Languages {
			var pdf, picture bytes.Buffer
			if err := export.PDF(&pdf, m, lang); err != nil {
				t.Fatalf("%s %s: %v", name, lang, err)
			}
			if !bytes.HasPrefix(pdf.Bytes(), []byte("%PDF-")) || !bytes.Contains(pdf.Bytes()[pdf.Len()-64:], []byte("%%EOF")) {
				t.Errorf("%s %s is no PDF", name, lang)
			}
			keep(t, name+"-"+string(lang)+".pdf", pdf.Bytes())
			if lang != referee.French && os.Getenv("DITCHLINE_SHEETS") == "" {
				continue // a picture takes a second with the race detector
			}
			if err := export.PNG(&picture, m, lang); err != nil {
				t.Fatalf("%s %s: %v", name, lang, err)
			}
			img, err := png.Decode(bytes.NewReader(picture.Bytes()))
			if err != nil || img.Bounds().Dx() != 1240 {
				t.Errorf("%s %s: %v", name, lang, err)
			}
			keep(t, name+"-"+string(lang)+".png", picture.Bytes())
		}
	}
	if err := export.PNG(new(bytes.Buffer), long(t, referee.Two, 400), referee.English); err == nil || !strings.Contains(err.Error(), "take the PDF") {
		t.Errorf("a picture of 400 rounds: %v", err)
	}
}

// The same match gives the same file: a sheet can be compared.
func TestASheetIsTheSameEachTime(t *testing.T) {
	var one, two bytes.Buffer
	m := long(t, referee.Two, 5)
	if err := export.PDF(&one, m, referee.French); err != nil {
		t.Fatal(err)
	}
	if err := export.PDF(&two, m, referee.French); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two sheets of one match differ")
	}
}
