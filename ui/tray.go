package ui

import (
	"crypto/rand"
	"encoding/hex"
	"sync"
)

// Limits of what people send.
const (
	maxPhotos     = 6
	maxPhotoBytes = 40 << 20
	maxUpload     = 100 << 20
	trayBytes     = 200 << 20
)

// sentPhoto is a picture file that somebody sent.
type sentPhoto struct {
	id   string
	name string
	data []byte
}

// tray keeps the last photographs that were sent, so that one of which the
// board was not found can be calibrated by hand without being sent again.
type tray struct {
	mu     sync.Mutex
	photos []sentPhoto // the newest last
	bytes  int
}

// put keeps a photograph and names it; the oldest go when there are too many.
func (t *tray) put(name string, data []byte) sentPhoto {
	p := sentPhoto{id: newID(), name: name, data: data}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.photos, t.bytes = append(t.photos, p), t.bytes+len(data)
	for len(t.photos) > 1 && t.bytes > trayBytes {
		t.bytes -= len(t.photos[0].data)
		t.photos[0] = sentPhoto{}
		t.photos = t.photos[1:]
	}
	return p
}

// get is the photograph of that name; ok is false where it is gone.
func (t *tray) get(id string) (p sentPhoto, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.photos {
		if p.id == id {
			return p, true
		}
	}
	return p, false
}

// newID is a name that nobody guesses.
func newID() string {
	var b [9]byte
	rand.Read(b[:]) // never fails, says crypto/rand
	return hex.EncodeToString(b[:])
}
