package access

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strings"

	"golang.org/x/crypto/argon2"
)

// keyLetters are Crockford's base 32: no I, L, O and U, which people mistake.
const keyLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// keyLength in letters, 5 bits each: 80 bits are beyond guessing at any rate
// that the limits let through.
const keyLength = 16

// newKey is an operator's key as people read it: XXXX-XXXX-XXXX-XXXX.
func newKey() string {
	var b [keyLength]byte
	rand.Read(b[:]) // never fails, says crypto/rand
	var text strings.Builder
	for i, v := range b {
		if i > 0 && i%4 == 0 {
			text.WriteByte('-')
		}
		text.WriteByte(keyLetters[v%32])
	}
	return text.String()
}

// plainKey is a key as it was meant: spaces and dashes do not count, nor does
// case, and letters that look like a digit are that digit. ok is false for
// what no key can be.
func plainKey(typed string) (key string, ok bool) {
	if len(typed) > 4*keyLength {
		return "", false
	}
	var b strings.Builder
	for _, r := range strings.ToUpper(typed) {
		switch r {
		case ' ', '-', '\u2013', '\u2011':
			continue
		case 'O':
			r = '0'
		case 'I', 'L':
			r = '1'
		}
		if !strings.ContainsRune(keyLetters, r) {
			return "", false
		}
		b.WriteRune(r)
	}
	return b.String(), b.Len() == keyLength
}

// The cost of a hash: OWASP's least for Argon2id, so that a small computer
// beside the board answers in a tenth of a second and guesses cost it little.
const (
	hashPasses  = 2
	hashMemory  = 19 << 10 // KiB
	hashThreads = 1
)

const (
	hashBytes = 32
	saltBytes = 16
)

// keyHash is what is kept of a key.
type keyHash struct {
	Salt    []byte `json:"salt"`
	Hash    []byte `json:"hash"`
	Passes  uint32 `json:"passes"`
	Memory  uint32 `json:"memory_kib"`
	Threads uint8  `json:"threads"`
}

// hashKey hashes a key with so much memory, KiB.
func hashKey(plain string, memory uint32) keyHash {
	h := keyHash{Salt: make([]byte, saltBytes), Passes: hashPasses, Memory: memory, Threads: hashThreads}
	rand.Read(h.Salt)
	h.Hash = h.of(plain)
	return h
}

func (h keyHash) of(plain string) []byte {
	return argon2.IDKey([]byte(plain), h.Salt, h.Passes, h.Memory, h.Threads, hashBytes)
}

// fits takes the same time for every key.
func (h keyHash) fits(plain string) bool {
	return subtle.ConstantTimeCompare(h.of(plain), h.Hash) == 1
}

// good says whether a hash that was read can be used: a file that somebody
// damaged must not cost gigabytes.
func (h keyHash) good() bool {
	return len(h.Salt) >= 8 && len(h.Hash) == hashBytes && h.Passes >= 1 && h.Passes <= 16 && h.Memory >= 8 && h.Memory <= 256<<10 && h.Threads >= 1 && h.Threads <= 8
}

// newToken is a secret that only programs carry: 256 bits.
func newToken() string {
	var b [32]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// tokenHash is what is kept of a token. It needs no salt and no cost, since
// nobody guesses a token.
func tokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
