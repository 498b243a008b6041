package hub

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
)

// PlaceOptions say what one hub program brings.
type PlaceOptions struct {
	Data    string   // folder for keys, tickets and the embedded server's store
	Event   string   // id of the tournament
	Servers []string // an existing cluster; empty: a server of its own
	Host    string   // of the own server
	Port    int      // of the own server; -1: any that is free
	Tables  []string // that get tickets; tables that the director adds get theirs too
	TLS     bool     // encrypt, with a certificate of the hall's own
	Open    *tournament.Setup
	Enter   []tournament.Entrant // when this program opens the tournament
	Metrics *prometheus.Registry
	Version string
	Log     *slog.Logger
	Now     func() time.Time
}

// clusterReplicas is how many servers of an existing cluster keep each event.
const clusterReplicas = 3

// Place is a hub with what it needs around it.
type Place struct {
	o      PlaceOptions
	keys   *Keys
	hub    *Hub
	server *Embedded // nil: an existing cluster
	cert   *tls.Certificate
	ca     string
	urls   []string
	owners sync.Map // key -> table: read while the server holds its own locks

	mu     sync.Mutex
	tables []string // those that have a ticket
}

// OpenPlace starts the server, makes keys and tickets where they are missing,
// and connects the hub.
func OpenPlace(ctx context.Context, o PlaceOptions) (*Place, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	keys, err := OpenKeys(o.Data, o.Event)
	if err != nil {
		return nil, err
	}
	p := &Place{o: o, keys: keys, tables: slices.Clone(o.Tables), urls: o.Servers}
	if o.TLS {
		cert, ca, err := keys.Certificate(OwnHosts(), o.Now())
		if err != nil {
			return nil, err
		}
		p.cert, p.ca = &cert, ca
	}
	if err := p.open(ctx); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *Place) open(ctx context.Context) error {
	pair, err := p.keys.Hub()
	if err != nil {
		return err
	}
	replicas := clusterReplicas
	if len(p.o.Servers) == 0 {
		if err := p.startServer(); err != nil {
			return err
		}
		replicas = 1
	}
	if _, err := p.users(); err != nil { // writes the tickets anew, with the addresses
		return err
	}
	if len(p.o.Servers) > 0 {
		if err := p.writeUsers(); err != nil {
			return err
		}
	}
	secret, err := p.keys.Secret("director")
	if err != nil {
		return err
	}
	name, err := p.keys.Secret("name")
	if err != nil {
		return err
	}
	p.hub, err = New(ctx, Options{
		Event: p.o.Event, Name: name, Servers: strings.Join(p.urls, ","), Key: pair, Connect: p.trust(), Replicas: replicas,
		Secret: secret, Metrics: p.o.Metrics, Version: p.o.Version, Log: p.o.Log, Now: p.o.Now, Tables: p.addTables, Tickets: (*placeTickets)(p),
	})
	if err != nil && len(p.o.Servers) > 0 {
		return fmt.Errorf("%w: do the servers know the users of %s?", err, p.UsersFile())
	}
	return err
}

// startServer runs the embedded server, and finds the addresses by which
// tables reach it.
func (p *Place) startServer() error {
	users, err := p.users()
	if err != nil {
		return err
	}
	o := EmbeddedOptions{
		Dir: filepath.Join(p.keys.dir, "nats"), Name: "ditchline-" + p.o.Event, Host: p.o.Host, Port: p.o.Port,
		Users: users, Log: p.o.Log, Refused: p.refused,
	}
	if p.cert != nil {
		o.TLS = &tls.Config{Certificates: []tls.Certificate{*p.cert}, MinVersion: tls.VersionTLS13}
	}
	if p.server, err = StartEmbedded(o); err != nil {
		return err
	}
	scheme := "nats"
	if p.cert != nil {
		scheme = "tls"
	}
	port := p.server.Port()
	hosts := []string{p.o.Host}
	if ip := net.ParseIP(p.o.Host); p.o.Host == "" || (ip != nil && ip.IsUnspecified()) {
		hosts = OwnHosts()
	}
	for _, h := range hosts {
		if h != "::1" && h != "localhost" {
			p.urls = append(p.urls, fmt.Sprintf("%s://%s", scheme, net.JoinHostPort(h, fmt.Sprint(port))))
		}
	}
	return nil
}

// trust is what a connection needs to believe the hall's own certificate.
func (p *Place) trust() []nats.Option {
	if p.ca == "" || p.server == nil {
		return nil
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(p.ca))
	return []nats.Option{nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS13})}
}

// users are the hub and every table that has a ticket, which is made when it
// is missing.
func (p *Place) users() ([]User, error) {
	pair, err := p.keys.Hub()
	if err != nil {
		return nil, err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	users := []User{{Key: public}}
	for _, table := range p.tables {
		ticket, err := p.keys.Ticket(table, p.urls, p.ca)
		if err != nil {
			return nil, err
		}
		user, err := UserOf(ticket)
		if err != nil {
			return nil, err
		}
		users = append(users, user)
		p.owners.Store(user.Key, table)
	}
	return users, nil
}

// tableOf is whose key it is, or was before it was revoked; empty: nobody's.
func (p *Place) tableOf(key string) string {
	table, _ := p.owners.Load(key)
	name, _ := table.(string)
	return name
}

// addTables makes tickets for tables that the director has added.
func (p *Place) addTables(tables []string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	fresh := slices.DeleteFunc(slices.Clone(tables), func(t string) bool { return slices.Contains(p.tables, t) })
	if len(fresh) == 0 {
		return nil
	}
	p.tables = append(p.tables, fresh...)
	return p.admit()
}

// admit lets in whom the tickets name, and nobody else.
func (p *Place) admit() error {
	users, err := p.users()
	if err != nil {
		return err
	}
	if p.server == nil {
		return p.writeUsers()
	}
	return p.server.SetUsers(users)
}

// writeUsers writes who may connect in the words of a nats-server's settings,
// for those who lead an existing cluster.
func (p *Place) writeUsers() error {
	users, err := p.users()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("# include this into the authorization of each server, and reload it\nusers = [\n")
	for _, u := range users {
		fmt.Fprintf(&b, "  { nkey: %s", u.Key)
		if u.Rights != nil {
			fmt.Fprintf(&b, ", permissions: { publish: { allow: [%s] }, subscribe: { allow: [%s] } }", quoted(u.Rights.Publish), quoted(u.Rights.Subscribe))
		}
		b.WriteString(" }\n")
	}
	b.WriteString("]\n")
	return writePrivate(p.UsersFile(), []byte(b.String()))
}

func quoted(subjects []string) string {
	out := make([]string, len(subjects))
	for i, s := range subjects {
		out[i] = fmt.Sprintf("%q", s)
	}
	return strings.Join(out, ", ")
}

// UsersFile is where the users of an existing cluster are written.
func (p *Place) UsersFile() string { return filepath.Join(p.keys.dir, "users.conf") }

// DirectorFile holds the director's word.
func (p *Place) DirectorFile() string { return filepath.Join(p.keys.dir, "director") }

// TicketFile is a table's ticket, to be copied to its machine.
func (p *Place) TicketFile(table string) string { return link.TicketFile(p.o.Data, p.o.Event, table) }

// Servers are the addresses by which tables reach the hall.
func (p *Place) Servers() []string { return p.urls }

// Certificate is what the pages are served with; nil: without encryption.
func (p *Place) Certificate() *tls.Certificate { return p.cert }

// Handler answers over HTTP.
func (p *Place) Handler() http.Handler { return p.hub.Handler() }

func (p *Place) refused(text string) {
	if p.hub != nil {
		p.hub.Refused(refusalText(text, p.tableOf))
	}
}

// Run serves until ctx ends, and closes everything.
func (p *Place) Run(ctx context.Context) error {
	defer p.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var group sync.WaitGroup
	var opened error
	group.Go(func() {
		if opened = p.openTournament(ctx); opened != nil {
			stop()
		}
	})
	err := p.hub.Run(ctx)
	stop()
	group.Wait()
	return errors.Join(err, opened)
}

// openTournament opens the one that the options name, where none is open.
func (p *Place) openTournament(ctx context.Context) error {
	if p.o.Open == nil || p.hub.WaitReady(ctx) != nil {
		return nil
	}
	fresh := false
	_, err := p.hub.desk.Put(ctx, p.o.Now(), func(cup *tournament.Tournament) (*tournament.Event, error) {
		if fresh = cup == nil; !fresh {
			return nil, nil
		}
		return &tournament.Event{Kind: tournament.KindOpen, By: "director", Setup: p.o.Open}, nil
	})
	if err != nil || !fresh || len(p.o.Enter) == 0 {
		return ignoreEnd(ctx, err)
	}
	_, err = p.hub.desk.Put(ctx, p.o.Now(), Say(tournament.Event{Kind: tournament.KindEnter, By: "director", Entrants: p.o.Enter}))
	return ignoreEnd(ctx, err)
}

func ignoreEnd(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Close ends the server; Run does so itself.
func (p *Place) Close() {
	if p.hub != nil {
		p.hub.conn.Close()
	}
	if p.server != nil {
		p.server.Stop()
	}
}
