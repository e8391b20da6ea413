import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator, type TransparentMode } from '../index.js';
import { ORDER_DETAILS } from '../domain/order-details.testing.js';
import { createCertificates } from './create-certificates.js';
import { connectTo, send, textOf, type Received, type Way } from './transparent.testing.js';

const LIVE = {
  accounts: 'https://accounts.vivapayments.com',
  api: 'https://api.vivapayments.com',
  web: 'https://www.vivapayments.com',
};
const DEMO = {
  accounts: 'https://demo-accounts.vivapayments.com',
  api: 'https://demo-api.vivapayments.com',
  web: 'https://demo.vivapayments.com',
};

let caDir: string;
let simulator: PaySimulator;
let mode: TransparentMode;
beforeAll(async () => {
  caDir = mkdtempSync(join(tmpdir(), 'pay-ca-'));
  simulator = await createPaySimulator({
    transparent: { caDir },
    successUrl: 'https://shop.example/success',
  });
  if (!simulator.transparent) throw new Error('not transparent');
  mode = simulator.transparent;
});
beforeEach(() => simulator.reset());
afterAll(async () => {
  await simulator.close();
  rmSync(caDir, { recursive: true });
});

async function tokenFrom(accounts: string, way?: Way): Promise<string> {
  const { clientId, clientSecret } = simulator.credentials.merchant;
  const { body } = await send(mode, `${accounts}/connect/token`, {
    way,
    method: 'POST',
    body: 'grant_type=client_credentials',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    auth: `${clientId}:${clientSecret}`,
  });
  return (JSON.parse(body) as { access_token: string }).access_token;
}

/** Creates an order at the API, and reads it with Basic authentication at the web host. */
async function createAndRead(hosts: typeof LIVE, way: Way): Promise<unknown> {
  const { body } = await send(mode, `${hosts.api}/checkout/v2/orders`, {
    way,
    method: 'POST',
    body: '{"amount":1250}',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenFrom(hosts.accounts, way)}`,
    },
  });
  const code = /"orderCode":(\d+)/.exec(body)?.[1] ?? body;
  const { merchantId, apikey } = simulator.credentials.merchant;
  const read = await send(mode, `${hosts.web}/api/orders/${code}`, { way, auth: `${merchantId}:${apikey}` });
  return (JSON.parse(read.body) as { RequestAmount: unknown }).RequestAmount;
}

describe('the host names of the service', () => {
  it.each([
    { name: 'live', hosts: LIVE, way: 'CONNECT' },
    { name: 'demo', hosts: DEMO, way: 'CONNECT' },
    { name: 'live', hosts: LIVE, way: 'TLS' },
    { name: 'demo', hosts: DEMO, way: 'TLS' },
  ] as const)('reach the account: $name hosts by $way', async ({ hosts, way }) => {
    expect(await createAndRead(hosts, way)).toBe(12.5);
  });

  it('reach the account in a request to a proxy without CONNECT', async () => {
    const request = httpRequest(mode.proxyUrl, { path: `${DEMO.api}/checkout/v2/orders`, method: 'POST' });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(401);
  });

  it('do not reach the console and the control API', async () => {
    const paths = ['/console', '/_simulator/help', '/terminal'];
    const responses = await Promise.all(paths.map((path) => send(mode, DEMO.web + path)));
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('lose the connection when a fault resets it', async () => {
    simulator.faults.add({ operation: '*', kind: 'reset-before' });
    const request = send(mode, `${DEMO.api}/checkout/v2/orders`, { method: 'POST' });
    await expect(request).rejects.toThrow(/ECONNRESET|hang up/);
  });
});

describe('other hosts', () => {
  it.each([
    'example.com:443',
    'demo-api.vivapayments.com:8443',
    'demo-app.vivapayments.com:443',
    '127.0.0.1:443',
  ])('are refused with a sentence: %s', async (authority) => {
    const { response, socket } = await connectTo(mode.proxyUrl, authority);
    socket?.destroy();
    expect([response.statusCode, response.statusMessage]).toEqual([
      403,
      expect.stringMatching(/^pay-simulator does not forward to .*: it only responds for accounts\./),
    ]);
  });

  it.each([
    ['http://localhost:3000/hook', 'localhost:3000 (add it to NO_PROXY)'],
    ['https://demo-api.vivapayments.com:444/checkout/v2/orders', 'demo-api.vivapayments.com:444'],
  ])('are refused in requests to a proxy without CONNECT: %s', async (path, named) => {
    const request = httpRequest(mode.proxyUrl, { path }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect([response.statusCode, await textOf(response)]).toEqual([
      403,
      expect.stringContaining(`does not forward to ${named}: it only responds for accounts.`),
    ]);
  });
});

describe('the hosted checkout', () => {
  const form = (page: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  /** Posts the form of the page, as a browser does. */
  async function pay(code: string, number: string): Promise<{ action: string; response: Received }> {
    const { body: page } = await send(mode, `${DEMO.web}/web/checkout?ref=${code}`);
    const action = /action="([^"]*)"/.exec(page)?.[1] ?? '';
    const fields = {
      form: form(page, 'form'),
      shown: form(page, 'shown'),
      number,
      expiry: '08/30',
      cvc: '123',
      holderName: 'Test Holder',
      email: 'test@shop.example',
    };
    const response = await send(mode, DEMO.web + action.replaceAll('&amp;', '&'), {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: DEMO.web },
    });
    return { action, response };
  }

  it("has the service's addresses, and redirects to the shop", async () => {
    const { code } = simulator.orders.create(ORDER_DETAILS);
    const { action, response } = await pay(code, '5239 2907 0000 0101');
    expect([action, response.status, response.headers.location]).toEqual([
      `/web/checkout?ref=${code}`,
      303,
      expect.stringMatching(/^https:\/\/shop\.example\/success\?t=/),
    ]);
  });

  it("stays on the service's host after a declined card", async () => {
    const { code } = simulator.orders.create(ORDER_DETAILS);
    const { response } = await pay(code, '4147463011110141');
    expect(response.headers.location).toMatch(/^\/web\/checkout\?ref=\d+&attempt=/);
  });

  it('shows the order for a form from another site, and rejects its cancellation', async () => {
    const post = (path: string) =>
      send(mode, `${DEMO.web}${path}?ref=1`, { method: 'POST', headers: { origin: 'https://shop.example' } });
    const { status, headers } = await post('/web/checkout');
    expect([status, headers.location]).toEqual([303, '/web/checkout?ref=1']);
    expect((await post('/web/checkout/cancel')).status).toBe(403);
  });
});

describe('the certificates', () => {
  it('are created once, and only the owner can read the key', async () => {
    const key = readFileSync(join(caDir, 'server.pem'), 'utf8');
    const again = await createPaySimulator({ transparent: { caDir } });
    await again.close();
    expect(readFileSync(join(caDir, 'server.pem'), 'utf8')).toBe(key);
    expect(statSync(join(caDir, 'server.pem')).mode & 0o777).toBe(0o600);
  });

  it('do not include the key of the authority', () => {
    const texts = readdirSync(caDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    expect(texts.join().match(/BEGIN [A-Z ]*PRIVATE KEY/g)).toHaveLength(1);
  });

  it('of an authority cannot be used for other domains', async () => {
    const { key, cert } = await createCertificates(['demo.vivapayments.com', 'bank.example']);
    const server = createServer({ key, cert }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ca = cert.slice(cert.lastIndexOf('-----BEGIN'));
    const outcome = await new Promise<unknown>((resolve) => {
      const socket: TLSSocket = connect({ port, host: '127.0.0.1', servername: 'bank.example', ca });
      socket.once('secureConnect', () => resolve('trusted')).once('error', resolve);
    });
    server.close();
    expect(outcome).toMatchObject({ message: 'permitted subtree violation' });
  });

  it('are refused with a sentence if the file is not of the simulator', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-ca-'));
    writeFileSync(join(folder, 'server.pem'), 'mine');
    await expect(createPaySimulator({ transparent: { caDir: folder } })).rejects.toThrow(
      /server\.pem is not a certificate of pay-simulator: delete it, or choose another --ca-dir/,
    );
    rmSync(folder, { recursive: true });
  });
});

it('is refused with a sentence if the option is of another kind', async () => {
  await expect(createPaySimulator({ transparent: 'yes' as unknown as true })).rejects.toThrow(
    'transparent: expected true, false or { caDir: string }',
  );
});

it('closes open tunnels at once', async () => {
  const other = await createPaySimulator({ transparent: { caDir } });
  const { socket } = await connectTo(other.url, 'api.vivapayments.com:443');
  const closed = once(socket?.resume() ?? process, 'close');
  await other.close();
  await closed;
});
