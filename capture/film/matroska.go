package film

import (
	"encoding/binary"
	"fmt"
	"io"
	"time"
)

// matroska writes pictures with their times as a Matroska stream (RFC 9559),
// which is how they go through the pipe to ffmpeg: a bare stream of pictures
// has no times. Each picture is a cluster of its own.
type matroska struct {
	w     io.Writer
	count int
}

// pictureCodec is what the pictures are.
type pictureCodec int

const (
	rawBGR pictureCodec = iota
	motionJPEG
)

// The elements that are written (RFC 9559, section 5.1).
const (
	idEBML            = 0x1A45DFA3
	idDocType         = 0x4282
	idSegment         = 0x18538067
	idInfo            = 0x1549A966
	idTimestampScale  = 0x2AD7B1
	idTracks          = 0x1654AE6B
	idTrackEntry      = 0xAE
	idTrackNumber     = 0xD7
	idTrackUID        = 0x73C5
	idTrackType       = 0x83
	idFlagLacing      = 0x9C
	idDefaultDuration = 0x23E383
	idCodecID         = 0x86
	idVideo           = 0xE0
	idPixelWidth      = 0xB0
	idPixelHeight     = 0xBA
	idFourCC          = 0x2EB524
	idCluster         = 0x1F43B675
	idTimestamp       = 0xE7
	idSimpleBlock     = 0xA3
)

// tick is the unit of time in the stream.
const tick = time.Microsecond

// begin writes all that comes before the first picture.
func (m *matroska) begin(kind pictureCodec, width, height int, each time.Duration) error {
	video := join(number(idPixelWidth, uint64(width)), number(idPixelHeight, uint64(height)))
	codecID := "V_MJPEG"
	if kind == rawBGR {
		codecID = "V_UNCOMPRESSED"
		video = append(video, element(idFourCC, []byte("BGR\x18"))...)
	}
	track := join(
		number(idTrackNumber, 1), number(idTrackUID, 1), number(idTrackType, 1), number(idFlagLacing, 0),
		number(idDefaultDuration, uint64(each.Nanoseconds())),
		element(idCodecID, []byte(codecID)), element(idVideo, video))
	_, err := m.w.Write(join(
		element(idEBML, element(idDocType, []byte("matroska"))),
		id(idSegment), []byte{0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, // of unknown size
		element(idInfo, number(idTimestampScale, uint64(tick.Nanoseconds()))),
		element(idTracks, element(idTrackEntry, track)),
	))
	return err
}

// picture writes one picture that is shown from a time on.
func (m *matroska) picture(at time.Duration, data []byte) error {
	// Track 1, no time after the cluster's, a key frame.
	block := join(id(idSimpleBlock), size(len(data)+4), []byte{0x81, 0, 0, 0x80})
	head := number(idTimestamp, uint64(at/tick))
	if _, err := m.w.Write(join(id(idCluster), size(len(head)+len(block)+len(data)), head, block)); err != nil {
		return fmt.Errorf("picture %d: %w", m.count, err)
	}
	if _, err := m.w.Write(data); err != nil {
		return fmt.Errorf("picture %d: %w", m.count, err)
	}
	m.count++
	return nil
}

func join(parts ...[]byte) []byte {
	var all []byte
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// id is an element's name, whose first byte says how long it is.
func id(v uint32) []byte {
	b := binary.BigEndian.AppendUint32(nil, v)
	for b[0] == 0 {
		b = b[1:]
	}
	return b
}

// size is a length in eight bytes, of which the first bit says so.
func size(n int) []byte {
	return binary.BigEndian.AppendUint64(nil, 1<<56|uint64(n))
}

func element(name uint32, content []byte) []byte {
	return join(id(name), size(len(content)), content)
}

func number(name uint32, v uint64) []byte {
	return element(name, binary.BigEndian.AppendUint64(nil, v))
}
