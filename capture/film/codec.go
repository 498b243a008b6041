package film

import (
	"fmt"
	"math"
	"strconv"
)

// codec is an H.264 encoder of ffmpeg.
type codec struct {
	name string
	sure bool // it works wherever it is offered: it needs no hardware
}

// codecs in the order of preference. libx264 makes the best picture of a
// bit; libopenh264 is what distributions have that may not ship it; the
// others need hardware.
var codecs = []codec{
	{"libx264", true},
	{"libopenh264", true},
	{"h264_videotoolbox", false},
	{"h264_nvenc", false},
	{"h264_qsv", false},
	{"h264_v4l2m2m", false},
}

// bitsPerPixel that an encoder without a constant quality is given at a rate
// factor of 23: what libx264 spends on a board with a hand moving over it,
// doubled, since the others spend them worse. Six steps of the rate factor
// halve or double it (x264's quantizer doubles every six).
const bitsPerPixel = 0.08

// quality are the arguments that choose the encoder and its quality. width
// and height are 0 where they are not known yet.
func (c codec) quality(o Options, width, height int) []string {
	args := []string{"-c:v", c.name}
	if c.name == "libx264" {
		args = append(args, "-preset", o.Preset, "-crf", strconv.Itoa(o.CRF))
		if o.Fragmented {
			args = append(args, "-tune", "zerolatency") // nothing is held back that a crash would lose
		}
		return args
	}
	rate := bitsPerPixel * float64(width*height) * o.FPS * math.Exp2(float64(defaultCRF-o.CRF)/6)
	return append(args, "-b:v", strconv.Itoa(max(200_000, int(rate))))
}

// keySeconds is the time between two key frames: a player can go to each, and
// a fragment of a recording begins with one.
const keySeconds = 2

// arguments of ffmpeg for a film of the given size into the file out.
//
// The filter keeps the pixel grid: of an odd size the last row or column is
// left out, since H.264 keeps colour for squares of two by two pixels. The
// colour matrix is BT.601 in limited range at any size, and said so: readers
// that look at the mark and OpenCV's, which doesn't, both get the colours
// that went in. In passthrough each frame keeps its own time.
func (c codec) arguments(o Options, width, height int, out string) []string {
	args := []string{
		"-hide_banner", "-v", "error", "-nostdin", "-y",
		"-threads", "1", "-f", "matroska", "-i", "pipe:0",
		"-an", "-sn", "-dn", "-filter_threads", strconv.Itoa(o.Threads),
		"-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,scale=in_color_matrix=bt601:out_color_matrix=bt601:out_range=tv:flags=accurate_rnd+bilinear,format=yuv420p",
		"-fps_mode", "passthrough", "-enc_time_base", "1/90000",
	}
	args = append(args, c.quality(o, width, height)...)
	args = append(args,
		"-g", strconv.Itoa(max(1, int(math.Round(keySeconds*o.FPS)))),
		"-threads", strconv.Itoa(o.Threads), "-pix_fmt", "yuv420p",
		"-colorspace", "smpte170m", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
		"-video_track_timescale", "90000",
	)
	how := "+faststart" // the index stands first: a browser plays while it loads
	if o.Fragmented {
		how = "+frag_keyframe+empty_moov+default_base_moof"
		args = append(args, "-frag_duration", fmt.Sprint(1_000_000), "-flush_packets", "1")
	}
	return append(args, "-movflags", how, "-f", "mp4", out)
}
