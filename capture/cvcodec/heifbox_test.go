package cvcodec

import (
	"bytes"
	"encoding/binary"
)

// irot is the box that turns a picture by quarters counter-clockwise, imir
// the one that mirrors it; ISO/IEC 23008-12, 6.5.10 and 6.5.12.
func irot(quarters byte) []byte { return []byte{0, 0, 0, 9, 'i', 'r', 'o', 't', quarters} }
func imir(axis byte) []byte     { return []byte{0, 0, 0, 9, 'i', 'm', 'i', 'r', axis} }

// withTransforms gives the one picture of a small HEIC or AVIF file, as
// heif-enc 1.15 lays it out, more properties, in order.
func withTransforms(file []byte, boxes ...[]byte) []byte {
	if len(boxes) == 0 {
		return file
	}
	data := bytes.Clone(file)
	at := func(kind string) int { return bytes.Index(data, []byte(kind)) - 4 }
	grow := func(box, by int) {
		binary.BigEndian.PutUint32(data[box:], binary.BigEndian.Uint32(data[box:])+uint32(by))
	}
	insert := func(where int, b []byte) {
		data = append(data[:where:where], append(bytes.Clone(b), data[where:]...)...)
	}

	added := bytes.Join(boxes, nil)
	properties := 0
	ipco := at("ipco")
	end := ipco + int(binary.BigEndian.Uint32(data[ipco:]))
	for p := ipco + 8; p < end; p += int(binary.BigEndian.Uint32(data[p:])) {
		properties++
	}
	for _, box := range []string{"meta", "iprp", "ipco"} {
		grow(at(box), len(added))
	}
	insert(end, added)

	// One entry: item (2 bytes), count, then a byte for each property.
	ipma := at("ipma")
	count := ipma + 8 + 4 + 4 + 2
	links := make([]byte, len(boxes))
	for i := range links {
		links[i] = 0x80 | byte(properties+1+i)
	}
	for _, box := range []string{"meta", "iprp", "ipma"} {
		grow(at(box), len(links))
	}
	insert(count+1+int(data[count]), links)
	data[count] += byte(len(links))

	// The coded picture moved: its base offset stands behind item and
	// reference.
	grow(at("iloc")+8+4+2+2+2+2, len(added)+len(links))
	return data
}
