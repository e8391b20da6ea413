import { servicesOf } from '../handle/handle.js';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FILE_GENERATED_EVENT } from '../domain/subscriptions.js';
import { Merchant } from '../../testing/merchant.js';
import { CONSOLE_ACTIONS } from '../console/console.actions.js';
import { TERMINAL_ACTIONS } from '../terminal/terminal.actions.js';
import { WebhookNotVerified, type PaySimulatorOptions } from '../index.js';

const TOKEN = 'a-control-token-of-a-test';
const BEYOND_LOOPBACK: PaySimulatorOptions = { host: '0.0.0.0', controlToken: TOKEN };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let merchant: Merchant;
afterEach(() => merchant.simulator.close());

interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request whose headers `fetch` would not allow, such as Host and Origin. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = request(merchant.simulator.url + path, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    outgoing.on('error', reject).end(body);
  });
}

const login = (token: string, next = '/console'): Promise<Response> =>
  send('POST', '/login', FORM, new URLSearchParams({ token, next }).toString());

async function cookie(): Promise<string> {
  return (await login(TOKEN)).headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

describe('a simulator that listens beyond loopback', () => {
  it('needs the token for console, terminals and control API, and not for customers’ pages and the API', async () => {
    merchant = await Merchant.start(BEYOND_LOOPBACK);
    const code = await merchant.order();
    const { accountId } = servicesOf(merchant.simulator).sellers.invite({
      email: 'seller@example.com',
      returnUrl: 'http://localhost:3000/',
      branding: null,
    });
    const invitation = `/app/register/invite/3/${accountId}`;
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/console'],
      ['POST', '/console/reset'],
      ['GET', '/terminal'],
      ['POST', '/terminal/16000010/cancel'],
      ['GET', '/_simulator/state'],
      ['POST', '/_simulator/reset'],
      ['DELETE', '/_simulator/webhooks/1'],
      ['GET', '/_simulator/unknown'],
      ['POST', `${invitation}/approve`],
    ] as const)
      expect([method, path, (await send(method, path, FORM)).status]).toEqual([method, path, 401]);
    expect((await send('GET', invitation)).status).toBe(200);
    expect((await send('GET', `/web/web/checkout?ref=${code}`)).text).toContain('Example Shop');
    expect((await send('GET', '/returned/paid')).status).toBe(200);
    expect((await send('POST', '/api/checkout/v2/orders')).text).toBe('');
    expect(merchant.simulator.orders.list()).toHaveLength(1);
  });

  it('needs the token for each operation and action, and that of another world does not do', async () => {
    merchant = await Merchant.start(BEYOND_LOOPBACK);
    const [one, other] = [merchant.simulator.createWorld(), merchant.simulator.createWorld()];
    const bearer = (token = ''): Record<string, string> => ({ authorization: `Bearer ${token}` });
    const document = await send('GET', '/_simulator/openapi.json', bearer(TOKEN));
    const { paths } = JSON.parse(document.text) as { paths: Record<string, Record<string, unknown>> };
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => [method.toUpperCase(), path] as const),
    );
    const forms = [
      ...CONSOLE_ACTIONS.map(({ path }) => `/console${path}`),
      ...TERMINAL_ACTIONS.map(({ path }) => `/terminal/{terminalId}${path}`),
      ...['approve', 'refuse'].map((check) => `/app/register/invite/3/{accountId}/${check}`),
    ].map((path) => ['POST', path] as const);
    const addresses = [
      ...operations.map(([method, path]) => [method, '/_simulator', path] as const),
      ...forms.map(([method, path]) => [method, '', path] as const),
    ];
    expect(addresses.length).toBeGreaterThan(200);
    for (const [method, start, path] of addresses) {
      const rest = path.replace(/\{\w+\}/g, '1');
      const inWorld = `${start}/worlds/${one.id}${rest}`;
      const statuses = [
        (await send(method, start + rest)).status,
        (await send(method, start + rest, bearer(one.controlToken))).status,
        (await send(method, inWorld)).status,
        (await send(method, inWorld, bearer(other.controlToken))).status,
      ];
      expect([method, start + path, ...statuses]).toEqual([method, start + path, 401, 401, 401, 401]);
    }
  });

  it('accepts the token as a bearer token, and names the option without it', async () => {
    merchant = await Merchant.start(BEYOND_LOOPBACK);
    const read = (authorization?: string): Promise<Response> =>
      send('GET', '/_simulator/clock', authorization === undefined ? {} : { authorization });
    expect((await read(`Bearer ${TOKEN}`)).status).toBe(200);
    for (const wrong of [
      undefined,
      TOKEN,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(0, -1)}`,
      `Bearer ${TOKEN.slice(1)}`,
      'Bearer x',
      'Bearer ',
    ]) {
      const { status, text, headers } = await read(wrong);
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(text).toContain('--control-token-file (option controlToken)');
    }
  });

  it('logs a browser in once, with a cookie that only this site and no script can use', async () => {
    merchant = await Merchant.start(BEYOND_LOOPBACK);
    const asked = await send('GET', '/console?view=ledger');
    expect(asked.text).toContain('<input type="hidden" name="next" value="/console?view=ledger">');
    expect((await login('wrong')).text).toContain('The control token is wrong');
    const { status, headers } = await login(TOKEN, '/console?view=ledger');
    expect([status, headers.location]).toEqual([303, '/console?view=ledger']);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^pay-simulator-[\w-]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(headers['set-cookie']?.[0]).not.toContain(TOKEN);
    const sent = { cookie: `other=1; ${await cookie()}` };
    expect((await send('GET', '/console', sent)).text).toContain('<main');
    expect((await send('POST', '/console/reset', { ...sent, ...FORM })).status).toBe(303);
    // Another site cannot use the cookie of a browser.
    const foreign = { ...sent, ...FORM, origin: 'https://evil.example' };
    expect((await send('POST', '/console/reset', foreign)).status).toBe(403);
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
      expect((await login(TOKEN, next)).headers.location).toMatch(/^\/(?![/\\])/);
  });

  it('never shows the token, and stores neither token nor cookie in the data file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-simulator-'));
    const dataFile = join(folder, 'data');
    merchant = await Merchant.start({ ...BEYOND_LOOPBACK, dataFile });
    const authorization = `Bearer ${TOKEN}`;
    const sent = await cookie();
    await send('POST', '/_simulator/wallet/withdraw', { authorization }, '{}');
    await send('POST', '/console/clock', { cookie: sent, ...FORM }, 'minutes=1');
    await send('POST', '/_simulator/wallet/withdraw', { authorization: 'Bearer not-the-token-but-a-secret' });
    const texts = await Promise.all(
      ['/_simulator/requests', '/_simulator/state', '/console?view=requests', '/health'].map((path) =>
        send('GET', path, { authorization }),
      ),
    );
    const all = [readFileSync(dataFile, 'utf8'), ...texts.map(({ text }) => text)].join('\n');
    expect(all).toContain('/console/clock');
    for (const secret of [TOKEN, sent.split('=')[1] ?? '-', 'not-the-token'])
      expect(all).not.toContain(secret);
    rmSync(folder, { recursive: true });
  });

  it('creates a token if none is given, and none on loopback', async () => {
    merchant = await Merchant.start();
    expect(merchant.simulator.controlToken).toBeUndefined();
    await merchant.simulator.close();
    merchant = await Merchant.start({ host: '127.0.0.2' });
    expect([merchant.simulator.controlToken, (await send('GET', '/console')).status]).toEqual([
      undefined,
      200,
    ]);
    await merchant.simulator.close();
    merchant = await Merchant.start({ host: '0.0.0.0' });
    expect(merchant.simulator.controlToken).toMatch(/^[\w-]{43}$/);
  });
});

describe('allowed hosts', () => {
  it('are accepted in the Host header; other names are rejected as DNS rebinding, with the option that allows them', async () => {
    merchant = await Merchant.start({ allowHosts: ['shop.test', '10.0.0.7'] });
    const read = (host: string): Promise<Response> => send('GET', '/_simulator/clock', { host });
    for (const host of ['SHOP.test:4010', '10.0.0.7', 'localhost', '[::1]:80'])
      expect([host, (await read(host)).status]).toEqual([host, 200]);
    for (const host of ['rebound.example', 'shop.test.evil.example', '0.0.0.0', '10.0.0.8']) {
      const { status, text } = await read(host);
      expect(status).toBe(403);
      expect(text).toContain(`start the simulator with --allow-host ${host} (option allowHosts)`);
    }
  });

  it('contain the host of publicUrl, which links use', async () => {
    merchant = await Merchant.start({ publicUrl: 'http://simulator.invalid:4010/' });
    const { url, endpoints, environment } = merchant.simulator;
    expect([url, endpoints.api, environment['PAY_SIMULATOR_URL']]).toEqual([
      'http://simulator.invalid:4010',
      'http://simulator.invalid:4010/api',
      'http://simulator.invalid:4010',
    ]);
    const registered = merchant.simulator.webhooks.register({ url: `${url}/hook`, eventTypeIds: [1796] });
    await expect(registered).rejects.toThrow(WebhookNotVerified);
  });

  it('receive webhooks and notifications of report files', async () => {
    merchant = await Merchant.start({ allowHosts: ['shop.invalid'] });
    const register = (host: string): Promise<unknown> =>
      merchant.simulator.webhooks.register({ url: `http://${host}/hook`, eventTypeIds: [1796] });
    await expect(register('shop.invalid')).rejects.toThrow(WebhookNotVerified);
    await expect(register('other.invalid')).rejects.toThrow('--allow-host other.invalid (option allowHosts)');
    const subscribe = async (host: string): Promise<number> => {
      const { dataServices } = merchant.simulator.credentials;
      const body = { url: `http://${host}/files`, secret: 's', events: [FILE_GENERATED_EVENT] };
      const authorization = await merchant.token(dataServices);
      return (
        await merchant.call('api', 'POST', '/dataservices/v1/webhooks/subscriptions', { body, authorization })
      ).status;
    };
    expect([await subscribe('shop.invalid'), await subscribe('other.invalid')]).toEqual([200, 400]);
  });
});

describe('GET /health', () => {
  it('says that the simulator is ready, without a token, under any name, and is no activity', async () => {
    merchant = await Merchant.start(BEYOND_LOOPBACK);
    const { status, text } = await send('GET', '/health', { host: '10.0.0.7' });
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { status: 'ready', version, clock: '2026-02-03T10:00:00.000Z' },
    ]);
    expect(merchant.simulator.requests()).toEqual([]);
  });
});
