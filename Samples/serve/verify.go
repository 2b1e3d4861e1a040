// Asks samlkit serve why a message fails: go run verify.go MESSAGE METADATA [AUDIENCE] [TIME].
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
)

func argument(index int, otherwise string) string {
	if len(os.Args) > index {
		return os.Args[index]
	}
	return otherwise
}

func main() {
	base := os.Getenv("BASE_URL")
	if base == "" {
		base = "http://127.0.0.1:8766"
	}
	message, err := os.ReadFile(argument(1, ""))
	if err != nil {
		log.Fatal(err)
	}
	metadata, err := os.ReadFile(argument(2, ""))
	if err != nil {
		log.Fatal(err)
	}
	// encoding/json writes []byte in Base64.
	body, _ := json.Marshal(map[string]any{
		"message":  message,
		"trust":    []map[string]string{{"name": "metadata.xml", "content": string(metadata)}},
		"audience": argument(3, "https://saml.sp.auth.adobe.com"),
		"now":      argument(4, "clock"),
	})
	answer, err := http.Post(base+"/api/v1/verify", "application/json", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	var content struct {
		Record struct {
			Outcome string
			Reasons []struct{ Code string }
		}
		Detail string
	}
	if err := json.NewDecoder(answer.Body).Decode(&content); err != nil {
		log.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		log.Fatal(content.Detail)
	}
	fmt.Println(content.Record.Outcome)
	for _, reason := range content.Record.Reasons {
		fmt.Println(reason.Code)
	}
}
