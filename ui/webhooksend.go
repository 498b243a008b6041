package ui

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Limits of delivering.
const (
	postTimeout  = 5 * time.Second // for one try
	postTries    = 6
	postFirst    = time.Second // pause after the first failure; doubled after each
	postLongest  = time.Minute
	postWaiting  = 64 // happenings that may wait for one webhook; the oldest are dropped
	postRecorded = 60
)

// Delivery is one happening on its way to one webhook.
type Delivery struct {
	ID      string        `json:"id"`
	Webhook string        `json:"webhook"`
	URL     string        `json:"url"`
	Kind    HappeningKind `json:"event"`
	Of      string        `json:"of"`    // id of the happening
	At      time.Time     `json:"at"`    // when it was handed over
	State   string        `json:"state"` // waiting, retrying, delivered, failed, dropped
	Tries   int           `json:"tries"`
	Status  int           `json:"status"` // HTTP, of the last try; 0 for no answer
	Error   string        `json:"error,omitempty"`
	MS      int64         `json:"ms"` // the last try took
}

// postOffice delivers happenings: one goroutine for each webhook that has
// something to be told, which ends when nothing waits. Handing over never
// waits.
type postOffice struct {
	client *http.Client
	now    func() time.Time
	agent  string
	sent   *prometheus.CounterVec
	wait   prometheus.Gauge

	mu      sync.Mutex
	ctx     context.Context // nil before Run, and when it has ended
	queues  map[string]*postQueue
	record  []*Delivery
	workers sync.WaitGroup
}

// postQueue is what waits for one webhook.
type postQueue struct {
	letters []letter
	working bool
}

type letter struct {
	hook     Webhook
	body     []byte
	delivery *Delivery
}

func newPostOffice(version string, reg prometheus.Registerer, transport http.RoundTripper, now func() time.Time) (*postOffice, error) {
	p := &postOffice{
		client: &http.Client{
			Transport: transport, Timeout: postTimeout,
			// A redirect could lead what is signed for a lamp anywhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		now: now, agent: "Ditchline/" + version, queues: map[string]*postQueue{},
		sent: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "ditchline_webhook_deliveries_total", Help: "Happenings that were handed to webhooks, by what became of them.",
		}, []string{"result"}),
		wait: prometheus.NewGauge(prometheus.GaugeOpts{Name: "ditchline_webhook_deliveries_waiting", Help: "Happenings that wait to be delivered to webhooks."}),
	}
	for _, result := range []string{"delivered", "failed", "dropped", "retried"} {
		p.sent.WithLabelValues(result)
	}
	return p, errors.Join(reg.Register(p.sent), reg.Register(p.wait))
}

// directTransport reaches hosts of the own network without a proxy.
func directTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = nil
	t.MaxIdleConnsPerHost = 1
	return t
}

// open delivers until ctx ends; close waits for the tries under way.
func (p *postOffice) open(ctx context.Context) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ctx = ctx
	for id, q := range p.queues {
		p.start(id, q)
	}
}

func (p *postOffice) close() {
	p.mu.Lock()
	p.ctx = nil
	p.mu.Unlock()
	p.workers.Wait()
}

// put a happening into the queue of a webhook.
func (p *postOffice) put(h Webhook, v Happening) {
	body, err := json.Marshal(v)
	if err != nil {
		return // numbers and words always can be written
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	d := &Delivery{ID: random(6), Webhook: h.ID, URL: h.URL, Kind: v.Kind, Of: v.ID, At: p.now().UTC(), State: "waiting"}
	p.record = append(p.record, d)
	p.record = p.record[max(0, len(p.record)-postRecorded):]
	q := p.queues[h.ID]
	if q == nil {
		q = &postQueue{}
		p.queues[h.ID] = q
	}
	if len(q.letters) >= postWaiting {
		q.letters[0].delivery.State = "dropped"
		q.letters = slices.Delete(q.letters, 0, 1)
		p.sent.WithLabelValues("dropped").Inc()
		p.wait.Dec()
	}
	q.letters = append(q.letters, letter{h, body, d})
	p.wait.Inc()
	p.start(h.ID, q)
}

// start a worker for a queue that has none; the lock is held.
func (p *postOffice) start(id string, q *postQueue) {
	if p.ctx == nil || q.working || len(q.letters) == 0 {
		return
	}
	q.working = true
	ctx := p.ctx
	p.workers.Go(func() { p.work(ctx, id, q) })
}

// work delivers what waits for one webhook, in its order.
func (p *postOffice) work(ctx context.Context, id string, q *postQueue) {
	for {
		p.mu.Lock()
		if len(q.letters) == 0 || ctx.Err() != nil {
			q.working = false
			if len(q.letters) == 0 {
				delete(p.queues, id)
			}
			p.mu.Unlock()
			return
		}
		l := q.letters[0]
		q.letters = slices.Delete(q.letters, 0, 1)
		p.wait.Dec()
		p.mu.Unlock()
		p.deliver(ctx, l)
	}
}

// deliver one letter, with pauses between the tries.
func (p *postOffice) deliver(ctx context.Context, l letter) {
	pause := postFirst
	for try := 1; ; try++ {
		began := time.Now()
		status, err := p.send(ctx, l)
		again := err != nil && try < postTries && ctx.Err() == nil && worthAnotherTry(status)
		p.mu.Lock()
		d := l.delivery
		d.Tries, d.Status, d.MS, d.Error = try, status, time.Since(began).Milliseconds(), ""
		switch {
		case err == nil:
			d.State = "delivered"
		case again:
			d.State, d.Error = "retrying", err.Error()
		default:
			d.State, d.Error = "failed", err.Error()
		}
		result := d.State
		p.mu.Unlock()
		if !again {
			p.sent.WithLabelValues(result).Inc()
			return
		}
		p.sent.WithLabelValues("retried").Inc()
		// Full jitter: webhooks that failed together are not tried together.
		timer := time.NewTimer(pause/2 + rand.N(pause/2+1))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
		}
		pause = min(2*pause, postLongest)
	}
}

// worthAnotherTry: a wrong address or a refusal stays wrong.
func worthAnotherTry(status int) bool {
	return status == 0 || status >= 500 || status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status == http.StatusTooEarly
}

// send tries once; the error says why it did not arrive.
func (p *postOffice) send(ctx context.Context, l letter) (status int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, l.hook.URL, bytes.NewReader(l.body))
	if err != nil {
		return 0, err
	}
	stamp := strconv.FormatInt(p.now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	r.Header.Set("User-Agent", p.agent)
	r.Header.Set("Ditchline-Event", string(l.delivery.Kind))
	r.Header.Set("Ditchline-Delivery", l.delivery.ID)
	r.Header.Set("Ditchline-Timestamp", stamp)
	r.Header.Set("Ditchline-Signature", Signature(l.hook.Secret, stamp, l.body))
	res, err := p.client.Do(r)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)); err != nil {
		return 0, fmt.Errorf("its answer breaks off: %w", err)
	}
	switch {
	case res.StatusCode >= 200 && res.StatusCode < 300:
		return res.StatusCode, nil
	case res.StatusCode >= 300 && res.StatusCode < 400:
		return res.StatusCode, fmt.Errorf("it answers %s: redirects are not followed", res.Status)
	}
	return res.StatusCode, fmt.Errorf("it answers %s", res.Status)
}

// Signature of a delivery: HMAC-SHA256 over "timestamp.body", in hexadecimal.
// A receiver makes its own with the secret, and compares.
func Signature(secret, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// recent are the deliveries, the newest first.
func (p *postOffice) recent() []Delivery {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]Delivery, 0, len(p.record))
	for _, d := range slices.Backward(p.record) {
		out = append(out, *d)
	}
	return out
}
