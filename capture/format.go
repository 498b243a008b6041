package capture

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
)

// Format is the kind of a still picture, told by its content.
type Format string

// The formats that are read.
const (
	UnknownFormat Format = ""
	JPEG          Format = "JPEG"
	PNG           Format = "PNG"
	WebP          Format = "WebP"
	HEIC          Format = "HEIC"
	AVIF          Format = "AVIF"
)

// FormatsRead names the formats that are read, for messages.
const FormatsRead = "JPEG, PNG, WebP, HEIC or AVIF"

// The brands of ISO/IEC 23008-12 (HEIF) and of AV1 in it that say what codec
// the pictures of a file are in.
var (
	hevcBrands = []string{"heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"}
	av1Brands  = []string{"avif", "avis"}
	heifBrands = []string{"mif1", "mif2", "msf1", "miaf"}
)

// Sniff tells a still picture's format by its first bytes; UnknownFormat
// where it is none of those that are read. 64 bytes are enough.
func Sniff(data []byte) Format {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return JPEG
	case bytes.HasPrefix(data, pngSignature):
		return PNG
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return WebP
	case len(data) >= 16 && string(data[4:8]) == "ftyp":
		return sniffHEIF(data)
	}
	return UnknownFormat
}

// sniffHEIF reads the brands of a file-type box: the major one, a version,
// then the compatible ones.
func sniffHEIF(data []byte) Format {
	size := int(min(be32(data), 256))
	brands := []string{string(data[8:12])}
	for at := 16; at+4 <= min(size, len(data)); at += 4 {
		brands = append(brands, string(data[at:at+4]))
	}
	if !slices.ContainsFunc(brands, func(b string) bool {
		return slices.Contains(hevcBrands, b) || slices.Contains(av1Brands, b) || slices.Contains(heifBrands, b)
	}) {
		return UnknownFormat // a video, which has such a box too
	}
	for _, b := range brands {
		switch {
		case slices.Contains(av1Brands, b):
			return AVIF
		case slices.Contains(hevcBrands, b):
			return HEIC
		}
	}
	if slices.Contains(heifBrands, brands[0]) {
		return HEIC
	}
	return UnknownFormat
}

// Describe says in words what data that is no picture seems to be.
func Describe(data []byte) string {
	kind, _, _ := strings.Cut(http.DetectContentType(data), ";")
	switch {
	case len(data) == 0:
		return "it is empty"
	case len(data) >= 12 && string(data[4:8]) == "ftyp", strings.HasPrefix(kind, "video/"):
		return "it is a video"
	case strings.HasPrefix(kind, "text/"):
		return "it is text"
	case kind == "application/octet-stream":
		return "its content is of no known kind"
	}
	return "it is " + kind
}
