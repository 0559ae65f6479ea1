// go get github.com/testcontainers/testcontainers-go; go test
package receiver

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

func TestABusyLineReachesTheReceiverAtTheSecondAttempt(t *testing.T) {
	ids, answers := []string{}, []int{500, 204}
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ids = append(ids, r.Header.Get("X-Webhook-Delivery-Id"))
		w.WriteHeader(answers[len(ids)-1])
	}))
	port := listener.Addr().(*net.TCPAddr).Port

	ctx := context.Background()
	container, err := testcontainers.GenericContainer(ctx, testcontainers.GenericContainerRequest{
		ContainerRequest: testcontainers.ContainerRequest{
			Image:           "ringpost-simulator",
			ExposedPorts:    []string{"8090/tcp"},
			Cmd:             []string{"--speed", "manual"},
			HostAccessPorts: []int{port},
			WaitingFor:      wait.ForHTTP("/healthz").WithPort("8090/tcp"),
		},
		Started: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer container.Terminate(ctx)
	simulator, err := container.PortEndpoint(ctx, "8090/tcp", "http")
	if err != nil {
		t.Fatal(err)
	}

	post := func(path, body string) {
		answer, err := http.Post(simulator+path, "application/json", strings.NewReader(body))
		if err != nil || answer.StatusCode >= 300 {
			t.Fatal(path, answer, err)
		}
	}
	post("/webhooks/calls", fmt.Sprintf(
		`{"url": "http://host.testcontainers.internal:%d/hooks", "secret": "between us", "phoneNumber": "+15550110001"}`, port))
	post("/time/run-until-idle", "{}")
	if len(ids) != 2 || ids[0] != ids[1] {
		t.Fatal("two attempts with one id are expected, and these came:", ids)
	}
}
