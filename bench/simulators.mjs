// Measures the CPU of a simulator for each order or payment, 16 in flight over plain sockets.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { startContestant } from './contestant.mjs';

const IN_FLIGHT = 16;
const BASIC = basic('checkout.simulator.localhost', 'simulator-checkout-secret');
const MERCHANT = basic('5d7a7e50-0000-4000-8000-000000000001', 'simulator-api-key');
const ORDER = JSON.stringify({
  amount: 1000,
  customerTrns: 'Two tickets for the concert',
  customer: {
    email: 'buyer@example.com',
    fullName: 'Alex Buyer',
    phone: '+306900000000',
    countryCode: 'GR',
    requestLang: 'en-GB',
  },
  paymentTimeout: 1800,
  preauth: false,
  allowRecurring: false,
  maxInstallments: 0,
  merchantTrns: 'order-2026-000017',
  sourceCode: 'Default',
  tags: ['concert', 'web shop'],
});

function basic(user, password) {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Opens a server. A slice's cost is in microseconds for each order. */
export async function openOrders(contestant, node) {
  return open(contestant, node, 4_000, 2_000, async (client, { token }) => {
    await client.call('POST', '/api/checkout/v2/orders', token, 'application/json', ORDER);
  });
}

/** Opens a simulator. A slice's cost is in microseconds for each payment: token, order, card, webhook, and the read of the transaction. */
export async function openPayments(contestant, node) {
  return open(contestant, node, 1_500, 800, payOnce, [1796]);
}

/** Makes a payment, and waits for its webhook. */
export async function payOnce(client, { delivered }) {
  const token = await issueToken(client);
  const order = await client.call('POST', '/api/checkout/v2/orders', token, 'application/json', ORDER);
  const [code] = /\d{16}/.exec(order);
  const arrived = new Promise((resolve) => delivered.set(code, resolve));
  await client.call('POST', `/_simulator/checkout/${code}/pay`, '', 'application/json', '{}');
  const transactionId = await arrived;
  await client.call('GET', `/api/checkout/v2/transactions/${transactionId}`, token);
}

async function open(contestant, node, warmUp, slice, work, eventTypeIds = []) {
  const server = startContestant(contestant, node);
  let receiver;
  try {
    const { url } = await server.next();
    const delivered = new Map();
    receiver = await startReceiver(url, eventTypeIds, delivered);
    const measure = async (count) => {
      const clients = await Promise.all(Array.from({ length: IN_FLIGHT }, () => connectTo(url)));
      const context = { delivered, token: await issueToken(clients[0]) };
      await server.ask('start');
      await runAll(clients, count, (client) => work(client, context));
      const { cpu } = await server.ask('stop');
      for (const client of clients) client.close();
      return cpu / count;
    };
    await measure(warmUp);
    const close = async () => {
      await server.close();
      receiver?.close();
    };
    return { measure: () => measure(slice), close };
  } catch (error) {
    await server.close();
    receiver?.close();
    throw error;
  }
}

/** Runs work `count` times, at once on each client. */
export async function runAll(clients, count, work) {
  let left = count;
  await Promise.all(
    clients.map(async (client) => {
      while (left-- > 0) await work(client);
    }),
  );
}

async function issueToken(client) {
  const form = 'application/x-www-form-urlencoded';
  const body = 'grant_type=client_credentials';
  const text = await client.call('POST', '/accounts/connect/token', BASIC, form, body);
  return `Bearer ${JSON.parse(text).access_token}`;
}

/** Receives webhooks. `delivered` has what waits for the webhook of an order code. */
export async function startReceiver(url, eventTypeIds, delivered) {
  if (eventTypeIds.length === 0) return undefined;
  const headers = { authorization: MERCHANT };
  const key = await (await fetch(`${url}/web/api/messages/config/token`, { headers })).text();
  const receiver = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      response.end(request.method === 'GET' ? key : '');
      if (request.method === 'GET') return;
      const text = Buffer.concat(chunks).toString();
      const [, code] = /"OrderCode":(\d+)/.exec(text) ?? [];
      delivered.get(code)?.(/"TransactionId":"([^"]+)"/.exec(text)?.[1]);
      delivered.delete(code);
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const registered = await fetch(`${url}/_simulator/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${receiver.address().port}/`, eventTypeIds }),
  });
  if (!registered.ok) throw new Error(`the webhook was not registered: ${await registered.text()}`);
  return receiver;
}

/** Opens a connection. `call` sends a request and resolves with the body of its response. */
export async function connectTo(url) {
  const { host, hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port, noDelay: true });
  await once(socket, 'connect');
  let received = '';
  let settle;
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const end = received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    const [status, body] = [received.slice(9, 12), received.slice(end + 4)];
    received = '';
    if (status.startsWith('2')) settle.resolve(body);
    else settle.reject(new Error(`a request got a response ${status}: ${body}`));
  });
  return {
    call(method, path, authorization, type = '', body = '') {
      const head = [
        `${method} ${path} HTTP/1.1`,
        `host: ${host}`,
        `content-length: ${Buffer.byteLength(body)}`,
      ];
      if (authorization !== '') head.push(`authorization: ${authorization}`);
      if (type !== '') head.push(`content-type: ${type}`);
      return new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      });
    },
    close: () => socket.destroy(),
  };
}
