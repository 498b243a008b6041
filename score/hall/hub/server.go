package hub

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"ditchline/score/hall/link"

	"github.com/nats-io/nats-server/v2/server"
)

// Embedded is the nats-server that a hub brings along, with a file store that
// is on the disk before it acknowledges.
type Embedded struct {
	server *server.Server
	log    *serverLog
	base   server.Options
}

// EmbeddedOptions say how it runs.
type EmbeddedOptions struct {
	Dir     string        // of its store
	Name    string        // of the server
	Host    string        // where tables reach it
	Port    int           // -1: any that is free
	TLS     *tls.Config   // nil: none
	Users   []User        // who may connect
	Cluster *ClusterPlace // nil: alone
	Loose   bool          // acknowledge before it is on the disk: for measuring only
	Log     *slog.Logger
	Refused func(text string) // called with each violation of rights, as the server words it; may be nil
}

// ClusterPlace is a server's place in a cluster on known addresses.
type ClusterPlace struct {
	Port   int
	Routes []string // nats://HOST:PORT of the others
}

// User is somebody who may connect, by the public half of an nkey.
type User struct {
	Key    string
	Rights *link.Rights // nil: everything
}

// readyLimit bounds how long a server may take to answer.
const readyLimit = 10 * time.Second

// StartEmbedded runs a server until Stop.
func StartEmbedded(o EmbeddedOptions) (*Embedded, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if err := portFree(o.Host, o.Port); err != nil {
		return nil, err
	}
	log := &serverLog{log: o.Log, refused: o.Refused}
	options := server.Options{
		ServerName: o.Name, Host: o.Host, Port: o.Port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: o.Dir, SyncAlways: !o.Loose,
		MaxPayload: 1 << 20, WriteDeadline: 5 * time.Second,
	}
	if o.TLS != nil {
		options.TLSConfig, options.TLS = o.TLS, true
		options.TLSTimeout = 5
	}
	if o.Cluster != nil {
		options.Cluster = server.ClusterOpts{Name: "ditchline", Host: "127.0.0.1", Port: o.Cluster.Port, NoAdvertise: true}
		for _, r := range o.Cluster.Routes {
			u, err := url.Parse(r)
			if err != nil {
				return nil, fmt.Errorf("nats server: route: %w", err)
			}
			options.Routes = append(options.Routes, u)
		}
	}
	e := &Embedded{log: log, base: options}
	options.Nkeys = nkeyUsers(o.Users)
	s, err := server.NewServer(&options)
	if err != nil {
		return nil, fmt.Errorf("nats server: %w", err)
	}
	e.server = s
	s.SetLoggerV2(log, false, false, false)
	s.Start()
	if !s.ReadyForConnections(readyLimit) {
		e.Stop()
		return nil, fmt.Errorf("nats server: it does not answer on %s:%d: %s", o.Host, o.Port, log.lastProblem())
	}
	if !s.JetStreamEnabled() {
		e.Stop()
		return nil, fmt.Errorf("nats server: no store in %s: %s", o.Dir, log.lastProblem())
	}
	return e, nil
}

// portFree says who is in the way before the server waits for it in vain.
func portFree(host string, port int) error {
	if port <= 0 {
		return nil
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("nats server: %w: choose another address with --nats-listen", err)
	}
	return l.Close()
}

// nkeyUsers are users in the server's terms.
func nkeyUsers(users []User) []*server.NkeyUser {
	var out []*server.NkeyUser
	for _, u := range users {
		n := &server.NkeyUser{Nkey: u.Key}
		if u.Rights != nil {
			n.Permissions = &server.Permissions{
				Publish:   &server.SubjectPermission{Allow: u.Rights.Publish},
				Subscribe: &server.SubjectPermission{Allow: u.Rights.Subscribe},
			}
		}
		out = append(out, n)
	}
	return out
}

// SetUsers changes who may connect. Those who no longer may are cut off.
func (e *Embedded) SetUsers(users []User) error {
	options := e.base
	options.Port = e.Port()
	options.Nkeys = nkeyUsers(users)
	if err := e.server.ReloadOptions(&options); err != nil {
		return fmt.Errorf("nats server: change who may connect: %w", err)
	}
	return nil
}

// Port is where it listens.
func (e *Embedded) Port() int {
	if addr, ok := e.server.Addr().(*net.TCPAddr); ok {
		return addr.Port
	}
	return e.base.Port
}

// URL is where clients on this machine reach it.
func (e *Embedded) URL() string { return e.server.ClientURL() }

// Stop ends it, and returns when its files are closed.
func (e *Embedded) Stop() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
}

// serverLog hands the server's words on to ours. Violations of rights are
// what a stolen key looks like: they are told apart.
type serverLog struct {
	log     *slog.Logger
	refused func(string)
	last    atomic.Value
}

func (l *serverLog) lastProblem() error {
	if text, ok := l.last.Load().(string); ok {
		return errors.New(text)
	}
	return errors.New("it gives no reason")
}

func (l *serverLog) Noticef(format string, v ...any) {
	l.log.Debug("nats: " + fmt.Sprintf(format, v...))
}
func (l *serverLog) Debugf(format string, v ...any) {}
func (l *serverLog) Tracef(format string, v ...any) {}
func (l *serverLog) Warnf(format string, v ...any)  { l.log.Warn("nats: " + fmt.Sprintf(format, v...)) }
func (l *serverLog) Fatalf(format string, v ...any) { l.Errorf(format, v...) }

func (l *serverLog) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	l.last.Store(text)
	if strings.Contains(text, "Violation") || strings.Contains(text, "authentication error") {
		if l.refused != nil {
			l.refused(text)
		}
		l.log.Warn("nats refused: " + text)
		return
	}
	l.log.Error("nats: " + text)
}
