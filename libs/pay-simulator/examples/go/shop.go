// A shop with the demo hosts of Viva.com written into it. It takes a payment, reads it back, and refunds a part.
//
//	npx pay-simulator run -- go run shop.go
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	accounts = "https://demo-accounts.vivapayments.com"
	api      = "https://demo-api.vivapayments.com"
	web      = "https://demo.vivapayments.com"
)

var client = &http.Client{Timeout: 10 * time.Second}

// call sends a request and decodes the response into result.
func call(method, address, body string, result any, authorize func(*http.Request)) {
	request, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	authorize(request)
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		log.Fatalf("%s %s: %s %s", method, address, response.Status, text)
	}
	if err := json.Unmarshal(text, result); err != nil {
		log.Fatal(err)
	}
}

func main() {
	account := func(r *http.Request) { r.SetBasicAuth(os.Getenv("PAY_MERCHANT_ID"), os.Getenv("PAY_API_KEY")) }

	var token struct {
		AccessToken string `json:"access_token"`
	}
	call("POST", accounts+"/connect/token", "grant_type=client_credentials", &token, func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.SetBasicAuth(os.Getenv("PAY_CLIENT_ID"), os.Getenv("PAY_CLIENT_SECRET"))
	})
	bearer := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token.AccessToken) }

	// An order code has 16 digits: int64 keeps them, float64 does not.
	var order struct{ OrderCode int64 }
	call("POST", api+"/checkout/v2/orders", `{"amount":2450,"customerTrns":"Two mugs"}`, &order, bearer)
	fmt.Printf("Pay at %s/web/checkout?ref=%d\n", web, order.OrderCode)

	// Stands for the customer. Leave this line out to pay in a browser.
	payment := fmt.Sprintf(`{"orderCode":"%d"}`, order.OrderCode)
	call("POST", os.Getenv("PAY_SIMULATOR_URL")+"/_simulator/trigger/payment", payment, &struct{}{}, func(*http.Request) {})

	var list struct {
		Transactions []struct{ TransactionId string }
	}
	call("GET", fmt.Sprintf("%s/api/transactions/?ordercode=%d", web, order.OrderCode), "", &list, account)
	if len(list.Transactions) == 0 {
		log.Fatal("The order has no transaction")
	}
	id := list.Transactions[0].TransactionId
	var paid struct {
		StatusId  string
		OrderCode int64
		Amount    float64
	}
	call("GET", api+"/checkout/v2/transactions/"+id, "", &paid, bearer)
	if paid.StatusId != "F" || paid.OrderCode != order.OrderCode {
		log.Fatalf("Not paid: %+v", paid)
	}
	fmt.Printf("Paid %.2f\n", paid.Amount)

	query := url.Values{"amount": {"450"}, "sourceCode": {"Default"}}
	var refund struct {
		Success bool
		Amount  float64
	}
	call("DELETE", web+"/api/transactions/"+id+"?"+query.Encode(), "", &refund, account)
	if !refund.Success {
		log.Fatalf("Not refunded: %+v", refund)
	}
	fmt.Printf("Refunded %.2f\n", math.Abs(refund.Amount))
}
