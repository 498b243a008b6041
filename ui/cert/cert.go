// Package cert keeps the certificate with which a server's pages are
// encrypted: one that it makes itself for the addresses it has, or the user's
// own.
package cert

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// How long an own certificate holds, and how long before its end a new one is
// made. Browsers refuse what holds longer than 398 days from public
// authorities, and Apple's what holds longer than 825 days from anybody.
const (
	holds      = 397 * 24 * time.Hour
	renewAhead = 30 * 24 * time.Hour
	backdated  = time.Hour // for phones whose clock is behind
)

// lookEvery is how often it is looked whether a certificate still fits.
const lookEvery = time.Minute

// Hosts are what a certificate names: addresses and names.
type Hosts struct {
	Addrs []netip.Addr
	Names []string
}

// Keeper gives the certificate that fits now. Its methods may be called from
// any goroutine.
type Keeper struct {
	certFile, keyFile string
	hosts             func() Hosts // nil for a user's own certificate
	now               func() time.Time
	tell              func(string) // of a new certificate; and of one that cannot be had

	mu     sync.Mutex
	cert   *tls.Certificate
	read   [2]time.Time // when the files were written that cert is of
	looked time.Time
}

// Open reads the certificate kept in dir/tls, or makes one. hosts tells what it
// must name; where that grows, and before it ends, a new one is made.
func Open(dir string, hosts func() Hosts, now func() time.Time, tell func(string)) (*Keeper, error) {
	k := &Keeper{certFile: filepath.Join(dir, "tls", "cert.pem"), keyFile: filepath.Join(dir, "tls", "key.pem"), hosts: hosts, now: now, tell: tell}
	if err := os.MkdirAll(filepath.Dir(k.certFile), 0o700); err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return k, k.refresh()
}

// Own reads a user's own certificate, with those that it is signed by, and its
// key, both as PEM; and again when the files change.
func Own(certFile, keyFile string, now func() time.Time, tell func(string)) (*Keeper, error) {
	k := &Keeper{certFile: certFile, keyFile: keyFile, now: now, tell: tell}
	return k, k.refresh()
}

// Config is that of a server which uses the certificate.
func (k *Keeper) Config() *tls.Config {
	return &tls.Config{GetCertificate: k.get, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}
}

// get is asked at each handshake. What fails then is told, and the certificate
// that there was goes on being used.
func (k *Keeper) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if now := k.now(); now.Sub(k.looked) >= lookEvery {
		if err := k.renew(now); err != nil {
			k.tell(fmt.Sprintf("the certificate cannot be renewed; the old one stays in use: %v", err))
		}
	}
	return k.cert, nil
}

// Fingerprint is the SHA-256 of the certificate, as browsers show it.
func (k *Keeper) Fingerprint() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	sum := sha256.Sum256(k.cert.Certificate[0])
	parts := make([]string, len(sum))
	for i, b := range sum {
		parts[i] = fmt.Sprintf("%02X", b)
	}
	return strings.Join(parts, ":")
}

// SelfSigned says whether browsers will warn of the certificate.
func (k *Keeper) SelfSigned() bool { return k.hosts != nil }

func (k *Keeper) refresh() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.renew(k.now())
}

// renew has cert fit: it reads files that changed, and makes what does not fit
// or is not there.
func (k *Keeper) renew(now time.Time) error {
	k.looked = now
	written, err := k.written()
	switch {
	case err == nil && k.cert != nil && written == k.read:
	case err == nil:
		cert, err := tls.LoadX509KeyPair(k.certFile, k.keyFile)
		if err != nil && k.hosts == nil {
			return fmt.Errorf("certificate %s with key %s: %w", k.certFile, k.keyFile, err)
		}
		if err == nil {
			k.cert, k.read = &cert, written
		}
	case k.hosts == nil || !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("certificate: %w", err)
	default:
		k.cert = nil
	}
	if k.hosts == nil {
		return k.checkOwn(now)
	}
	hosts := k.hosts()
	if k.cert != nil && fits(k.cert.Leaf, hosts, now) {
		return nil
	}
	made, err := k.make(hosts, now)
	if err != nil {
		return err
	}
	again := k.cert != nil
	k.cert = made
	if k.read, err = k.written(); err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	if again {
		k.tell("a new certificate was made, since the old one does not name every address of this machine, or ends soon: phones will ask once more")
	}
	return nil
}

// checkOwn warns of a user's own certificate that has ended.
func (k *Keeper) checkOwn(now time.Time) error {
	if end := k.cert.Leaf.NotAfter; now.After(end) {
		k.tell(fmt.Sprintf("certificate %s ended on %s: put a new one in its place", k.certFile, end.Format(time.DateOnly)))
	}
	return nil
}

// written is when the two files were.
func (k *Keeper) written() (times [2]time.Time, err error) {
	for i, name := range []string{k.certFile, k.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return times, err
		}
		times[i] = info.ModTime()
	}
	return times, nil
}

// fits says whether a certificate names every host and holds a while longer.
func fits(leaf *x509.Certificate, hosts Hosts, now time.Time) bool {
	if now.Before(leaf.NotBefore) || now.Add(renewAhead).After(leaf.NotAfter) {
		return false
	}
	for _, a := range hosts.Addrs {
		if !slices.ContainsFunc(leaf.IPAddresses, net.IP(a.AsSlice()).Equal) {
			return false
		}
	}
	for _, n := range hosts.Names {
		if !slices.Contains(leaf.DNSNames, n) {
			return false
		}
	}
	return true
}

// make a certificate and its key, and keep both. It names what the last one
// named too, so that a machine that goes between two networks keeps one.
func (k *Keeper) make(hosts Hosts, now time.Time) (*tls.Certificate, error) {
	if k.cert != nil {
		for _, ip := range k.cert.Leaf.IPAddresses {
			if a, ok := netip.AddrFromSlice(ip); ok && len(hosts.Addrs) < mostHosts {
				hosts.Addrs = append(hosts.Addrs, a.Unmap())
			}
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 126))
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	template := x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "Ditchline", Organization: []string{"Ditchline on this board's machine"}},
		NotBefore: now.Add(-backdated), NotAfter: now.Add(holds),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	for _, a := range hosts.Addrs {
		if ip := net.IP(a.WithZone("").AsSlice()); !slices.ContainsFunc(template.IPAddresses, ip.Equal) {
			template.IPAddresses = append(template.IPAddresses, ip)
		}
	}
	for _, n := range hosts.Names {
		if !slices.Contains(template.DNSNames, n) {
			template.DNSNames = append(template.DNSNames, n)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	keyPEM := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})
	if err := errors.Join(write(k.keyFile, keyPEM), write(k.certFile, certPEM)); err != nil {
		return nil, fmt.Errorf("keep certificate: %w", err)
	}
	cert, err := tls.X509KeyPair(certPEM, keyPEM)
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	return &cert, nil
}

// mostHosts bounds what certificates gather from one network to the next.
const mostHosts = 32

// write a file whole or not at all, for nobody else's eyes.
func write(path string, data []byte) error {
	part, err := os.CreateTemp(filepath.Dir(path), ".part-") // 0600, says os
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	_, err = part.Write(data)
	if err := errors.Join(err, part.Sync(), part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), path)
}
