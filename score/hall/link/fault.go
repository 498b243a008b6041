package link

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/nats-io/nats.go"
)

// Fault is why nothing goes to the hall, in one word.
type Fault string

// The faults of a link.
const (
	Unreachable Fault = "unreachable" // no server answers
	Stranger    Fault = "stranger"    // the hall does not know the ticket's key
	NoRights    Fault = "rights"      // the key is not for what the ticket says
	NoTrust     Fault = "trust"       // the hall's certificate is not what the ticket expects
	OtherFault  Fault = "other"
)

// faultOf sorts an error of the line, and says it for people: what is wrong
// and what to do.
func (l *Link) faultOf(err error) (Fault, error) {
	t := l.o.Ticket
	servers := strings.Join(l.o.Servers, ", ")
	var unknownSigner x509.UnknownAuthorityError
	var wrongHost x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verify *tls.CertificateVerificationError
	var network net.Error
	switch {
	case errors.Is(err, nats.ErrPermissionViolation):
		return NoRights, fmt.Errorf("the hall refuses what this board does as table %s of %s: its ticket's key is another table's; copy the right ticket from the hub (%w)", t.Table, t.Event, err)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return Stranger, fmt.Errorf("the hall at %s does not know the ticket of table %s of %s: it was revoked, or is another hall's; copy the newest from the hub", servers, t.Table, t.Event)
	case errors.Is(err, nats.ErrSecureConnWanted), errors.Is(err, nats.ErrSecureConnRequired),
		errors.As(err, &unknownSigner), errors.As(err, &wrongHost), errors.As(err, &invalid), errors.As(err, &verify):
		return NoTrust, fmt.Errorf("the hall at %s cannot be trusted by the ticket of table %s: copy the newest from the hub, and check the address (%w)", servers, t.Table, err)
	case errors.As(err, &network), errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout), errors.Is(err, nats.ErrConnectionClosed),
		errors.Is(err, nats.ErrDisconnected), errors.Is(err, nats.ErrNoResponders), errors.Is(err, nats.ErrStaleConnection), errors.Is(err, nats.ErrConnectionReconnecting), errors.Is(err, nats.ErrReconnectBufExceeded):
		return Unreachable, fmt.Errorf("the hall at %s is out of reach: the match goes on, and is sent later (%w)", servers, err)
	}
	return OtherFault, err
}

// problem takes note of why nothing goes just now. Of each kind one is logged,
// until the line is well again.
func (l *Link) problem(err error) {
	fault, said := l.faultOf(err)
	l.mu.Lock()
	if l.status.Fault == NoRights && fault == Unreachable && l.conn != nil && l.conn.IsConnected() {
		l.mu.Unlock()
		return // an answer that does not come because of it
	}
	fresh := l.status.Fault != fault || fault == OtherFault && l.status.Problem != said.Error()
	l.status.Fault, l.status.Problem = fault, said.Error()
	l.mu.Unlock()
	if fresh {
		l.o.Logger.Warn("link to the hall: " + said.Error())
	}
}

// away takes note that there is no line, and why.
func (l *Link) away(_ *nats.Conn, err error) {
	if err != nil {
		l.problem(fmt.Errorf("%w: %w", nats.ErrDisconnected, err))
	}
}

// well takes note that the line is there, or back.
func (l *Link) well(c *nats.Conn) {
	l.mu.Lock()
	l.status.Fault, l.status.Problem = "", ""
	l.mu.Unlock()
	l.o.Logger.Info("the hall is reached", "event", l.o.Ticket.Event, "table", l.o.Ticket.Table, "server", c.ConnectedUrlRedacted())
	l.Wake()
}
