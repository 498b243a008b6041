package ui

import (
	"fmt"
	"sync"
	"time"

	"ditchline/capture"
)

// maxEncoders is how many pictures of a board are encoded at once: vision
// needs the processor more.
const maxEncoders = 2

// keptFrames is how many frames' JPEGs are kept: the newest, and the one that
// a slower client still sends.
const keptFrames = 2

// pictureSize is what a client asks for.
type pictureSize struct {
	width   int // pixels; 0 for the frame's own
	quality int // 1 to 100
	above   above
}

// frameID tells two frames of a board apart, also over a reopened source.
type frameID struct {
	seq uint64
	at  time.Time
}

// pictures makes JPEGs of a board's frames, each frame and size once for all
// clients.
type pictures struct {
	encode Encoder
	resize Resizer
	slots  chan struct{}
	tables tables

	mu     sync.Mutex
	frames []keptFrame // the newest last
}

type keptFrame struct {
	id    frameID
	sizes map[pictureSize]*keptPicture
}

type keptPicture struct {
	once sync.Once
	jpeg []byte
	err  error
}

func newPictures(encode Encoder, resize Resizer) *pictures {
	return &pictures{encode: encode, resize: resize, slots: make(chan struct{}, maxEncoders)}
}

// jpeg is the frame in that size; a frame is never made larger. The bytes
// are shared: nobody may write to them. took hears the seconds of the making,
// if this call did it.
func (p *pictures) jpeg(f capture.Frame, size pictureSize, took func(seconds float64)) ([]byte, error) {
	if size.width >= f.Width && size.above == (above{}) {
		size.width = 0
	}
	k := p.kept(frameID{f.Seq, f.CapturedAt}, size)
	k.once.Do(func() {
		p.slots <- struct{}{}
		defer func() { <-p.slots }()
		start := time.Now()
		k.jpeg, k.err = p.make(f, size)
		took(time.Since(start).Seconds())
	})
	return k.jpeg, k.err
}

func (p *pictures) kept(id frameID, size pictureSize) *keptPicture {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.frames {
		if f.id == id {
			if f.sizes[size] == nil {
				f.sizes[size] = &keptPicture{}
			}
			return f.sizes[size]
		}
	}
	if len(p.frames) == keptFrames {
		p.frames = append(p.frames[:0], p.frames[1:]...)
	}
	k := &keptPicture{}
	p.frames = append(p.frames, keptFrame{id, map[pictureSize]*keptPicture{size: k}})
	return k
}

func (p *pictures) make(f capture.Frame, size pictureSize) ([]byte, error) {
	seq := f.Seq
	var err error
	switch {
	case size.above != (above{}):
		if f, err = p.tables.lay(f, size.above); err != nil {
			return nil, fmt.Errorf("show frame %d from above: %w", seq, err)
		}
	case size.width > 0:
		if f, err = p.resize(f, size.width); err != nil {
			return nil, fmt.Errorf("resize frame %d to %d px: %w", seq, size.width, err)
		}
	}
	jpeg, err := p.encode(f, size.quality)
	if err != nil {
		return nil, fmt.Errorf("encode frame %d: %w", seq, err)
	}
	return jpeg, nil
}
