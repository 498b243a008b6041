package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/link"
)

// said is the n-th message of a match: its start, then words.
func said(t *testing.T, table, id string, n int) []byte {
	t.Helper()
	at := time.Date(2026, 11, 21, 9, 0, n, 0, time.UTC)
	e := score.Event{Seq: n, ID: fmt.Sprintf("%s-%d", id, n), At: at, Kind: score.KindNote, Note: "a word"}
	if n == 1 {
		rs, err := models.ShippedRulesets().Get("NCA")
		if err != nil {
			t.Fatal(err)
		}
		setup := score.NewSetup(id, rs, rs.RulebookBoard(), referee.Two)
		setup.Event, setup.Table = "cup", table
		e = score.Event{Seq: n, At: at, Kind: score.KindStart, Setup: &setup}
		m, err := score.Begin(e)
		if err != nil {
			t.Fatal(err)
		}
		e = m.Events()[0]
	}
	body, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// A late word about a match that is no longer kept whole: while it is fetched the
// other tables go on and pages are answered, and when the servers do not answer it
// is fetched once more.
func TestTheOtherTablesGoOnWhileAMatchIsFetched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, err := newHub(Options{Event: "cup", Name: "one"})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer h.fetches.Wait()
		defer cancel()
		late, live := link.EventSubject("cup", "1", "late"), link.EventSubject("cup", "2", "live")
		var bodies [][]byte // of the match, all in the stream by the time it is fetched
		for n := range 6 {
			bodies = append(bodies, said(t, "1", "late", n+1))
		}
		tries := 0
		h.bodies = func(ctx context.Context, subject string) ([][]byte, error) {
			if subject != late {
				t.Errorf("%s is fetched", subject)
			}
			pause(ctx, fetchPatience)
			if tries++; tries == 1 {
				return nil, errors.New("no leader")
			}
			return bodies, nil
		}
		say := func(subject, table, id string, n int) {
			h.takeBoard(ctx, Parse(Message{Subject: subject, Schema: link.Schema, Data: said(t, table, id, n)}))
		}
		events := func(subject string) int {
			h.mu.RLock()
			defer h.mu.RUnlock()
			return h.boards.matches[subject].Events
		}
		say(late, "1", "late", 1)
		say(live, "2", "live", 1)
		h.boards.matches[late].cool()

		began := time.Now()
		say(late, "1", "late", 2)
		synctest.Wait()
		for n := 2; n <= 5; n++ {
			say(live, "2", "live", n)
			say(late, "1", "late", n+1)
		}
		if got := events(live); got != 5 || time.Since(began) > 0 {
			t.Errorf("table 2 has %d events after %s, want 5 at once", got, time.Since(began))
		}
		if got := events(late); got != 1 {
			t.Errorf("table 1 has %d events before its match was fetched", got)
		}
		h.fetches.Wait()
		if got := events(late); got != 6 || tries != 2 || time.Since(began) != 2*fetchPatience+followPause {
			t.Errorf("table 1 has %d events after %d tries in %s, want 6", got, tries, time.Since(began))
		}
		if aside := h.boards.Aside(); len(aside) > 0 {
			t.Errorf("set aside: %+v", aside)
		}
	})
}
