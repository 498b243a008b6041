package ui

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

// onlyThisMachine refuses requests that were addressed to another name: a web
// page whose name was made to point here (DNS rebinding) sends its own.
func onlyThisMachine(c *gin.Context) {
	if !localHost(c.Request.Host) {
		refuse(c, http.StatusMisdirectedRequest, "wrong_host",
			fmt.Sprintf("host %q is not this machine: open http://localhost or http://127.0.0.1 with the same port", c.Request.Host))
	}
}

// onlyOwnNames does the same on a network, where names are many: an address
// as such cannot be made to point here, nor can a name that the internet's DNS
// does not give out. Others must be among the server's own.
func (s *Server) onlyOwnNames(c *gin.Context) {
	if !ownHost(c.Request.Host, s.names) {
		refuse(c, http.StatusMisdirectedRequest, "wrong_host",
			fmt.Sprintf("host %q is not known here: open the board by its address, or start ditchline with --name %s", c.Request.Host, hostName(c.Request.Host)))
	}
}

// hostName is a Host header without its port.
func hostName(host string) string {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
}

// localHost says whether a Host header names this machine's loopback.
func localHost(host string) bool {
	name := hostName(host)
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.Unmap().IsLoopback()
}

// localDomains are those that no name server of the internet answers for:
// mDNS (RFC 6762), homes (RFC 8375), ICANN's .internal, and what routers and
// offices use.
var localDomains = []string{".local", ".home.arpa", ".internal", ".lan", ".home", ".localdomain", ".fritz.box"}

// ownHost says whether a Host header can only have meant this machine.
func ownHost(host string, names []string) bool {
	if localHost(host) {
		return true
	}
	name := hostName(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	if !goodHostName(name) {
		return false
	}
	if !strings.Contains(name, ".") || slices.Contains(names, name) {
		return true
	}
	return slices.ContainsFunc(localDomains, func(d string) bool { return strings.HasSuffix(name, d) })
}

// goodHostName says whether a name is made of labels as RFC 1123 has them.
func goodHostName(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return false
		}
	}
	return len(name) <= 253
}

// ownNames are the names that this machine has, and those that were given.
func ownNames(given []string) []string {
	names := make([]string, 0, len(given)+1)
	for _, n := range given {
		names = append(names, hostName(n))
	}
	if host, err := os.Hostname(); err == nil {
		names = append(names, hostName(host))
	}
	return names
}

// isLoopback says whether only this machine can reach an address.
func isLoopback(a net.Addr) bool {
	if a.Network() == "unix" {
		return true
	}
	host, _, err := net.SplitHostPort(a.String())
	if err != nil {
		return false
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

// clientAddr is whom a connection comes from. What a header says of it counts
// for nothing: anybody can write one.
func clientAddr(r *http.Request) netip.Addr {
	if a, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		return a.Addr().Unmap().WithZone("")
	}
	return netip.IPv6Unspecified() // a unix socket's peer, or none
}

// forwardingHeaders say that a proxy asks for somebody else.
var forwardingHeaders = []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"}

// atThisMachine says whether a request comes from a person or program at the
// machine itself: from its own address, to its own name, and not through a
// proxy.
func atThisMachine(r *http.Request) bool {
	for _, name := range forwardingHeaders {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if local != nil && local.Network() == "unix" {
		return localHost(r.Host)
	}
	client := clientAddr(r)
	if client.IsLoopback() && localHost(r.Host) {
		return true
	}
	own, err := netip.ParseAddrPort(fmt.Sprint(local))
	if err != nil || client != own.Addr().Unmap().WithZone("") {
		return false
	}
	host, err := netip.ParseAddr(hostName(r.Host))
	return localHost(r.Host) || err == nil && host.Unmap().WithZone("") == client
}

// reachable is where other machines reach a server that a page on this machine
// asked: HOST:PORT of the request, or the machine's address on the network in
// place of its loopback.
func (s *Server) reachable(r *http.Request) string {
	if !localHost(r.Host) || !s.onNetwork {
		return r.Host
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	_, port, err := net.SplitHostPort(fmt.Sprint(local))
	addrs := NetworkAddrs()
	if err != nil || len(addrs) == 0 {
		return r.Host
	}
	return net.JoinHostPort(addrs[0].String(), port)
}

// NetworkAddrs are this machine's addresses on its networks, the one first by
// which most others will reach it.
func NetworkAddrs() []netip.Addr {
	var addrs []netip.Addr
	all, _ := net.InterfaceAddrs() // without: none
	for _, a := range all {
		p, err := netip.ParsePrefix(a.String())
		if addr := p.Addr().Unmap(); err == nil && !addr.IsLoopback() && !addr.IsLinkLocalUnicast() {
			addrs = append(addrs, addr)
		}
	}
	// Nothing is sent: the kernel tells which of its addresses it would take.
	preferred := netip.Addr{}
	if conn, err := net.Dial("udp", "192.0.2.1:9"); err == nil {
		preferred = netip.MustParseAddrPort(conn.LocalAddr().String()).Addr().Unmap()
		conn.Close()
	}
	rank := func(a netip.Addr) int {
		switch {
		case a == preferred:
			return 0
		case a.Is4() && a.IsPrivate():
			return 1
		case a.Is4():
			return 2
		}
		return 3
	}
	slices.SortStableFunc(addrs, func(a, b netip.Addr) int { return cmp.Compare(rank(a), rank(b)) })
	return addrs
}
