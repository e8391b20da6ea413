"""A shop with the demo hosts of Viva.com written into it. It takes a payment, receives its webhook, and refunds a part.

    npx pay-simulator run --webhook http://127.0.0.1:8000/webhook -- python3 shop.py
"""

import base64
import json
import os
import queue
import threading
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

ACCOUNTS = "https://demo-accounts.vivapayments.com"
API = "https://demo-api.vivapayments.com"
WEB = "https://demo.vivapayments.com"


def call(method, url, authorization="", data=None, kind="application/json"):
    headers = {"Authorization": authorization, "Content-Type": kind}
    body = None if data is None else data.encode()
    request = urllib.request.Request(url, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def basic(user, password):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


env = os.environ
account = basic(env["PAY_MERCHANT_ID"], env["PAY_API_KEY"])
client = basic(env["PAY_CLIENT_ID"], env["PAY_CLIENT_SECRET"])

# The webhook endpoint: GET proves that the address is yours, POST is an event.
key = call("GET", f"{WEB}/api/messages/config/token", account)["Key"]
verified = threading.Event()
events = queue.Queue()


class Webhook(BaseHTTPRequestHandler):
    def do_GET(self):
        self.respond(json.dumps({"Key": key}))
        verified.set()

    def do_POST(self):
        events.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.respond("{}")

    def respond(self, text):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


port = int(env.get("PORT", "8000"))
server = HTTPServer(("127.0.0.1", port), Webhook)
threading.Thread(target=server.serve_forever, daemon=True).start()
if not verified.wait(20):
    raise SystemExit(f"No request: start with pay-simulator run --webhook http://127.0.0.1:{port}/webhook")

form = "grant_type=client_credentials"
token = call("POST", f"{ACCOUNTS}/connect/token", client, form, "application/x-www-form-urlencoded")
bearer = "Bearer " + token["access_token"]
order = json.dumps({"amount": 2450, "customerTrns": "Two mugs"})
order_code = call("POST", f"{API}/checkout/v2/orders", bearer, order)["orderCode"]
print(f"Pay at {WEB}/web/checkout?ref={order_code}", flush=True)

# Stands for the customer. Leave this line out to pay in a browser.
payment = json.dumps({"orderCode": str(order_code)})
call("POST", f"{env['PAY_SIMULATOR_URL']}/_simulator/trigger/payment", data=payment)

# Anyone can post to the address, so the payment is read back.
transaction_id = events.get(timeout=20)["EventData"]["TransactionId"]
paid = call("GET", f"{API}/checkout/v2/transactions/{transaction_id}", bearer)
assert (paid["statusId"], paid["orderCode"]) == ("F", order_code), paid
print(f"Paid {paid['amount']:.2f}")

query = urllib.parse.urlencode({"amount": 450, "sourceCode": "Default"})
refund = call("DELETE", f"{WEB}/api/transactions/{transaction_id}?{query}", account)
assert refund["Success"], refund
print(f"Refunded {abs(refund['Amount']):.2f}")
