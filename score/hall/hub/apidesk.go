package hub

import (
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ditchline/score/hall/tournament"
)

// longestBody bounds what the director may send at once, bytes.
const longestBody = 1 << 20

// directed lets only the director in.
func (h *Hub) directed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		word, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if h.o.Secret == "" || subtle.ConstantTimeCompare([]byte(word), []byte(h.o.Secret)) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			reply(w, http.StatusUnauthorized, problem{problemText{"not_director", "this needs the director's word"}}, nil)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, longestBody)
		next(w, r)
	}
}

func (h *Hub) put(w http.ResponseWriter, r *http.Request, decide Decide) {
	e, err := h.desk.Put(r.Context(), h.o.Now(), decide)
	if err == nil {
		h.nudge()
	}
	reply(w, http.StatusCreated, e, err)
}

// deskEvent takes an event of the tournament as it is.
func (h *Hub) deskEvent(w http.ResponseWriter, r *http.Request) {
	var e tournament.Event
	if err := json.NewDecoder(r.Body).Decode(&e); err != nil {
		reply(w, http.StatusBadRequest, problem{problemText{"bad_json", err.Error()}}, nil)
		return
	}
	if e.By == "" || strings.HasPrefix(e.By, "table ") {
		e.By = "director"
	}
	e.Seq, e.ID, e.At = 0, "", time.Time{}
	h.put(w, r, Say(e))
}

// deskStage begins the next stage, as the tournament's rules have it.
func (h *Hub) deskStage(w http.ResponseWriter, r *http.Request) {
	h.put(w, r, Computed((*tournament.Tournament).NextStage))
}

// deskRound draws the next round. A request that says which (?round=3) is
// refused when that one has been drawn: two hands on two pages draw it once.
func (h *Hub) deskRound(w http.ResponseWriter, r *http.Request) {
	chance := uint64(h.o.Now().UnixNano())
	want := r.URL.Query().Get("round")
	h.put(w, r, Computed(func(cup *tournament.Tournament) (tournament.Event, error) {
		e, err := cup.NextRound(chance)
		if err == nil && want != "" && want != strconv.Itoa(e.Drawn.Round) {
			err = fmt.Errorf("round %s has been drawn already: the next one is %d", want, e.Drawn.Round)
		}
		return e, err
	}))
}

// Computed is an event that the tournament itself works out.
func Computed(work func(*tournament.Tournament) (tournament.Event, error)) Decide {
	return func(cup *tournament.Tournament) (*tournament.Event, error) {
		if cup == nil {
			return nil, ErrNotOpen
		}
		e, err := work(cup)
		if err != nil {
			return nil, err
		}
		e.By = "director"
		return &e, nil
	}
}

// deskEntrants takes an entry list as CSV.
func (h *Hub) deskEntrants(w http.ResponseWriter, r *http.Request) {
	list, err := tournament.ReadEntrants(r.Body)
	if err != nil {
		reply(w, http.StatusOK, nil, err)
		return
	}
	group, _ := strconv.Atoi(r.URL.Query().Get("group"))
	h.put(w, r, Say(tournament.Event{Kind: tournament.KindEnter, By: "director", Entrants: list, Group: group}))
}

// deskRevoke makes the key of ?table=N worthless; its new ticket stands where
// the old one did.
func (h *Hub) deskRevoke(w http.ResponseWriter, r *http.Request) {
	if h.o.Revoke == nil {
		reply(w, http.StatusNotImplemented, problem{problemText{"not_here", "this hub does not keep the keys"}}, nil)
		return
	}
	table := r.URL.Query().Get("table")
	err := h.o.Revoke(table)
	if err == nil {
		h.o.Log.Warn("the key of table " + table + " was revoked")
	}
	reply(w, http.StatusCreated, map[string]any{"table": table}, err)
}
