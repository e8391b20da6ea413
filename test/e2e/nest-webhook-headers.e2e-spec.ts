import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { OnPayEvent, PayEventType, signPayWebhookForTest } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { until } from '../until.js';
import { PLATFORMS } from './nest-app.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

const JSON_TYPE = 'Content-Type: application/json';
const PARSED = 'a parser read the body';

@Injectable()
class Reports {
  count = 0;
  onReport: () => void = () => undefined;
  @OnPayEvent(PayEventType.SaleTransactions)
  report(_event: ReceivedPayEvent): void {
    this.count++;
    this.onReport();
  }
}

describe.each(PLATFORMS)('headers of a request on %s', (platform) => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: `headers ${platform}`, clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(() => shop.close());

  const open = async (options: ShopOptions = {}): Promise<void> => {
    shop = await startShop(platform, simulator, options);
  };

  /** Sends raw header lines and a body. Resolves with the status. */
  const send = (headers: readonly string[], body: Uint8Array): Promise<number> => {
    const { hostname, port, pathname } = new URL(shop.hook);
    const head = [`POST ${pathname} HTTP/1.1`, `Host: ${hostname}:${port}`, 'Connection: close', ...headers];
    return new Promise((resolve, reject) => {
      let response = '';
      const socket = connect(Number(port), hostname, () => {
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
        socket.write(body);
      });
      socket.on('data', (data) => {
        response += data.toString();
      });
      socket.on('error', (error) => {
        if (response === '') reject(error);
      });
      socket.on('close', () => resolve(Number(response.split(' ')[1])));
    });
  };
  const lengthOf = (body: Uint8Array) => `Content-Length: ${body.length}`;

  it('the first of two content types counts, for the parser and for the check', async () => {
    await open();
    const body = paymentBody(simulator, await buy(shop, simulator));
    expect(await send([JSON_TYPE, 'Content-Type: text/plain', lengthOf(body)], body)).toBe(200);
    expect(await send(['Content-Type: text/plain', JSON_TYPE, lengthOf(body)], body)).toBe(415);
    expect(await send(['Content-Type: application/json, text/plain', lengthOf(body)], body)).toBe(415);
    expect(await send([lengthOf(body)], body)).toBe(415);
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('the server responds with 400 to two lengths, or to a length with chunks', async () => {
    await open();
    const body = paymentBody(simulator, await buy(shop, simulator));
    expect(await send([JSON_TYPE, lengthOf(body), lengthOf(body)], body)).toBe(400);
    expect(await send([JSON_TYPE, lengthOf(body), 'Content-Length: 1'], body)).toBe(400);
    expect(await send([JSON_TYPE, lengthOf(body), 'Transfer-Encoding: chunked'], body)).toBe(400);
    expect(shop.counts()).toMatchObject({ received: 0, handled: 0 });
  });

  it('a body without a length is limited, too', async () => {
    await open();
    const chunked = (text: Uint8Array) =>
      Buffer.concat([Buffer.from(`${text.length.toString(16)}\r\n`), text, Buffer.from('\r\n0\r\n\r\n')]);
    const headers = [JSON_TYPE, 'Transfer-Encoding: chunked'];
    const body = paymentBody(simulator, await buy(shop, simulator));
    const tooLong = Buffer.from(JSON.stringify({ pad: 'x'.repeat(70_000) }));
    expect(await send(headers, chunked(tooLong))).toBe(413);
    expect(await send(headers, chunked(Buffer.from(JSON.stringify({ pad: 'x'.repeat(2_000_000) }))))).toBe(
      413,
    );
    expect(await send(headers, chunked(body))).toBe(200);
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('two signatures get 401', async () => {
    await open({ webhooks: { secrets: ['secret'] }, providers: [Reports] });
    const { rawBody, headers } = signPayWebhookForTest({
      body: { Link: 'https://files.example/1', Text: 'x', FileType: '.csv' },
      secret: 'secret',
    });
    const all = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    const signature = all.find((line) => /^viva-signature-256:/i.test(line)) ?? '';
    expect(signature).not.toBe('');
    const lines = [lengthOf(rawBody), ...all.filter((line) => !/^content-length:/i.test(line))];
    const wrong = 'Viva-Signature-256: 00';
    for (const more of [[signature], [wrong]]) expect(await send([...lines, ...more], rawBody)).toBe(401);
    expect(await send([wrong, ...lines], rawBody)).toBe(401);
    expect(await send(lines, rawBody)).toBe(200);
    expect(shop.app.get(Reports).count).toBe(1);
  });

  it('responds also while the timers of a test are fake', async () => {
    await open({ webhooks: { secrets: ['secret'] }, providers: [Reports] });
    const { rawBody, headers } = signPayWebhookForTest({
      body: { Link: 'https://files.example/1', Text: 'x', FileType: '.csv' },
      secret: 'secret',
    });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    jest.useFakeTimers();
    try {
      expect(await send([lengthOf(rawBody), ...lines], rawBody)).toBe(200);
    } finally {
      jest.useRealTimers();
    }
  });

  it('handles all deliveries of one iteration of the event loop before the responses leave together', async () => {
    const steps: string[] = [];
    await open({
      webhooks: { secrets: ['secret'] },
      providers: [Reports],
      configure: (app) => {
        app.use((_request: unknown, response: ServerResponse, next: () => void) => {
          response.on('prefinish', () => steps.push(`response ${response.statusCode}`));
          next();
        });
      },
    });
    shop.app.get(Reports).onReport = () => steps.push('handled');
    const { hostname, port, pathname } = new URL(shop.hook);
    const requests = [1, 2, 3].map((file) => {
      const { rawBody, headers } = signPayWebhookForTest({
        body: { Link: `https://files.example/${file}`, Text: 'x', FileType: '.csv' },
        secret: 'secret',
      });
      const lines = [`POST ${pathname} HTTP/1.1`, `Host: ${hostname}:${port}`, lengthOf(rawBody)];
      for (const [name, value] of Object.entries(headers))
        if (name !== 'content-length') lines.push(`${name}: ${String(value)}`);
      return `${lines.join('\r\n')}\r\n\r\n${Buffer.from(rawBody).toString()}`;
    });
    const socket = connect(Number(port), hostname);
    // One write, so that one iteration reads all of them.
    socket.write(requests.join(''));
    await until(() => steps.length === 6);
    socket.destroy();
    expect(steps).toEqual([...Array(3).fill('handled'), ...Array(3).fill('response 200')]);
  });

  it('several X-Forwarded-For headers are read as one list, from the right', async () => {
    const webhooks = { sourceAddresses: ['20.50.240.57'], trustedProxies: ['127.0.0.1', '10.0.0.0/8'] };
    await open({ webhooks });
    const body = paymentBody(simulator, await buy(shop, simulator));
    const forwarded = (...addresses: string[]) =>
      send([JSON_TYPE, lengthOf(body), ...addresses.map((one) => `X-Forwarded-For: ${one}`)], body);
    expect(await forwarded('20.50.240.57', '203.0.113.7')).toBe(403);
    expect(await forwarded('20.50.240.57', '203.0.113.7, 10.0.0.1')).toBe(403);
    expect(await forwarded('203.0.113.7', '20.50.240.57, 10.0.0.1')).toBe(200);
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('requests the key a limited number of times per minute while it cannot be read', async () => {
    await open();
    simulator.faults.add({ kind: 'status', operation: '*', status: 503, times: 'always' });
    const responses = await Promise.all(Array.from({ length: 10 }, () => fetch(shop.hook)));
    for (let times = 0; times < 60; times++) responses.push(await fetch(shop.hook));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
    expect(simulator.requests().length).toBeLessThan(40);
    expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeLessThanOrEqual(2);
  });
});

it('express.raw() with a limit rejects a long body before another parser reads it', async () => {
  const simulator = await createPaySimulator({ seed: 'raw limit', clock: 'manual' });
  const shop = await startShop('express', simulator, {
    configure: (app) => {
      (app as NestExpressApplication).use(
        '/pay/webhook',
        express.raw({ type: 'application/json', limit: 65_536 }),
      );
      (app as NestExpressApplication).useBodyParser('json', {
        reviver: () => {
          throw new Error(PARSED);
        },
      });
    },
  });
  const nested = '['.repeat(70_000);
  const response = await post(shop.hook, nested);
  expect(response.status).toBe(413);
  const body = paymentBody(simulator, await buy(shop, simulator));
  expect((await post(shop.hook, body)).status).toBe(200);
  expect(shop.logger.text()).not.toContain(PARSED);
  await shop.close();
  await simulator.close();
});
