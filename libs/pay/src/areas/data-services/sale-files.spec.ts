import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap, verifyPayDataServicesWebhookSignature } from 'nestjs-pay/client';
import type { PayWallet } from 'nestjs-pay/client';
import { dataClient } from '../../../../../test/contract/round-trips/data-client.js';
import { DAY_MS, dayOf, fileLink } from '../../../../../test/contract/round-trips/data-services.js';
import { SUBSCRIPTION } from '../../../../../test/contract/round-trips/webhooks.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

const HOUR_MS = 3_600_000;
let world: World;
let client: PayWallet;
beforeAll(async () => {
  world = await World.create('sale files');
  client = dataClient(world);
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(async () => {
  await client.close();
  await world.close();
});

describe('the file of the sales of a day', () => {
  let receiver: Server;
  let status = 200;
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    status = 200;
    received.length = 0;
  });
  afterAll(() => new Promise((resolve) => receiver.close(resolve)));

  const subscribe = async (secret = SUBSCRIPTION.secret): Promise<string> => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/files`;
    return unwrap(await client.webhooks.addSubscription({ ...SUBSCRIPTION, url, secret })).subscriptionId;
  };
  const requestFile = async (Id?: string): Promise<string> => {
    const Date = dayOf(world.simulator.clock.now());
    return unwrap(await client.dataServices.requestSaleTransactionsExport({ Date, Id })).requestId;
  };

  it('is requested, announced with a valid signature, downloaded, and deleted after a day [data-services.11]', async () => {
    await subscribe();
    const id = await world.payment();
    const requestId = await requestFile();
    await world.simulator.clock.advance(60_000);
    expect(received).toHaveLength(1);
    const { headers, body = '' } = received[0] ?? { headers: {} };
    expect(
      verifyPayDataServicesWebhookSignature({ rawBody: body, headers, secret: SUBSCRIPTION.secret }),
    ).toMatchObject({
      valid: true,
      algorithm: 'sha256',
      deliveryId: requestId,
      event: 'SaleTransactionsFileGenerated',
    });
    const file = unwrap(await client.dataServices.parseSaleTransactionsWebhook(JSON.parse(body)));
    expect(file).toMatchObject({ requestId, FileType: '.csv', RetryCount: 0 });
    expect(file.expiresAt).toBe(new Date(world.simulator.clock.now() + DAY_MS).toISOString());
    const bytes = unwrap(await client.dataServices.downloadSaleTransactionsFile(file.Link));
    const [head, row] = Buffer.from(bytes).toString().split('\r\n');
    expect(head).toMatch(/^TransactionId,/);
    expect(row).toMatch(new RegExp(`^${id},\\d{16},5,F,24\\.50,978,order-1$`));
    await world.simulator.clock.advance(DAY_MS);
    expect(await client.dataServices.downloadSaleTransactionsFile(file.Link)).toMatchObject({
      code: 'notfound',
    });
  });

  it('is announced hourly, at most six times, until the response is 200, and is signed with the current secret [data-services.12] [webhook-subscriptions.7]', async () => {
    status = 202;
    const subscriptionId = await subscribe();
    await requestFile();
    await world.simulator.clock.advance(60_000);
    const { url } = unwrap(await client.webhooks.listSubscriptions())[0] ?? { url: '' };
    unwrap(
      await client.webhooks.updateSubscription(subscriptionId, { ...SUBSCRIPTION, url, secret: 'whsec-new' }),
    );
    await world.simulator.clock.advance(24 * HOUR_MS);
    expect(received.map(({ body }) => (JSON.parse(body) as { RetryCount: number }).RetryCount)).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    const { headers, body = '' } = received.at(-1) ?? { headers: {} };
    expect(body).not.toMatch(/EventTypeId|EventData/);
    expect(verifyPayDataServicesWebhookSignature({ rawBody: body, headers, secret: 'whsec-new' }).valid).toBe(
      true,
    );
    status = 200;
    await requestFile();
    await world.simulator.clock.advance(24 * HOUR_MS);
    expect(received).toHaveLength(7);
  });

  it('is created once for each ID of the caller', async () => {
    await subscribe();
    const Id = '408af3c8-fe36-11ec-b939-0242ac120003';
    expect([await requestFile(Id), await requestFile(Id)]).toEqual([Id, Id]);
    await world.simulator.clock.advance(HOUR_MS);
    expect(received).toHaveLength(1);
  });

  it('is downloaded from the client’s own API, regardless of the host in the link', async () => {
    const link = new URL(await fileLink(world));
    const foreign = `https://evil.example${link.pathname.replace(/^\/api/, '')}`;
    expect(await client.dataServices.downloadSaleTransactionsFile(foreign)).toMatchObject({ success: true });
  });

  it.each([
    'https://api.vivapayments.com/dataservices/v1/FileRequests/File/1/2',
    'https://api.vivapayments.com/checkout/v2/orders',
    'file:///dataservices/v1/FileRequests/File/c90d4902-6245-449f-b2b0-51d99cd09cfe/c90d4902-6245-449f-b2b0-51d99cd09cfe',
    'nonsense',
  ])('is not downloaded from %s', async (link) => {
    const before = world.simulator.requests().length;
    expect(await client.dataServices.downloadSaleTransactionsFile(link)).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'link' }] },
    });
    expect(world.simulator.requests()).toHaveLength(before);
  });
});

describe('parseSaleTransactionsWebhook', () => {
  const Link =
    'https://api.vivapayments.com/dataservices/v1/FileRequests/File/408af3c8-fe36-11ec-b939-0242ac120003/aa86863b-09a6-4efc-8b40-09f426dfab5b';

  it('returns the request ID and the expiry as an ISO 8601 time [data-services.10] [webhook-events.12]', async () => {
    const payload = {
      Text: 'ready',
      Link,
      ExpirationDate: '2022-07-08T01:09:06.239 +00:00',
      RetryDelayInSeconds: null,
    };
    expect(unwrap(await client.dataServices.parseSaleTransactionsWebhook(payload))).toEqual({
      ...payload,
      requestId: '408af3c8-fe36-11ec-b939-0242ac120003',
      expiresAt: '2022-07-08T01:09:06.239Z',
    });
    const requestId = '408AF3C8-FE36-11EC-B939-0242AC120003';
    const upperCase = await client.dataServices.parseSaleTransactionsWebhook({ ...payload, requestId });
    expect(upperCase).toMatchObject({ success: true, data: { requestId } });
  });

  it.each([
    [null, 'payload'],
    [[], 'payload'],
    [{ Link }, 'Text'],
    [{ Text: 'ready', Link: 'https://api.vivapayments.com/' }, 'Link'],
    [{ Text: 'ready', Link, ExpirationDate: 'soon' }, 'ExpirationDate'],
    [{ Text: 'ready', Link, requestId: 'c90d4902-6245-449f-b2b0-51d99cd09cfe' }, 'requestId'],
  ])('rejects the payload %j', async (payload, field) => {
    expect(await client.dataServices.parseSaleTransactionsWebhook(payload)).toMatchObject({
      success: false,
      code: 'validationerror',
      error: { outcome: 'not-sent', fields: [{ field }] },
    });
  });
});
