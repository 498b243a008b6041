package main

import (
	"fmt"
	"net"
	"strings"
	"time"

	"ditchline/cmd/ditchline/config"
	"ditchline/ui"
	"ditchline/ui/access"

	"github.com/spf13/cobra"
)

func newKeyCommand(a *app) *cobra.Command {
	d := config.Defaults()
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Make a new operator's key, and sign every device out",
		Long: `Make a new operator's key, which other devices need to operate a board over the
network, and show it. Only its hash is kept, so it is shown this once. Every
device is signed out, also while ditchline run is at work.`,
		Example: `  ditchline key
  ditchline key --listen 0.0.0.0:8080 --tls`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.newKey() },
	}
	cmd.Flags().String("listen", d.Listen, "`ADDRESS` that ditchline run listens on, for the link")
	cmd.Flags().Bool("tls", d.TLS, "the page is encrypted, for the link")
	return cmd
}

// keyMade is what `key --json` says.
type keyMade struct {
	Key     string `json:"key"`
	Operate string `json:"operate,omitempty"` // where it is entered; missing where no network reaches the page
}

func (a *app) newKey() error {
	keeper, err := access.Open(a.dataFolder(), time.Now)
	if err != nil {
		return err
	}
	key, err := keeper.NewKey()
	if err != nil {
		return err
	}
	out := keyMade{Key: key}
	if addr, err := net.ResolveTCPAddr("tcp", a.config.Listen); err == nil && addr.Port != 0 && !addr.IP.IsLoopback() {
		scheme, host := "http", addr.String()
		if a.config.TLS || a.config.TLSCert != "" {
			scheme = "https"
		}
		if own := ui.NetworkAddrs(); (addr.IP == nil || addr.IP.IsUnspecified()) && len(own) > 0 {
			host = net.JoinHostPort(own[0].String(), fmt.Sprint(addr.Port))
		}
		out.Operate = scheme + "://" + host + ui.KeyPage(key)
	}
	if a.json {
		return a.emit(out)
	}
	_, err = fmt.Fprintf(a.stdout, "Operator's key: %s\nIt is shown this once. Every device is signed out.\n", key)
	if err != nil || out.Operate == "" {
		return err
	}
	var b strings.Builder
	if err := drawLink(&b, out.Operate, a.onTerminal()); err != nil {
		return err
	}
	_, err = fmt.Fprint(a.stdout, b.String())
	return err
}
