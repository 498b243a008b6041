package cvcam

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"os"
	"strings"
	"testing"

	"ditchline/capture"
)

// rtspServer plays an MPEG transport stream to each who asks, as RTP within
// the RTSP connection (RFC 2326 10.12, RFC 2250), then hangs up.
func rtspServer(t *testing.T, ts []byte) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serveRTSP(conn, ts)
			conn.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return "rtsp://" + l.Addr().String() + "/live"
}

// serveRTSP returns when the stream was played or the client is gone.
func serveRTSP(conn net.Conn, ts []byte) {
	const sdp = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=board\r\nc=IN IP4 0.0.0.0\r\nt=0 0\r\nm=video 0 RTP/AVP 33\r\na=control:track1\r\n"
	in := textproto.NewReader(bufio.NewReader(conn))
	for {
		request, err := in.ReadLine()
		if err != nil {
			return
		}
		header, err := in.ReadMIMEHeader()
		if err != nil {
			return
		}
		method, _, _ := strings.Cut(request, " ")
		answer := "RTSP/1.0 200 OK\r\nCSeq: " + header.Get("CSeq") + "\r\nSession: 1\r\n"
		switch method {
		case "OPTIONS":
			answer += "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n\r\n"
		case "DESCRIBE":
			answer += fmt.Sprintf("Content-Type: application/sdp\r\nContent-Length: %d\r\n\r\n%s", len(sdp), sdp)
		case "SETUP":
			answer += "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n\r\n"
		default:
			answer += "\r\n"
		}
		if _, err := io.WriteString(conn, answer); err != nil || method == "TEARDOWN" {
			return
		}
		if method == "PLAY" {
			for n, rest := uint16(0), ts; len(rest) > 0; n++ {
				size := min(7*188, len(rest))
				packet := append([]byte{'$', 0}, binary.BigEndian.AppendUint16(nil, uint16(12+size))...)
				packet = append(packet, 0x80, 33)
				packet = binary.BigEndian.AppendUint16(packet, n)
				packet = binary.BigEndian.AppendUint32(packet, uint32(n)*3000)
				packet = append(packet, 0, 0, 0, 1)
				if _, err := conn.Write(append(packet, rest[:size]...)); err != nil {
					return
				}
				rest = rest[size:]
			}
			return
		}
	}
}

func TestAnRTSPStreamIsReadUntilItBreaksOff(t *testing.T) {
	ts, err := os.ReadFile("testdata/quarters.ts")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = open(t, rtspServer(t, ts)).Run(t.Context(), func(f capture.Frame) {
		if f.Width != 160 || f.Height != 96 {
			t.Errorf("frame %d is %d x %d", n, f.Width, f.Height)
		}
		n++
	})
	if n < 60 {
		t.Errorf("%d frames, want about 75", n)
	}
	if err == nil || err.Error() != "the stream broke off" {
		t.Errorf("error is %v", err)
	}
}
