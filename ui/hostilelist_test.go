package ui

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"ditchline/capture/phone"
)

// attacks are what is tried, each with what must come of it.
func (f *fortress) attacks(t *testing.T) []attack {
	var all []attack
	for _, list := range [][]attack{f.paths(), f.bodies(t), f.pictures(t), f.sites(), f.guesses(), f.sockets(), f.orders(), f.wires()} {
		all = append(all, list...)
	}
	return all
}

// tooLong is what comes of a header that is: the server says so and closes
// without reading the rest, which may cut the answer off.
var tooLong = []int{431, 0}

// paths that reach for files, and ids of nothing.
func (f *fortress) paths() []attack {
	gone := []int{404}
	list := []attack{
		{what: "a path upwards", path: "/assets/../../go.mod", status: gone, says: "there is no"},
		{what: "an escaped path upwards", path: "/assets/%2e%2e%2f%2e%2e%2fgo.mod", status: gone, says: "there is no"},
		{what: "a path upwards with backslashes", path: "/assets/..%5c..%5cgo.mod", status: gone, says: "there is no"},
		{what: "a doubly escaped path", path: "/assets/%252e%252e/go.mod", status: gone, says: "there is no"},
		{what: "an absolute path", raw: f.plain("GET /../../../../etc/passwd HTTP/1.1"), status: gone, says: "there is no"},
		{what: "a zero byte", path: "/assets/index.html%00.js", status: gone, says: "there is no"},
		{what: "invalid UTF-8", path: "/%ff%fe%c0%ae", status: gone, says: "there is no"},
		{what: "two slashes", raw: f.plain("GET //evil.example/watch HTTP/1.1"), status: gone, says: "there is no"},
		{what: "evidence upwards", path: "/api/v1/evidence/../../operator.json", status: gone, says: "there is no"},
		{what: "evidence upwards, escaped", path: "/api/v1/evidence/" + f.id + "/2/..%2f..%2f..%2foperator.json", status: gone, says: "there is no"},
		{what: "evidence by an absolute path", path: "/api/v1/evidence/x/1/%2fetc%2fpasswd", status: gone, says: "there is no"},
		{what: "a match of evidence upwards", path: "/api/v1/evidence/..%2f../1/record.json", status: gone, says: "there is no"},
		{what: "a dispute upwards", path: "/api/v1/disputes/..%2foperator.json", status: gone, says: "there is no"},
		{what: "a dispute's file upwards", path: "/api/v1/disputes/x/..%2f..%2foperator.json", status: gone, says: "there is no"},
		{what: "removing a dispute upwards", from: "here", method: "DELETE", path: "/api/v1/disputes/..%2fevidence", status: []int{405}, says: "takes"},
		{what: "removing a dispute of no name", from: "here", method: "DELETE", path: "/api/v1/disputes/%2e%2e", status: gone, says: "no dispute"},
		{what: "a board upwards", path: "/b/..%2f..%2fetc/", status: gone, says: "there is no"},
		{what: "an unknown board", path: "/api/v1/boards/table-9", status: gone, says: "no board"},
		{what: "a board named by a script", path: "/api/v1/boards/%3Cscript%3E/state", status: gone, says: "no board"},
		{what: "an unknown match", path: "/api/v1/matches/m1", status: gone, says: "m1"},
		{what: "a match upwards", path: "/api/v1/matches/..%2f..%2foperator.json", status: gone},
		{what: "a match by SQL", path: "/api/v1/matches/" + url.PathEscape("x' OR '1'='1"), status: gone},
		{what: "evidence of an unknown match", path: "/api/v1/evidence/m1", status: gone, says: "no evidence"},
		{what: "a photograph of nobody", path: "/api/v1/photos/000000000000000000", status: []int{404, 410}, says: "no longer here"},
		{what: "an unknown device", from: "here", method: "DELETE", path: "/api/v1/access/devices/none", status: gone, says: "no such device"},
		{what: "a disc beyond all numbers", from: "here", method: "POST", path: "/api/v1/dispute/live?disc=99999999999999999999", status: []int{400}, says: "no disc"},
		{what: "a picture wider than any", path: "/snapshot.jpg?width=999999999", status: []int{400}, says: "width"},
		{what: "a width beyond all numbers", path: "/stream.mjpg?width=1e309", status: []int{400}, says: "width"},
		{what: "a million pictures a second", path: "/stream.mjpg?fps=1000000", status: []int{400}, says: "fps"},
		{what: "a huge query", raw: f.plain("GET /api/v1/state?x=" + strings.Repeat("y", 100_000) + " HTTP/1.1"), status: tooLong},
		{what: "a code that leads elsewhere", path: "/api/v1/qr.svg?text=https://evil.example/", status: []int{400}, says: "link to this server"},
	}
	return list
}

// plain is a bare request with the right Host.
func (f *fortress) plain(line string, headers ...string) string {
	host := fmt.Sprintf("Host: board.local:%d", f.port)
	return line + "\r\n" + strings.Join(append([]string{host}, headers...), "\r\n") + "\r\nConnection: close\r\n\r\n"
}

// bodies that are too long, or never end.
func (f *fortress) bodies(t *testing.T) []attack {
	large := []int{413}
	chunks := strings.Repeat("1000\r\n"+strings.Repeat("x", 0x1000)+"\r\n", 32) // 128 kB, and no end
	return []attack{
		{what: "an order too long", from: "here", method: "POST", path: "/api/v1/match/orders", body: strings.Repeat(" ", maxBody+1), status: large, says: "at most"},
		{what: "a key too long", method: "POST", path: "/api/v1/access/sign-in", body: `{"key":"` + strings.Repeat("A", maxBody) + `"}`, status: large, says: "at most"},
		{what: "a body without end", raw: f.here8("POST /api/v1/match/orders HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked") + chunks, status: []int{400, 413}, says: "error"},
		{what: "photographs of 101 MB", raw: f.here8("POST /api/v1/dispute HTTP/1.1", "Content-Type: multipart/form-data; boundary=x", "Content-Length: 105906176"), status: large, says: "at most"},
		{what: "a body where none belongs", method: "GET", path: "/api/v1/state", body: strings.Repeat("x", maxBody+1), status: large, says: "at most"},
		{what: "a header too long", raw: f.plain("GET /api/v1/state HTTP/1.1", "X-Long: "+strings.Repeat("x", 64<<10)), status: tooLong},
		{what: "headers without number", raw: f.plain("GET /api/v1/state HTTP/1.1", strings.Repeat("X-Many: 1\r\n", 5000)+"X-Last: 1"), status: tooLong},
		{what: "a cookie too long", raw: f.plain("GET /api/v1/state HTTP/1.1", "Cookie: x="+strings.Repeat("y", 64<<10)), status: tooLong},
	}
}

// here8 is a bare request of this machine itself.
func (f *fortress) here8(line string, headers ...string) string {
	return line + "\r\n" + fmt.Sprintf("Host: 127.0.0.1:%d", f.port) + "\r\n" + strings.Join(headers, "\r\n") + "\r\nConnection: close\r\n\r\n"
}

// pictures that are none, or stand for gigabytes. A joined phone sends them.
func (f *fortress) pictures(t *testing.T) []attack {
	send := func(what, says string, status int, files ...string) attack {
		var parts [][]byte
		for _, file := range files {
			parts = append(parts, []byte(file))
		}
		body, kind := form(t, map[string]string{"line": "10"}, parts...)
		text, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		return attack{what: what, from: "phone", method: "POST", path: "/api/v1/dispute", body: string(text), headers: []string{"Content-Type: " + kind}, status: []int{status}, says: says}
	}
	stamp := string(aJPEG(t, 64, 64))
	return []attack{
		send("a PNG that stands for 7 GB", "too large", 415, pngBomb()),
		send("a JPEG that stands for 10 GB", "too large", 415, string(bomb(t))),
		send("a WebP that stands for 800 MB", "too large", 415, webpBomb()),
		send("a HEIC that stands for 7 GB", "too large", 415, heicBomb(t)),
		send("a program", "not a picture", 415, "\x7fELF\x02\x01\x01"+strings.Repeat("\x00", 100)),
		send("a page", "not a picture", 415, "<html><script>alert(1)</script>"),
		send("an SVG", "not a picture", 415, `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
		send("an empty file", "empty", 415, ""),
		send("a header alone", "cut short", 415, stamp[:30]),
		send("one photograph too many", "more than", 413, stamp, stamp, stamp, stamp, stamp, stamp, stamp),
		send("no photograph", "no photograph", 400),
		{what: "a form without its boundary", from: "phone", method: "POST", path: "/api/v1/dispute", body: "x", headers: []string{"Content-Type: multipart/form-data"}, status: []int{400}, says: "form"},
		{what: "a form that breaks off", from: "phone", method: "POST", path: "/api/v1/dispute", body: "--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a\"\r\n\r\nxx", headers: []string{"Content-Type: multipart/form-data; boundary=x"}, status: []int{400}, says: "broke off"},
		{what: "a photograph as JSON", from: "phone", method: "POST", path: "/api/v1/dispute", body: `{"photos":["../operator.json"]}`, status: []int{410}, says: "no longer here"},
		{what: "a backup that is none", from: "here", method: "POST", path: "/api/v1/data/restore", body: "PK\x03\x04nonsense", headers: []string{"Content-Type: application/zip"}, status: []int{400}, says: "backup"},
		{what: "a backup from elsewhere", method: "POST", path: "/api/v1/data/restore", body: "PK", headers: []string{"Content-Type: application/zip"}, status: []int{401}, says: "operator"},
	}
}

// sites that are not ours, on whose pages the operator's own browser asks.
func (f *fortress) sites() []attack {
	order := func(what, kind, body string, headers ...string) attack {
		return attack{what: what, from: "here", method: "POST", path: "/api/v1/match/orders", body: body, headers: append(headers, "Content-Type: "+kind), status: []int{403}, says: "may not"}
	}
	undo := `{"kind":"undo"}`
	return []attack{
		order("a page of another site", "application/json", undo, "Origin: http://evil.example"),
		order("a page without a site", "application/json", undo, "Origin: null"),
		order("a page of another port", "application/json", undo, "Origin: http://127.0.0.1:1"),
		order("a page of the same site", "application/json", undo, "Sec-Fetch-Site: same-site"),
		order("a form of another site", "application/x-www-form-urlencoded", "kind=undo", "Sec-Fetch-Site: cross-site"),
		order("a form of text of another site", "text/plain", undo, "Sec-Fetch-Site: cross-site", "Origin: https://evil.example"),
		{what: "a form of an old browser", from: "here", method: "POST", path: "/api/v1/match/orders", body: undo, headers: []string{"Content-Type: text/plain"}, status: []int{415}, says: "JSON"},
		{what: "a page that makes a key", from: "here", method: "POST", path: "/api/v1/access/key", headers: []string{"Sec-Fetch-Site: cross-site"}, status: []int{403}, says: "may not"},
		{what: "a picture tag that reads the key", from: "here", path: "/api/v1/access/key", headers: []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"}, status: []int{403}, says: "may not"},
		{what: "a page that asks beforehand", from: "here", method: "OPTIONS", path: "/api/v1/match/orders", headers: []string{"Origin: http://evil.example", "Access-Control-Request-Method: POST"}, status: []int{405}, says: "takes"},
		{what: "a name that was made to point here", from: "here", path: "/api/v1/state", headers: []string{"Host: evil.example"}, status: []int{421}, says: "evil.example"},
		{what: "a name that begins like ours", from: "here", path: "/api/v1/access/key", headers: []string{"Host: localhost.evil.example"}, status: []int{421}, says: "evil.example"},
		{what: "a number for a name", from: "here", path: "/api/v1/access/key", headers: []string{"Host: 2130706433"}, status: []int{403}, says: "own machine"},
		{what: "a name with a path in it", raw: "GET /api/v1/state HTTP/1.1\r\nHost: localhost/../x\r\nConnection: close\r\n\r\n", status: []int{400, 421}},
		{what: "an absolute address elsewhere", raw: "GET http://evil.example/api/v1/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", status: []int{421}, says: "evil.example"},
	}
}

// guesses at keys, cookies and codes. The last of them is one too many.
func (f *fortress) guesses() []attack {
	sign := func(what, key string, status int, says string, headers ...string) attack {
		return attack{what: what, method: "POST", path: "/api/v1/access/sign-in", body: `{"key":"` + key + `"}`, headers: headers, status: []int{status}, says: says}
	}
	undo := func(what, from string, status int, says string, headers ...string) attack {
		return attack{what: what, from: from, method: "POST", path: "/api/v1/match/orders", body: `{"kind":"undo"}`, headers: headers, status: []int{status}, says: says}
	}
	cookie := "Cookie: ditchline-" + f.server.keeper + "="
	return []attack{
		undo("an order of a watcher", "", 401, "operator"),
		undo("an order of a camera", "phone", 403, "camera"),
		undo("a forged cookie", "", 401, "operator", cookie+"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
		undo("a cookie that is the key", "", 401, "operator", cookie+f.key),
		undo("the phone's cookie under another name", "", 401, "operator", "Cookie: __Host-ditchline-"+f.server.keeper+"="+f.phone),
		undo("a cookie that says operator", "", 401, "operator", "Cookie: role=operator; admin=1"),
		undo("basic authorisation", "", 401, "operator", "Authorization: Basic YWRtaW46YWRtaW4="),
		undo("a proxy that says it is this machine", "", 401, "operator", "X-Forwarded-For: 127.0.0.1", "X-Real-Ip: 127.0.0.1", "Forwarded: for=127.0.0.1"),
		undo("a proxy on this machine", "here", 401, "operator", "X-Forwarded-For: 203.0.113.9"),
		undo("a host that says it is this machine", "", 401, "operator", "X-Forwarded-Host: localhost"),
		{what: "the key, from elsewhere", path: "/api/v1/access/key", status: []int{403}, says: "own machine"},
		{what: "the devices, from elsewhere", path: "/api/v1/access/devices", status: []int{401}, says: "operator"},
		{what: "the link, from elsewhere", path: "/api/v1/access/link", status: []int{401}, says: "operator"},
		{what: "a backup, from elsewhere", path: "/api/v1/data/backup", status: []int{401, 404}},
		{what: "an invitation, from elsewhere", method: "POST", path: "/api/v1/phone/invite", status: []int{401}, says: "operator"},
		{what: "an invitation that was used", method: "POST", path: "/api/v1/phone/join", body: `{"code":"` + f.used + `"}`, status: []int{410}, says: "used"},
		sign("no key", "", 403, "not the operator"),
		sign("a key that cannot be", "' OR 1=1 --", 403, "not the operator"),
		sign("a wrong key", "0000-0000-0000-0000", 403, "not the operator"),
		sign("a wrong key again", "1111-1111-1111-1111", 403, "not the operator"),
		sign("one key too many", "2222-2222-2222-2222", 429, "wait"),
		sign("even the right key then", f.key, 429, "wait"),
		sign("as somebody else", "3333-3333-3333-3333", 429, "wait", "X-Forwarded-For: 198.51.100.7"),
	}
}

// sockets that are none.
func (f *fortress) sockets() []attack {
	upgrade := func(headers ...string) string {
		return f.here8("GET /api/v1/phone/socket HTTP/1.1", append([]string{"Upgrade: websocket"}, headers...)...)
	}
	upgrade8 := func(headers ...string) string {
		return strings.Replace(upgrade(headers...), "Connection: close", "Connection: Upgrade", 1)
	}
	return []attack{
		{what: "a socket asked like a page", from: "here", path: "/api/v1/phone/socket", status: []int{426}, says: "WebSocket"},
		{what: "a socket of a watcher", path: "/api/v1/phone/socket", headers: []string{"Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="}, status: []int{401}, says: "operator"},
		{what: "a socket of another site", from: "here", path: "/api/v1/phone/socket", headers: []string{"Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Origin: http://evil.example"}, status: []int{403}, says: "may not"},
		{what: "a socket without a key", raw: upgrade8("Sec-WebSocket-Version: 13"), status: []int{400}, says: "Key"},
		{what: "a socket of another version", raw: upgrade8("Sec-WebSocket-Version: 7", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="), status: []int{400, 426}, says: "ersion"},
		{what: "a socket whose key is too short", raw: upgrade8("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eA=="), status: []int{400}, says: "Key"},
		{what: "a socket that does not connect", raw: upgrade("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="), status: []int{400, 426}, says: "onnection"},
	}
}

// orders that cannot be read.
func (f *fortress) orders() []attack {
	order := func(what, body, says string, status int) attack {
		return attack{what: what, from: "here", method: "POST", path: "/api/v1/match/orders", body: body, status: []int{status}, says: says}
	}
	return []attack{
		order("half an order", `{"kind":`, "cannot be read", 400),
		order("two orders at once", `{"kind":"undo"}{"kind":"undo"}`, "more than one", 400),
		order("a field of no order", `{"kind":"undo","seq":4}`, "seq", 400),
		order("an order that is a list", `[{"kind":"undo"}]`, "cannot be read", 400),
		order("an order of another kind", `{"kind":7}`, "cannot be read", 400),
		order("a number beyond all", `{"kind":"undo","of":1e999}`, "cannot be read", 400),
		order("invalid UTF-8", "{\"kind\":\"\xff\xfe", "cannot be read", 400),
		order("brackets without end", strings.Repeat("[", 60_000), "cannot be read", 400),
		order("braces without end", strings.Repeat(`{"edit":`, 7000), "cannot be read", 400),
		{what: "a key that is a number", method: "POST", path: "/api/v1/access/sign-in", body: `{"key":7}`, status: []int{400}, says: "cannot be read"},
		{what: "a code that is a list", method: "POST", path: "/api/v1/phone/join", body: `{"code":["x"]}`, status: []int{400}, says: "cannot be read"},
		{what: "a method for nothing", method: "DELETE", path: "/", status: []int{405}, says: "takes"},
		{what: "an order by PUT", from: "here", method: "PUT", path: "/api/v1/match/orders", body: `{"kind":"undo"}`, status: []int{405}, says: "takes"},
		{what: "an order by GET", from: "here", path: "/api/v1/match/orders", status: []int{405}, says: "takes"},
		{what: "a method by a header", from: "here", path: "/api/v1/match/orders", headers: []string{"X-HTTP-Method-Override: POST"}, status: []int{405}, says: "takes"},
		{what: "TRACE", method: "TRACE", path: "/api/v1/state", status: []int{405}, says: "takes"},
		{what: "a method of one's own", method: "FROBNICATE", path: "/api/v1/state", status: []int{405}, says: "takes"},
		{what: "POST to a page", method: "POST", path: "/watch", status: []int{405}, says: "takes"},
	}
}

// wires are requests that are none, on a bare connection.
func (f *fortress) wires() []attack {
	bad := []int{400}
	order := func(headers ...string) string {
		return f.here8("POST /api/v1/match/orders HTTP/1.1", append(headers, "Content-Type: application/json")...)
	}
	undo := `{"kind":"undo"}`
	return []attack{
		{what: "a request without a host", raw: "GET /api/v1/state HTTP/1.1\r\nConnection: close\r\n\r\n", status: bad, says: "Host"},
		{what: "two hosts", raw: f.plain("GET /api/v1/state HTTP/1.1", "Host: localhost"), status: bad},
		{what: "two lengths", raw: order("Content-Length: 15", "Content-Length: 3") + undo, status: bad},
		{what: "a length below zero", raw: order("Content-Length: -1") + undo, status: bad},
		{what: "a length beyond all numbers", raw: order("Content-Length: 99999999999999999999") + undo, status: bad},
		{what: "a chunk's length beyond all numbers", raw: order("Transfer-Encoding: chunked") + "ffffffffffffffffff\r\nx\r\n0\r\n\r\n", status: bad},
		{what: "a transfer of another kind", raw: order("Transfer-Encoding: xchunked") + undo, status: []int{400, 501}},
		{what: "a second request inside the first", raw: order("Transfer-Encoding: chunked", "Content-Length: 4") + "0\r\n\r\nPOST /api/v1/match/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n" + undo, status: bad},
		{what: "a header folded over lines", raw: f.plain("POST /api/v1/match/orders HTTP/1.1", "X-Fold: a\r\n b"), status: []int{400, 401}},
		{what: "a header without a name", raw: f.plain("GET /api/v1/state HTTP/1.1", ": x"), status: bad},
		{what: "a header with a space in its name", raw: f.plain("GET /api/v1/state HTTP/1.1", "Content-Length : 5"), status: bad},
		{what: "a header with a zero byte", raw: f.plain("GET /api/v1/state HTTP/1.1", "X-Zero: a\x00b"), status: bad},
		{what: "a method with a space before it", raw: f.plain(" GET /api/v1/state HTTP/1.1"), status: bad},
		{what: "another protocol", raw: f.plain("GET /api/v1/state HTTP/9.9"), status: []int{400, 505}},
		{what: "a tunnel", raw: "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\nConnection: close\r\n\r\n", status: []int{400, 404, 405, 421}},
		{what: "an encrypted greeting", raw: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + strings.Repeat("\x00", 600) + "\r\n\r\n", status: bad},
		{what: "random bytes", raw: strings.Repeat("\x80\xfe\x01", 300) + "\r\n\r\n", status: bad},
	}
}

// frames are what a phone with a good cookie may not send on its socket. The
// line ends, and the match goes on.
var frames = []struct {
	what string
	raw  []byte
	code int // of the close frame; 0: the line is cut without one
}{
	{"a frame that is not masked", []byte{0x81, 0x02, 'h', 'i'}, 0},
	{"a frame with reserved bits", masked(0xf2, []byte("x")), 1002},
	{"an opcode of nothing", masked(0x83, []byte("x")), 1002},
	{"a frame that goes on with nothing", masked(0x80, []byte("x")), 1002},
	{"a ping that is too long", append([]byte{0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0}, bytes.Repeat([]byte("x"), 256)...), 1002},
	{"a ping in pieces", masked(0x09, []byte("x")), 1002},
	{"a frame longer than all memory", append(header64(0x82, 1<<62), make([]byte, phone.MaxMessage+1)...), 1009},
	{"a frame of a length below zero", header64(0x82, 1<<63), 0},
	{"a picture one byte too long", append(header64(0x82, phone.MaxMessage+1), make([]byte, phone.MaxMessage+1)...), 1009},
	{"a close without sense", masked(0x88, []byte{0x03}), 1002},
	{"bytes that are no picture", masked(0x82, []byte("nonsense")), 1007},
	{"a text that is no answer", masked(0x81, []byte("hello")), 1007},
}

// masked is a frame of up to 125 bytes, with a mask of zeros.
func masked(first byte, payload []byte) []byte {
	return append([]byte{first, 0x80 | byte(len(payload)), 0, 0, 0, 0}, payload...)
}

// header64 is a frame's header with a length of 64 bits and a mask of zeros.
func header64(first byte, n uint64) []byte {
	return append(binary.BigEndian.AppendUint64([]byte{first, 0xff}, n), 0, 0, 0, 0)
}
