package ui

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"
	"ditchline/ui/storybook"
)

func handlesJSON(t *testing.T, shift float64) string {
	t.Helper()
	hole, line, err := storybook.PhotoHandles()
	if err != nil {
		t.Fatal(err)
	}
	hole[0] += shift
	text, err := json.Marshal(Handles{Hole: hole, Line: line})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sentDark sends a photograph whose board is not found without help.
func sentDark(t *testing.T, base string) photoPicture {
	t.Helper()
	body, kind := form(t, nil, story(t, 0.5))
	status, text := send(t, "POST", base+"/api/v1/photos", kind, body)
	var p photoPicture
	if err := json.Unmarshal([]byte(text), &p); err != nil || status != http.StatusCreated || p.Width == 0 {
		t.Fatalf("%d %s", status, text)
	}
	return p
}

func TestHandlesFindABoardThatWasNotFound(t *testing.T) {
	base, _, _, _ := disputing(t, nil)
	p := sentDark(t, base)
	if status, h, picture := fetch(t, base+p.URL); status != 200 || h.Get("Content-Type") != "image/jpeg" || !strings.HasPrefix(picture, "\xff\xd8") {
		t.Errorf("the picture: %d %v", status, h)
	}
	ask := func(path, extra string) (int, string) {
		return send(t, "POST", base+path, "application/json", strings.NewReader(fmt.Sprintf(`{"photo":%q%s}`, p.Photo, extra)))
	}
	if status, text := ask("/api/v1/calibrate", ""); status != 422 || !strings.Contains(text, "no_board") {
		t.Errorf("without handles: %d %s", status, text)
	}
	if status, text := ask("/api/v1/calibrate", `,"handles":`+handlesJSON(t, 300)); status != 422 {
		t.Errorf("with a handle beside: %d %s", status, text)
	}
	status, text := ask("/api/v1/calibrate", `,"handles":`+handlesJSON(t, 2))
	var got calibrated
	if err := json.Unmarshal([]byte(text), &got); err != nil || status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if len(got.Rings) != 3 || got.RMSMM == 0 || len(got.Outlines) < 5 || got.Width != p.Width || got.Board.Name == "" {
		t.Errorf("calibrated %+v", got)
	}
	status, text = send(t, "POST", base+"/api/v1/dispute", "application/json", strings.NewReader(fmt.Sprintf(`{"photos":[%q],"line":"10","handles":%s}`, p.Photo, handlesJSON(t, 2))))
	if status != 201 || recordOf(t, text).Answers[0].Answer == "none" {
		t.Errorf("the dispute with handles: %d %.300s", status, text)
	}
	if status, text := send(t, "POST", base+"/api/v1/calibrate", "application/json", strings.NewReader(`{"photo":"gone"}`)); status != 410 {
		t.Errorf("a photograph that is gone: %d %s", status, text)
	}
	if status, _ := send(t, "POST", base+"/api/v1/calibrate", "text/plain", strings.NewReader(`{}`)); status != 415 {
		t.Errorf("no JSON: %d", status)
	}
	if status, _ := send(t, "POST", base+"/api/v1/calibrate", "application/json", strings.NewReader(`{"photo":"x","nonsense":1}`)); status != 400 {
		t.Errorf("unknown field: %d", status)
	}
}

func TestALiveBoardTakesHandles(t *testing.T) {
	var used struct {
		board string
		h     *Handles
		width int
	}
	base, _, board, _ := disputing(t, func(o *DisputeOptions) {
		o.UseHandles = func(name string, h *Handles, width, _ int) { used.board, used.h, used.width = name, h, width }
	})
	if status, text := send(t, "POST", base+"/api/v1/photos?board=main", "", nil); status != 409 {
		t.Errorf("before the first picture: %d %s", status, text)
	}
	s, err := storybook.Tell("looking")
	if err != nil {
		t.Fatal(err)
	}
	board.Publish(s.State)
	board.Show(s.Frame)
	status, text := send(t, "POST", base+"/api/v1/photos?board=main", "", nil)
	var p photoPicture
	if err := json.Unmarshal([]byte(text), &p); err != nil || status != 201 || p.Width != s.Frame.Width {
		t.Fatalf("%d %s", status, text)
	}
	order := fmt.Sprintf(`{"photo":%q,"live":"main","handles":%s}`, p.Photo, handlesJSON(t, 1))
	if status, text := send(t, "POST", base+"/api/v1/calibrate/use", "application/json", strings.NewReader(order)); status != 204 {
		t.Fatalf("%d %s", status, text)
	}
	if used.board != "main" || used.h == nil || used.width != s.Frame.Width {
		t.Errorf("used %+v", used)
	}
	if status, _ := send(t, "POST", base+"/api/v1/calibrate/use", "application/json", strings.NewReader(strings.Replace(order, "main", "none", 1))); status != 404 {
		t.Errorf("a board that there is not: %d", status)
	}
}

func TestAMeasuredBoardIsSavedUnderANameOfItsOwn(t *testing.T) {
	var saved string
	base, _, _, _ := disputing(t, func(o *DisputeOptions) {
		o.SaveBoard = func(_ capture.Frame, c calibrate.Calibration, name, title string) (models.Board, error) {
			saved = name + "/" + title
			b := c.Board
			b.Name, b.Title = name, title
			return b, nil
		}
	})
	p := sentDark(t, base)
	save := func(name string) (int, string) {
		return send(t, "POST", base+"/api/v1/calibrate/board", "application/json",
			strings.NewReader(fmt.Sprintf(`{"photo":%q,"handles":%s,"name":%q,"title":"Ours"}`, p.Photo, handlesJSON(t, 1), name)))
	}
	if status, text := save("Kitchen-Table"); status != 201 || saved != "kitchen-table/Ours" || !strings.Contains(text, `"surface_mm":660.4`) {
		t.Errorf("%d %s, saved %q", status, text, saved)
	}
	if status, _ := save("nca-26"); status != 409 {
		t.Errorf("a taken name: %d", status)
	}
	if status, _ := save("../x"); status != 400 {
		t.Errorf("a bad name: %d", status)
	}
}
