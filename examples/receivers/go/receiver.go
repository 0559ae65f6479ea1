// A receiver of Ringpost's webhooks with Go's standard library alone.
//
//	RINGPOST_SIGNING_SECRET=... go run . 127.0.0.1:8000    serves it
//	RINGPOST_VECTORS=vectors.json go test .                checks Verify against the published vectors
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"
)

const (
	toleranceSeconds = 300
	largestBody      = 4 << 20
)

var (
	errNoSecret  = errors.New("no_secret")
	errSignature = errors.New("wrong_secret")
	errTimestamp = errors.New("timestamp_off")
)

// Verify says why a delivery is not Ringpost's, or not fresh. rawBody holds the bytes as they came.
func Verify(secret, signature, timestamp string, rawBody []byte, now time.Time) error {
	// Anybody can sign with an empty secret.
	if secret == "" {
		return errNoSecret
	}
	// The key is the secret's text: its 64 characters, not the bytes that they spell.
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(rawBody)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	if !hmac.Equal([]byte(expected), []byte(signature)) {
		return errSignature
	}
	at, err := strconv.ParseInt(timestamp, 10, 64)
	if age := now.Unix() - at; err != nil || age > toleranceSeconds || age < -toleranceSeconds {
		return errTimestamp
	}
	return nil
}

type event struct {
	Event     string          `json:"event"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// receiver keeps what it has handled in memory; several processes, or a restart, need a table with a unique key.
type receiver struct {
	secret  string
	mutex   sync.Mutex
	handled map[string]bool
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method != http.MethodPost && req.Method != http.MethodPut {
		w.Header().Set("Allow", "POST, PUT")
		http.Error(w, "method_not_allowed", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, largestBody))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		http.Error(w, "body_too_large", http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		http.Error(w, "unreadable body", http.StatusBadRequest)
		return
	}
	header := req.Header
	if err := Verify(r.secret, header.Get("X-Webhook-Signature"), header.Get("X-Webhook-Timestamp"), body, time.Now()); err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	var e event
	// Unmarshal would replace bytes that are not UTF-8.
	if !utf8.Valid(body) || json.Unmarshal(body, &e) != nil || !bytes.HasPrefix(e.Data, []byte("{")) {
		http.Error(w, "not_an_event", http.StatusBadRequest)
		return
	}
	// The signature does not cover this header: what must never happen twice is keyed by the event's own ids.
	deliveryID := header.Get("X-Webhook-Delivery-Id")
	// Without one a delivery would be taken for the one before it.
	if deliveryID == "" {
		http.Error(w, "no_delivery_id", http.StatusBadRequest)
		return
	}
	r.once(deliveryID, func() { log.Println(e.Event, e.Timestamp) })
	w.WriteHeader(http.StatusNoContent)
}

func (r *receiver) once(deliveryID string, handle func()) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.handled[deliveryID] {
		return
	}
	handle()
	r.handled[deliveryID] = true
}

func main() {
	address := "127.0.0.1:8000"
	if len(os.Args) > 1 {
		address = os.Args[1]
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	log.Println("Listening on", listener.Addr())
	log.Fatal(http.Serve(listener, &receiver{secret: os.Getenv("RINGPOST_SIGNING_SECRET"), handled: map[string]bool{}}))
}
