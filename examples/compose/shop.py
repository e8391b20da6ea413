"""A shop in Python without packages: it creates an order, receives the webhook and refunds the payment.

GET  /          the orders
POST /buy       creates an order and redirects to the checkout page
POST /refund    refunds the order of the form field "order"
GET  /webhook   verification of the webhook: returns the account's key
POST /webhook   an event: the shop reads the payment back before it believes the event
"""

import base64
import html
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import URLError
from urllib.parse import parse_qs, quote, urlencode
from urllib.request import Request, urlopen

PAY_URL = os.environ.get("PAY_URL", "http://127.0.0.1:4010")
CHECKOUT_URL = os.environ.get("CHECKOUT_URL", PAY_URL)
# The simulator's account. The real service gives you your own.
MERCHANT_ID = os.environ.get("PAY_MERCHANT_ID", "5d7a7e50-0000-4000-8000-000000000001")
API_KEY = os.environ.get("PAY_API_KEY", "simulator-api-key")
CLIENT_ID = os.environ.get("PAY_CLIENT_ID", "checkout.simulator.localhost")
CLIENT_SECRET = os.environ.get("PAY_CLIENT_SECRET", "simulator-checkout-secret")

# Order code (text, because JSON numbers above 2^53 are not exact everywhere) -> {amount, state, transaction}.
orders = {}
lock = threading.Lock()


def call(method, url, authorization, body=None, form=None):
    """Calls the service and returns the JSON of the response. Amounts in requests are in minor units."""
    data, headers = None, {"Authorization": authorization}
    if body is not None:
        data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
    if form is not None:
        data, headers["Content-Type"] = urlencode(form).encode(), "application/x-www-form-urlencoded"
    with urlopen(Request(url, data, headers, method=method), timeout=10) as response:
        return json.loads(response.read() or b"{}")


def basic(user, password):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


def bearer():
    url = PAY_URL + "/accounts/connect/token"
    token = call("POST", url, basic(CLIENT_ID, CLIENT_SECRET), form={"grant_type": "client_credentials"})
    return "Bearer " + token["access_token"]


def create_order(amount):
    order = {"amount": amount, "customerTrns": "A book", "merchantTrns": "cart-1"}
    code = str(call("POST", PAY_URL + "/api/checkout/v2/orders", bearer(), body=order)["orderCode"])
    with lock:
        orders[code] = {"amount": amount, "state": "created", "transaction": None}
    return code


def webhook_key():
    return call("GET", PAY_URL + "/web/api/messages/config/token", basic(MERCHANT_ID, API_KEY))["Key"]


def take_event(event):
    """Reads the payment back: the service does not sign these events, so anyone could send one."""
    transaction_id = event["EventData"]["TransactionId"]
    transaction = call("GET", f"{PAY_URL}/api/checkout/v2/transactions/{quote(transaction_id)}", bearer())
    with lock:
        order = orders.get(str(transaction["orderCode"]))
        if order is None or transaction["statusId"] != "F":
            return
        # In responses, amounts are in major units, and those of refunds are negative.
        if transaction["amount"] < 0 and order["transaction"] is not None:
            order["state"] = "refunded"
        elif transaction["amount"] > 0 and order["state"] == "created":
            order.update(state="paid", transaction=transaction_id)


def refund(code):
    with lock:
        order = orders[code]
        if order["state"] != "paid":
            return
        order["state"] = "refund requested"
    url = f"{PAY_URL}/web/api/transactions/{order['transaction']}?amount={order['amount']}"
    call("DELETE", url, basic(MERCHANT_ID, API_KEY))


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/webhook":
            self.reply(200, json.dumps({"Key": webhook_key()}), "application/json")
        elif self.path == "/orders.json":
            with lock:
                self.reply(200, json.dumps(orders), "application/json")
        else:
            self.reply(200, page(), "text/html; charset=utf-8")

    def do_POST(self):
        text = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if self.path == "/webhook":
            try:
                take_event(json.loads(text))
                self.reply(200, "", "text/plain")
            except URLError as error:
                # The service sends the event again.
                self.reply(503, str(error), "text/plain")
        elif self.path == "/buy":
            self.redirect(f"{CHECKOUT_URL}/web/web/checkout?ref={create_order(2450)}")
        elif self.path == "/refund":
            refund(parse_qs(text)["order"][0])
            self.redirect("/")
        else:
            self.reply(404, "Not found", "text/plain")

    def reply(self, status, text, content_type):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def redirect(self, location):
        self.send_response(303)
        self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()


def page():
    button = '<form method="post" action="/refund"><button name="order" value="%s">Refund</button></form>'
    with lock:
        rows = [
            f"<li>{code}: {order['amount'] / 100:.2f} EUR, {html.escape(order['state'])}"
            + (button % code if order["state"] == "paid" else "")
            for code, order in orders.items()
        ]
    return (
        # The page loads itself again, because the customer can return before the webhook arrives.
        '<!doctype html><title>Shop</title><meta http-equiv="refresh" content="2">'
        '<h1>Shop</h1><form method="post" action="/buy">'
        f"<button>Buy a book for 24.50 EUR</button></form><ul>{''.join(rows)}</ul>"
    )


if __name__ == "__main__":
    server = ThreadingHTTPServer(
        (os.environ.get("SHOP_HOST", "0.0.0.0"), int(os.environ.get("SHOP_PORT", "8000"))), Shop
    )
    print(f"Shop       http://localhost:{server.server_port}", flush=True)
    server.serve_forever()
