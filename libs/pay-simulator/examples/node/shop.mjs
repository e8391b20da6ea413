// A shop with the demo hosts of Viva.com written into it. It takes a payment, receives its webhook, and refunds a part.
//
//     npx pay-simulator run --webhook http://127.0.0.1:8000/webhook -- node shop.mjs
import { once } from 'node:events';
import { createServer } from 'node:http';

const ACCOUNTS = 'https://demo-accounts.vivapayments.com';
const API = 'https://demo-api.vivapayments.com';
const WEB = 'https://demo.vivapayments.com';

/** Sends a request. Order codes become text, because numbers in JavaScript round codes beyond 2^53. */
async function call(method, url, authorization = '', body = undefined, type = 'application/json') {
  const headers = { authorization, 'content-type': type };
  const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text.replace(/("orderCode":\s*)(\d+)/gi, '$1"$2"'));
}

const basic = (user, password) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const { env } = process;
const account = basic(env.PAY_MERCHANT_ID, env.PAY_API_KEY);
const client = basic(env.PAY_CLIENT_ID, env.PAY_CLIENT_SECRET);

// The webhook endpoint: GET proves that the address is yours, POST is an event.
const { Key } = await call('GET', `${WEB}/api/messages/config/token`, account);
const server = createServer(async (request, response) => {
  const chunks = await request.toArray();
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ Key }));
  server.emit(request.method, Buffer.concat(chunks).toString());
});
const next = async (method) => {
  const [body] = await once(server, method, { signal: AbortSignal.timeout(20_000) });
  return body;
};
const port = Number(env.PORT ?? 8000);
server.listen(port, '127.0.0.1');
await next('GET').catch((cause) => {
  throw new Error(`No request: start with pay-simulator run --webhook http://127.0.0.1:${port}/webhook`, {
    cause,
  });
});

const form = 'grant_type=client_credentials';
const token = await call(
  'POST',
  `${ACCOUNTS}/connect/token`,
  client,
  form,
  'application/x-www-form-urlencoded',
);
const bearer = `Bearer ${token.access_token}`;
const order = JSON.stringify({ amount: 2450, customerTrns: 'Two mugs' });
const { orderCode } = await call('POST', `${API}/checkout/v2/orders`, bearer, order);
console.log(`Pay at ${WEB}/web/checkout?ref=${orderCode}`);

// Stands for the customer. Leave this line out to pay in a browser.
const event = next('POST');
await call('POST', `${env.PAY_SIMULATOR_URL}/_simulator/trigger/payment`, '', JSON.stringify({ orderCode }));

// Anyone can post to the address, so the payment is read back.
const transactionId = JSON.parse(await event).EventData.TransactionId;
const paid = await call('GET', `${API}/checkout/v2/transactions/${transactionId}`, bearer);
if (paid.statusId !== 'F' || paid.orderCode !== orderCode)
  throw new Error(`Not paid: ${JSON.stringify(paid)}`);
console.log(`Paid ${paid.amount.toFixed(2)}`);

const query = new URLSearchParams({ amount: '450', sourceCode: 'Default' });
const refund = await call('DELETE', `${WEB}/api/transactions/${transactionId}?${query}`, account);
if (!refund.Success) throw new Error(`Not refunded: ${JSON.stringify(refund)}`);
console.log(`Refunded ${Math.abs(refund.Amount).toFixed(2)}`);
server.close();
server.closeAllConnections();
