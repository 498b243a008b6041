package link

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Ticket lets one table into one event: the hub writes it, the table's
// machine keeps it. Whoever has it may publish as that table, and as no other.
type Ticket struct {
	Event   string   `json:"event"`
	Table   string   `json:"table"`
	Servers []string `json:"servers,omitempty"` // where the hall was when it was written; --hub is stronger
	Key     string   `json:"key"`               // seed of an nkey (Ed25519)
	CA      string   `json:"ca,omitempty"`      // PEM of who signed the hall's certificate; empty: the system's
}

// TicketFile is where a board looks for its ticket.
func TicketFile(data, event, table string) string {
	return filepath.Join(data, "hall", event+"-table-"+table+".json")
}

// ReadTicket reads and proves a ticket.
func ReadTicket(file string) (Ticket, error) {
	var t Ticket
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return t, fmt.Errorf("no ticket %s: the hub writes one for each table into its data folder; copy it here", file)
	}
	if err != nil {
		return t, fmt.Errorf("ticket: %w", err)
	}
	if err := json.Unmarshal(text, &t); err != nil {
		return t, fmt.Errorf("ticket %s: %w", file, err)
	}
	if err := t.Validate(); err != nil {
		return t, fmt.Errorf("ticket %s: %w", file, err)
	}
	return t, nil
}

// Validate reports everything that is wrong with a ticket.
func (t Ticket) Validate() error {
	var problems []error
	problems = append(problems, CheckName("the event", t.Event), CheckName("the table", t.Table))
	if pair, err := nkeys.FromSeed([]byte(t.Key)); err != nil {
		problems = append(problems, fmt.Errorf("key: %w", err))
	} else {
		pair.Wipe()
	}
	if t.CA != "" && !x509.NewCertPool().AppendCertsFromPEM([]byte(t.CA)) {
		problems = append(problems, errors.New("ca: no certificate is in it"))
	}
	return errors.Join(problems...)
}

// ConnectOptions are those of a connection as the ticket's table.
func (t Ticket) ConnectOptions() ([]nats.Option, error) {
	pair, err := nkeys.FromSeed([]byte(t.Key))
	if err != nil {
		return nil, err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	options := []nats.Option{
		nats.Nkey(public, func(nonce []byte) ([]byte, error) { return pair.Sign(nonce) }),
		nats.CustomInboxPrefix(InboxPrefix(t.Event, t.Table)),
		nats.Name("table " + t.Table),
	}
	if t.CA != "" {
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM([]byte(t.CA))
		options = append(options, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS13}))
	}
	return options, nil
}

// ForTable are the options of a table that has its ticket in its data folder:
// what `run --hub URL --event NAME --table N` says. servers may be empty: the
// ticket's.
func ForTable(data, event, table string, servers []string, log Log) (Options, error) {
	if err := errors.Join(CheckName("the event", event), CheckName("the table", table)); err != nil {
		return Options{}, err
	}
	ticket, err := ReadTicket(TicketFile(data, event, table))
	if err != nil {
		return Options{}, err
	}
	if ticket.Event != event || ticket.Table != table {
		return Options{}, fmt.Errorf("ticket %s is for table %s of event %s: not for table %s of %s", TicketFile(data, event, table), ticket.Table, ticket.Event, table, event)
	}
	cursor := FileCursor(filepath.Join(data, "hall", event+"-table-"+table+".cursor"))
	return Options{Ticket: ticket, Servers: servers, Log: log, Cursor: cursor}, nil
}
