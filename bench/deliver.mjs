// Posts signed deliveries, all different. Each must succeed.
import { createHmac } from 'node:crypto';
import { signPayWebhookForTest } from 'nestjs-pay/client';
import { Agent, request } from 'undici';
import { SECRET } from './measure-server.mjs';

export async function deliver(url, { deliveries, inFlight, seed, kind }) {
  const signed = Array.from({ length: deliveries }, (_, index) => SIGNED[kind](`${seed}-${index}`));
  const dispatcher = new Agent({ connections: inFlight });
  const worker = async () => {
    for (let next = signed.pop(); next !== undefined; next = signed.pop()) {
      const response = await request(url, {
        dispatcher,
        method: 'POST',
        headers: next.headers,
        body: next.rawBody,
      });
      await response.body.dump();
      if (response.statusCode >= 300) throw new Error(`a delivery was answered ${response.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  await dispatcher.close();
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
