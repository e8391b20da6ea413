#!/usr/bin/env bash
# A shop with the demo hosts of Viva.com written into it. It takes a payment, reads it back, and refunds a part.
#
#     npx pay-simulator run -- bash shop.sh
set -euo pipefail

ACCOUNTS=https://demo-accounts.vivapayments.com
API=https://demo-api.vivapayments.com
WEB=https://demo.vivapayments.com

# Prints the value of a member of JSON from standard input.
member() { sed -E "s/.*\"$1\":\"?([^\",}]+).*/\1/"; }

TOKEN=$(curl -sSf "$ACCOUNTS/connect/token" -u "$PAY_CLIENT_ID:$PAY_CLIENT_SECRET" \
  -d grant_type=client_credentials | member access_token)

ORDER=$(curl -sSf "$API/checkout/v2/orders" -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' -d '{"amount":2450,"customerTrns":"Two mugs"}' | member orderCode)
echo "Pay at $WEB/web/checkout?ref=$ORDER"

# Stands for the customer. Leave this line out to pay in a browser.
curl -sSf -o /dev/null "$PAY_SIMULATOR_URL/_simulator/trigger/payment" \
  -H 'Content-Type: application/json' -d "{\"orderCode\":\"$ORDER\"}"

ID=$(curl -sSf "$WEB/api/transactions/?ordercode=$ORDER" -u "$PAY_MERCHANT_ID:$PAY_API_KEY" | member TransactionId)
PAID=$(curl -sSf "$API/checkout/v2/transactions/$ID" -H "Authorization: Bearer $TOKEN")
echo "Status $(member statusId <<<"$PAID"), amount $(member amount <<<"$PAID")"

REFUND=$(curl -sSf -X DELETE "$WEB/api/transactions/$ID?amount=450&sourceCode=Default" \
  -u "$PAY_MERCHANT_ID:$PAY_API_KEY")
echo "Refund: success $(member Success <<<"$REFUND"), amount $(member Amount <<<"$REFUND")"
