package access

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// clock is set by hand.
type clock struct{ t time.Time }

func (c *clock) now() time.Time          { return c.t }
func (c *clock) advance(d time.Duration) { c.t = c.t.Add(d) }

var phone = netip.MustParseAddr("192.168.1.30")

func open(t *testing.T) (*Keeper, *clock, string) {
	t.Helper()
	dir, c := t.TempDir(), &clock{time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	k, err := Open(dir, c.now)
	if err != nil {
		t.Fatal(err)
	}
	k.cost = 8 // what is tried here is not the hash, but who gets to try
	return k, c, dir
}

func newKeyOf(t *testing.T, k *Keeper) string {
	t.Helper()
	key, err := k.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAKeyIsReadAsItWasMeant(t *testing.T) {
	for typed, want := range map[string]string{
		"0123-4567-89AB-CDEF":     "0123456789ABCDEF",
		"0123 4567 89ab cdef":     "0123456789ABCDEF",
		" oi23-4567-89AB-CDEL ":   "0123456789ABCDE1",
		"0123–4567–89AB–CDEF":     "0123456789ABCDEF",
		"0123-4567-89AB-CDE":      "",
		"0123-4567-89AB-CDEF0":    "",
		"U123-4567-89AB-CDEF":     "",
		"":                        "",
		"0123-4567-89AB-CDE\x00":  "",
		"０１２３-4567-89AB-CDEF":     "",
		strings.Repeat("0-", 999): "",
	} {
		if got, ok := plainKey(typed); ok != (want != "") || ok && got != want {
			t.Errorf("%q is read as %q, %v", typed, got, ok)
		}
	}
}

func TestAHashCostsWhatItShould(t *testing.T) {
	k, err := Open(t.TempDir(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	key := newKeyOf(t, k)
	if h := k.kept.Key; h.Memory != hashMemory || h.Passes != hashPasses || !h.good() {
		t.Errorf("%+v", h)
	}
	if _, err := k.SignIn(key, phone, "x"); err != nil {
		t.Error(err)
	}
}

func TestKeysAreUnlikeEachOther(t *testing.T) {
	seen := map[string]bool{}
	for range 200 {
		key := newKey()
		if plain, ok := plainKey(key); !ok || strings.ReplaceAll(key, "-", "") != plain || seen[key] {
			t.Fatalf("%q", key)
		}
		seen[key] = true
	}
}

func TestOnlyTheKeySignsIn(t *testing.T) {
	k, _, dir := open(t)
	if _, err := k.SignIn("0000-0000-0000-0000", phone, "x"); !errors.Is(err, ErrNoKey) {
		t.Errorf("without a key: %v", err)
	}
	key := newKeyOf(t, k)
	for _, wrong := range []string{"", "0000-0000-0000-0000", key + "0", key[1:], strings.Repeat("A", 1<<16)} {
		from := netip.AddrFrom4([4]byte{10, 0, 0, byte(len(wrong))})
		if _, err := k.SignIn(wrong, from, "x"); !errors.Is(err, ErrWrongKey) {
			t.Errorf("%.30q: %v", wrong, err)
		}
	}
	token, err := k.SignIn(strings.ToLower(key), phone, "Firefox\n\x00 on a phone")
	if err != nil {
		t.Fatal(err)
	}
	d, ok := k.Who(token)
	if !ok || d.Role != Operator || d.Name != "Firefox on a phone" || d.From != phone.String() || d.Token != nil {
		t.Errorf("device = %+v, %v", d, ok)
	}
	for _, forged := range []string{"", token[1:], token + "A", strings.Repeat("A", len(token)), strings.Repeat("A", 1<<20)} {
		if _, ok := k.Who(forged); ok {
			t.Errorf("%.30q is somebody", forged)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil {
		t.Fatal(err)
	}
	if plain, _ := plainKey(key); strings.Contains(string(text), key) || strings.Contains(string(text), plain) || strings.Contains(string(text), token) {
		t.Error("the file holds the key or a token in plain")
	}
	if info, err := os.Stat(filepath.Join(dir, FileName)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestGuessingIsSlowedForEachAddressAndForAll(t *testing.T) {
	k, c, _ := open(t)
	key := newKeyOf(t, k)
	wrong := func(from netip.Addr) error {
		_, err := k.SignIn("0000-0000-0000-0000", from, "x")
		return err
	}
	var wait Wait
	for n := range guessesAtOnce {
		if err := wrong(phone); !errors.Is(err, ErrWrongKey) {
			t.Fatalf("guess %d: %v", n, err)
		}
	}
	if err := wrong(phone); !errors.As(err, &wait) || wait.For > guessEvery {
		t.Fatalf("one guess more: %v", err)
	}
	if _, err := k.SignIn(key, phone, "x"); !errors.As(err, &wait) {
		t.Errorf("the right key does not tell a guesser that it is: %v", err)
	}
	if err := wrong(netip.MustParseAddr("::ffff:192.168.1.30")); !errors.As(err, &wait) {
		t.Errorf("the same address written as IPv6: %v", err)
	}
	if _, err := k.SignIn(key, netip.MustParseAddr("192.168.1.31"), "x"); err != nil {
		t.Errorf("another address: %v", err)
	}
	c.advance(guessEvery)
	if _, err := k.SignIn(key, phone, "x"); err != nil {
		t.Errorf("after waiting: %v", err)
	}
	if err := wrong(phone); !errors.Is(err, ErrWrongKey) {
		t.Errorf("who knew the key has its tries again: %v", err)
	}

	c.advance(time.Hour)
	tried, refused := 0, 0
	for n := range 200 {
		from := netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 0, 0, 0, byte(n), 15: 1})
		switch err := wrong(from); {
		case errors.As(err, &wait):
			refused++
		case errors.Is(err, ErrWrongKey):
			tried++
		}
	}
	if tried != allGuessesAtOnce || refused != 200-tried {
		t.Errorf("of 200 addresses %d guessed at once, %d were refused", tried, refused)
	}
	sameNet := map[string]int{}
	c.advance(time.Hour)
	for n := range 20 {
		sameNet[fmt.Sprintf("%T", wrong(netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 15: byte(n)})))]++
	}
	if sameNet["access.Wait"] != 20-guessesAtOnce {
		t.Errorf("20 addresses of one household: %v", sameNet)
	}
}

func TestManyGuessersTakeNoMemory(t *testing.T) {
	g, now := newGuesses(), time.Unix(1e9, 0)
	for n := range 3 * mostGuessers {
		now = now.Add(2 * allGuessEvery)
		g.wait(netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}), now)
		if len(g.from) > mostGuessers {
			t.Fatalf("%d addresses are kept", len(g.from))
		}
	}
}

func TestANewKeySignsEverybodyOut(t *testing.T) {
	k, c, dir := open(t)
	old := newKeyOf(t, k)
	token, err := k.SignIn(old, phone, "x")
	if err != nil {
		t.Fatal(err)
	}
	d, _ := k.Who(token)
	ended := 0
	defer k.WhileSignedIn(d.ID, func() { ended++ })()
	k.WhileSignedIn(d.ID, func() { t.Error("what was done with is ended") })()

	other, err := Open(dir, c.now) // as the command does, in another process
	if err != nil {
		t.Fatal(err)
	}
	key := newKeyOf(t, other)
	c.advance(2 * lookEvery)
	if _, ok := k.Who(token); ok || ended != 1 {
		t.Errorf("still signed in: %v; ended %d times", ok, ended)
	}
	if _, err := k.SignIn(old, phone, "x"); !errors.Is(err, ErrWrongKey) {
		t.Errorf("old key: %v", err)
	}
	if _, err := k.SignIn(key, phone, "x"); err != nil {
		t.Errorf("new key: %v", err)
	}
	if _, err := k.Key(); !errors.Is(err, ErrKeyTooOld) {
		t.Errorf("the key of another process: %v", err)
	}
	if got, err := other.Key(); err != nil || got != key {
		t.Errorf("%q, %v", got, err)
	}
}

func TestDevicesStaySignedInOverAStartUntilTheyAreRevokedOrForgotten(t *testing.T) {
	k, c, dir := open(t)
	key := newKeyOf(t, k)
	token, err := k.SignIn(key, phone, "one")
	if err != nil {
		t.Fatal(err)
	}
	second, err := k.SignIn(key, phone, "two")
	if err != nil {
		t.Fatal(err)
	}
	if k, err = Open(dir, c.now); err != nil {
		t.Fatal(err)
	}
	list := k.Devices()
	if len(list) != 2 || list[0].Name != "two" || list[0].Token != nil {
		t.Fatalf("devices = %+v", list)
	}
	if err := k.Revoke(list[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := k.Revoke(list[0].ID); !errors.Is(err, ErrNoDevice) {
		t.Errorf("revoked twice: %v", err)
	}
	if _, ok := k.Who(second); ok {
		t.Error("a revoked device is signed in")
	}
	c.advance(operatorStays - time.Hour)
	if _, ok := k.Who(token); !ok {
		t.Error("signed out too early")
	}
	c.advance(operatorStays - time.Hour)
	if _, ok := k.Who(token); !ok {
		t.Error("who is seen stays signed in")
	}
	c.advance(operatorStays + time.Hour)
	if _, ok := k.Who(token); ok || len(k.Devices()) != 0 {
		t.Error("who was not seen for long stays signed in")
	}
	for n := range mostDevices + 5 {
		c.advance(time.Second)
		if _, err = k.admit(Device{Role: Operator}, phone, fmt.Sprint(n)); err != nil {
			t.Fatal(err)
		}
	}
	if len(k.Devices()) != mostDevices || k.Devices()[0].Name != fmt.Sprint(mostDevices+4) {
		t.Errorf("%d devices, the newest is %s", len(k.Devices()), k.Devices()[0].Name)
	}
}

func TestAnInvitationIsForOnePhoneAndForItsBoard(t *testing.T) {
	k, c, _ := open(t)
	code, until := k.Invite("table-2")
	if !until.Equal(c.t.Add(InviteWaits)) {
		t.Errorf("until %v", until)
	}
	if _, _, err := k.Join("somethingelse", phone, "x"); !errors.Is(err, ErrNoInvite) {
		t.Errorf("another code: %v", err)
	}
	token, board, err := k.Join(code, phone, "phone")
	if err != nil || board != "table-2" {
		t.Fatalf("%q, %v", board, err)
	}
	if d, ok := k.Who(token); !ok || d.Role != Camera || d.Board != "table-2" {
		t.Errorf("%+v, %v", d, ok)
	}
	if _, _, err := k.Join(code, phone, "x"); !errors.Is(err, ErrNoInvite) {
		t.Errorf("a second time: %v", err)
	}
	code, _ = k.Invite("table-2")
	c.advance(InviteWaits)
	if _, _, err := k.Join(code, phone, "x"); !errors.Is(err, ErrNoInvite) {
		t.Errorf("too late: %v", err)
	}
	for range 100 {
		k.Invite("x")
	}
	if len(k.invites) != mostInvites {
		t.Errorf("%d invitations are open", len(k.invites))
	}
}

func TestTheLinkToWatchByCanBeMadeAnew(t *testing.T) {
	k, _, _ := open(t)
	if k.MayWatch("") {
		t.Error("no secret is enough")
	}
	first, err := k.WatchLink()
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := k.WatchLink(); again != first || !k.MayWatch(first) || k.MayWatch(first+"x") {
		t.Errorf("%q, then %q", first, again)
	}
	second, err := k.NewWatchLink()
	if err != nil || second == first || k.MayWatch(first) || !k.MayWatch(second) {
		t.Errorf("%q, %v", second, err)
	}
}

func TestADamagedFileIsNamed(t *testing.T) {
	for _, text := range []string{"{", `{"key":{"salt":"AAAA","hash":"AAAA","passes":1,"memory_kib":4000000000,"threads":1}}`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, time.Now); err == nil || !strings.Contains(err.Error(), FileName) || !strings.Contains(err.Error(), "ditchline key") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestDamagingTheFileWhileItIsUsedOpensNothing(t *testing.T) {
	k, c, dir := open(t)
	key := newKeyOf(t, k)
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.advance(2 * lookEvery)
	if _, err := k.SignIn("0000-0000-0000-0000", phone, "x"); !errors.Is(err, ErrWrongKey) {
		t.Error(err)
	}
	if _, err := k.SignIn(key, phone, "x"); err != nil {
		t.Error(err)
	}
}
