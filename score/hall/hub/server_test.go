package hub_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"testing"

	"ditchline/score/hall/hub"
)

// The server process of these tests is this test binary with this set, to its
// serverSpec as JSON: so that it can be killed as the power would.
const serverVariable = "DITCHLINE_TEST_NATS_SERVER"

type serverSpec struct {
	Dir, Name     string
	Port, Cluster int
	Routes        []string
	Data, Event   string // of the keys
	Tables        []string
}

func TestMain(m *testing.M) {
	if text := os.Getenv(serverVariable); text != "" {
		if err := serve(text); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if text := os.Getenv(hubVariable); text != "" {
		fmt.Fprintln(os.Stderr, serveProgram(text))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func serve(text string) error {
	var spec serverSpec
	if err := json.Unmarshal([]byte(text), &spec); err != nil {
		return err
	}
	keys, err := hub.OpenKeys(spec.Data, spec.Event)
	if err != nil {
		return err
	}
	users, err := usersOf(keys, spec.Tables)
	if err != nil {
		return err
	}
	o := hub.EmbeddedOptions{Dir: spec.Dir, Name: spec.Name, Host: "127.0.0.1", Port: spec.Port, Users: users, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	if spec.Cluster > 0 {
		o.Cluster = &hub.ClusterPlace{Port: spec.Cluster, Routes: spec.Routes}
	}
	if _, err := hub.StartEmbedded(o); err != nil {
		return err
	}
	fmt.Println("ready")
	select {}
}

func usersOf(keys *hub.Keys, tables []string) ([]hub.User, error) {
	pair, err := keys.Hub()
	if err != nil {
		return nil, err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	users := []hub.User{{Key: public}}
	for _, name := range tables {
		ticket, err := keys.Ticket(name, nil, "")
		if err != nil {
			return nil, err
		}
		user, err := hub.UserOf(ticket)
		if err != nil {
			return nil, err
		}
		users = append(users, user)
	}
	return users, nil
}
