package capture

import (
	"bytes"
	"errors"
)

// CheckStated refuses a picture whose file states a size that is not measured,
// before anybody decodes it: a few bytes can stand for gigabytes of pixels. Of
// HEIC and AVIF it reads the sizes of all the images in the file; where it
// finds none, the decoder must judge.
func CheckStated(f Format, data []byte) error {
	switch f {
	case JPEG, PNG, WebP:
		h, err := ReadHeader(f, data)
		if err != nil {
			return err
		}
		return CheckSize(h.Width, h.Height)
	case HEIC, AVIF:
		for _, s := range heifSizes(data) {
			if s[0] == 0 || s[1] == 0 {
				return errors.New("the picture states a size of nothing")
			}
			if err := CheckSize(max(s[0], MinSide), max(s[1], MinSide)); err != nil { // tiles and previews may be small
				return err
			}
		}
	}
	return nil
}

// mostHEIFSizes bounds what is gathered: a phone's picture has some dozens of
// tiles, all of which share one.
const mostHEIFSizes = 1000

// heifSizes are the widths and heights that a HEIF's image properties state:
// the ispe boxes below meta, iprp and ipco (ISO/IEC 23008-12, 6.5.3).
func heifSizes(data []byte) (sizes [][2]int) {
	eachBox(data, func(kind string, meta []byte) {
		if kind != "meta" || len(meta) < 4 {
			return
		}
		eachBox(meta[4:], func(kind string, iprp []byte) { // a full box: version and flags first
			if kind != "iprp" {
				return
			}
			eachBox(iprp, func(kind string, ipco []byte) {
				if kind != "ipco" {
					return
				}
				eachBox(ipco, func(kind string, ispe []byte) {
					if kind == "ispe" && len(ispe) >= 12 && len(sizes) < mostHEIFSizes {
						sizes = append(sizes, [2]int{int(be32(ispe[4:])), int(be32(ispe[8:]))})
					}
				})
			})
		})
	})
	return sizes
}

// eachBox calls each for the boxes of a sequence, with their payloads, up to
// the first that does not fit (ISO/IEC 14496-12, 4.2).
func eachBox(data []byte, each func(kind string, payload []byte)) {
	for len(data) >= 8 {
		size, head := uint64(be32(data)), uint64(8)
		switch {
		case size == 0: // to the end
			size = uint64(len(data))
		case size == 1 && len(data) >= 16:
			size, head = uint64(be32(data[8:]))<<32|uint64(be32(data[12:])), 16
		}
		if size < head || size > uint64(len(data)) {
			return
		}
		each(string(bytes.Clone(data[4:8])), data[head:size])
		data = data[size:]
	}
}
