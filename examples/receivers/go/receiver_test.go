package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"strconv"
	"testing"
	"time"
)

type vector struct {
	Name, Secret, Timestamp, BodyBase64, Header string
}

// Every vector verifies, and none does with a byte changed or 301 seconds later.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("RINGPOST_VECTORS"))
	if err != nil {
		t.Fatal(err)
	}
	var published struct{ Vectors []vector }
	if err := json.Unmarshal(text, &published); err != nil || len(published.Vectors) == 0 {
		t.Fatal("no vectors", err)
	}
	for _, v := range published.Vectors {
		body, _ := base64.StdEncoding.DecodeString(v.BodyBase64)
		seconds, _ := strconv.ParseInt(v.Timestamp, 10, 64)
		at := time.Unix(seconds, 0)
		if err := Verify(v.Secret, v.Header, v.Timestamp, body, at); err != nil {
			t.Error(v.Name, err)
		}
		if err := Verify(v.Secret, v.Header, v.Timestamp, append(body, ' '), at); err != errSignature {
			t.Error(v.Name, "took a changed body", err)
		}
		if err := Verify(v.Secret, v.Header, v.Timestamp, body, at.Add(301*time.Second)); err != errTimestamp {
			t.Error(v.Name, "took an old timestamp", err)
		}
	}
}
