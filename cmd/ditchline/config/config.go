// Package config is what can be set: typed, with its defaults in one place,
// from a file, the environment and the command line's flags, each stronger
// than the one before.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/v2"
	"github.com/spf13/pflag"
)

// Config is every setting. A key of the file is the name below; the
// environment's is DITCHLINE_ and the name in capitals; a flag's has dashes.
type Config struct {
	Data     string  `koanf:"data"`      // folder for what is kept; empty for the user's data folder
	LogLevel string  `koanf:"log_level"` // debug, info, warn or error
	Board    string  `koanf:"board"`     // name of a make of board, or auto
	Surface  float64 `koanf:"surface"`   // real diameter of the playing surface, mm; 0 for the make's own
	Source   string  `koanf:"source"`    // what `run` watches
	Videos   string  `koanf:"videos"`    // folder of the videos that the page Start offers; empty for videos/ in the data folder
	Listen   string  `koanf:"listen"`    // where `run` serves its page
	Watch    string  `koanf:"watch"`     // who may watch on a network: open or link
	Name     string  `koanf:"name"`      // names, with commas between, by which others call this machine; may be empty
	TLS      bool    `koanf:"tls"`       // encrypt the page
	TLSCert  string  `koanf:"tls_cert"`  // file of an own certificate, PEM; empty for one that is made here
	TLSKey   string  `koanf:"tls_key"`   // file of its key, PEM
	Rules    string  `koanf:"rules"`     // ruleset to judge by, with overlays: CH+a+c
	Players  string  `koanf:"players"`   // 2, 3, 2v1 or 4
	Event    string  `koanf:"event"`     // what the matches belong to; may be empty
	Table    string  `koanf:"table"`     // at which they are played; may be empty; with hub a list, one for each board
	Hub      string  `koanf:"hub"`       // addresses of the hall that the board joins, with commas between, or "ticket"; empty for none

	Webhooks      string `koanf:"webhooks"`       // addresses, with commas between, that are told of shots, verdicts, rounds and matches
	WebhookSecret string `koanf:"webhook_secret"` // signs what is sent to them
}

// Defaults are the settings of a user who sets nothing.
func Defaults() Config {
	return Config{
		LogLevel: "info",
		Board:    "auto",
		Source:   "sim:",
		Listen:   "127.0.0.1:8080",
		Watch:    "open",
		Rules:    "NED",
		Players:  "2",
	}
}

// Prefix of the environment variables that are read.
const Prefix = "DITCHLINE_"

// FileVariable names the settings file where no --config does.
const FileVariable = Prefix + "CONFIG"

// From says where settings are read from.
type From struct {
	File    string         // named by the user; empty for the one in the user's config folder, if there is one
	Environ []string       // as os.Environ gives it
	Flags   *pflag.FlagSet // those that were given count; flags that are no settings are passed over
}

// Load reads the settings, and reports everything that is wrong with them at
// once.
func Load(from From) (Config, error) {
	c, k := Defaults(), koanf.New(".")
	var problems []error
	for _, layer := range []func(From) (string, map[string]any, error){fileLayer, environLayer, flagLayer} {
		name, values, err := layer(from)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		problems = append(problems, unknown(name, values)...)
		if err := k.Load(confmap.Provider(values, ""), nil); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
		}
		if err := decode(k, values, &c); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
		}
	}
	if err := c.Validate(); err != nil && len(problems) == 0 {
		problems = append(problems, err)
	}
	return c, errors.Join(problems...)
}

// Named are the settings that the user gave, in any layer. A layer that cannot
// be read names none: Load says what is wrong with it.
func Named(from From) []string {
	var named []string
	for _, layer := range []func(From) (string, map[string]any, error){fileLayer, environLayer, flagLayer} {
		if _, values, err := layer(from); err == nil {
			named = append(named, sortedKeys(values)...)
		}
	}
	return named
}

// decode each value by itself, so that one of the wrong type does not hide
// the next.
func decode(k *koanf.Koanf, values map[string]any, c *Config) error {
	var problems []error
	for _, key := range sortedKeys(values) {
		if !slices.Contains(Keys(), key) {
			continue
		}
		one := koanf.New(".")
		if err := one.Set(key, k.Get(key)); err != nil {
			return err
		}
		if err := one.Unmarshal("", c); err != nil {
			problems = append(problems, fmt.Errorf("%s is %q: want %s", key, fmt.Sprint(values[key]), kindOf(key)))
		}
	}
	return errors.Join(problems...)
}

// Validate reports every value that cannot be meant.
func (c Config) Validate() error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, c.LogLevel) {
		bad("log_level is %q: want debug, info, warn or error", c.LogLevel)
	}
	if c.Board == "" {
		bad("board is empty: want a name that `ditchline boards` lists, or auto")
	}
	if c.Surface != 0 && !(c.Surface >= 200 && c.Surface <= 2000) {
		bad("surface is %v: want the diameter of the playing surface in mm, 200 to 2000, or 0 for the make's own", c.Surface)
	}
	if c.Rules == "" {
		bad("rules is empty: want a ruleset that `ditchline rules` lists")
	}
	if !slices.Contains([]string{"2", "3", "2v1", "4"}, c.Players) {
		bad("players is %q: want 2, 3, 2v1 or 4", c.Players)
	}
	if c.Source == "" {
		bad("source is empty: want sim:, camera:0, a file, a folder or a stream's address")
	}
	if _, port, err := net.SplitHostPort(c.Listen); err != nil {
		bad("listen is %q: want HOST:PORT, such as 127.0.0.1:8080", c.Listen)
	} else if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		bad("listen is %q: want a port from 1 to 65535, or 0 for any that is free", c.Listen)
	}
	if c.Watch != "open" && c.Watch != "link" {
		bad("watch is %q: want open (everybody on the network may watch) or link (only who has the link)", c.Watch)
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		bad("tls_cert and tls_key go together: name both files, or neither")
	}
	problems = append(problems, c.validateHub()...)
	if c.Webhooks != "" && len(c.WebhookSecret) < 8 {
		bad("webhook_secret has %d letters: want 8 at least, with which the receivers know what is really from here", len(c.WebhookSecret))
	}
	return errors.Join(problems...)
}

// validateHub looks at what joins the board to a hall.
func (c Config) validateHub() []error {
	if c.Hub == "" {
		return nil
	}
	var problems []error
	if c.Hub != "ticket" {
		for _, address := range strings.FieldsFunc(c.Hub, func(r rune) bool { return r == ',' || r == ' ' }) {
			u, err := url.Parse(address)
			if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" {
				problems = append(problems, fmt.Errorf("hub is %q: want nats://HOST, as the hub says it when it begins, or ticket for the addresses in the table's ticket", address))
			}
		}
	}
	if c.Event == "" || c.Table == "" {
		problems = append(problems, errors.New("hub joins the board to a hall: say which event and table it is for too (--event NAME --table N), as in the ticket's file hall/NAME-table-N.json"))
	}
	return problems
}

// Keys are the names of all settings, in the order of Config.
func Keys() []string {
	var keys []string
	for f := range reflect.TypeFor[Config]().Fields() {
		keys = append(keys, f.Tag.Get("koanf"))
	}
	return keys
}

func kindOf(key string) string {
	for f := range reflect.TypeFor[Config]().Fields() {
		if f.Tag.Get("koanf") != key {
			continue
		}
		switch f.Type.Kind() {
		case reflect.Float64:
			return "a number"
		case reflect.Bool:
			return "true or false"
		}
	}
	return "a text"
}

func unknown(layer string, values map[string]any) []error {
	var problems []error
	for _, key := range sortedKeys(values) {
		if !slices.Contains(Keys(), key) {
			problems = append(problems, fmt.Errorf("%s: no setting is called %q: there are %s", layer, key, strings.Join(Keys(), ", ")))
		}
	}
	return problems
}

func fileLayer(from From) (string, map[string]any, error) {
	path := from.File
	if path == "" {
		path = variable(from.Environ, FileVariable)
	}
	named := path != ""
	if !named {
		path = userFile(from.Environ)
	}
	if path == "" {
		return "", nil, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, fmt.Errorf("settings file: %w", err)
	}
	values, err := parse(text)
	if err != nil {
		return "", nil, fmt.Errorf("settings file %s: %w", path, err)
	}
	return "settings file " + path, values, nil
}

func parse(text []byte) (map[string]any, error) {
	values := map[string]any{}
	if err := yaml.Unmarshal(text, &values); err != nil {
		return nil, errors.New(yaml.FormatError(err, false, true))
	}
	return values, nil
}

func environLayer(from From) (string, map[string]any, error) {
	p := env.Provider("", env.Opt{
		Prefix:      Prefix,
		EnvironFunc: func() []string { return from.Environ },
		TransformFunc: func(k, v string) (string, any) {
			if k == FileVariable {
				return "", nil
			}
			return strings.ToLower(strings.TrimPrefix(k, Prefix)), v
		},
	})
	values, err := p.Read()
	return "environment (" + Prefix + "...)", values, err
}

func flagLayer(from From) (string, map[string]any, error) {
	values := map[string]any{}
	if from.Flags != nil {
		from.Flags.Visit(func(f *pflag.Flag) {
			if key := strings.ReplaceAll(f.Name, "-", "_"); slices.Contains(Keys(), key) {
				values[key] = f.Value.String()
			}
		})
	}
	return "flags", values, nil
}

// userFile is where a user's settings are looked for; empty without a home.
func userFile(environ []string) string {
	if dir := variable(environ, "XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ditchline", "ditchline.yaml")
	}
	if home := variable(environ, "HOME"); home != "" {
		return filepath.Join(home, ".config", "ditchline", "ditchline.yaml")
	}
	return ""
}

// DataFolder is where boards of the user's own are looked for and what is to
// be kept is written: the one that was set, or else the user's data folder
// (XDG base directories), or without a home one in the working folder.
func (c Config) DataFolder(environ []string) string {
	if c.Data != "" {
		return c.Data
	}
	if dir := variable(environ, "XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ditchline")
	}
	if home := variable(environ, "HOME"); home != "" {
		return filepath.Join(home, ".local", "share", "ditchline")
	}
	return "ditchline-data"
}

// variable is the value of an environment variable; the last one counts.
func variable(environ []string, name string) (value string) {
	for _, e := range environ {
		if k, v, ok := strings.Cut(e, "="); ok && k == name {
			value = v
		}
	}
	return value
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
