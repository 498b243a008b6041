// Package access knows who may do what: it keeps the operator's key, the
// devices that signed in with it, the phones that may be a camera, and the
// link to watch by. Of secrets that open something only hashes are kept.
package access

import (
	"bytes"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Role is what a device may do.
type Role string

// The roles, the mightiest first.
const (
	Operator Role = "operator" // everything
	Camera   Role = "camera"   // be the camera of its board, and send photographs for a line call
)

// How long a device stays signed in after it was last seen, and how long an
// invitation waits for its phone.
const (
	operatorStays = 30 * 24 * time.Hour
	cameraStays   = 24 * time.Hour
	InviteWaits   = 30 * time.Minute
)

// Bounds of what is kept.
const (
	mostDevices = 64
	mostInvites = 32
	mostName    = 80 // bytes of a device's name
)

// Device is a browser that signed in.
type Device struct {
	ID    string    `json:"id"`
	Role  Role      `json:"role"`
	Board string    `json:"board,omitempty"` // whose camera it is
	Name  string    `json:"name"`            // what it says of itself
	From  string    `json:"from"`            // its address
	Since time.Time `json:"since"`
	Seen  time.Time `json:"seen"`
	Token []byte    `json:"token,omitempty"` // hash; empty in what is given out
}

func (d Device) stays() time.Duration {
	if d.Role == Operator {
		return operatorStays
	}
	return cameraStays
}

// invite lets one phone be a board's camera, once.
type invite struct {
	token []byte // hash
	board string
	until time.Time
}

// Reasons to refuse somebody.
var (
	ErrWrongKey  = errors.New("that is not the operator's key")
	ErrNoKey     = errors.New("no operator's key was made yet: run `ditchline key` on the board's machine")
	ErrNoInvite  = errors.New("that code was used, or has expired: have a new one shown")
	ErrNoDevice  = errors.New("there is no such device: it may have signed out")
	ErrKeyTooOld = errors.New("the key was made by an earlier start of the program, which kept only its hash: make a new one")
)

// Wait refuses a guess that comes too soon.
type Wait struct{ For time.Duration }

func (w Wait) Error() string {
	return fmt.Sprintf("too many tries: wait %d s", int((w.For+time.Second-1)/time.Second))
}

// Keeper keeps them in a file. Its methods may be called from any goroutine.
type Keeper struct {
	file file
	now  func() time.Time
	cost uint32        // of a new key's hash, KiB
	hash chan struct{} // held by the one whose key is hashed: that takes 19 MB

	mu      sync.Mutex
	kept    record
	key     string // in plain, where this Keeper made it
	invites []invite
	guesses guesses
	open    map[string]map[*func()]bool // device -> what ends when it is signed out
}

// Open reads what is kept in dir; nothing is written before there is something
// to keep.
func Open(dir string, now func() time.Time) (*Keeper, error) {
	k := &Keeper{file: newFile(dir), now: now, cost: hashMemory, hash: make(chan struct{}, 1), guesses: newGuesses(), open: map[string]map[*func()]bool{}}
	var err error
	if k.kept, err = k.file.read(); err != nil {
		return nil, err
	}
	return k, nil
}

// Name tells this keeper from others of the same machine, whose cookies a
// browser keeps together.
func (k *Keeper) Name() (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept.Name == "" {
		next := k.kept
		next.Name = newToken()[:8]
		if err := k.keep(next); err != nil {
			return "", err
		}
	}
	return k.kept.Name, nil
}

// HasKey says whether an operator's key was made.
func (k *Keeper) HasKey() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	return k.kept.Key != nil
}

// NewKey makes an operator's key, and signs every device out: the old key may
// be in wrong hands.
func (k *Keeper) NewKey() (string, error) {
	key := newKey()
	plain, _ := plainKey(key)
	hash := hashKey(plain, k.cost)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	next := k.kept
	next.Key, next.KeyMade, next.Devices = &hash, k.now(), nil
	if err := k.keep(next); err != nil {
		return "", err
	}
	k.key = key
	k.end()
	return key, nil
}

// Key is the operator's key, as long as the program that made it runs.
func (k *Keeper) Key() (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	switch {
	case k.kept.Key == nil:
		return "", ErrNoKey
	case k.key == "":
		return "", ErrKeyTooOld
	}
	return k.key, nil
}

// SignIn makes a device an operator's that knows the key, and gives its token.
func (k *Keeper) SignIn(typed string, from netip.Addr, name string) (token string, err error) {
	k.mu.Lock()
	k.refresh()
	hash := k.kept.Key
	var wait time.Duration
	if hash != nil {
		wait = k.guesses.wait(from, k.now())
	}
	k.mu.Unlock()
	if hash == nil {
		return "", ErrNoKey
	}
	if wait > 0 {
		return "", Wait{wait}
	}
	plain, ok := plainKey(typed)
	k.hash <- struct{}{}
	fits := hash.fits(plain) && ok
	<-k.hash
	if !fits {
		return "", ErrWrongKey
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	if k.kept.Key == nil || subtle.ConstantTimeCompare(k.kept.Key.Hash, hash.Hash) != 1 {
		return "", ErrWrongKey // a new one was made meanwhile
	}
	k.guesses.right(from)
	return k.admit(Device{Role: Operator}, from, name)
}

// Invite gives a code that lets one phone be a board's camera, once.
func (k *Keeper) Invite(board string) (code string, until time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	code, now := newToken()[:22], k.now() // 132 bits
	until = now.Add(InviteWaits)
	k.invites = slices.DeleteFunc(k.invites, func(i invite) bool { return !now.Before(i.until) })
	if len(k.invites) >= mostInvites {
		k.invites = slices.Delete(k.invites, 0, 1)
	}
	k.invites = append(k.invites, invite{tokenHash(code), board, until})
	return code, until
}

// Join makes a device the camera of the board that it was invited to.
func (k *Keeper) Join(code string, from netip.Addr, name string) (token, board string, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	now := k.now()
	if wait := k.guesses.wait(from, now); wait > 0 {
		return "", "", Wait{wait}
	}
	hash, found := tokenHash(code), -1
	for i, v := range k.invites {
		if subtle.ConstantTimeCompare(v.token, hash) == 1 && now.Before(v.until) {
			found = i
		}
	}
	if found < 0 {
		return "", "", ErrNoInvite
	}
	board = k.invites[found].board
	k.invites = slices.Delete(k.invites, found, found+1)
	k.guesses.right(from)
	token, err = k.admit(Device{Role: Camera, Board: board}, from, name)
	return token, board, err
}

// admit keeps a device and gives its token. The one that was seen longest ago
// goes when there are too many.
func (k *Keeper) admit(d Device, from netip.Addr, name string) (string, error) {
	token := newToken()
	d.ID, d.Name, d.From, d.Token = newToken()[:12], shortName(name), from.Unmap().String(), tokenHash(token)
	d.Since, d.Seen = k.now(), k.now()
	next := k.kept
	next.Devices = append(slices.Clone(k.kept.Devices), d)
	if len(next.Devices) > mostDevices {
		oldest := slices.MinFunc(next.Devices, func(a, b Device) int { return a.Seen.Compare(b.Seen) })
		next.Devices = slices.DeleteFunc(next.Devices, func(d Device) bool { return d.ID == oldest.ID })
	}
	if err := k.keep(next); err != nil {
		return "", err
	}
	k.end()
	return token, nil
}

// Who is the device of a token; ok is false where none is signed in with it.
func (k *Keeper) Who(token string) (d Device, ok bool) {
	if token == "" || len(token) > 64 {
		return Device{}, false
	}
	hash := tokenHash(token)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	now := k.now()
	for i := range k.kept.Devices {
		d := &k.kept.Devices[i]
		if subtle.ConstantTimeCompare(d.Token, hash) != 1 || now.Sub(d.Seen) > d.stays() {
			continue
		}
		if now.Sub(d.Seen) >= time.Minute { // kept with the next change: losing it costs nothing
			d.Seen = now
		}
		found := *d
		found.Token = nil
		return found, true
	}
	return Device{}, false
}

// Devices that are signed in, the newest first.
func (k *Keeper) Devices() []Device {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	now := k.now()
	list := []Device{}
	for _, d := range slices.Backward(k.kept.Devices) {
		if now.Sub(d.Seen) <= d.stays() {
			d.Token = nil
			list = append(list, d)
		}
	}
	return list
}

// Revoke signs a device out, and ends what it has open.
func (k *Keeper) Revoke(id string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	next := k.kept
	next.Devices = slices.DeleteFunc(slices.Clone(k.kept.Devices), func(d Device) bool { return d.ID == id })
	if len(next.Devices) == len(k.kept.Devices) {
		return ErrNoDevice
	}
	if err := k.keep(next); err != nil {
		return err
	}
	k.end()
	return nil
}

// WhileSignedIn has stop called once, when the device is signed out; at once
// where it is so already. done takes that back.
func (k *Keeper) WhileSignedIn(id string, stop func()) (done func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.open[id] == nil {
		k.open[id] = map[*func()]bool{}
	}
	k.open[id][&stop] = true
	k.end()
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		if delete(k.open[id], &stop); len(k.open[id]) == 0 {
			delete(k.open, id)
		}
	}
}

// end what devices have open that are no longer signed in. It is called with
// the lock held, so what it calls must not wait for this Keeper.
func (k *Keeper) end() {
	for id, stops := range k.open {
		if slices.ContainsFunc(k.kept.Devices, func(d Device) bool { return d.ID == id }) {
			continue
		}
		delete(k.open, id)
		for stop := range stops {
			(*stop)()
		}
	}
}

// WatchLink is the secret of the link by which people may watch.
func (k *Keeper) WatchLink() (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	if k.kept.Watch == "" {
		return k.renewWatch()
	}
	return k.kept.Watch, nil
}

// NewWatchLink makes the old link useless.
func (k *Keeper) NewWatchLink() (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	return k.renewWatch()
}

func (k *Keeper) renewWatch() (string, error) {
	next := k.kept
	next.Watch = newToken()[:16] // 96 bits: short enough for a QR code on a television
	if err := k.keep(next); err != nil {
		return "", err
	}
	return next.Watch, nil
}

// MayWatch says whether a secret is that of the link.
func (k *Keeper) MayWatch(secret string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refresh()
	return k.kept.Watch != "" && subtle.ConstantTimeCompare([]byte(secret), []byte(k.kept.Watch)) == 1
}

// keep writes a record, and goes by it from then on.
func (k *Keeper) keep(next record) error {
	if err := k.file.write(next); err != nil {
		return err
	}
	k.kept = next
	return nil
}

// refresh reads the file where another program, such as `ditchline key`,
// changed it.
func (k *Keeper) refresh() {
	next, changed := k.file.changed(k.now())
	if !changed {
		return
	}
	if next.Key == nil || k.kept.Key == nil || !bytes.Equal(next.Key.Hash, k.kept.Key.Hash) {
		k.key = ""
	}
	k.kept = next
	k.end()
}

// shortName is a name fit to be kept and shown: printable, and not long.
func shortName(name string) string {
	clean := make([]rune, 0, len(name))
	size := 0
	for _, r := range name {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			continue
		}
		if size += len(string(r)); size > mostName {
			break
		}
		clean = append(clean, r)
	}
	if len(clean) == 0 {
		return "a browser"
	}
	return string(clean)
}
