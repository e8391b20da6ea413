import { servicesOf } from '../handle/handle.js';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { CHALLENGE_CARD, Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { signedSale } from '../../testing/signed-sale.js';
import type { PaySimulator } from '../index.js';
import type { ControlRoute } from './control-route.js';
import { CONTROL_ROUTES } from './control-routes.js';
import { resolveSchema } from '../domain/control-contract.js';
import { controlDocument } from './control-document.js';
import { schemaProblem } from '../domain/json-schema.js';

let merchant: Merchant;
let simulator: PaySimulator;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start();
  ({ simulator } = merchant);
  receiver = await Receiver.start(await merchant.webhookKey());
});
afterEach(async () => {
  await simulator.close();
  await receiver.close();
});

async function control(method: string, path: string, body?: unknown) {
  const response = await fetch(`${simulator.url}/_simulator${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

/** Members of the JavaScript interface without a route, and why. */
const WITHOUT_ROUTE: Readonly<Record<string, string>> = {
  close: 'ends the process of its own application; stop the process instead',
  controlToken: 'the caller of the control API has it already',
  transparent: 'files on this machine, which the process prints when it starts',
  'wallets.other': 'a wallet of somebody else, to send money to; GET /wallets has its IBAN',
};

/** Lists the public members of the JavaScript interface, such as `orders.list`, from its declarations. */
function interfaceMembers(): readonly string[] {
  const file = fileURLToPath(new URL('../wiring/simulator.types.ts', import.meta.url));
  const program = ts.createProgram([file], { lib: ['lib.es2023.d.ts'], types: [] });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  const exported = checker.getExportsOfModule(module);
  const isPublic = (symbol: ts.Symbol): boolean =>
    (symbol.declarations ?? []).every(
      (declaration) => !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private),
    );
  const membersOf = (name: string): readonly string[] => {
    const type = checker.getDeclaredTypeOfSymbol(exported.find((symbol) => symbol.name === name)!);
    return type.getProperties().flatMap((member) => {
      const memberType = checker.getTypeOfSymbol(member);
      // Values such as `url` have no members of their own that act.
      if (memberType.getCallSignatures().length > 0 || VALUES.includes(member.name)) return [member.name];
      return memberType
        .getProperties()
        .filter(isPublic)
        .map((part) => `${member.name}.${part.name}`);
    });
  };
  return [
    ...membersOf('PaySimulator'),
    // The rest of a connected merchant is what the main merchant has.
    'connectedMerchants.get().account',
  ];
}

const VALUES = ['url', 'endpoints', 'credentials', 'environment', 'controlToken', 'transparent'];

describe('the table of routes', () => {
  it('has a route for each member of the JavaScript interface, or a reason', () => {
    const operations = Object.values(controlDocument('').paths).flatMap((item) => Object.values(item));
    const calls = new Set(operations.flatMap((operation) => operation['x-javascript']));
    const members = interfaceMembers();
    const hasReason = (name: string): boolean => Object.hasOwn(WITHOUT_ROUTE, name);
    expect(members.filter((name) => !calls.has(name) && !hasReason(name))).toEqual([]);
    // Under 80 without worlds.
    expect(members.filter((name) => name !== 'createWorld').length).toBeLessThan(80);
    // A name that no longer exists, or that has a route now.
    expect([...calls].filter((name) => !members.includes(name))).toEqual([]);
    expect(Object.keys(WITHOUT_ROUTE).filter((name) => !members.includes(name) || calls.has(name))).toEqual(
      [],
    );
  });

  it('names each route once, and gives each body an example that its schema accepts', () => {
    const ids = CONTROL_ROUTES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const urls = CONTROL_ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(urls).size).toBe(urls.length);
    for (const { body, example, id } of CONTROL_ROUTES)
      expect([id, body && schemaProblem(body, example, resolveSchema)]).toEqual([id, undefined]);
  });

  it('responds to each route as its schema says', async () => {
    const failed: unknown[] = [];
    for (const route of CONTROL_ROUTES) {
      await control('POST', '/reset', { to: 'start' });
      receiver.received.length = 0;
      const { path, body } = await prepare(route);
      const { status, json } = await control(route.method, path, body);
      const problem =
        route.response === undefined ? undefined : schemaProblem(route.response, json, resolveSchema);
      if (status !== (route.response ? 200 : 204) || problem)
        failed.push({ route: `${route.method} ${path}`, status, problem, json });
    }
    expect(failed).toEqual([]);
  });

  it('rejects each body with an unknown member, and says which members it expects', async () => {
    for (const { body, id, method, path } of CONTROL_ROUTES) {
      if (!body) continue;
      const { status, json } = await control(method, path.replaceAll(/\{\w+\}/g, 'x'), { colour: 'red' });
      const expected = `one of ${Object.keys(body.properties ?? {}).join(', ')}`;
      expect([id, status, json]).toEqual([
        id,
        400,
        {
          error: `colour: unknown member; expected ${expected}`,
          field: 'colour',
          expected,
          fix: expect.stringContaining(`to ${method} /_simulator`),
        },
      ]);
    }
  });

  it('lists all routes in the help', async () => {
    const { status, json } = await control('GET', '/help');
    expect(status).toBe(200);
    expect(json.routes).toHaveLength(CONTROL_ROUTES.length);
    expect(json.routes).toContain(
      'POST /_simulator/reset: Clears all activity. Address, credentials and the sequence of IDs stay. Body: to',
    );
  });
});

describe('the control API', () => {
  it.each([
    ['dispute-won', 'MW', 0n],
    ['dispute-lost', 'ML', -600n - 2000n],
  ])('holds the money of a dispute until its decision: %s', async (end, decided, change) => {
    const { id } = simulator.pay();
    simulator.refund(id, { amount: 400 });
    await simulator.clock.advance('1 day');
    const balance = () => simulator.wallets.primary;
    const { available } = balance();
    const step = async (name: string) => {
      const { status, json } = await control('POST', `/trigger/${name}`, { transactionId: id });
      if (status === 200) expect(json.steps).toMatchObject([{ type: name }]);
      return status;
    };
    const steps = {
      'dispute-suspected': 'MS',
      dispute: 'M',
      'dispute-evidence': 'MI',
      'dispute-forwarded': 'MA',
    };
    for (const [name, statusId] of Object.entries(steps)) {
      expect(await step(name)).toBe(200);
      expect((await merchant.api('GET', `/checkout/v2/transactions/${id}`)).json).toMatchObject({ statusId });
      expect(balance()).toMatchObject({ available: available - 600n, reserved: 600n });
      expect([await step('refund'), await step(name)]).toEqual([409, 409]);
    }
    expect(await step(end)).toBe(200);
    expect(simulator.transactions.get(id).status).toBe(decided);
    expect(balance()).toMatchObject({ available: available + change, reserved: 0n });
    expect([await step('dispute-won'), await step('dispute-lost')]).toEqual([409, 409]);
  });

  it('makes the steps of a dispute in their order, and decides it at each of them', () => {
    const { id } = simulator.pay();
    expect(() => simulator.trigger('dispute-evidence', { transactionId: id })).toThrow('not disputed');
    simulator.trigger('dispute', { transactionId: id });
    expect(() => simulator.trigger('dispute-forwarded', { transactionId: id })).toThrow(
      'status M, which MA cannot follow',
    );
    expect(() => simulator.trigger('dispute', { transactionId: simulator.trigger('preauth').id })).toThrow(
      'not a card payment that can be disputed',
    );
    expect(
      simulator.trigger('dispute-evidence', { transactionId: simulator.trigger('dispute-suspected').id })
        .status,
    ).toBe('MI');
    for (const open of ['dispute-suspected', 'dispute', 'dispute-evidence', 'dispute-forwarded'] as const) {
      expect(simulator.trigger('dispute-won', { transactionId: simulator.trigger(open).id }).status).toBe(
        'MW',
      );
      expect(simulator.trigger('dispute-lost', { transactionId: simulator.trigger(open).id }).status).toBe(
        'ML',
      );
    }
  });

  it('waits until receivers responded, and says which did not', async () => {
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    await control('POST', '/trigger/payment');
    expect(await control('GET', '/settled')).toEqual({ status: 200, json: { settled: true } });
    expect(receiver.received).toHaveLength(1);
    receiver.behavior = () => null;
    const { json } = await control('POST', '/trigger/payment');
    expect(await control('GET', '/settled?timeoutMs=20')).toMatchObject({
      status: 504,
      json: { pending: [json.deliveries[0].id] },
    });
    expect((await control('GET', '/settled?timeoutMs=soon')).json).toMatchObject({
      field: 'timeoutMs',
      expected: 'a number, at least 0',
    });
  });

  it("acts on a connected merchant's own orders, terminals and permissions", async () => {
    const { json: connected } = await control('POST', '/merchants', { companyName: 'Naxos Tours' });
    const own = `/merchants/${connected.merchantId}`;
    const { json: order } = await control('POST', `${own}/orders`, { amount: 1500 });
    const { json: paid } = await control('POST', '/trigger/payment', { orderCode: order.code });
    const [{ transaction }] = paid.steps;
    expect((await control('GET', `${own}/transactions/${transaction.id}`)).json).toMatchObject({
      amount: 1500,
    });
    expect((await control('GET', `/transactions/${transaction.id}`)).status).toBe(404);
    await control('POST', `${own}/permissions`, { allowRefunds: false });
    expect((await control('POST', '/trigger/refund', { transactionId: transaction.id })).status).toBe(409);
    expect(
      (await control('POST', `${own}/terminals`, { terminalId: '16000010', name: 'Till 1', offline: true }))
        .json,
    ).toMatchObject({
      name: 'Till 1',
      offline: true,
    });
    expect((await control('GET', '/terminals')).json[0]).toMatchObject({ name: '', offline: false });
    const long = { terminalId: '16000010', name: 'x'.repeat(61) };
    expect((await control('POST', '/terminals', long)).json.error).toContain(
      'name: expected text of at most 60',
    );
    expect((await control('GET', '/merchants/unknown/orders')).status).toBe(404);
  });

  it('sets the clock to a later time only', async () => {
    expect((await control('POST', '/clock/set', { now: '2026-02-04T00:00:00Z' })).json).toMatchObject({
      now: '2026-02-04T00:00:00.000Z',
    });
    expect(await control('POST', '/clock/set', { now: '2026-02-03T00:00:00Z' })).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('now: expected a time from 2026-02-04T00:00:00.000Z') },
    });
    expect((await control('POST', '/clock/set', { now: 'tomorrow' })).status).toBe(400);
  });

  it('completes 3-D Secure and pays with each test card', async () => {
    const { json: cards } = await control('GET', '/test-cards');
    const challenge = cards.find(({ result }: { result: string }) => result.startsWith('3DS challenge'));
    const { json: order } = await control('POST', '/orders', { amount: 1000 });
    const pay = (card: object) => control('POST', `/checkout/${order.code}/pay`, card);
    expect((await pay({ number: '4111111111111112' })).json).toMatchObject({ kind: 'invalid' });
    const { json: started } = await pay({ number: challenge.number });
    expect(started).toMatchObject({ kind: 'challenge' });
    expect(
      (await control('POST', `/challenges/${started.challengeId}/answer`, { answer: 'Y' })).json,
    ).toMatchObject({
      kind: 'approved',
      transaction: { orderCode: order.code, status: 'F' },
    });
    expect((await control('GET', `/challenges/${started.challengeId}`)).status).toBe(404);
    expect((await control('POST', '/checkout/1/pay', {})).status).toBe(404);
  });
});

/** Brings the simulator into a state in which a route succeeds. Returns its path with real IDs, and its body. */
async function prepare({
  path,
  body,
  example,
  method,
}: ControlRoute): Promise<{ path: string; body?: object }> {
  if (path === '/clock/jump') simulator.pay();
  if (path === '/restore') return { path, body: simulator.snapshot() };
  const values: Record<string, string> = {};
  const sent: Record<string, unknown> = { ...example };
  let services: Pick<PaySimulator, 'orders' | 'transactions' | 'webhooks' | 'terminals'> = simulator;
  if (path.includes('{merchantId}')) {
    const connected = simulator.connectedMerchants.connect({ openingBalance: 10_000 });
    values['merchantId'] = connected.account.credentials.merchant.merchantId;
    services = connected;
    trust(connected.account.webhookKey);
  } else trust(await merchant.webhookKey());
  const orderOf = async () =>
    (
      await control(
        'POST',
        path.includes('{merchantId}') ? `/merchants/${values['merchantId']}/orders` : '/orders',
        {
          amount: 1000,
        },
      )
    ).json.code as string;
  if (path.includes('{worldId}')) values['worldId'] = simulator.createWorld().id;
  if (path.includes('{orderCode}')) values['orderCode'] = await orderOf();
  if (path.includes('{transactionId}')) values['transactionId'] = simulator.pay(await orderOf()).id;
  if (path.includes('{challengeId}')) {
    const outcome = simulator.checkout.pay(await orderOf(), CHALLENGE_CARD);
    if (outcome.kind === 'challenge') values['challengeId'] = outcome.challengeId;
  }
  if (path.includes('pay-with-saved-card')) {
    const saved = simulator.pay();
    const { json } = await merchant.api('POST', '/acquiring/v1/cards/tokens', { transactionId: saved.id });
    values['orderCode'] = await merchant.order({ cardTokens: [json['token']] });
    sent['cardToken'] = json['token'];
  }
  if (path === '/requests/{id}') {
    await merchant.order();
    values['id'] = String(simulator.requests().at(-1)?.id);
  }
  if (path.endsWith('/{terminalId}/autonomous-sale')) {
    values['terminalId'] = '16000011';
    const { connectedMerchants, ...main } = servicesOf(simulator);
    const owner = values['merchantId'] === undefined ? main : connectedMerchants.get(values['merchantId']);
    owner.permissions.set({ useAade: true });
    services.terminals.save({ terminalId: '16000011', offline: true });
  } else if (path.includes('{terminalId}')) {
    services.terminals.configure({ customer: 'waits' });
    values['terminalId'] = '16000010';
    const { connectedMerchants, ...main } = servicesOf(simulator);
    const owner = values['merchantId'] === undefined ? main : connectedMerchants.get(values['merchantId']);
    owner.cardTerminals.request(SALE);
    await simulator.clock.advance(1000);
  }
  if (path === '/trigger/autonomous-sale' || path === '/trigger/preloaded-sale') {
    simulator.permissions.set({ useAade: true });
    simulator.terminals.save({ terminalId: '16000011', offline: true });
    const { cardTerminals, clock } = servicesOf(simulator);
    cardTerminals.request({
      ...SALE,
      terminalId: '16000010',
      preloadedHours: 1,
      aade: signedSale(clock.now(), { amount: SALE.amount }),
    });
    await simulator.clock.advance(1000);
  }
  if (path.startsWith('/deliveries/{id}')) {
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    simulator.deliveries.hold();
    simulator.pay();
    values['id'] = simulator.deliveries.list()[0]!.id;
  }
  if (body?.properties?.['url']) {
    sent['url'] = receiver.url;
    if (path === '/isv-webhooks') await isvReceiver();
  }
  if (path.endsWith('/webhooks/{id}')) {
    const [webhook] = await services.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    values['id'] = webhook!.id;
  }
  if (path === '/isv-webhooks/{id}') {
    await isvReceiver();
    values['id'] = (await simulator.isvWebhooks.register({ url: receiver.url, eventTypeIds: [1796] }))[0]!.id;
  }
  if (path === '/faults/{id}') values['id'] = simulator.faults.add({ operation: '*', kind: 'empty' });
  if (path.startsWith('/accounts/{id}')) {
    const { accountId } = servicesOf(simulator).connectedAccounts.invite({
      email: 'a@example.com',
      returnUrl: 'http://localhost/',
      branding: null,
    });
    if (!path.endsWith('/accept')) simulator.accounts.accept(accountId, { legalName: 'Naxos' });
    values['id'] = accountId;
  }
  if (path.includes('{accountId}') || (path === '/transfers' && method === 'POST')) {
    values['accountId'] = sent['accountId'] = simulator.sellers.connect().accountId;
    if (path !== '/transfers') delete sent['accountId'];
  }
  if (path.includes('{transferId}')) values['transferId'] = simulator.trigger('transfer', { amount: 500 }).id;
  return {
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'missing'),
    ...(body && { body: sent }),
  };
}

/** Lets the receiver respond to the verification with a key. */
function trust(key: string): void {
  receiver.handshake = { status: 200, body: JSON.stringify({ Key: key }) };
}

/** Lets the receiver respond to the verification of the ISV's webhooks. */
async function isvReceiver(): Promise<void> {
  const { isv } = simulator.credentials;
  const { json } = await merchant.call('api', 'GET', '/isv/v1/webhooks/token', {
    authorization: await merchant.token(isv),
  });
  receiver.handshake = { status: 200, body: JSON.stringify({ key: json['key'] }) };
}

const SALE = {
  kind: 'sale',
  sessionId: 'session-1',
  terminalId: '16000010',
  cashRegisterId: 'till',
  amount: 1000,
  tipAmount: 0,
  currencyCode: '978',
  merchantReference: null,
  customerTrns: null,
  parentSessionId: null,
  installments: 0,
  showTransactionResult: true,
  showReceipt: true,
  skipSurcharge: false,
  interappCallback: null,
} as const;
