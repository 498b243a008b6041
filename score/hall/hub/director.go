package hub

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// directorStays is how long a browser stays signed in.
const directorStays = 7 * 24 * time.Hour

// longestName bounds what a director calls himself, characters.
const longestName = 40

// session is a browser that has said the director's word. It is kept in the
// browser alone, signed with a key made of the word: another word ends it.
type session struct {
	Name  string    `json:"name,omitempty"` // who directs, for the log
	Until time.Time `json:"until"`
	Salt  string    `json:"salt"`
}

func (h *Hub) sign(text string) string {
	mac := hmac.New(sha256.New, []byte("director's session of "+h.o.Event+"\n"+h.o.Secret))
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// sealed is a session as a cookie holds it.
func (h *Hub) sealed(s session) (string, error) {
	body, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	text := base64.RawURLEncoding.EncodeToString(body)
	return text + "." + h.sign(text), nil
}

// opened is the session of a cookie; false where it is none of ours, or over.
func (h *Hub) opened(cookie string) (session, bool) {
	text, mark, _ := strings.Cut(cookie, ".")
	if h.o.Secret == "" || subtle.ConstantTimeCompare([]byte(mark), []byte(h.sign(text))) != 1 {
		return session{}, false
	}
	var s session
	body, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || json.Unmarshal(body, &s) != nil || !h.o.Now().Before(s.Until) {
		return session{}, false
	}
	return s, true
}

// cookieName is another for each event: hubs on one machine share the
// browser's cookies.
func (h *Hub) cookieName() string { return "ditchline-director-" + h.o.Event }

func (h *Hub) setCookie(w http.ResponseWriter, r *http.Request, value string, age time.Duration) {
	c := http.Cookie{
		Name: h.cookieName(), Value: value, Path: "/api/v1/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: r.TLS != nil, MaxAge: int(age / time.Second),
	}
	if age <= 0 {
		c.MaxAge = -1
	}
	http.SetCookie(w, &c)
}

// isWord says whether somebody knows the director's word.
func (h *Hub) isWord(word string) bool {
	return h.o.Secret != "" && subtle.ConstantTimeCompare([]byte(word), []byte(h.o.Secret)) == 1
}

// director is who directs by a request: by the word itself, which programs
// send, or by a browser's session.
func (h *Hub) director(r *http.Request) (session, bool) {
	if word, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return session{}, h.isWord(word)
	}
	c, err := r.Cookie(h.cookieName())
	if err != nil {
		return session{}, false
	}
	return h.opened(c.Value)
}

// foreign says that a page of another site sends a request by the hand of a
// director's browser.
func foreign(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return true
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	u, err := url.Parse(origin)
	return err != nil || u.Host != r.Host
}

// by is what the log says of who did something.
func (s session) by() string {
	if s.Name == "" {
		return "director"
	}
	return "director " + s.Name
}

// directed lets only the director in.
func (h *Hub) directed(next func(http.ResponseWriter, *http.Request, session)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s, ok := h.director(r)
		switch {
		case !ok:
			w.Header().Set("WWW-Authenticate", "Bearer")
			reply(w, http.StatusUnauthorized, problem{problemText{"not_director", "this needs the director's word"}}, nil)
			return
		case r.Method != http.MethodGet && foreign(r):
			reply(w, http.StatusForbidden, problem{problemText{"foreign", "this was sent by a page of another site: nothing was done"}}, nil)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, longestBody)
		next(w, r, s)
	}
}

// deskState is who asks, to the hub.
type deskState struct {
	Director bool     `json:"director"`
	Name     string   `json:"name,omitempty"`
	Event    string   `json:"event"`
	Keys     bool     `json:"keys"`              // this hub keeps the tables' tickets
	Tickets  []string `json:"tickets,omitempty"` // tables that have one; for the director
	Servers  []string `json:"servers,omitempty"` // where tables reach the hall; for the director
}

func (h *Hub) desked(w http.ResponseWriter, r *http.Request) {
	s, ok := h.director(r)
	state := deskState{Director: ok, Event: h.o.Event, Keys: h.o.Tickets != nil}
	if ok && h.o.Tickets != nil {
		state.Name = s.Name
		state.Tickets, state.Servers = h.o.Tickets.Tables(), h.o.Tickets.Servers()
	}
	reply(w, http.StatusOK, state, nil)
}

// signIn makes a browser's session of the director's word.
func (h *Hub) signIn(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Word string `json:"word"`
		Name string `json:"name"`
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	switch err := json.NewDecoder(r.Body).Decode(&in); {
	case err != nil:
		reply(w, http.StatusBadRequest, problem{problemText{"bad_json", err.Error()}}, nil)
		return
	case foreign(r):
		reply(w, http.StatusForbidden, problem{problemText{"foreign", "this was sent by a page of another site: nothing was done"}}, nil)
		return
	case !h.isWord(typedWord(in.Word)) && !h.isWord(strings.ToUpper(typedWord(in.Word))):
		h.o.Log.Warn("somebody tried a wrong director's word", "from", r.RemoteAddr)
		reply(w, http.StatusForbidden, problem{problemText{"wrong_word", "that is not the director's word of event " + h.o.Event}}, nil)
		return
	}
	s := session{Name: plainName(in.Name), Until: h.o.Now().Add(directorStays), Salt: rand.Text()}
	cookie, err := h.sealed(s)
	if err != nil {
		reply(w, http.StatusOK, nil, err)
		return
	}
	h.o.Log.Info("the director signed in", "name", s.Name, "from", r.RemoteAddr)
	h.setCookie(w, r, cookie, directorStays)
	reply(w, http.StatusCreated, deskState{Director: true, Name: s.Name, Event: h.o.Event, Keys: h.o.Tickets != nil}, nil)
}

// typedWord is a word without the spaces that came along.
func typedWord(word string) string { return strings.Join(strings.Fields(word), "") }

// plainName keeps a name in one line of the log.
func plainName(name string) string {
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if runes := []rune(name); len(runes) > longestName {
		name = string(runes[:longestName])
	}
	return name
}

func (h *Hub) signOut(w http.ResponseWriter, r *http.Request) {
	h.setCookie(w, r, "", 0)
	reply(w, http.StatusOK, deskState{Event: h.o.Event, Keys: h.o.Tickets != nil}, nil)
}

// deskLog is the tournament's log, from the event after ?after=N on.
func (h *Hub) deskLog(w http.ResponseWriter, r *http.Request, _ session) {
	after, _ := strconv.Atoi(r.URL.Query().Get("after"))
	events, err := h.logAfter(after)
	reply(w, http.StatusOK, map[string]any{"log": events}, err)
}
