import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@jest/globals';
import type { World } from '../world.js';
// #region example
import express from 'express';
import { confirmPayWebhook, isPayEvent, PayEventType, PayWallet, unwrap } from 'nestjs-pay/client';
import type { ReceivedPayEvent } from 'nestjs-pay/client';

/** With 503, the service delivers the event again. */
const STATUS = {
  confirmed: 200,
  ignored: 200,
  malformed: 400,
  denied: 403,
  failed: 503,
  'over-limit': 503,
};

export function payWebhook(
  pay: PayWallet,
  /** Handles an event once: store the key with your own change, in one transaction. */
  handle: (event: ReceivedPayEvent, key: string) => void | Promise<void>,
): express.Router {
  const router = express.Router();

  // The service verifies the address before it delivers events.
  router.get('/', async (_request, response) => {
    response.json({ Key: unwrap(await pay.webhooks.retrieveWebhookKey()) });
  });

  // The body must arrive unparsed.
  const rawBody = express.raw({ type: 'application/json', limit: 65_536 });
  router.post('/', rawBody, async (request, response) => {
    const result = await confirmPayWebhook(pay, {
      rawBody: request.body as Buffer,
      headers: request.headers,
    });
    if (result.outcome === 'confirmed' && result.isConfirmed)
      await handle(result.delivery.event, result.delivery.key);
    response.sendStatus(STATUS[result.outcome]);
  });
  return router;
}

export const paidOrders = new Set<string>();

export function handlePayment(event: ReceivedPayEvent): void {
  if (isPayEvent(event, PayEventType.TransactionPaymentCreated))
    paidOrders.add(event.data.OrderCodeText ?? '');
}
// #endregion

export const run = async ({ simulator }: World): Promise<void> => {
  const { endpoints, credentials } = simulator;
  const pay = new PayWallet({ ...credentials.merchant, dev: true, endpoints });
  const server = createServer(express().use('/pay/webhook', payWebhook(pay, handlePayment)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay/webhook`;
  try {
    await simulator.webhooks.register({ url, eventTypeIds: [1796] });
    const { orderCode } = simulator.pay();
    await simulator.deliveries.settled();
    expect(
      simulator.deliveries.list().flatMap(({ attempts }) => attempts.map(({ status }) => status)),
    ).toEqual([200]);
    expect([...paidOrders]).toEqual([orderCode]);
    const post = (body: string): Promise<Response> =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const forged = {
      EventTypeId: 1796,
      EventData: {
        TransactionId: '00000000-0000-4000-8000-00000000beef',
        OrderCode: '1272214778972604',
        Amount: 1,
        StatusId: 'F',
      },
    };
    expect((await post(JSON.stringify(forged))).status).toBe(403);
    expect((await post('[]')).status).toBe(400);
    expect([...paidOrders]).toEqual([orderCode]);
  } finally {
    server.close();
    await pay.close();
  }
};
