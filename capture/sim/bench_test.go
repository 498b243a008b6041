package sim

import (
	"slices"
	"syscall"
	"testing"
	"time"
)

// processorTime of this process so far: other work on the machine does not
// count.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func benchmarkFilm(b *testing.B, w, h int) {
	o := Defaults()
	o.Width, o.Height = w, h
	f, err := newFilm(o)
	if err != nil {
		b.Fatal(err)
	}
	began := processorTime()
	n := 0
	var each []time.Duration
	for b.Loop() {
		t := processorTime()
		f.at(time.Duration(float64(n) / 30 * float64(time.Second)))
		if n > 0 {
			each = append(each, processorTime()-t)
		}
		n++
	}
	b.ReportMetric(float64((processorTime()-began).Microseconds())/1000/float64(n), "cpu-ms/frame")
	slices.Sort(each)
	if len(each) > 0 {
		b.ReportMetric(float64(each[len(each)*95/100].Microseconds())/1000, "cpu-ms-95%")
		b.ReportMetric(float64(each[len(each)-1].Microseconds())/1000, "cpu-ms-worst")
	}
}

func BenchmarkFrame720p(b *testing.B)  { benchmarkFilm(b, 1280, 720) }
func BenchmarkFrame1080p(b *testing.B) { benchmarkFilm(b, 1920, 1080) }
