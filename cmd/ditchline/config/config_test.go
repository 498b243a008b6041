package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ditchline.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestExampleFileSaysTheDefaults(t *testing.T) {
	const example = "../../../ditchline.example.yaml"
	c, err := Load(From{File: example})
	if err != nil {
		t.Fatal(err)
	}
	if c != Defaults() {
		t.Errorf("the example file says %+v, the defaults are %+v", c, Defaults())
	}
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	values, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range Keys() {
		if _, ok := values[key]; !ok {
			t.Errorf("the example file does not name the setting %q", key)
		}
	}
}

func TestEachLayerIsStrongerThanTheOneBefore(t *testing.T) {
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	flags.String("listen", "127.0.0.1:1", "")
	flags.String("source", "unchanged flags do not count", "")
	flags.String("log-level", "", "")
	flags.Bool("json", false, "")
	if err := flags.Parse([]string{"--listen", "127.0.0.1:9003", "--log-level", "debug", "--json"}); err != nil {
		t.Fatal(err)
	}
	c, err := Load(From{
		File:    write(t, "board: club-55\nlisten: 127.0.0.1:9001\nsurface: 660\nplayers: 4\n"),
		Environ: []string{"DITCHLINE_LISTEN=127.0.0.1:9002", "DITCHLINE_SURFACE=550.5", "OTHER=1"},
		Flags:   flags,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := Config{LogLevel: "debug", Board: "club-55", Surface: 550.5, Source: "sim:", Listen: "127.0.0.1:9003", Watch: "open", Rules: "NED", Players: "4"}
	if c != want {
		t.Errorf("got %+v, want %+v", c, want)
	}
}

func TestEveryProblemIsNamedAtOnce(t *testing.T) {
	_, err := Load(From{
		File:    write(t, "bord: club-55\nsurface: wide\nlistne: x\n"),
		Environ: []string{"DITCHLINE_SORCE=camera:0"},
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`"bord"`, `"listne"`, `surface is "wide": want a number`, `"sorce"`, "ditchline.yaml", "DITCHLINE_"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error does not name %s:\n%v", want, err)
		}
	}
}

func TestValuesThatCannotBeMeant(t *testing.T) {
	_, err := Load(From{Environ: []string{
		"DITCHLINE_LOG_LEVEL=loud", "DITCHLINE_SURFACE=-3", "DITCHLINE_LISTEN=8080", "DITCHLINE_SOURCE=", "DITCHLINE_BOARD=",
	}})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"log_level", "surface", "listen", "source", "board"} {
		if !strings.Contains(err.Error(), want+" is") {
			t.Errorf("error does not name %s:\n%v", want, err)
		}
	}
	if err := (Config{LogLevel: "info", Board: "auto", Source: "sim:", Listen: "127.0.0.1:70000"}).Validate(); err == nil {
		t.Error("port 70000 was accepted")
	}
}

func TestAMissingFileMattersOnlyWhenItWasNamed(t *testing.T) {
	if _, err := Load(From{Environ: []string{"HOME=" + t.TempDir()}}); err != nil {
		t.Errorf("no settings file at all: %v", err)
	}
	if _, err := Load(From{File: "/nowhere/ditchline.yaml"}); err == nil || !strings.Contains(err.Error(), "/nowhere/ditchline.yaml") {
		t.Errorf("a file that was named and is missing: %v", err)
	}
	if _, err := Load(From{Environ: []string{"DITCHLINE_CONFIG=/nowhere/else.yaml"}}); err == nil {
		t.Error("a file that the environment named and that is missing was passed over")
	}
	if _, err := Load(From{File: write(t, "board: [")}); err == nil {
		t.Error("broken YAML was accepted")
	}
}

func TestDataFolder(t *testing.T) {
	for name, c := range map[string]struct {
		set     string
		environ []string
		want    string
	}{
		"as set":              {"/srv/d", []string{"HOME=/home/u"}, "/srv/d"},
		"XDG":                 {"", []string{"HOME=/home/u", "XDG_DATA_HOME=/x"}, "/x/ditchline"},
		"a relative XDG path": {"", []string{"HOME=/home/u", "XDG_DATA_HOME=x"}, "/home/u/.local/share/ditchline"},
		"home":                {"", []string{"HOME=/home/u"}, "/home/u/.local/share/ditchline"},
		"no home":             {"", nil, "ditchline-data"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := (Config{Data: c.set}).DataFolder(c.environ); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func FuzzSettingsFile(f *testing.F) {
	f.Add("board: auto\nsurface: 660\n")
	f.Add("{a: &b [*b]}")
	f.Fuzz(func(t *testing.T, text string) {
		if values, err := parse([]byte(text)); err == nil {
			unknown("fuzz", values)
		}
	})
}
