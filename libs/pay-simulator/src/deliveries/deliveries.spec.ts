import { servicesOf } from '../handle/handle.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { BAD_CARD, CHALLENGE_CARD, GOOD_CARD, Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { createCertificates } from '../transparent/create-certificates.js';
import { areaOf } from '../../../../scripts/contract/read.mjs';

interface ContractEvent {
  readonly eventTypeId: number;
  readonly samplePayload: { readonly EventData: object };
}
const contract = areaOf('webhook-events') as { readonly events: readonly ContractEvent[] };
const sampleOf = (eventTypeId: number) =>
  contract.events.find((event) => event.eventTypeId === eventTypeId)?.samplePayload ?? { EventData: {} };

const HOUR_MS = 3_600_000;
const ALL = [1796, 1797, 1798, 1799, 4865];
let merchant: Merchant;
let receiver: Receiver;

beforeEach(async () => {
  merchant = await Merchant.start({ orderCodes: 'beyond-safe', deliveryTimeoutMs: 2_000 });
  const { json } = await merchant.web('GET', '/api/messages/config/token');
  receiver = await Receiver.start(String(json.Key));
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

const register = (eventTypeIds: readonly number[] = ALL) =>
  merchant.simulator.webhooks.register({ url: receiver.url, eventTypeIds });
const settled = () => merchant.simulator.deliveries.settled();
const types = () => receiver.received.map(({ envelope }) => envelope.EventTypeId);

describe('webhook events', () => {
  it('sends a payment and its price with every member of the documented samples [webhook-events.7] [webhook-events.11] [webhook-events.17]', async () => {
    await register();
    const { orderCode, transactionId } = await merchant.paid({ tags: ['spring'] });
    await settled();
    expect([...types()].sort()).toEqual([1796, 1799]);
    for (const { envelope, text } of receiver.received) {
      const sample = sampleOf(Number(envelope.EventTypeId));
      expect(Object.keys(envelope).sort()).toEqual(Object.keys(sample).sort());
      expect(Object.keys(envelope.EventData).sort()).toEqual(Object.keys(sample.EventData).sort());
      expect(text).toContain(`"OrderCode":${orderCode},`);
      expect(envelope).toMatchObject({
        RetryCount: 0,
        RetryDelayInSeconds: null,
        Delay: null,
        MessageTypeId: 512,
        RecipientId: merchant.simulator.credentials.merchant.merchantId,
        Url: receiver.url,
      });
      expect(envelope.Created).toMatch(/^2026-02-03T10:00:00\.000\d{4}Z$/);
      expect(envelope.CorrelationId).toMatch(/^26-034-[0-9A-F]{8}$/);
    }
    const payment = receiver.received.find(({ envelope }) => envelope.EventTypeId === 1796);
    expect(payment?.text).toContain('"Amount":10.00,');
    expect(payment?.envelope.EventData).toMatchObject({
      TransactionId: transactionId,
      StatusId: 'F',
      InsDate: '2026-02-03T12:00:00',
      CurrencyCode: '978',
      ResponseEventId: null,
      ParentId: null,
      Tags: ['spring'],
    });
    const price = receiver.received.find(({ envelope }) => envelope.EventTypeId === 1799);
    expect(price?.envelope.EventData).toMatchObject({
      TotalCommission: 0.1,
      Interchange: 0.02,
      TransactionId: transactionId,
    });
  });

  it('sends a decline, a reversal and a canceled order [webhook-events.3] [webhook-events.15]', async () => {
    await register();
    const code = await merchant.order({ amount: 9951 });
    merchant.simulator.checkout.pay(code, GOOD_CARD);
    await merchant.web('DELETE', `/api/orders/${code}`);
    const { transactionId } = await merchant.paid();
    await merchant.web('DELETE', `/api/transactions/${transactionId}?amount=1000`);
    await settled();
    const by = (eventTypeId: number) =>
      receiver.received.find(({ envelope }) => envelope.EventTypeId === eventTypeId);
    expect(by(1798)?.envelope.EventData).toMatchObject({
      StatusId: 'E',
      ResponseEventId: 10_051,
      ResponseCode: '51',
      AcquirerApproved: false,
    });
    expect(by(1797)?.text).toContain('"Amount":-10.00,');
    expect(by(1797)?.envelope.EventData).toMatchObject({
      StatusId: 'F',
      ParentId: transactionId,
      TransactionTypeId: 7,
    });
    expect(by(4865)?.envelope.EventData).toMatchObject({ IsCancelled: true, Amount: 99.51 });
    for (const eventTypeId of [1797, 1798, 4865]) {
      expect(Object.keys(by(eventTypeId)?.envelope.EventData ?? {}).sort()).toEqual(
        Object.keys(sampleOf(eventTypeId).EventData).sort(),
      );
    }
  });

  it('are not registered if the endpoint returns the key as an ISV does [webhook-subscriptions.3]', async () => {
    const { json } = await merchant.web('GET', '/api/messages/config/token');
    receiver.handshake = { status: 200, body: JSON.stringify({ key: json.Key }) };
    await expect(register()).rejects.toThrow(/no member Key/);
    receiver.handshake = { status: 200, body: JSON.stringify(json) };
    await register();
  });

  it('signs nothing, least of all with the verification key [webhook-events.9] [webhook-subscriptions.2]', async () => {
    await register([1796]);
    await merchant.paid();
    await settled();
    const { headers = {}, text = '' } = receiver.received[0] ?? {};
    const { json } = await merchant.web('GET', '/api/messages/config/token');
    const signed = ['sha1', 'sha256'].map((name) =>
      createHmac(name, String(json.Key)).update(text).digest('hex'),
    );
    expect(Object.keys(headers).filter((name) => /signature|authorization/i.test(name))).toEqual([]);
    expect(Object.values(headers).filter((value) => signed.includes(String(value)))).toEqual([]);
  });

  it('sends captures and recurring charges as payments', async () => {
    await register([1796]);
    const code = await merchant.order({ allowRecurring: true });
    const first = merchant.simulator.checkout.pay(code, GOOD_CARD);
    const id = first.kind === 'approved' ? first.transaction.id : '';
    await merchant.web('POST', `/api/transactions/${id}`, { amount: 100 });
    await settled();
    expect(receiver.received.map(({ envelope }) => envelope.EventData.ParentId)).toEqual([null, id]);
  });

  it('sends nothing for failed 3-D Secure, expired orders and unregistered events [webhook-events.14] [payments.9]', async () => {
    await register([1798, 4865]);
    const code = await merchant.order();
    for (const end of ['response', 'leave'] as const) {
      const started = merchant.simulator.checkout.pay(code, CHALLENGE_CARD);
      if (started.kind !== 'challenge') throw new Error(started.kind);
      if (end === 'response') merchant.simulator.checkout.answerChallenge(started.challengeId, 'N');
      else servicesOf(merchant.simulator).hostedCheckout.leaveChallenge(started.challengeId);
    }
    merchant.simulator.trigger('expire', { orderCode: code });
    await merchant.paid();
    await settled();
    expect(merchant.simulator.deliveries.list()).toEqual([]);
  });
});

describe('retries', () => {
  it('hourly until 2xx, with the same message and a higher retry count', async () => {
    await register([1796]);
    let responses = 0;
    receiver.behavior = () => ({ status: ++responses < 3 ? 500 : 204 });
    await merchant.paid();
    await settled();
    await merchant.simulator.clock.advance(HOUR_MS - 1);
    expect(receiver.received).toHaveLength(1);
    await merchant.simulator.clock.advance(1);
    await merchant.simulator.clock.advance(10 * HOUR_MS);
    expect(
      receiver.received.map(({ envelope }) => [envelope.RetryCount, envelope.RetryDelayInSeconds]),
    ).toEqual([
      [0, null],
      [1, 3600],
      [2, 3600],
    ]);
    expect(
      new Set(
        receiver.received.map(({ envelope }) => `${String(envelope.MessageId)} ${String(envelope.Created)}`),
      ).size,
    ).toBe(1);
    const [delivery] = merchant.simulator.deliveries.list();
    expect(delivery?.state).toBe('delivered');
    expect(delivery?.attempts.map(({ status, error }) => [status, error])).toEqual([
      [500, null],
      [500, null],
      [204, null],
    ]);
  });

  it('at most 24 times, one hour apart on the virtual clock', async () => {
    await register([1796]);
    receiver.behavior = () => ({ status: 503 });
    await merchant.paid();
    await settled();
    await merchant.simulator.clock.advance(48 * HOUR_MS);
    const [delivery] = merchant.simulator.deliveries.list();
    expect(delivery?.state).toBe('failed');
    const start = Date.parse('2026-02-03T10:00:00Z');
    expect(delivery?.attempts.map(({ at }) => (at - start) / HOUR_MS)).toEqual(
      Array.from({ length: 24 }, (_, index) => index),
    );
  });

  it('uses a new message ID for retries if configured', async () => {
    await register([1796]);
    merchant.simulator.deliveries.configure({ newMessageIdOnRetry: true });
    receiver.behavior = () => ({ status: 500 });
    await merchant.paid();
    await settled();
    await merchant.simulator.clock.advance(HOUR_MS);
    expect(new Set(receiver.received.map(({ envelope }) => envelope.MessageId)).size).toBe(2);
  });

  it('does not follow redirects, and treats timeouts and closed connections as failures', async () => {
    await register([1796]);
    receiver.behavior = () => ({ status: 302, location: `${receiver.url}/elsewhere` });
    await merchant.paid();
    await settled();
    receiver.behavior = () => null;
    await merchant.simulator.clock.advance(HOUR_MS);
    await receiver.close();
    await merchant.simulator.clock.advance(HOUR_MS);
    expect(receiver.received).toHaveLength(2);
    expect(
      merchant.simulator.deliveries.list()[0]?.attempts.map(({ status, error }) => status ?? error),
    ).toEqual([302, 'time-out', 'ECONNREFUSED']);
    receiver = await Receiver.start('');
  });

  it('separately for each webhook', async () => {
    const other = await Receiver.start(
      String((await merchant.web('GET', '/api/messages/config/token')).json.Key),
    );
    await register([1796]);
    await merchant.simulator.webhooks.register({ url: other.url, eventTypeIds: [1796] });
    other.behavior = () => ({ status: 500 });
    await merchant.paid();
    await settled();
    await merchant.simulator.clock.advance(HOUR_MS);
    expect([receiver.received.length, other.received.length]).toEqual([1, 2]);
    expect(receiver.received[0]?.envelope.MessageId).not.toBe(other.received[0]?.envelope.MessageId);
    await other.close();
  });
});

describe('on demand', () => {
  it('holds deliveries and releases them in another order', async () => {
    await register([1796, 1798]);
    const { deliveries, checkout } = merchant.simulator;
    deliveries.hold();
    const code = await merchant.order();
    checkout.pay(code, BAD_CARD);
    checkout.pay(code, GOOD_CARD);
    await settled();
    expect(receiver.received).toEqual([]);
    await deliveries.release(
      deliveries
        .list()
        .map(({ id }) => id)
        .reverse(),
    );
    expect(types()).toEqual([1796, 1798]);
    await merchant.paid();
    await settled();
    expect(receiver.received).toHaveLength(3);
  });

  it('duplicates a delivered message immediately or one hour later [webhook-events.16]', async () => {
    await register([1796]);
    const { deliveries } = merchant.simulator;
    await merchant.paid();
    await settled();
    const [first] = deliveries.list();
    deliveries.duplicate(first?.id ?? '', { times: 9 });
    await settled();
    deliveries.duplicate(first?.id ?? '', { afterMs: HOUR_MS });
    await settled();
    expect(receiver.received).toHaveLength(10);
    await merchant.simulator.clock.advance(HOUR_MS);
    expect(receiver.received).toHaveLength(11);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
  });

  it('delays, drops and redelivers', async () => {
    await register([1796]);
    const { deliveries, clock } = merchant.simulator;
    deliveries.hold();
    await merchant.paid();
    await merchant.paid();
    const [late, lost] = deliveries.list();
    servicesOf(merchant.simulator).deliveries.delay(late?.id ?? '', 60_000);
    deliveries.drop(lost?.id ?? '');
    await deliveries.release();
    expect(receiver.received).toEqual([]);
    await clock.advance(60_000);
    expect(receiver.received).toHaveLength(1);
    expect((await deliveries.redeliver(lost?.id ?? '')).state).toBe('delivered');
    expect(() => deliveries.drop(lost?.id ?? '')).toThrow(
      'is delivered: expected one that is held or waiting',
    );
    expect(() => servicesOf(merchant.simulator).deliveries.delay(lost?.id ?? '', 1)).toThrow('is delivered');
    expect(deliveries.list().map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(() => servicesOf(merchant.simulator).deliveries.get('nothing')).toThrow('unknown');
    expect(() => servicesOf(merchant.simulator).deliveries.delay(late?.id ?? '', -1)).toThrow('ms');
  });

  it('sends many deliveries and settles', async () => {
    await register([1796]);
    for (let index = 0; index < 50; index++) await merchant.paid();
    const [first] = merchant.simulator.deliveries.list();
    merchant.simulator.deliveries.duplicate(first?.id ?? '', { times: 100 });
    await settled();
    expect(receiver.received).toHaveLength(150);
  });
});

describe('registering', () => {
  it.each([
    ['status', { status: 404, body: '' }],
    ['redirect', { status: 301, body: '', location: '/elsewhere' }],
    ['body', { status: 200, body: '<html>' }],
    ['body', { status: 200, body: '{"key":"x"}' }],
    ['body', { status: 200, body: '{"Key":"another"}' }],
    ['body', { status: 200, body: 'null' }],
    ['time-out', null],
  ])('saves nothing if the verification fails because of its %s', async (rule, handshake) => {
    receiver.handshake = handshake;
    await expect(register()).rejects.toMatchObject({ name: 'WebhookNotVerified', rule, code: 502 });
    expect(merchant.simulator.webhooks.list()).toEqual([]);
  });

  it.each([
    [
      'http://127.0.0.1:9/hook',
      /\(connection\): ECONNREFUSED, nothing listens there\. Start your application$/,
    ],
    [
      'https://127.0.0.1:9/hook',
      /\(connection\): ECONNREFUSED, nothing listens there\. Start your application$/,
    ],
  ])('says to start the application if nothing listens at %s', async (url, message) => {
    await expect(merchant.simulator.webhooks.register({ url, eventTypeIds: [1796] })).rejects.toThrow(
      message,
    );
  });

  it('says what to check if an https address speaks http', async () => {
    const url = receiver.url.replace('http:', 'https:');
    await expect(merchant.simulator.webhooks.register({ url, eventTypeIds: [1796] })).rejects.toThrow(
      /\(connection\): \w+\. Check that your application is running, and whether it speaks http or https$/,
    );
  });

  it.each([
    [404, /add a GET route .*"Key"/],
    [405, /add a GET route/],
    [403, /Exempt the address from the guard/],
    [500, /responded to GET with 500$/],
  ])('names the cure for a receiver that responds to GET with %d', async (status, cure) => {
    receiver.handshake = { status, body: '' };
    await expect(register()).rejects.toThrow(cure);
  });

  it.each([
    ['https://shop.example/hooks', 'loopback'],
    ['http://127.0.0.1.evil.example/hooks', 'loopback'],
    ['http://0.0.0.0/hooks', 'loopback'],
    ['ftp://127.0.0.1/hooks', 'http or https'],
    ['hooks', 'http or https'],
  ])('rejects an address on another machine: %s', async (url, message) => {
    await expect(merchant.simulator.webhooks.register({ url, eventTypeIds: [1796] })).rejects.toThrow(
      message,
    );
  });

  it('posts to an https address of this machine, whose certificate is self-signed', async () => {
    const { json } = await merchant.web('GET', '/api/messages/config/token');
    const posted: string[] = [];
    const secure = createServer(await createCertificates(['localhost']), (request, response) => {
      if (request.method === 'POST') posted.push(request.url ?? '');
      response.end(JSON.stringify({ Key: json.Key }));
    }).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const { port } = secure.address() as AddressInfo;
    await merchant.simulator.webhooks.register({
      url: `https://127.0.0.1:${port}/hooks`,
      eventTypeIds: [1796],
    });
    await merchant.paid();
    await settled();
    secure.close();
    expect(posted).toEqual(['/hooks']);
  });

  it('rejects an event type that the banking app does not offer', async () => {
    await expect(register([7936])).rejects.toThrow('7936');
    await expect(register([1])).rejects.toThrow('eventTypeIds');
    await expect(register([])).rejects.toThrow('eventTypeIds');
  });

  it('works over HTTP too, with several addresses for one event, and removes webhooks', async () => {
    const { json } = await merchant.web('GET', '/api/messages/config/token');
    const second = await Receiver.start(String(json.Key));
    const config = (url: string) => ({ Url: url, EventTypeId: 1796, MessageTypeId: 0, IsActive: true });
    const first = await merchant.web('POST', '/api/messages/config', config(receiver.url));
    expect([first.status, first.json]).toEqual([200, { Id: expect.any(String), Active: true }]);
    await merchant.web('POST', '/api/messages/config', config(second.url));
    const listed = (await merchant.web('GET', '/api/messages/config')).json;
    expect(listed).toMatchObject([
      { Id: first.json.Id, Url: receiver.url, EventTypeId: 1796, Active: true },
      { Url: second.url },
    ]);
    await merchant.paid();
    await settled();
    expect([receiver.received.length, second.received.length]).toEqual([1, 1]);
    const path = `/api/messages/config/${String(first.json.Id)}`;
    expect((await merchant.web('DELETE', path)).status).toBe(200);
    expect((await merchant.web('DELETE', path)).status).toBe(404);
    await merchant.paid();
    await settled();
    expect([receiver.received.length, second.received.length]).toEqual([1, 2]);
    second.handshake = { status: 500, body: '' };
    expect((await merchant.web('POST', '/api/messages/config', config(second.url))).status).toBe(400);
    await second.close();
  });

  it('creates one webhook for each event type; inactive and removed webhooks receive nothing', async () => {
    const saved = await register([1796, 1798]);
    expect(saved.map(({ eventTypeId }) => eventTypeId)).toEqual([1796, 1798]);
    expect(merchant.simulator.webhooks.remove(saved[0]?.id ?? '')).toBe(true);
    await merchant.simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796], active: false });
    await merchant.paid();
    await settled();
    expect(receiver.received).toEqual([]);
  });
});
