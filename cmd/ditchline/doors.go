package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"
	"time"

	"ditchline/ui"
	"ditchline/ui/access"
	"ditchline/ui/cert"
	"ditchline/ui/qr"

	"github.com/mattn/go-isatty"
)

// doors are the ways in from outside: the address, how it is encrypted, and who
// may operate.
type doors struct {
	net.Listener
	keeper *access.Keeper
	certs  *cert.Keeper // nil where nothing is encrypted
	key    string       // the operator's, where it was made now
}

// openDoors takes the page's address. Where others on a network can reach it,
// operating needs a key, which is made at the first start.
func (a *app) openDoors(ln net.Listener, keeper *access.Keeper) (d doors, err error) {
	d = doors{Listener: ln, keeper: keeper}
	if d.Listener, d.certs, err = a.encrypt(ln); err != nil {
		return d, errors.Join(err, ln.Close())
	}
	if d.onNetwork() && !keeper.HasKey() {
		if d.key, err = keeper.NewKey(); err != nil {
			return d, errors.Join(err, d.Close())
		}
	}
	return d, nil
}

// onNetwork says whether other machines can reach the page.
func (d doors) onNetwork() bool {
	addr, err := netip.ParseAddrPort(d.Addr().String())
	return err == nil && !addr.Addr().Unmap().IsLoopback()
}

// local is the page as this machine opens it.
func (d doors) local() string { return d.scheme(pageURL(d.Addr())) }

// outside is the page as others open it; the local one where they cannot.
func (d doors) outside() string {
	addr, err := netip.ParseAddrPort(d.Addr().String())
	if err != nil || !addr.Addr().IsUnspecified() {
		return d.local()
	}
	for _, own := range ui.NetworkAddrs() {
		return d.scheme("http://" + netip.AddrPortFrom(own, addr.Port()).String() + "/")
	}
	return d.local()
}

func (d doors) scheme(url string) string {
	if d.certs == nil {
		return url
	}
	return "https" + strings.TrimPrefix(url, "http")
}

func (d doors) page(path string) string { return strings.TrimSuffix(d.outside(), "/") + path }

// describe adds to an announcement what people on the network need, and an
// invitation for each board that waits for its phone.
func (d doors) describe(n announcement, phones []string) announcement {
	n.URL = d.local()
	if d.onNetwork() {
		n.Network, n.Operate = d.outside(), d.page("/operate")
		if d.key != "" {
			n.Operate, n.key = d.page(ui.KeyPage(d.key)), d.key
		}
	}
	if d.certs != nil {
		n.Fingerprint, n.selfSigned = d.certs.Fingerprint(), d.certs.SelfSigned()
	}
	for _, board := range phones {
		code, until := d.keeper.Invite(board)
		n.Phones = append(n.Phones, phoneInvitation{Board: board, URL: d.page(ui.PhonePage(board, code)), Until: until})
	}
	return n
}

// phoneInvitation is a code by which one phone becomes a board's camera.
type phoneInvitation struct {
	Board string    `json:"board"`
	URL   string    `json:"url"`
	Until time.Time `json:"until"`
}

// text is what people read of it, in colours on a terminal.
func (n announcement) text(terminal bool) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "Watching %s\nOpen %s (Ctrl-C ends)\n", n.Source, n.URL)
	if n.Fingerprint != "" {
		fmt.Fprintf(&b, "The page is encrypted. SHA-256 of its certificate: %s\n", n.Fingerprint)
	}
	if n.selfSigned {
		b.WriteString("The certificate is this machine's own, so each phone and computer warns once that it does not know it.\n" +
			"  iPhone: Show Details, then visit this website. Android and computers: Advanced, then Proceed (Accept the Risk).\n")
	}
	if n.Network != "" {
		fmt.Fprintf(&b, "Others on the network open %s\n", n.Network)
	}
	for _, p := range n.Phones {
		fmt.Fprintf(&b, "Board %s waits for its phone. Scan this once, until %s, and allow the camera:\n", p.Board, p.Until.Format("15:04"))
		if err := drawLink(&b, p.URL, terminal); err != nil {
			return "", err
		}
		if !strings.HasPrefix(p.URL, "https:") {
			b.WriteString("A phone gives its camera to encrypted pages only: start ditchline with --tls.\n")
		}
	}
	switch {
	case n.key != "":
		fmt.Fprintf(&b, "To operate from another device, scan this, or enter the operator's key %s there:\n", n.key)
		if err := drawLink(&b, n.Operate, terminal); err != nil {
			return "", err
		}
		b.WriteString("The key is shown now only. `ditchline key` makes a new one.\n")
	case n.Operate != "":
		fmt.Fprintf(&b, "To operate from another device, enter the operator's key at %s (`ditchline key` makes a new one)\n", n.Operate)
	}
	return b.String(), nil
}

// drawLink draws a link as a QR code, with the link below. On a terminal the
// code is white on black, whatever the terminal's own colours are.
func drawLink(b *strings.Builder, link string, terminal bool) error {
	code, err := qr.Encode(link)
	if err != nil {
		return err
	}
	for line := range strings.Lines(code.Terminal()) {
		if line = strings.TrimSuffix(line, "\n"); terminal {
			line = "\x1b[97;40m" + line + "\x1b[0m"
		}
		fmt.Fprintln(b, line)
	}
	fmt.Fprintln(b, link)
	return nil
}

// onTerminal says whether results go to a terminal.
func (a *app) onTerminal() bool {
	file, ok := a.stdout.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}
