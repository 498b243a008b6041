package ui

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
)

// Webhook is an address that is told of what happens: a lamp, a sound, a
// program. Addresses of the own network are allowed: that is where lamps are.
type Webhook struct {
	ID     string          `json:"id"`
	URL    string          `json:"url"`
	Events []HappeningKind `json:"events"`
	Board  string          `json:"board"`            // only of this one; empty for all
	Off    bool            `json:"off"`              // kept, but not told
	Secret string          `json:"secret,omitempty"` // signs what is sent; given out once, when it is made
	Fixed  bool            `json:"fixed"`            // named in the settings: not changed here
}

// WebhookOptions say where webhooks are kept, and which always are.
type WebhookOptions struct {
	File      string            // that those set on the page are kept in; empty: they last until the end
	Fixed     []Webhook         // of the settings
	Transport http.RoundTripper // nil for the network
}

// maxWebhooks bounds them.
const maxWebhooks = 20

// check reports everything that is wrong with a webhook at once.
func (h Webhook) check() error {
	var problems []error
	u, err := url.Parse(h.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		problems = append(problems, fmt.Errorf("url is %.100q: want an address like http://192.168.1.20/lamp", h.URL))
	case u.User != nil:
		problems = append(problems, errors.New("url holds a password: what is sent is signed, and needs none"))
	case len(h.URL) > 2000:
		problems = append(problems, errors.New("url is longer than 2000 letters"))
	}
	if len(h.Events) == 0 {
		problems = append(problems, errors.New("events is empty: want some of shot, verdict, round, match"))
	}
	for _, kind := range h.Events {
		if !slices.Contains(happeningKinds, kind) {
			problems = append(problems, fmt.Errorf("events has %.40q: want shot, verdict, round or match", kind))
		}
	}
	if h.Board != "" && !goodName(h.Board) {
		problems = append(problems, fmt.Errorf("board is %.80q: want the name of one, or nothing for all", h.Board))
	}
	if len(h.Secret) > 0 && len(h.Secret) < 8 || len(h.Secret) > 200 {
		problems = append(problems, errors.New("secret: want 8 to 200 letters, or nothing to have one made"))
	}
	return errors.Join(problems...)
}

// wants says whether a webhook is told of a happening.
func (h *Webhook) wants(v Happening) bool {
	return !h.Off && slices.Contains(h.Events, v.Kind) && (h.Board == "" || h.Board == v.Board)
}

// webhooks are those of a server, with what delivers to them.
type webhooks struct {
	file string // that they are kept in; empty for none
	post *postOffice

	mu    sync.Mutex
	hooks []Webhook
}

func newWebhooks(o WebhookOptions, version string, reg prometheus.Registerer, now func() time.Time) (*webhooks, error) {
	if o.Transport == nil {
		o.Transport = directTransport()
	}
	post, err := newPostOffice(version, reg, o.Transport, now)
	if err != nil {
		return nil, fmt.Errorf("register metrics: %w", err)
	}
	return openWebhooks(o.File, o.Fixed, post)
}

// openWebhooks reads the file, and adds those that the settings name.
func openWebhooks(file string, fixed []Webhook, post *postOffice) (*webhooks, error) {
	w := &webhooks{file: file, post: post}
	if file != "" {
		text, err := os.ReadFile(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, fmt.Errorf("webhooks: %w", err)
		default:
			if err := json.Unmarshal(text, &w.hooks); err != nil {
				return nil, fmt.Errorf("webhooks: %s is damaged (%w): delete it, and set them anew on the page Data", file, err)
			}
		}
	}
	for i, h := range fixed {
		h.ID, h.Fixed = fmt.Sprintf("settings-%d", i+1), true
		if len(h.Events) == 0 {
			h.Events = happeningKinds
		}
		if err := h.check(); err != nil {
			return nil, fmt.Errorf("webhooks: %s: %w", h.ID, err)
		}
		w.hooks = append(w.hooks, h)
	}
	return w, nil
}

// tell the webhooks of what happened; it never waits.
func (w *webhooks) tell(list []Happening) {
	if len(list) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, v := range list {
		for i := range w.hooks {
			if w.hooks[i].wants(v) {
				w.post.put(w.hooks[i], v)
			}
		}
	}
}

// save writes those that are not fixed, whole or not at all; the lock is held.
func (w *webhooks) save() error {
	if w.file == "" {
		return nil
	}
	mine := slices.DeleteFunc(slices.Clone(w.hooks), func(h Webhook) bool { return h.Fixed })
	text, err := json.MarshalIndent(mine, "", " ")
	if err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(w.file), ".webhooks-*.part")
	if err != nil {
		return err
	}
	_, err = part.Write(text)
	err = errors.Join(err, part.Chmod(0o600), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), w.file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return nil
}

// change the list under the lock and save it; what cannot be saved is undone.
func (w *webhooks) change(do func([]Webhook) ([]Webhook, error)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := w.hooks
	after, err := do(slices.Clone(before))
	if err != nil {
		return err
	}
	w.hooks = after
	if err := w.save(); err != nil {
		w.hooks = before
		return fmt.Errorf("the webhooks cannot be kept: %w", err)
	}
	return nil
}

func random(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b) // never fails (crypto/rand)
	return hex.EncodeToString(b)
}

// WebhookList are the webhooks without their secrets, and what was delivered.
type WebhookList struct {
	Webhooks   []Webhook  `json:"webhooks"`
	Deliveries []Delivery `json:"deliveries"` // the newest first
}

func (s *Server) webhookList(c *gin.Context) {
	s.hooks.mu.Lock()
	list := WebhookList{Webhooks: slices.Clone(s.hooks.hooks)}
	s.hooks.mu.Unlock()
	if list.Webhooks == nil {
		list.Webhooks = []Webhook{}
	}
	for i := range list.Webhooks {
		list.Webhooks[i].Secret = ""
	}
	list.Deliveries = s.hooks.post.recent()
	reply(c, list)
}

// readWebhook reads one from the request, or refuses.
func readWebhook(c *gin.Context) (h Webhook, ok bool) {
	if !isJSON(c) {
		return h, false
	}
	if err := readJSON(c, &h); err != nil {
		refuse(c, http.StatusBadRequest, "bad_webhook", err.Error())
		return h, false
	}
	if err := h.check(); err != nil {
		refuse(c, http.StatusBadRequest, "bad_webhook", err.Error())
		return h, false
	}
	return h, true
}

var (
	errNoHook    = errors.New("there is no such webhook")
	errFixedHook = errors.New("this webhook stands in the settings (webhooks): change it there")
)

func (s *Server) webhookAdd(c *gin.Context) {
	h, ok := readWebhook(c)
	if !ok {
		return
	}
	h.ID, h.Fixed = random(6), false
	if h.Secret == "" {
		h.Secret = random(24)
	}
	err := s.hooks.change(func(all []Webhook) ([]Webhook, error) {
		if len(all) >= maxWebhooks {
			return nil, fmt.Errorf("there are %d webhooks, which is the limit: remove one", maxWebhooks)
		}
		return append(all, h), nil
	})
	if err != nil {
		refuse(c, http.StatusConflict, "refused", err.Error())
		return
	}
	reply(c, h) // with its secret, this once
}

func (s *Server) webhookChange(c *gin.Context) {
	h, ok := readWebhook(c)
	if !ok {
		return
	}
	h.ID, h.Fixed = c.Param("id"), false
	s.webhookAnswer(c, s.hooks.change(func(all []Webhook) ([]Webhook, error) {
		i := slices.IndexFunc(all, func(have Webhook) bool { return have.ID == h.ID })
		switch {
		case i < 0:
			return nil, errNoHook
		case all[i].Fixed:
			return nil, errFixedHook
		}
		if h.Secret == "" {
			h.Secret = all[i].Secret
		}
		all[i] = h
		return all, nil
	}))
}

func (s *Server) webhookRemove(c *gin.Context) {
	s.webhookAnswer(c, s.hooks.change(func(all []Webhook) ([]Webhook, error) {
		i := slices.IndexFunc(all, func(have Webhook) bool { return have.ID == c.Param("id") })
		switch {
		case i < 0:
			return nil, errNoHook
		case all[i].Fixed:
			return nil, errFixedHook
		}
		return slices.Delete(all, i, i+1), nil
	}))
}

// webhookAnswer answers with the list after a change.
func (s *Server) webhookAnswer(c *gin.Context, err error) {
	switch {
	case errors.Is(err, errNoHook):
		noWebhooks(c)
	case err != nil:
		refuse(c, http.StatusConflict, "refused", err.Error())
	default:
		s.webhookList(c)
	}
}

// webhookTest sends a made-up happening to one webhook.
func (s *Server) webhookTest(c *gin.Context) {
	s.hooks.mu.Lock()
	i := slices.IndexFunc(s.hooks.hooks, func(h Webhook) bool { return h.ID == c.Param("id") })
	var h Webhook
	if i >= 0 {
		h = s.hooks.hooks[i]
	}
	s.hooks.mu.Unlock()
	if i < 0 {
		noWebhooks(c)
		return
	}
	s.hooks.post.put(h, Happening{
		ID: "test:" + random(4), Kind: HappenedVerdict, Board: h.Board, Match: "test", At: s.now().UTC(),
		Verdict: &HappenedVerdictBody{Seq: 1, Verdict: "valid", Reason: "OK_OPEN_20", Text: "This is a test.", Because: []string{}},
	})
	s.webhookList(c)
}
