// Posts signed deliveries, all different. Each must succeed. Plain sockets keep the server busy: an HTTP client would be slower than it.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { signPayWebhookForTest } from 'nestjs-pay/client';
import { SECRET } from './measure-server.mjs';

/** Opens connections to a server: `post` sends the deliveries, one at a time on each connection. */
export async function connectTo(url, connections) {
  const { host, hostname, port, pathname } = new URL(url);
  const sockets = Array.from({ length: connections }, () => connect({ host: hostname, port, noDelay: true }));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return {
    async post(deliveries) {
      const requests = deliveries.map(({ headers, rawBody }) => {
        const lines = Object.entries({ host, ...headers, 'content-length': Buffer.byteLength(rawBody) });
        const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${head}\r\n${rawBody}`);
      });
      await Promise.all(sockets.map((socket) => postAll(socket, requests)));
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** Posts requests on one connection until none is left. */
function postAll(socket, requests) {
  return new Promise((resolve, reject) => {
    let response = '';
    const stop = (settle, value) => {
      socket.removeAllListeners('data').removeAllListeners('close');
      settle(value);
    };
    const postNext = () => {
      const request = requests.pop();
      if (request === undefined) stop(resolve);
      else socket.write(request);
    };
    socket.on('close', () => stop(reject, new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
      const end = response.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(response)?.[1];
      if (!/^HTTP\/1.1 2/.test(response) || length === undefined)
        return stop(reject, new Error(`a delivery got a response ${response.slice(0, 12)}`));
      if (response.length < end + 4 + Number(length)) return;
      response = '';
      postNext();
    });
    postNext();
  });
}

/** Returns deliveries whose IDs begin with `seed`, signed for the package that `kind` names. */
export function signDeliveries(kind, seed, count) {
  return Array.from({ length: count }, (_, index) => SIGNED[kind](`${seed}-${index}`));
}

const SIGNED = { pay: signPay, stripe: signStripe };

function signPay(id) {
  const link = `https://api.vivapayments.com/dataservices/v1/FileRequests/File/${id}/1`;
  const { rawBody, headers } = signPayWebhookForTest({
    secret: SECRET,
    deliveryId: id,
    body: {
      Text: `Download file from: ${link}`,
      Link: link,
      Authorized: true,
      ExpirationDate: '2026-02-04T01:09:06.239 +00:00',
      FileType: '.csv',
      RetryCount: 0,
      RetryDelayInSeconds: null,
    },
  });
  return { rawBody, headers: { ...headers, 'content-type': 'application/json' } };
}

/** Signs a delivery of about the same size, as Stripe does. */
function signStripe(id) {
  const rawBody = JSON.stringify({
    id: `evt_${id}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1_770_000_000,
    data: { object: { id: `pi_${id}`, object: 'payment_intent', description: 'x'.repeat(150) } },
  });
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`${at}.${rawBody}`).digest('hex');
  return {
    rawBody,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
  };
}
