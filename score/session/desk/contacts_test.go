package desk

import (
	"math"
	"testing"

	"ditchline/detect"
)

func TestContactsFollowFromWhatMoved(t *testing.T) {
	const shot, hit, by, still = 1, 2, 3, 4
	rest := func(id detect.ID, p float64) detect.Rest {
		return detect.Rest{Seen: detect.Seen{ID: id}, PMoved: p}
	}
	for name, c := range map[string]struct {
		contacts []detect.Contact
		moved    []detect.Rest
		want     map[[2]detect.ID]float64
	}{
		"a disc that lay still until the other hit it is not that one's cause": {
			[]detect.Contact{{A: shot, B: hit, P: 0.48}, {A: by, B: hit, P: 0.52}, {A: hit, B: by, P: 1}},
			[]detect.Rest{rest(hit, 1), rest(by, 1)},
			map[[2]detect.ID]float64{{shot, hit}: 1, {by, hit}: 0.52, {hit, by}: 1}, // it may have hit back
		},
		"one of two ways in which all came about is taken for sure": {
			[]detect.Contact{{A: shot, B: by, P: 0.47}, {A: shot, B: hit, P: 0.5}, {A: by, B: hit, P: 0.5}, {A: hit, B: by, P: 0.53}},
			[]detect.Rest{rest(hit, 1), rest(by, 1)},
			map[[2]detect.ID]float64{{shot, by}: 0.47, {shot, hit}: 1, {by, hit}: 0.5, {hit, by}: 1},
		},
		"the likelier of two is the cause": {
			[]detect.Contact{{A: shot, B: by, P: 1}, {A: shot, B: hit, P: 0.3}, {A: by, B: hit, P: 0.5}},
			[]detect.Rest{rest(hit, 1), rest(by, 1)},
			map[[2]detect.ID]float64{{shot, by}: 1, {shot, hit}: 0.3, {by, hit}: 1},
		},
		"a disc that moved was touched though nobody saw it": {
			nil, []detect.Rest{rest(hit, 0.9)}, map[[2]detect.ID]float64{{shot, hit}: 0.9},
		},
		"a graze of a disc that lies where it lay is as likely as its way says": {
			[]detect.Contact{{A: shot, B: still, P: 0.14}}, []detect.Rest{rest(still, 0)}, map[[2]detect.ID]float64{{shot, still}: 0.14},
		},
		"what is sure stays": {
			[]detect.Contact{{A: shot, B: hit, P: 1}, {A: hit, B: by, P: 0.99}}, []detect.Rest{rest(hit, 1), rest(by, 0.98)},
			map[[2]detect.ID]float64{{shot, hit}: 1, {hit, by}: 0.99},
		},
	} {
		s := &detect.Shot{Disc: shot, Contacts: c.contacts, Rest: append(c.moved, rest(shot, 1))}
		got := map[[2]detect.ID]float64{}
		for _, x := range contacts(s) {
			got[[2]detect.ID{x.A, x.B}] = x.P
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		for pair, p := range c.want {
			if math.Abs(got[pair]-p) > 0.011 {
				t.Errorf("%s: %v with %.3f, want %.3f", name, pair, got[pair], p)
			}
		}
	}
}
