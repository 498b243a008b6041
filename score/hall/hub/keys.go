package hub

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"ditchline/score/hall/link"

	"github.com/nats-io/nkeys"
)

// Keys are the credentials of one event: the hub's own, and a ticket for each
// table. They live in a folder that only its owner can read, and are made
// when they are missing; the same folder gives the same keys again.
type Keys struct {
	data  string // the data folder; tickets stand in it where a table looks for its own
	dir   string // of what is the hub's alone
	event string
}

// OpenKeys takes the data folder for an event's keys.
func OpenKeys(data, event string) (*Keys, error) {
	if err := link.CheckName("the event", event); err != nil {
		return nil, err
	}
	dir := filepath.Join(data, "hub", event)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("keys of the hall: %w", err)
	}
	return &Keys{data: data, dir: dir, event: event}, nil
}

// Hub is the hub's own key; it may do everything.
func (k *Keys) Hub() (nkeys.KeyPair, error) {
	file := filepath.Join(k.dir, "hub.nkey")
	seed, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		pair, err := nkeys.CreateUser()
		if err != nil {
			return nil, err
		}
		seed, err := pair.Seed()
		if err != nil {
			return nil, err
		}
		return pair, writePrivate(file, seed)
	}
	if err != nil {
		return nil, fmt.Errorf("key of the hub: %w", err)
	}
	pair, err := nkeys.FromSeed(seed)
	if err != nil {
		return nil, fmt.Errorf("key of the hub %s: %w", file, err)
	}
	return pair, nil
}

// Ticket is a table's, made when there is none. Where servers or CA have
// changed it is written anew with the same key.
func (k *Keys) Ticket(table string, servers []string, ca string) (link.Ticket, error) {
	if err := link.CheckName("the table", table); err != nil {
		return link.Ticket{}, err
	}
	file := link.TicketFile(k.data, k.event, table)
	t, err := link.ReadTicket(file)
	switch {
	case !exists(file):
		pair, err := nkeys.CreateUser()
		if err != nil {
			return t, err
		}
		seed, err := pair.Seed()
		if err != nil {
			return t, err
		}
		t = link.Ticket{Event: k.event, Table: table, Key: string(seed)}
	case err != nil:
		return t, err
	}
	t.Servers, t.CA = servers, ca
	text, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return t, err
	}
	return t, writePrivate(file, append(text, '\n'))
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// Secret is a word that only who can read the data folder knows: the
// director's. It is made when there is none.
func (k *Keys) Secret(name string) (string, error) {
	file := filepath.Join(k.dir, name)
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		word := rand.Text()
		return word, writePrivate(file, []byte(word))
	}
	if err != nil {
		return "", fmt.Errorf("secret of the hall: %w", err)
	}
	return string(text), nil
}

// Revoke forgets a table's key: the next Ticket has another.
func (k *Keys) Revoke(table string) error {
	err := os.Remove(link.TicketFile(k.data, k.event, table))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("revoke table %s: %w", table, err)
	}
	return nil
}

// UserOf is a ticket's user for the server: the public key with the table's
// rights.
func UserOf(t link.Ticket) (User, error) {
	public, err := publicOf([]byte(t.Key))
	if err != nil {
		return User{}, fmt.Errorf("ticket of table %s: %w", t.Table, err)
	}
	rights := link.TableRights(t.Event, t.Table)
	return User{Key: public, Rights: &rights}, nil
}

func publicOf(seed []byte) (string, error) {
	pair, err := nkeys.FromSeed(seed)
	if err != nil {
		return "", err
	}
	return pair.PublicKey()
}

func writePrivate(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	part := file + ".part"
	if err := os.WriteFile(part, text, 0o600); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return os.Rename(part, file)
}

// certificateLife is how long a hall's own certificate holds.
const certificateLife = 5 * 365 * 24 * time.Hour

// Certificate is the hall's own for encrypted lines, signed by itself, and
// its PEM for the tickets. It is made once, for all addresses of the machine,
// and kept.
func (k *Keys) Certificate(hosts []string, now time.Time) (tls.Certificate, string, error) {
	certFile, keyFile := filepath.Join(k.dir, "hall.crt"), filepath.Join(k.dir, "hall.key")
	if exists(certFile) && exists(keyFile) {
		cert, err := tls.LoadX509KeyPair(certFile, keyFile)
		if err != nil {
			return cert, "", fmt.Errorf("certificate of the hall: %w", err)
		}
		if leaf, err := x509.ParseCertificate(cert.Certificate[0]); err == nil && now.Before(leaf.NotAfter) && covers(leaf, hosts) {
			text, err := os.ReadFile(certFile)
			return cert, string(text), err
		}
	}
	certPEM, keyPEM, err := selfSigned(hosts, now)
	if err != nil {
		return tls.Certificate{}, "", fmt.Errorf("certificate of the hall: %w", err)
	}
	if err := errors.Join(writePrivate(keyFile, keyPEM), writePrivate(certFile, certPEM)); err != nil {
		return tls.Certificate{}, "", err
	}
	cert, err := tls.X509KeyPair(certPEM, keyPEM)
	return cert, string(certPEM), err
}

func covers(leaf *x509.Certificate, hosts []string) bool {
	for _, h := range hosts {
		if leaf.VerifyHostname(h) != nil {
			return false
		}
	}
	return true
}

func selfSigned(hosts []string, now time.Time) (certPEM, keyPEM []byte, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, nil, err
	}
	template := x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "Ditchline hall"},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(certificateLife), // a day back: tables' clocks differ
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, IsCA: true,
	}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, h)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		return nil, nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), nil
}

// OwnHosts are the names and addresses by which this machine may be reached.
func OwnHosts() []string {
	hosts := []string{"localhost", "127.0.0.1", "::1"}
	if name, err := os.Hostname(); err == nil && name != "" && name != "localhost" {
		hosts = append(hosts, name)
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return hosts
	}
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			hosts = append(hosts, n.IP.String())
		}
	}
	return hosts
}
