package qr

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const link = "https://192.168.1.20:8080/operate#key=7KQF-2M9X-0ABC-ZZ19"

func TestACodeHasItsFinders(t *testing.T) {
	c, err := Encode(link)
	if err != nil {
		t.Fatal(err)
	}
	last := c.Size() - quiet - 1
	for _, corner := range [][2]int{{quiet, quiet}, {last - 6, quiet}, {quiet, last - 6}} {
		for i := range 7 {
			for j := range 7 {
				ring := max(max(3-i, i-3), max(3-j, j-3)) // from the finder's middle
				if got := c.Dark(corner[0]+i, corner[1]+j); got != (ring != 2) {
					t.Fatalf("finder at %v: module %d,%d is %v", corner, i, j, got)
				}
			}
		}
	}
	for i := range c.Size() {
		for _, p := range [][2]int{{i, 0}, {i, c.Size() - 1}, {0, i}, {quiet - 1, i}} {
			if c.Dark(p[0], p[1]) {
				t.Fatalf("the margin is dark at %v", p)
			}
		}
	}
}

func TestTheTerminalShowsTheSameCode(t *testing.T) {
	c, err := Encode(link)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(c.Terminal(), "\n"), "\n")
	for n, line := range lines {
		for x, r := range []rune(line) {
			y := quiet - 2 + 2*n
			upper, lower := r == '█' || r == '▀', r == '█' || r == '▄'
			if upper == c.Dark(quiet-2+x, y) || y+1 < c.Size()-quiet+2 && lower == c.Dark(quiet-2+x, y+1) {
				t.Fatalf("line %d, column %d is %q", n, x, r)
			}
		}
	}
}

func TestTooMuchTextIsNoCode(t *testing.T) {
	if _, err := Encode(strings.Repeat("x", 5000)); err == nil {
		t.Error("no error")
	}
}

// Another program reads what was drawn, where there is one.
func TestAReaderReadsIt(t *testing.T) {
	zbar, err := exec.LookPath("zbarimg")
	if err != nil {
		t.Skip("zbarimg is not installed (Debian: zbar-tools)")
	}
	c, err := Encode(link)
	if err != nil {
		t.Fatal(err)
	}
	const scale = 6
	img := image.NewGray(image.Rect(0, 0, scale*c.Size(), scale*c.Size()))
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if !c.Dark(x/scale, y/scale) {
				img.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "code.png")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), zbar, "-q", "--raw", path).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != link {
		t.Errorf("read %q, %v", out, err)
	}
}
