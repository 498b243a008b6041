package hub

import (
	"strings"
	"testing"
)

func TestRefusalsNameTheTable(t *testing.T) {
	key := "U" + strings.Repeat("BTX24EIP4I3", 5)
	tableOf := func(k string) string {
		if k == key {
			return "7"
		}
		return ""
	}
	other := "U" + strings.Repeat("A2", 27) + "Q"
	for text, want := range map[string]string{
		`10.0.0.7:48574 - cid:21 - "v1.55.0:go" - "$G/nkey:` + key + `" - Publish Violation - Subject "ditchline.cup.2.m"`: "the key of table 7, used from 10.0.0.7, tried to publish to ditchline.cup.2.m",
		`[::1]:48574 - cid:21 - "$G/nkey:` + key + `" - Subscription Violation - Subject ">", SID 1`:                       "the key of table 7, used from ::1, tried to listen to >",
		`10.0.0.9:1234 - cid:5 - authentication error - Nkey "` + other + `"`:                                              "somebody at 10.0.0.9 came with a key that is nobody's here (" + other + ")",
		`authentication error - User "N/A"`: `the server refused a use of somebody else's subject, or an unknown key: authentication error`,
	} {
		if got := refusalText(text, tableOf); !strings.HasPrefix(got, want) {
			t.Errorf("%s\nis told as %q, want %q", text, got, want)
		}
	}
}
