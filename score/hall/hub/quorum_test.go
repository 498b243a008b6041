package hub

import (
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

func TestHowAStreamStands(t *testing.T) {
	peer := func(name string, current, offline bool) *jetstream.PeerInfo {
		return &jetstream.PeerInfo{Name: name, Current: current, Offline: offline}
	}
	for what, c := range map[string]struct {
		cluster          *jetstream.ClusterInfo
		problem, warning string
		current          int
	}{
		"one server alone":     {cluster: nil, current: 1},
		"three that are whole": {cluster: &jetstream.ClusterInfo{Leader: "a", Replicas: []*jetstream.PeerInfo{peer("b", true, false), peer("c", true, false)}}, current: 3},
		"one is away": {
			cluster: &jetstream.ClusterInfo{Leader: "a", Replicas: []*jetstream.PeerInfo{peer("b", true, false), peer("c", false, true)}},
			current: 2, warning: "server c is away",
		},
		"one is away and one catches up": {
			cluster: &jetstream.ClusterInfo{Leader: "a", Replicas: []*jetstream.PeerInfo{peer("b", false, false), peer("c", false, true)}},
			current: 1, warning: "server b is catching up",
		},
		"two are away": {
			cluster: &jetstream.ClusterInfo{Replicas: []*jetstream.PeerInfo{peer("b", false, true), peer("c", false, true)}},
			current: 1, problem: "nobody leads stream s", warning: "servers b and c are away",
		},
	} {
		t.Run(what, func(t *testing.T) {
			s := streamHealth{stream: "s"}
			if s.problem() == nil {
				t.Error("a stream that did not answer is led")
			}
			s.take(&jetstream.StreamInfo{Cluster: c.cluster})
			holds(t, "problem", s.problem(), c.problem)
			holds(t, "warning", s.warning(), c.warning)
			if s.current != c.current {
				t.Errorf("%d servers are current, want %d", s.current, c.current)
			}
		})
	}
}

// holds wants words in an error, or none.
func holds(t *testing.T, what string, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("%s: %v", what, err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("%s: %v, want %q", what, err, want)
	}
}
