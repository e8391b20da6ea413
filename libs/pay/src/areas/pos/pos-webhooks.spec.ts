import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PayEventType, unwrap } from 'nestjs-pay/client';
import { Endpoint } from '../../../../../test/contract/round-trips/endpoint.js';
import { soldAtTill } from '../../../../../test/contract/round-trips/pos.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('webhooks of the till');
});
afterAll(() => world.close());

it('session webhooks have amounts in minor units, and transaction webhooks in MAJOR units [pos.11] [pos.15] [pos.24] [webhook-events.6]', async () => {
  const endpoint = new Endpoint({ Key: unwrap(await world.wallet.webhooks.retrieveWebhookKey()) });
  await endpoint.listen();
  const {
    TransactionPaymentCreated,
    TransactionFailed,
    TransactionPosEcrSessionCreated,
    TransactionPosEcrSessionFailed,
  } = PayEventType;
  await world.simulator.webhooks.register({
    url: endpoint.url,
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
  await endpoint.close();

  const { received } = endpoint;
  expect(received.map(({ EventTypeId, EventData }) => [EventTypeId, EventData['Amount']]).sort()).toEqual([
    [TransactionPaymentCreated, 11.7],
    [TransactionFailed, 99.51],
    [TransactionPosEcrSessionCreated, 1170],
    [TransactionPosEcrSessionFailed, 9951],
  ]);
  const typesOf = (eventTypeId: number) => {
    const data = received.find(({ EventTypeId }) => EventTypeId === eventTypeId)?.EventData ?? {};
    return [typeof data['OrderCode'], typeof data['TerminalId'], typeof data['CurrencyCode']];
  };
  expect(typesOf(TransactionPaymentCreated)).toEqual(['number', 'number', 'string']);
  expect(typesOf(TransactionPosEcrSessionCreated)).toEqual(['string', 'string', 'string']);
  expect(
    received.find(({ EventTypeId }) => EventTypeId === TransactionPosEcrSessionFailed)?.EventData,
  ).toMatchObject({
    SessionId: 'declined',
    Success: false,
    EventId: 1006,
    TransactionId: null,
  });
});
