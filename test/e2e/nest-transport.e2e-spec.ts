import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { HttpService } from '@nestjs/axios';
import { Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import axios, { AxiosError } from 'axios';
import type { AxiosAdapter } from 'axios';
import { InjectPayHttp, PayModule, PayPayments, PayWallet } from 'nestjs-pay';
import type { PayModuleOptions, PayWalletOptions } from 'nestjs-pay';
import { of } from 'rxjs';
import { until } from '../until.js';
import { createApp } from './nest-app.js';

@Injectable()
class Http {
  constructor(@InjectPayHttp() readonly service: HttpService) {}
}

const SECRET = 'api-key-of-the-shop';
let server: Server | undefined;
let app: INestApplication | undefined;

afterEach(async () => {
  await app?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
  app = undefined;
  server = undefined;
});

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

/** Creates a client whose hosts all have this address. */
async function clientOf(
  web: string,
  options: Partial<PayWalletOptions> = {},
  module: Partial<PayModuleOptions> = {},
) {
  const wallet = {
    clientId: 'c',
    clientSecret: 's3cret',
    merchantId: '01234567-89ab-cdef-0123-456789abcdef',
    apikey: SECRET,
    endpoints: { accounts: web, api: web, web },
    ...options,
  };
  app = await createApp({ imports: [PayModule.forRoot({ wallet, ...module })], providers: [Http] });
  await app.init();
  return app.get(PayWallet);
}

const httpOf = (): HttpService => (app as INestApplication).get(Http).service;

const ORDER = { OrderCode: 1234567890123456, ErrorCode: 0, Success: true };
const json = JSON.stringify(ORDER);

const KINDS: [string, () => Partial<PayModuleOptions>][] = [
  ["PayModule's own HttpService", () => ({})],
  ["the user's HttpService", () => ({ http: new HttpService(axios.create({ proxy: false })) })],
];

describe.each(KINDS)('an unsafe call through %s', (_, module) => {
  const call = async (web: string, options: Partial<PayWalletOptions> = {}) =>
    (await clientOf(web, options, module())).payments.createLegacyOrder({ amount: 1000 });

  it('sends and receives the exact body', async () => {
    const seen: unknown[] = [];
    const web = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push(
          request.method,
          request.url,
          request.headers['content-type'],
          Buffer.concat(chunks).toString(),
        );
        seen.push(request.headers.authorization);
        response.setHeader('content-type', 'text/plain').end('{"OrderCode":9271655739472609,"Success":true}');
      });
    });
    expect(await call(web)).toMatchObject({ success: true, data: { OrderCodeText: '9271655739472609' } });
    expect(seen).toEqual([
      'POST',
      '/api/orders',
      'application/json',
      '{"amount":1000}',
      `Basic ${Buffer.from(`01234567-89ab-cdef-0123-456789abcdef:${SECRET}`).toString('base64')}`,
    ]);
  });

  it('has the outcome not-sent if the connection is refused', async () => {
    const web = await serve(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    const result = await call(web);
    expect(result).toMatchObject({ code: 'networkerror', error: { outcome: 'not-sent', retryable: true } });
  });

  it('has the outcome unknown if the connection is reset', async () => {
    const result = await call(await serve((request) => request.socket.resetAndDestroy()));
    expect(result).toMatchObject({ code: 'networkerror', error: { outcome: 'unknown', retryable: false } });
  });

  it('fails with timeout if the response stalls before or within its body', async () => {
    const before = await call(await serve(() => undefined), { timeoutMs: 1_000 });
    expect(before).toMatchObject({ code: 'timeout', error: { outcome: 'unknown' } });
    await app?.close();
    server?.closeAllConnections();
    server?.close();
    const within = await call(
      await serve((_request, response) =>
        response.writeHead(200, { 'content-length': '100' }).write('{"Order'),
      ),
      { timeoutMs: 1_000 },
    );
    expect(within).toMatchObject({ code: 'timeout', error: { outcome: 'unknown' } });
  });

  it('has the outcome unknown if the response breaks off or its JSON is incomplete', async () => {
    const broken = await call(
      await serve((request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"Order', () => request.socket.destroy());
      }),
    );
    expect(broken).toMatchObject({ code: 'networkerror', error: { outcome: 'unknown' } });
    await app?.close();
    server?.close();
    const half = await call(await serve((_request, response) => response.end(json.slice(0, 20))));
    expect(half).toMatchObject({ code: 'nodatas', error: { outcome: 'unknown', httpStatus: 200 } });
  });

  it('fails with nodatas if the response is longer than 8 MiB', async () => {
    const web = await serve((_request, response) => response.end('x'.repeat(9 * 1024 * 1024)));
    expect(await call(web)).toMatchObject({ code: 'nodatas', error: { outcome: 'unknown' } });
  });

  it('follows no redirect, and resolves with a result for every status', async () => {
    const paths: string[] = [];
    const web = await serve((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(307, { location: '/other' }).end();
    });
    expect(await call(web)).toMatchObject({ error: { outcome: 'unknown', httpStatus: 307 } });
    expect(paths).toEqual(['/api/orders']);
    await app?.close();
    server?.close();
    const refused = await call(
      await serve((_request, response) => response.writeHead(452).end('{"ErrorCode":452}')),
    );
    expect(refused).toMatchObject({ code: 'rejected', error: { outcome: 'rejected', httpStatus: 452 } });
  });

  it('has the outcome unknown if an interceptor retries it and only the last attempt was not sent', async () => {
    let received = 0;
    const web = await serve((request) => {
      received++;
      request.socket.resetAndDestroy();
      server?.close();
    });
    const pay = await clientOf(web, {}, module());
    const http = httpOf();
    let retries = 0;
    http.axiosRef.interceptors.response.use(undefined, (error: AxiosError) => {
      if (retries++ > 0) throw error;
      return http.axiosRef.request(error.config ?? {});
    });
    expect(await pay.payments.createLegacyOrder({ amount: 1000 })).toMatchObject({
      message: expect.stringContaining('ECONNREFUSED'),
      error: { outcome: 'unknown' },
    });
    expect([received, retries]).toEqual([1, 2]);
  });

  it.each(['request', 'response'] as const)(
    'fails with timeout if a %s interceptor never ends',
    async (kind) => {
      const web = await serve((_request, response) => response.end(json));
      const pay = await clientOf(web, { timeoutMs: 1_000 }, module());
      httpOf().axiosRef.interceptors[kind].use(() => new Promise<never>(() => undefined));
      expect(await pay.payments.createLegacyOrder({ amount: 1000 })).toMatchObject({ code: 'timeout' });
    },
  );

  it('shows no credentials in its result and the printed client', async () => {
    const result = await call(await serve((request) => request.socket.destroy()));
    const client = app?.get(PayWallet);
    const shown = [result, client, app?.get(PayPayments)].map(
      (one) => inspect(one, { depth: 9 }) + JSON.stringify(one),
    );
    expect(shown.join()).not.toMatch(
      new RegExp(
        `${SECRET}|s3cret|${Buffer.from(`01234567-89ab-cdef-0123-456789abcdef:${SECRET}`).toString('base64')}`,
      ),
    );
  });
});

describe('an interceptor', () => {
  it('gets an AxiosError without credentials', async () => {
    const web = await serve((request) => request.socket.destroy());
    const pay = await clientOf(web);
    const http = httpOf();
    const seen: AxiosError[] = [];
    http.axiosRef.interceptors.response.use(undefined, (error: AxiosError) => {
      seen.push(error);
      throw error;
    });
    await pay.payments.createLegacyOrder({ amount: 1000 });
    expect(seen[0]).toBeInstanceOf(AxiosError);
    expect(seen[0]?.config?.url).toBe(`${web}/api/orders`);
    expect(JSON.stringify(seen[0]) + inspect(seen[0], { depth: 9, showHidden: true })).not.toMatch(
      /Basic |api-key-of-the-shop/,
    );
  });

  it('that throws before the call gives the outcome not-sent', async () => {
    const pay = await clientOf(await serve(() => undefined));
    httpOf().axiosRef.interceptors.request.use(() => {
      throw new Error('circuit open');
    });
    const result = await pay.payments.createLegacyOrder({ amount: 1000 });
    expect(result).toMatchObject({ code: 'networkerror', error: { outcome: 'not-sent' } });
  });

  it('that stops waiting for a request gives the outcome unknown, because the request may have been sent', async () => {
    let receive = (): void => undefined;
    const received = new Promise<void>((resolve) => (receive = resolve));
    const pay = await clientOf(await serve(() => receive()));
    const { defaults } = httpOf().axiosRef;
    const adapter = axios.getAdapter(defaults.adapter);
    defaults.adapter = (config) =>
      Promise.race([
        adapter(config),
        received.then(() => {
          throw new Error('too slow');
        }),
      ]);
    const result = await pay.payments.createLegacyOrder({ amount: 1000 });
    expect(result).toMatchObject({ code: 'networkerror', error: { outcome: 'unknown', retryable: false } });
    // PayModule waits for open requests before it closes.
    server?.closeAllConnections();
  });

  it('cannot make other calls with the HttpService of PayModule', async () => {
    await clientOf(await serve(() => undefined));
    await expect(httpOf().axiosRef.get('http://127.0.0.1:1/')).rejects.toThrow('the calls of PayModule');
  });
});

describe('an HttpService with a fetch adapter', () => {
  it('follows no redirect, although the fetch adapter of axios 1.7 does by default', async () => {
    const paths: string[] = [];
    const web = await serve((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(307, { location: '/other' }).end();
    });
    const adapter: AxiosAdapter = async (config) => {
      const { url = '', method, data, fetchOptions } = config;
      const { status, headers, body } = await fetch(url, { method, body: data as string, ...fetchOptions });
      await body?.cancel();
      return { status, statusText: '', headers: Object.fromEntries(headers), data: '', config };
    };
    const http = new HttpService(axios.create({ adapter }));
    const result = await (await clientOf(web, {}, { http })).payments.createLegacyOrder({ amount: 1000 });
    expect(result).toMatchObject({ error: { outcome: 'unknown', httpStatus: 307 } });
    expect(paths).toEqual(['/api/orders']);
  });
});

describe('a mocked HttpService', () => {
  const mocked = (data: unknown) =>
    ({ request: () => of({ status: 200, headers: { 'X-Any': 'a' }, data }) }) as unknown as HttpService;

  it('may return a string or bytes', async () => {
    for (const data of [json, Buffer.from(json), new TextEncoder().encode(json).buffer]) {
      const pay = await clientOf('https://pay.example', {}, { http: mocked(data) });
      expect(await pay.payments.createLegacyOrder({ amount: 1000 })).toMatchObject({ success: true });
      await app?.close();
    }
  });

  it('may not return parsed JSON, whose numbers may be rounded', async () => {
    const pay = await clientOf('https://pay.example', {}, { http: mocked(ORDER) });
    const result = await pay.payments.createLegacyOrder({ amount: 1000 });
    expect(result).toMatchObject({
      message: expect.stringContaining('BODY_NOT_BYTES'),
      error: { outcome: 'unknown' },
    });
  });
});

it('PayModule closes its connections when the application shuts down', async () => {
  const web = await serve((_request, response) => response.end(json));
  const pay = await clientOf(web);
  await pay.payments.createLegacyOrder({ amount: 1000 });
  const open = () =>
    new Promise<number>((resolve) => server?.getConnections((_error, count) => resolve(count)));
  expect(await open()).toBe(1);
  await app?.close();
  app = undefined;
  await until(async () => (await open()) === 0);
  expect(await pay.payments.createLegacyOrder({ amount: 1000 })).toMatchObject({
    error: { outcome: 'not-sent' },
  });
});
