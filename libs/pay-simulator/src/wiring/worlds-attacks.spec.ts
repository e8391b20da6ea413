import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Receiver } from '../../testing/receiver.js';
import { closeSimulators, startSimulator } from '../../testing/simulators.js';
import { until } from '../../testing/until.js';
import { WorldClient, type CreatedWorld } from '../../testing/world-client.js';

afterEach(async () => {
  await closeSimulators();
});

const TOKEN = 'the-token-of-the-team';
const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` });

async function createWorld(url: string, settings: object = {}): Promise<CreatedWorld> {
  const response = await fetch(`${url}/_simulator/worlds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(TOKEN) },
    body: JSON.stringify(settings),
  });
  return (await response.json()) as CreatedWorld;
}

describe('the control token of a world', () => {
  it('opens no list of worlds, and no other world, under any address', async () => {
    const { url } = await startSimulator({ controlToken: TOKEN });
    const [one, other] = [await createWorld(url), await createWorld(url)];
    const paths = [
      `/_simulator/worlds/${one.id}/worlds`,
      `/_simulator/worlds/${one.id}/worlds/${other.id}`,
      `/_simulator/worlds/${one.id}/worlds/${other.id}/state`,
      `/_simulator/worlds/${one.id}/worlds/default/state`,
      `/worlds/${one.id}/_simulator/worlds`,
      `/worlds/${one.id}/_simulator/worlds/${other.id}`,
      `/worlds/${one.id}/worlds/${other.id}/console`,
      `/worlds/${one.id}/_simulator/worlds/${other.id}/state`,
    ];
    const seen = await Promise.all(
      paths.flatMap((path) =>
        ['GET', 'DELETE', 'POST'].map(async (method) => {
          const response = await fetch(url + path, { method, headers: bearer(one.controlToken) });
          return `${method} ${path} ${response.status < 400 ? 'opened' : 'closed'}`;
        }),
      ),
    );
    expect(seen.filter((line) => line.endsWith('opened'))).toEqual([]);
    expect((await fetch(`${other.control}/state`, { headers: bearer(other.controlToken) })).status).toBe(200);
  });

  it('describes and ends its own world, and no other', async () => {
    const { url } = await startSimulator({ controlToken: TOKEN });
    const [one, other] = [await createWorld(url), await createWorld(url)];
    const call = async (method: string, id: string) => {
      const headers = bearer(one.controlToken);
      const response = await fetch(`${url}/_simulator/worlds/${id}`, { method, headers });
      return response.status;
    };
    expect(await call('GET', one.id)).toBe(200);
    for (const method of ['GET', 'DELETE', 'POST'])
      for (const id of [other.id, 'default', 'none', '', `${other.id}/`, `${one.id}/../${other.id}`])
        expect({ method, id, status: await call(method, id) }).toEqual({ method, id, status: 401 });
    expect(await call('DELETE', one.id)).toBe(204);
    expect(await call('GET', one.id)).toBe(401);
    const left = await fetch(`${url}/_simulator/worlds`, { headers: bearer(TOKEN) });
    expect(((await left.json()) as CreatedWorld[]).map(({ id }) => id)).toEqual(['default', other.id]);
  });

  it('logs a browser in to the pages of the world, and returns to the page', async () => {
    const { url } = await startSimulator({ controlToken: TOKEN });
    const world = await createWorld(url, { id: 'shop-2' });
    const locked = await fetch(`${world.console}?view=ledger`);
    const html = await locked.text();
    expect(locked.status).toBe(401);
    expect(html).toContain('action="/worlds/shop-2/login"');
    const next = /name="next" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const login = await fetch(`${url}/worlds/shop-2/login`, {
      method: 'POST',
      body: new URLSearchParams({ next, token: world.controlToken ?? '' }),
      redirect: 'manual',
    });
    expect(login.headers.get('location')).toBe('/worlds/shop-2/console?view=ledger');
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(world.console, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(`${url}/console`, { headers: { cookie } })).status).toBe(401);
  });
});

/** Returns the visible text of a page. */
const textOf = (html: string): string =>
  html.replace(/<(style|script)>.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '');

describe('the console of a world', () => {
  it('returns to the page that posted a form', async () => {
    const { url } = await startSimulator();
    const client = await WorldClient.create(url, { id: 'shop-2' });
    await client.api('POST', '/checkout/v2/orders', { amount: 1000 });
    const [order] = (await client.control('GET', '/orders')).json as { code: string }[];
    const page = `${client.world.console}/orders/${order?.code}?back=2`;
    const response = await fetch(`${client.world.console}/clock`, {
      method: 'POST',
      headers: { referer: page },
      body: new URLSearchParams({ ms: '60000' }),
      redirect: 'manual',
    });
    expect(response.headers.get('location')).toBe(
      `/worlds/shop-2/console/orders/${order?.code}?back=2&done=%2Fclock`,
    );
  });

  it('shows its ID, and the console of default lists the worlds', async () => {
    const { url } = await startSimulator();
    const alone = await fetch(`${url}/console`).then((response) => response.text());
    expect(textOf(alone)).not.toMatch(/world/i);
    const { world } = await WorldClient.create(url, { id: 'shop-2' });
    await WorldClient.create(url, { id: 'shop-3' });
    const html = await fetch(world.console).then((response) => response.text());
    expect(html).toMatch(/<title>[^<]*shop-2/);
    expect(textOf(html)).toContain('World shop-2');
    expect(html).not.toContain('shop-3');
    const main = await fetch(`${url}/console`).then((response) => response.text());
    expect(main).toContain('href="/worlds/shop-2/console"');
    expect(main).toContain('href="/worlds/shop-3/console"');
    expect(main).not.toMatch(/<title>[^<]*shop-2/);
    const terminals = await fetch(world.terminals).then((response) => response.text());
    expect(terminals).toMatch(/<title>[^<]*shop-2/);
  });
});

describe('a request for a token', () => {
  it('is logged, and gets faults, in the world of its client, also with credentials in the form', async () => {
    const { url } = await startSimulator();
    const client = await WorldClient.create(url);
    const { clientId, clientSecret } = client.world.credentials.merchant;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const exchange = () =>
      fetch(`${url}/accounts/connect/token`, { method: 'POST', body: new URLSearchParams(form) });
    expect((await exchange()).status).toBe(200);
    const requests = (await client.control('GET', '/requests')).json as { path: string }[];
    expect(requests.map(({ path }) => path)).toEqual(['/connect/token']);
    const others = await fetch(`${url}/_simulator/requests`).then((response) => response.json());
    expect(others).toEqual([]);
    await client.control('POST', '/faults', {
      operation: 'auth.getPayAccessToken',
      kind: 'status',
      status: 503,
    });
    expect((await exchange()).status).toBe(503);
  });
});

describe('a world that ends', () => {
  it('ends the wait of its clients', async () => {
    const { url } = await startSimulator();
    const client = await WorldClient.create(url, { clock: 'manual' });
    await client.api('POST', '/checkout/v2/orders', { amount: 1000 });
    await client.control('POST', '/faults', {
      operation: 'payments.createOrder',
      kind: 'webhook-first',
    });
    const waiting = client
      .api('POST', '/checkout/v2/orders', { amount: 1000 })
      .catch((error: unknown) => error);
    await until(async () => ((await client.control('GET', '/faults')).json as unknown[]).length === 0);
    await client.end();
    await waiting;
    expect((await fetch(`${url}/_simulator/worlds`)).status).toBe(200);
  });

  it('responds to a request that was in progress, and keeps nothing of it', async () => {
    const simulator = await startSimulator();
    const world = simulator.createWorld({ id: 'a' });
    const { merchantId, apikey } = world.credentials.merchant;
    const sending = request(`${simulator.url}/web/api/orders`, {
      method: 'POST',
      auth: `${merchantId}:${apikey}`,
      headers: { 'content-type': 'application/json' },
    });
    const responded = once(sending, 'response') as Promise<[IncomingMessage]>;
    sending.write('{"Amount":');
    // The next response proves that the server has read this much.
    await fetch(`${simulator.url}/_simulator/worlds`);
    await world.close();
    const again = simulator.createWorld({ id: 'a' });
    sending.end('1000}');
    const [response] = await responded;
    response.resume();
    expect(response.statusCode).toBeLessThan(500);
    expect(again.orders.list()).toEqual([]);
    expect(simulator.orders.list()).toEqual([]);
  });

  it('does no work through an object that outlives it', async () => {
    const simulator = await startSimulator();
    const world = simulator.createWorld({ clock: 'manual' });
    const { merchantId, apikey } = world.credentials.merchant;
    const authorization = `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}`;
    const key = await fetch(`${world.url}/web/api/messages/config/token`, { headers: { authorization } });
    const receiver = await Receiver.start(((await key.json()) as { readonly Key: string }).Key);
    await world.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    receiver.behavior = () => null;
    world.pay();
    await until(() => receiver.received.length > 0);
    await world.close();
    world.pay();
    await world.clock.advance('1 day');
    await world.deliveries.settled();
    expect(receiver.received).toHaveLength(1);
    await receiver.close();
  });
});
