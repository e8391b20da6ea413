import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Receiver } from '../../testing/receiver.js';
import { closeSimulators, startSimulator } from '../../testing/simulators.js';
import { WorldClient, type WorldReply } from '../../testing/world-client.js';
import type { PaySimulator } from '../index.js';

let simulator: PaySimulator;
let shop: WorldClient;
let thief: WorldClient;
beforeEach(async () => {
  simulator = await startSimulator({ clock: 'manual' });
  shop = await WorldClient.create(simulator.url, { id: 'shop' });
  thief = await WorldClient.create(simulator.url, { id: 'thief' });
});
afterEach(() => closeSimulators());

type Row = Readonly<Record<string, unknown>>;
const rows = ({ json }: WorldReply): readonly Row[] => json as readonly Row[];
const textOf = ({ json }: WorldReply): string => (typeof json === 'string' ? json : JSON.stringify(json));

/** Creates an order in the world of the shop. @returns Its code. */
async function order(fields: object = {}): Promise<string> {
  await shop.api('POST', '/checkout/v2/orders', { amount: 734, ...fields });
  return String(rows(await shop.control('GET', '/orders')).at(-1)?.['code']);
}

/** Creates and pays an order in the world of the shop. @returns The transaction ID. */
async function pay(fields?: object): Promise<string> {
  const orderCode = await order(fields);
  await shop.control('POST', '/trigger/payment', { orderCode });
  return String(rows(await shop.control('GET', '/transactions')).at(-1)?.['id']);
}

/** Presses the button of IRIS on the customer's page of an order. */
async function payWithIris(orderCode: string): Promise<void> {
  const address = `${simulator.url}/web/web/checkout?ref=${orderCode}`;
  const html = await (await fetch(address)).text();
  const [, form = ''] =
    /name="form" value="([^"]+)">\s*<input type="hidden" name="method" value="29"/.exec(html) ?? [];
  await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ form, method: '29' }),
    redirect: 'manual',
  });
}

/** Tries a call in the world of the thief. Expects a refusal that says nothing of the shop. */
async function expectRefused(call: Promise<WorldReply>, ...secrets: readonly string[]): Promise<void> {
  const reply = await call;
  const text = textOf(reply);
  const isRefused = reply.status >= 400 || /"Success":false|"ErrorCode":[1-9]/.test(text);
  expect({ isRefused, reply }).toMatchObject({ isRefused: true });
  for (const secret of secrets) expect(text).not.toContain(secret);
}

/** Reads everything that a world shows, in its control API and in its console. */
async function everythingOf(client: WorldClient): Promise<string> {
  const paths = [
    'orders',
    'transactions',
    'deliveries',
    'webhooks',
    'snapshot',
    'state',
    'terminal-sessions',
  ];
  const replies = await Promise.all(paths.map((path) => client.control('GET', `/${path}`)));
  const views = ['overview', 'orders', 'deliveries', 'webhooks', 'ledger', 'clock'];
  const pages = views.map((view) => client.page(`/worlds/${client.world.id}/console?view=${view}`));
  return [...replies, ...(await Promise.all(pages))].map(textOf).join('\n');
}

describe('a payment of another world', () => {
  it('by IRIS cannot be read, refunded or approved, and is on no page', async () => {
    const code = await order({ amount: 2450, paymentMethods: [29] });
    await payWithIris(code);
    const [iris] = rows(await shop.control('GET', '/transactions'));
    const id = String(iris?.['id']);
    expect(iris).toMatchObject({ type: 60, status: 'A' });
    await expectRefused(thief.api('GET', `/checkout/v2/transactions/${id}`));
    await expectRefused(thief.api('GET', `/checkout/v2/orders/${code}`));
    await expectRefused(thief.web('DELETE', `/api/transactions/${id}?amount=100`));
    await expectRefused(thief.control('POST', '/trigger/approve', { transactionId: id }));
    await shop.control('POST', '/trigger/approve', { transactionId: id });
    const all = (await everythingOf(thief)) + JSON.stringify(simulator.snapshot());
    expect([code, id].filter((secret) => all.includes(secret))).toEqual([]);
    expect(rows(await shop.control('GET', '/transactions'))).toMatchObject([
      { id, status: 'F', refunded: 0 },
    ]);
  });

  it('gives no saved card: neither a token, nor a recurring charge, nor a choice on the page', async () => {
    const id = await pay({ allowRecurring: true });
    const { json } = await shop.api('POST', '/acquiring/v1/cards/tokens', { transactionId: id });
    const { token = '' } = json as { readonly token?: string };
    expect(token).not.toBe('');
    await expectRefused(thief.api('POST', '/acquiring/v1/cards/tokens', { transactionId: id }), token);
    await expectRefused(thief.web('POST', `/api/transactions/${id}`, { amount: 100 }));
    await expectRefused(
      thief.api('POST', `/acquiring/v1/transactions/${id}:charge`, {
        ...{ amount: 100, currencyCode: '978', sourceCode: 'Default' },
        ...{ merchantTrns: 'm', customerTrns: 'c' },
      }),
    );
    await thief.api('POST', '/checkout/v2/orders', { amount: 100, cardTokens: [token] });
    const [stolen] = rows(await thief.control('GET', '/orders'));
    const page = await thief.page(`/web/web/checkout?ref=${String(stolen?.['code'])}`);
    expect(page.status).toBe(200);
    expect(textOf(page)).not.toContain('name="card"');
    expect(rows(await thief.control('GET', '/transactions'))).toEqual([]);
    expect(rows(await shop.control('GET', '/transactions'))).toHaveLength(1);
  });
});

describe('an RF code', () => {
  const ask = async (orderCode: string, authorization?: string): Promise<WorldReply> => {
    const response = await fetch(`${simulator.url}/web/web2/checkout/v2/paymentsessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: `{"orderCode": ${orderCode}}`,
    });
    return { status: response.status, json: await response.json() };
  };

  it('is that of the world of its order, without credentials', async () => {
    const code = await order({ paymentTimeout: 86_400 });
    expect(await ask(code)).toEqual({
      status: 200,
      json: { rfPaymentCode: expect.stringMatching(/^RF\d{23}$/) },
    });
    const { code: own } = simulator.orders.create({ amount: 100 });
    expect((await ask(own)).status).toBe(200);
    expect((await ask('1234567890123456')).status).toBe(404);
  });

  it('is not made or paid with the credentials of another world', async () => {
    const code = await order({ paymentTimeout: 86_400 });
    const { merchantId, apikey } = thief.world.credentials.merchant;
    const basic = `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}`;
    await expectRefused(ask(code, basic));
    await expectRefused(thief.control('POST', '/trigger/bank-transfer', { orderCode: code }));
    expect(() => simulator.trigger('bank-transfer', { orderCode: code })).toThrow();
    expect(rows(await shop.control('GET', '/orders'))).toMatchObject([{ code, state: 0 }]);
  });
});

describe('the plugin of a shop system', () => {
  it('has its own sources, key and addresses', async () => {
    const source = {
      sourceCode: '7711',
      name: 'Plugin',
      domain: 'shop.example',
      pathSuccess: 'ok',
      pathFail: 'no',
    };
    expect((await shop.api('POST', '/plugins/v1/sources', source)).status).toBe(200);
    const code = await order();
    expect((await shop.api('GET', `/plugins/v1/orders/${code}`)).status).toBe(200);
    await expectRefused(thief.api('GET', `/plugins/v1/orders/${code}`));
    await expectRefused(thief.api('GET', '/plugins/v1/sources?sourceCode=7711'), 'shop.example');
    expect(textOf(await thief.api('GET', '/plugins/v1/sources'))).not.toContain('shop.example');
    expect((await thief.api('POST', '/plugins/v1/sources', source)).status).toBe(200);

    const { key } = (await shop.api('GET', '/plugins/v1/webhooks/token')).json as { readonly key: string };
    expect(textOf(await thief.api('GET', '/plugins/v1/webhooks/token'))).not.toContain(key);
    const receiver = await Receiver.start(key);
    receiver.handshake = { status: 200, body: JSON.stringify({ key }) };
    expect((await shop.api('POST', '/plugins/v1/webhooks', { url: receiver.url })).status).toBe(200);
    await expectRefused(thief.api('POST', '/plugins/v1/webhooks', { url: receiver.url }), key);
    await thief.control('POST', '/trigger/payment', {});
    simulator.pay();
    await thief.control('GET', '/settled');
    await simulator.deliveries.settled();
    expect(receiver.received).toEqual([]);
    await shop.control('POST', '/trigger/payment', {});
    await shop.control('GET', '/settled');
    expect(receiver.received).toHaveLength(1);
    expect(await everythingOf(thief)).not.toContain(receiver.url);
    await receiver.close();
  });
});

describe('a terminal of another world', () => {
  const SALE = {
    ...{ sessionId: 'session-1', terminalId: '16000010', cashRegisterId: 'till-1' },
    ...{ amount: 1000, currencyCode: '978', merchantReference: 'receipt-of-the-shop' },
  };

  it('shows no session, and takes no abort, refund or capture', async () => {
    expect((await shop.terminal('POST', '/transactions:sale', SALE)).status).toBe(200);
    await expectRefused(thief.terminal('GET', '/sessions/session-1'), 'receipt-of-the-shop');
    await expectRefused(thief.terminal('DELETE', '/sessions/session-1?cashRegisterId=till-1'));
    await shop.control('POST', '/clock/advance', { ms: 10_000 });
    expect((await shop.terminal('GET', '/sessions/session-1')).json).toMatchObject({ success: true });
    const day = new Date(simulator.clock.now()).toISOString().slice(0, 10);
    expect(rows(await shop.terminal('GET', `/sessions?date=${day}`))).toHaveLength(1);
    expect(rows(await thief.terminal('GET', `/sessions?date=${day}`))).toEqual([]);
    const more = { ...SALE, parentSessionId: 'session-1', sessionId: 'session-2', amount: 100 };
    for (const verb of ['refund', 'preauth-completion', 'fast-refund', 'rebate']) {
      await thief.terminal('POST', `/transactions:${verb}`, { ...more, sessionId: verb });
      await thief.control('POST', '/clock/advance', { ms: 10_000 });
      expect({ verb, text: textOf(await thief.terminal('GET', `/sessions/${verb}`)) }).toEqual({
        verb,
        text: expect.not.stringContaining('"success":true'),
      });
    }
    expect(rows(await shop.control('GET', '/transactions'))).toMatchObject([{ amount: 1000, refunded: 0 }]);
    // The ID of a session belongs to its world only.
    expect((await thief.terminal('POST', '/transactions:sale', { ...SALE, amount: 500 })).status).toBe(200);
    expect((await shop.terminal('GET', '/sessions/session-1')).json).toMatchObject({ amount: 1000 });
  });

  it('shows no fiscal action', async () => {
    const { json } = await shop.terminal('POST', '/actions', {
      ...{ terminalId: '16000010', cashRegisterId: 'till-1' },
      ...{ actionType: 'aade-fim-control', request: { token: 'fim-token-of-the-shop' } },
    });
    const { actionId = '' } = json as { readonly actionId?: string };
    expect(actionId).not.toBe('');
    await expectRefused(thief.terminal('GET', `/actions/${actionId}`), 'till-1');
    expect((await shop.terminal('GET', `/actions/${actionId}`)).status).toBeLessThan(300);
    expect(await everythingOf(thief)).not.toContain(actionId);
  });
});
