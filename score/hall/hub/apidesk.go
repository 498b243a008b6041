package hub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"
)

// longestBody bounds what the director may send at once, bytes.
const longestBody = 1 << 20

func (h *Hub) put(w http.ResponseWriter, r *http.Request, by session, decide Decide) {
	e, err := h.desk.Put(r.Context(), h.o.Now(), func(cup *tournament.Tournament) (*tournament.Event, error) {
		e, err := decide(cup)
		if e != nil && (e.By == "" || e.By == "director" || strings.HasPrefix(e.By, "table ")) {
			e.By = by.by()
		}
		return e, err
	})
	if err == nil {
		h.nudge()
	}
	reply(w, http.StatusCreated, e, err)
}

// deskEvent takes an event of the tournament as it is.
func (h *Hub) deskEvent(w http.ResponseWriter, r *http.Request, by session) {
	var e tournament.Event
	if err := json.NewDecoder(r.Body).Decode(&e); err != nil {
		reply(w, http.StatusBadRequest, problem{problemText{"bad_json", err.Error()}}, nil)
		return
	}
	e.Seq, e.ID, e.At = 0, "", time.Time{}
	h.put(w, r, by, Say(e))
}

// deskStage begins the next stage, as the tournament's rules have it.
func (h *Hub) deskStage(w http.ResponseWriter, r *http.Request, by session) {
	h.put(w, r, by, Computed((*tournament.Tournament).NextStage))
}

// deskRound draws the next round. A request that says which (?round=3) is
// refused when that one has been drawn: two hands on two pages draw it once.
func (h *Hub) deskRound(w http.ResponseWriter, r *http.Request, by session) {
	chance := uint64(h.o.Now().UnixNano())
	want := r.URL.Query().Get("round")
	h.put(w, r, by, Computed(func(cup *tournament.Tournament) (tournament.Event, error) {
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

// deskPairs are the pairs that the next round would be drawn with (?chance=7
// for those that fall by chance): to be changed by people, or confirmed.
func (h *Hub) deskPairs(w http.ResponseWriter, r *http.Request, _ session) {
	chance, _ := strconv.ParseUint(r.URL.Query().Get("chance"), 10, 64)
	var e tournament.Event
	err := h.desk.cupped(func(cup *tournament.Tournament) (err error) {
		e, err = cup.NextRound(chance)
		return err
	})
	reply(w, http.StatusOK, e.Drawn, err)
}

// deskEntrants takes an entry list as CSV. With ?preview=1 nothing is
// entered: each line is answered with what is wrong with it.
func (h *Hub) deskEntrants(w http.ResponseWriter, r *http.Request, by session) {
	if r.URL.Query().Get("preview") != "" {
		h.previewEntrants(w, r)
		return
	}
	list, err := tournament.ReadEntrants(r.Body)
	if err != nil {
		reply(w, http.StatusOK, nil, err)
		return
	}
	group, _ := strconv.Atoi(r.URL.Query().Get("group"))
	h.put(w, r, by, Say(tournament.Event{Kind: tournament.KindEnter, Entrants: list, Group: group}))
}

func (h *Hub) previewEntrants(w http.ResponseWriter, r *http.Request) {
	entries, err := tournament.ReadEntries(r.Body)
	answer := struct {
		Entries []tournament.Entry `json:"entries"`
		Problem string             `json:"problem,omitempty"` // of the list as a whole
	}{}
	if err != nil {
		answer.Problem = err.Error()
	}
	err = h.desk.State(func(s *tournament.State) { answer.Entries = append([]tournament.Entry{}, s.Review(entries)...) })
	reply(w, http.StatusOK, answer, err)
}

// Tickets are the tables' credentials, where a hub keeps them.
type Tickets interface {
	Tables() []string  // those that have one
	Servers() []string // where tables reach the hall
	Ticket(table string) (link.Ticket, error)
	Revoke(table string) error // makes a table's key worthless, and a new ticket
}

// ticketed refuses where this hub keeps no tickets.
func (h *Hub) ticketed(next func(http.ResponseWriter, *http.Request, session)) http.HandlerFunc {
	return h.directed(func(w http.ResponseWriter, r *http.Request, by session) {
		if h.o.Tickets == nil {
			reply(w, http.StatusNotImplemented, problem{problemText{"not_here", "this hub does not keep the keys"}}, nil)
			return
		}
		next(w, r, by)
	})
}

// deskTicket is the ticket of ?table=N, as its machine wants it.
func (h *Hub) deskTicket(w http.ResponseWriter, r *http.Request, by session) {
	ticket, err := h.o.Tickets.Ticket(r.URL.Query().Get("table"))
	if err != nil {
		reply(w, http.StatusOK, nil, err)
		return
	}
	h.o.Log.Info("the ticket of table "+ticket.Table+" was downloaded", "by", by.by(), "from", r.RemoteAddr)
	w.Header().Set("Content-Disposition", `attachment; filename="`+filepath.Base(link.TicketFile("", ticket.Event, ticket.Table))+`"`)
	reply(w, http.StatusOK, ticket, nil)
}

// deskRevoke makes the key of ?table=N worthless; its new ticket stands where
// the old one did.
func (h *Hub) deskRevoke(w http.ResponseWriter, r *http.Request, by session) {
	table := r.URL.Query().Get("table")
	err := h.o.Tickets.Revoke(table)
	if err == nil {
		h.o.Log.Warn("the key of table "+table+" was revoked", "by", by.by())
	}
	reply(w, http.StatusCreated, map[string]any{"table": table}, err)
}

// logAfter are the events of the tournament's log that follow the nth.
func (h *Hub) logAfter(n int) ([]tournament.Event, error) {
	events := []tournament.Event{}
	err := h.desk.cupped(func(cup *tournament.Tournament) error {
		if all := cup.Events(); n >= 0 && n < len(all) {
			events = append(events, all[n:]...)
		}
		return nil
	})
	return events, err
}
