package main

import (
	"net"
	"net/netip"
	"os"
	"strings"
	"time"

	"ditchline/ui"
	"ditchline/ui/cert"
)

// encrypt makes a listener's connections encrypted where that is asked for.
func (a *app) encrypt(ln net.Listener) (net.Listener, *cert.Keeper, error) {
	if !a.config.TLS && a.config.TLSCert == "" {
		return ln, nil, nil
	}
	tell := func(text string) { a.log.Warn(text) }
	var certs *cert.Keeper
	var err error
	if a.config.TLSCert != "" {
		certs, err = cert.Own(a.config.TLSCert, a.config.TLSKey, time.Now, tell)
	} else {
		certs, err = cert.Open(a.dataFolder(), a.hosts, time.Now, tell)
	}
	if err != nil {
		return ln, nil, err
	}
	return ui.Secured(ln, certs.Config(), a.names(), a.log), certs, nil
}

// names are those by which the user says that others call this machine.
func (a *app) names() []string {
	return strings.FieldsFunc(a.config.Name, func(r rune) bool { return r == ',' || r == ' ' })
}

// hosts are what an own certificate must name.
func (a *app) hosts() cert.Hosts {
	h := cert.Hosts{
		Addrs: append([]netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.IPv6Loopback()}, ui.NetworkAddrs()...),
		Names: append([]string{"localhost"}, a.names()...),
	}
	if host, err := os.Hostname(); err == nil && host != "" {
		host = strings.ToLower(host)
		h.Names = append(h.Names, host)
		if !strings.Contains(host, ".") {
			h.Names = append(h.Names, host+".local")
		}
	}
	return h
}
