import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeSimulators, startSimulator } from '../../testing/simulators.js';
import { until } from '../../testing/until.js';
import { WorldClient, type CreatedWorld } from '../../testing/world-client.js';

const folder = mkdtempSync(join(tmpdir(), 'worlds-'));

afterEach(async () => {
  await closeSimulators();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates an order with the API. Its code is read as text, because it can be too large for a number. */
async function order(client: WorldClient, amount = 1000): Promise<string> {
  await client.api('POST', '/checkout/v2/orders', { amount });
  const { json } = await client.control('GET', '/orders');
  return (json as readonly { readonly code: string }[]).at(-1)?.code ?? '';
}

async function post(
  url: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

describe('a world', () => {
  it('has orders, payments, time and settings of its own', async () => {
    const { url } = await startSimulator();
    const one = await WorldClient.create(url);
    const other = await WorldClient.create(url, { clock: 'manual', now: '2026-02-03T10:00:00Z' });
    const code = await order(one);
    await one.control('POST', '/trigger/payment', { orderCode: code });
    await other.control('POST', '/clock/advance', { days: 3 });
    await other.control('POST', '/faults', {
      operation: 'payments.createOrder',
      kind: 'status',
      status: 500,
    });

    expect((await one.control('GET', '/state')).json).toMatchObject({
      orders: 1,
      transactions: 1,
      faults: 0,
    });
    expect((await other.control('GET', '/state')).json).toMatchObject({
      orders: 0,
      transactions: 0,
      faults: 1,
      clock: { now: '2026-02-06T10:00:00.000Z' },
    });
    expect(await fetch(`${url}/_simulator/state`).then((response) => response.json())).toMatchObject({
      orders: 0,
    });
    expect((await other.control('GET', `/orders/${code}`)).status).toBe(404);
    expect((await other.web('DELETE', `/api/orders/${code}`)).status).toBe(404);
  });

  it('takes only its own credentials and tokens', async () => {
    const { url } = await startSimulator();
    const one = await WorldClient.create(url);
    const other = await WorldClient.create(url);
    const { merchantId } = one.world.credentials.merchant;
    const { apikey } = other.world.credentials.merchant;
    const mixed = `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}`;
    const response = await fetch(`${url}/web/api/transactions?date=2026-02-03`, {
      headers: { authorization: mixed },
    });
    expect(response.status).toBe(401);
    expect(new Set([one, other].map(({ world }) => JSON.stringify(world.credentials))).size).toBe(2);
  });

  it('shows the page of an order to a customer who knows nothing of worlds', async () => {
    const { url } = await startSimulator();
    const client = await WorldClient.create(url, { merchant: { companyTitle: 'Naxos Tours' } });
    const page = await client.page(`/web/web/checkout?ref=${await order(client, 4321)}`);
    expect(page.status).toBe(200);
    expect(page.json).toContain('Naxos Tours');
    expect(page.json).toContain('43.21');
  });

  it('takes a payment on the page, and delivers its webhook to its own receiver', async () => {
    const { url } = await startSimulator();
    const one = await WorldClient.create(url, {}, [1796]);
    const other = await WorldClient.create(url, {}, [1796]);
    const code = await order(one);
    await one.control('POST', `/checkout/${code}/pay`, {});
    await until(() => one.events.length > 0);
    await other.control('POST', '/settled', {});
    expect([one.events, other.events]).toEqual([[1796], []]);
    await Promise.all([one.end(), other.end()]);
  });

  it('has a console and terminals under an address of its own, with links that stay there', async () => {
    const { url } = await startSimulator();
    const { world } = await WorldClient.create(url, { id: 'shop-2' });
    expect(world.console).toBe(`${url}/worlds/shop-2/console`);
    for (const address of [world.console, world.terminals]) {
      const html = await fetch(address).then((response) => response.text());
      const links = [...html.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, link]) => link);
      expect(links.length).toBeGreaterThan(1);
      const leading = links.filter((link) => !link?.startsWith('/worlds/shop-2/'));
      expect(new Set(leading)).toEqual(new Set(['/worlds/default/console']));
    }
    const advanced = await fetch(`${world.console}/clock`, {
      method: 'POST',
      body: new URLSearchParams({ ms: '60000' }),
      redirect: 'manual',
    });
    expect(advanced.headers.get('location')).toMatch(/^\/worlds\/shop-2\/console/);
    expect((await fetch(`${url}/worlds/shop-2`)).url).toBe(world.console);
  });

  it('ends at once, and frees its ID', async () => {
    const { url } = await startSimulator();
    const client = await WorldClient.create(url, { id: 'a' });
    const code = await order(client);
    expect((await client.end()).status).toBe(204);
    expect((await client.control('GET', '/state')).status).toBe(404);
    expect((await client.api('POST', '/checkout/v2/orders', { amount: 1000 })).status).toBe(401);
    expect((await client.page(`/web/web/checkout?ref=${code}`)).status).toBe(404);
    const again = await WorldClient.create(url, { id: 'a' });
    expect(again.world.credentials).not.toEqual(client.world.credentials);
    expect((await again.control('GET', '/orders')).json).toEqual([]);
  });

  it('ends when its life is over', async () => {
    const { url } = await startSimulator();
    const before = Date.now();
    const { world } = await WorldClient.create(url, { ttlSeconds: 1 });
    expect(Date.parse(String(world.endsAt))).toBeGreaterThanOrEqual(before + 1000);
    await until(async () => (await fetch(world.control + '/state')).status === 404);
  });

  it('keeps its state in the data file', async () => {
    const dataFile = join(folder, 'worlds.json');
    const first = await startSimulator({ dataFile });
    const client = await WorldClient.create(first.url, { id: 'kept' });
    const ended = await WorldClient.create(first.url, { id: 'ended' });
    const code = await order(client);
    await order(ended);
    await ended.end();
    await first.close();

    const second = await startSimulator({ dataFile });
    const worlds = (await fetch(`${second.url}/_simulator/worlds`).then((response) =>
      response.json(),
    )) as CreatedWorld[];
    expect(worlds.map(({ id }) => id)).toEqual(['default', 'kept']);
    const { credentials } = (await fetch(`${second.url}/_simulator/worlds/kept`).then((response) =>
      response.json(),
    )) as CreatedWorld;
    expect(credentials).toEqual(client.world.credentials);
    expect((await fetch(`${second.url}/web/web/checkout?ref=${code}`)).status).toBe(200);
    const next = await WorldClient.create(second.url);
    expect(next.world.id).toBe('w3');
  });

  it('has snapshots of its own, and no order belongs to two worlds', async () => {
    const { url } = await startSimulator();
    const one = await WorldClient.create(url, { id: 'one' });
    const other = await WorldClient.create(url, { id: 'other' });
    const code = await order(one);
    const { json: snapshot } = await one.control('GET', '/snapshot');
    await one.control('POST', '/reset');
    expect((await one.control('POST', '/restore', snapshot)).status).toBe(204);
    expect((await one.control('GET', `/orders/${code}`)).status).toBe(200);

    const refused = await other.control('POST', '/restore', snapshot);
    expect(refused).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('another world') as unknown },
    });
    expect((await other.control('GET', '/orders')).json).toEqual([]);
    await one.end();
    expect((await other.control('POST', '/restore', snapshot)).status).toBe(204);
    expect((await other.page(`/web/web/checkout?ref=${code}`)).status).toBe(200);
  });

  it('is not touched by a reset of another', async () => {
    const { url } = await startSimulator();
    const client = await WorldClient.create(url);
    await order(client);
    await post(`${url}/_simulator/reset`, { to: 'start' });
    expect((await client.control('GET', '/state')).json).toMatchObject({ orders: 1 });
  });

  it('is refused with a reason', async () => {
    const { url } = await startSimulator();
    const create = (body: unknown) => post(`${url}/_simulator/worlds`, body);
    await create({ id: 'a' });
    const errors = await Promise.all(
      [
        { id: 'a' },
        { id: 'default' },
        { id: 'A_B' },
        { ttlSeconds: 0 },
        { clok: 'manual' },
        { now: 'soon' },
      ].map(async (body) => {
        const response = await create(body);
        return [response.status, ((await response.json()) as { readonly error: string }).error] as const;
      }),
    );
    expect(errors.map(([status]) => status)).toEqual([409, 409, 400, 400, 400, 400]);
    expect(errors.map(([, error]) => error)).toEqual([
      'id: a world a exists. End it first, or choose another ID',
      'id: a world default exists. End it first, or choose another ID',
      expect.stringContaining('id: expected '),
      'ttlSeconds: expected a whole number from 1 to 315360000 (received 0)',
      'clok: unknown member: did you mean clock?',
      'now: expected a date from 1970 to 8999',
    ]);
    const unknown = await fetch(`${url}/_simulator/worlds/nowhere/state`);
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: 'No world has the ID nowhere. It ended, or was never created' },
    ]);
    expect((await fetch(`${url}/_simulator/worlds/default`, { method: 'DELETE' })).status).toBe(409);
  });
});

it('refuses an account in JavaScript that is no object, or has credentials', async () => {
  const simulator = await startSimulator();
  for (const merchant of ['shop', { credentials: {} }])
    expect(() => simulator.createWorld({ merchant } as object)).toThrow(/^merchant: expected /);
});

describe('the control token of a world', () => {
  it('opens this world only', async () => {
    const controlToken = 'the-token-of-the-team';
    const { url } = await startSimulator({ controlToken });
    const all = { authorization: `Bearer ${controlToken}` };
    const created = async () => {
      const response = await post(`${url}/_simulator/worlds`, {}, all);
      return (await response.json()) as CreatedWorld;
    };
    const [one, other] = [await created(), await created()];
    const own = { authorization: `Bearer ${one.controlToken}` };
    const status = async (address: string, headers: Record<string, string>) =>
      (await fetch(address, { headers })).status;

    expect(await status(`${one.control}/state`, own)).toBe(200);
    expect(await status(one.console, own)).toBe(200);
    expect(await status(`${one.control}/state`, all)).toBe(200);
    expect(await status(`${one.control}/state`, {})).toBe(401);
    expect(await status(`${other.control}/state`, own)).toBe(401);
    expect(await status(other.console, own)).toBe(401);
    expect(await status(`${url}/_simulator/state`, own)).toBe(401);
    expect(await status(`${url}/_simulator/worlds`, own)).toBe(401);
    expect((await post(`${url}/_simulator/worlds`, {}, own)).status).toBe(401);
  });
});
