// Package qr draws QR codes: for pages as SVG, for terminals as text.
package qr

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// quiet is the margin that readers need around a code, modules (ISO/IEC 18004).
const quiet = 4

// Code is a QR code. Its zero value is none.
type Code struct{ code *qr.Code }

// Encode makes the code of a text; 15 % of it may be unreadable (level M).
func Encode(text string) (Code, error) {
	c, err := qr.Encode(text, qr.M)
	if err != nil {
		return Code{}, fmt.Errorf("qr: %d bytes: %w", len(text), err)
	}
	return Code{c}, nil
}

// Size is the number of modules along a side, margins included.
func (c Code) Size() int { return c.code.Size + 2*quiet }

// Dark says whether a module is; x runs right and y down, from the margin's
// corner.
func (c Code) Dark(x, y int) bool { return c.code.Black(x-quiet, y-quiet) }

// SVG is the code as a picture, dark on white whatever the page's colours:
// some readers do not read the reverse.
func (c Code) SVG() []byte {
	var path strings.Builder
	for y := range c.Size() {
		for x := 0; x < c.Size(); x++ {
			from := x
			for c.Dark(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
			}
		}
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path d="%[2]s"/></svg>`, c.Size(), path.String())
}

// Terminal is the code as lines of half blocks, light on dark as most
// terminals are: what is drawn is the light modules, so that the code has the
// right sense on a dark ground.
func (c Code) Terminal() string {
	var b strings.Builder
	for y := quiet - 2; y < c.Size()-quiet+2; y += 2 {
		for x := quiet - 2; x < c.Size()-quiet+2; x++ {
			switch upper, lower := !c.Dark(x, y), !c.Dark(x, y+1) && y+1 < c.Size()-quiet+2; {
			case upper && lower:
				b.WriteRune('█')
			case upper:
				b.WriteRune('▀')
			case lower:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
