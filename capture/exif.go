package capture

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/bep/imagemeta"
)

// Metadata is what a picture file says of how it was taken.
type Metadata struct {
	Orientation Orientation // how the stored picture must be turned; Upright where it doesn't say
	Focal35mm   float64     // focal length as if on 35 mm film, mm; 0 where it doesn't say
	TakenAt     time.Time   // zero where it doesn't say; local time where it names no zone
}

// film35Diagonal is that of a 24 x 36 mm negative, mm.
const film35Diagonal = 43.267

// FocalPx is the focal length in pixels of a picture of that size; 0 where
// the metadata states none. The equivalence to 35 mm film is by the diagonal
// (CIPA DCG-001).
func (m Metadata) FocalPx(width, height int) float64 {
	return m.Focal35mm / film35Diagonal * math.Hypot(float64(width), float64(height))
}

// ReadMetadata reads a picture's EXIF data. What is missing or makes no sense
// is left at its zero value: a damaged note is no reason to refuse a picture.
func ReadMetadata(f Format, data []byte) Metadata {
	tags := exifTags(f, data)
	return Metadata{
		Orientation: exifOrientation(tags["Orientation"]),
		Focal35mm:   exifFocal(tags["FocalLengthIn35mmFormat"]),
		TakenAt:     exifTime(exifText(tags["DateTimeOriginal"]), exifText(tags["SubSecTimeOriginal"]), exifText(tags["OffsetTimeOriginal"])),
	}
}

var exifFormats = map[Format]imagemeta.ImageFormat{
	JPEG: imagemeta.JPEG, PNG: imagemeta.PNG, WebP: imagemeta.WebP, HEIC: imagemeta.HEIF, AVIF: imagemeta.AVIF,
}

// exifTags are the tags of the main picture, not of its thumbnail; as many as
// could be read before an error.
func exifTags(f Format, data []byte) map[string]any {
	tags := map[string]any{}
	format, ok := exifFormats[f]
	if !ok {
		return tags
	}
	wanted := func(t imagemeta.TagInfo) bool {
		if !strings.HasPrefix(t.Namespace, "IFD0") {
			return false
		}
		switch t.Tag {
		case "Orientation", "FocalLengthIn35mmFormat", "DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal":
			return true
		}
		return false
	}
	// The error says that the rest of the notes could not be read: those
	// before it stand.
	_, _ = imagemeta.Decode(imagemeta.Options{
		R:               bytes.NewReader(data),
		ImageFormat:     format,
		Sources:         imagemeta.EXIF,
		ShouldHandleTag: wanted,
		HandleTag: func(t imagemeta.TagInfo) error {
			if _, seen := tags[t.Tag]; !seen {
				tags[t.Tag] = t.Value
			}
			return nil
		},
	})
	return tags
}

func exifNumber(v any) float64 {
	switch n := v.(type) {
	case uint8:
		return float64(n)
	case uint16:
		return float64(n)
	case uint32:
		return float64(n)
	case int16:
		return float64(n)
	case int32:
		return float64(n)
	case float32:
		return float64(n)
	case float64:
		return n
	case interface{ Float64() float64 }:
		return n.Float64()
	}
	return math.NaN()
}

func exifOrientation(v any) Orientation {
	if n := exifNumber(v); n >= 1 && n <= 8 && n == math.Trunc(n) {
		return Orientation(n)
	}
	return Upright
}

// exifFocal keeps to what lenses are: 4 to 4000 mm.
func exifFocal(v any) float64 {
	if n := exifNumber(v); n >= 4 && n <= 4000 {
		return n
	}
	return 0
}

func exifText(v any) string {
	if v == nil {
		return ""
	}
	return strings.TrimSpace(strings.Trim(fmt.Sprint(v), "\x00"))
}

// exifTime puts together the three tags in which EXIF keeps a moment: to the
// second, the digits of its fraction, and the zone as "+02:00".
func exifTime(moment, fraction, zone string) time.Time {
	location := time.Local
	if z, err := time.Parse("-07:00", zone); err == nil {
		location = z.Location()
	} else if zone == "Z" {
		location = time.UTC
	}
	t, err := time.ParseInLocation("2006:01:02 15:04:05", moment, location)
	if err != nil || t.Year() < 1970 {
		return time.Time{}
	}
	if f, err := strconv.ParseUint(fraction, 10, 64); err == nil && len(fraction) <= 9 {
		t = t.Add(time.Duration(float64(f) / math.Pow10(len(fraction)) * float64(time.Second)))
	}
	return t
}
