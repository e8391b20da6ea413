import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PayEventType, unwrap } from 'nestjs-pay/client';
import { soldAtTill } from './round-trips/pos.js';
import { World } from './round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('webhooks of the till');
});
afterAll(() => world.close());

it('a webhook tells how a session ended, in minor units, beside the transaction’s own event in MAJOR units', async () => {
  const key = unwrap(await world.wallet.webhooks.retrieveWebhookKey());
  const received: { EventTypeId: number; EventData: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST')
        received.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof received)[number]);
      response.end(JSON.stringify({ Key: key }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {
    TransactionPaymentCreated,
    TransactionFailed,
    TransactionPosEcrSessionCreated,
    TransactionPosEcrSessionFailed,
  } = PayEventType;
  await world.simulator.webhooks.register({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    eventTypeIds: [
      TransactionPaymentCreated,
      TransactionFailed,
      TransactionPosEcrSessionCreated,
      TransactionPosEcrSessionFailed,
    ],
  });

  await soldAtTill(world);
  await soldAtTill(world, { sessionId: 'declined', amount: 9951 });
  await world.simulator.deliveries.settled();
  server.close();

  expect(received.map(({ EventTypeId, EventData }) => [EventTypeId, EventData['Amount']]).sort()).toEqual([
    [TransactionPaymentCreated, 11.7],
    [TransactionFailed, 99.51],
    [TransactionPosEcrSessionCreated, 1170],
    [TransactionPosEcrSessionFailed, 9951],
  ]);
  expect(
    received.find(({ EventTypeId }) => EventTypeId === TransactionPosEcrSessionFailed)?.EventData,
  ).toMatchObject({
    SessionId: 'declined',
    Success: false,
    EventId: 1006,
    TransactionId: null,
  });
});
