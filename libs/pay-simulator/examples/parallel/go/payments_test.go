package payments

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

// World is an account of its own for a test.
type World struct {
	ID          string            `json:"id"`
	Control     string            `json:"control"`
	Environment map[string]string `json:"environment"`
}

// newWorld creates a world, and ends it after the test.
func newWorld(t *testing.T) World {
	t.Helper()
	simulator := os.Getenv("PAY_SIMULATOR_URL")
	if simulator == "" {
		simulator = "http://127.0.0.1:4010"
	}
	var world World
	post(t, simulator+"/_simulator/worlds", `{"ttlSeconds": 600}`, &world)
	t.Cleanup(func() {
		request, _ := http.NewRequest("DELETE", simulator+"/_simulator/worlds/"+world.ID, nil)
		send(t, request, nil)
	})
	return world
}

func TestPayments(t *testing.T) {
	for _, amount := range []int{1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000} {
		amount := amount
		t.Run(fmt.Sprint(amount), func(t *testing.T) {
			t.Parallel()
			world := newWorld(t)
			orderCode := createOrder(t, world.Environment, amount)
			// Stands for the customer.
			post(t, world.Control+"/trigger/payment", fmt.Sprintf(`{"orderCode": "%s"}`, orderCode), nil)

			request, _ := http.NewRequest("GET", world.Control+"/transactions", nil)
			var payments []struct {
				OrderCode string `json:"orderCode"`
				Amount    int    `json:"amount"`
			}
			send(t, request, &payments)
			if len(payments) != 1 || payments[0].OrderCode != orderCode || payments[0].Amount != amount {
				t.Fatalf("expected one payment of order %s, got %v", orderCode, payments)
			}
		})
	}
}

// createOrder stands for your application. Give it the account as values: t.Setenv does not work in parallel tests.
func createOrder(t *testing.T, env map[string]string, amount int) string {
	t.Helper()
	form := strings.NewReader("grant_type=client_credentials")
	request, _ := http.NewRequest("POST", env["PAY_SIMULATOR_URL"]+"/accounts/connect/token", form)
	request.SetBasicAuth(env["PAY_CLIENT_ID"], env["PAY_CLIENT_SECRET"])
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var token struct {
		AccessToken string `json:"access_token"`
	}
	send(t, request, &token)

	body := strings.NewReader(fmt.Sprintf(`{"amount": %d}`, amount))
	request, _ = http.NewRequest("POST", env["PAY_SIMULATOR_URL"]+"/api/checkout/v2/orders", body)
	request.Header.Set("Authorization", "Bearer "+token.AccessToken)
	request.Header.Set("Content-Type", "application/json")
	var order struct {
		OrderCode json.Number `json:"orderCode"`
	}
	send(t, request, &order)
	return order.OrderCode.String()
}

func post(t *testing.T, url, body string, response any) {
	t.Helper()
	request, _ := http.NewRequest("POST", url, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	send(t, request, response)
}

func send(t *testing.T, request *http.Request, response any) {
	t.Helper()
	// Only a simulator that other machines reach needs a token.
	if token := os.Getenv("PAY_CONTROL_TOKEN"); token != "" && request.Header.Get("Authorization") == "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	result, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer result.Body.Close()
	text, _ := io.ReadAll(result.Body)
	if result.StatusCode >= 300 {
		t.Fatalf("%s %s: %d %s", request.Method, request.URL, result.StatusCode, text)
	}
	if response == nil {
		return
	}
	if err := json.Unmarshal(text, response); err != nil {
		t.Fatal(err)
	}
}
