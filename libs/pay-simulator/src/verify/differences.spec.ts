import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PaySimulator } from '../index.js';
import { ChangingProxy } from './changing-proxy.testing.js';
import type { PassingResponse, PassingRequest } from './changing-proxy.testing.js';
import { compare } from './compare.js';
import { PROBES as ALL_PROBES } from './probes.generated.js';
import { runProbes } from './run-probes.js';
import { simulatorTarget } from './simulator-target.js';
import { createSimulatorWithHistory } from './simulator-with-history.js';
import type { Transcript } from './verify.types.js';

const RUN = { classes: ['read-only', 'unpaid-orders'], date: '2026-01-01' } as const;
const ORDER = /^\/web\/api\/orders\/\d+$/;

type Change = (response: PassingResponse, request: PassingRequest) => void;
interface Difference {
  what: string;
  /** Probe that finds it. */
  probe: string;
  method: string;
  path: RegExp;
  change: Change;
  claims: readonly string[];
}

const setMembers =
  (members: Readonly<Record<string, unknown>>): Change =>
  ({ json }) =>
    void Object.assign(json ?? {}, members);

const DIFFERENCES: readonly Difference[] = [
  {
    what: 'another status',
    probe: 'order-created-and-read',
    method: 'GET',
    path: ORDER,
    change: (response) => (response.status = 201),
    claims: ['payments.getOrder: contract differs'],
  },
  {
    what: 'a missing member',
    probe: 'order-created-and-read',
    method: 'GET',
    path: ORDER,
    change: ({ json }) => delete json?.['MaxInstallments'],
    claims: ['payments.getOrder/response/MaxInstallments: simulator differs'],
  },
  {
    what: 'an additional member',
    probe: 'order-created-and-read',
    method: 'GET',
    path: ORDER,
    change: setMembers({ Discount: 0 }),
    claims: ['payments.getOrder/response/Discount: contract differs'],
  },
  {
    what: 'a string instead of a number',
    probe: 'order-created-and-read',
    method: 'DELETE',
    path: ORDER,
    change: setMembers({ EventId: '0' }),
    claims: ['payments.cancelOrder/response/EventId: contract differs'],
  },
  {
    what: 'minor instead of major units',
    probe: 'older-order',
    method: 'GET',
    path: ORDER,
    change: ({ json }) => json && (json['RequestAmount'] = Math.round(Number(json['RequestAmount']) * 100)),
    claims: [
      'auth.5: contract differs',
      'payments.createLegacyOrder/body/amount/unit: contract differs',
      'payments.createLegacyOrder/body/amount: contract differs',
      'payments.getOrder/response/RequestAmount/unit: contract differs',
      'payments.getOrder/response/RequestAmount: simulator differs',
    ],
  },
  {
    what: 'another error code',
    probe: 'order-with-wrong-source',
    method: 'POST',
    path: /^\/web\/api\/orders$/,
    change: setMembers({ ErrorCode: 404 }),
    claims: ['payments.createLegacyOrder/error/unusable-source: contract differs'],
  },
  {
    what: 'another content type',
    probe: 'webhook-key',
    method: 'GET',
    path: /config\/token$/,
    change: ({ headers }) => (headers['content-type'] = 'text/html'),
    claims: ['webhooks.retrieveWebhookKey: simulator differs'],
  },
  {
    what: 'a lower-case key',
    probe: 'webhook-key',
    method: 'GET',
    path: /config\/token$/,
    change: (response) => (response.json = { key: response.json?.['Key'] }),
    claims: [
      'auth.7: contract differs',
      'webhook-subscriptions.3: contract differs',
      'webhooks.retrieveWebhookKey/response/Key: simulator differs',
      'webhooks.retrieveWebhookKey/response/key: contract differs',
    ],
  },
  {
    what: 'an order that is open after it was canceled',
    probe: 'order-created-and-read',
    method: 'GET',
    path: ORDER,
    change: setMembers({ StateId: 0 }),
    claims: [
      'payments.getOrder/response/StateId: simulator differs',
      'payments/transition/canceled: contract differs',
    ],
  },
  {
    what: 'an error that is accepted',
    probe: 'order-amount-too-low',
    method: 'POST',
    path: /^\/api\/checkout\/v2\/orders$/,
    change: (response) => {
      response.status = 200;
      response.json = { orderCode: 1_234_567_890_123_456 };
    },
    claims: [
      'payments.createOrder/body/amount: contract differs',
      'payments.createOrder/error/invalid: contract differs',
    ],
  },
];

const PROBES = ALL_PROBES.filter((probe) => /^(read-only|unpaid-orders)$/.test(probe.class));
let demo: PaySimulator;
let simulator: Transcript;
beforeAll(async () => {
  demo = await createSimulatorWithHistory();
  simulator = await runProbes(PROBES, simulatorTarget(demo), RUN);
});
afterAll(() => demo.close());

it.each(DIFFERENCES)('finds $what', async ({ probe, method, path, change, claims }) => {
  const proxy = new ChangingProxy(demo.url, (request, response) => {
    if (request.method === method && path.test(request.path.split('?')[0] ?? '')) change(response, request);
  });
  const address = await proxy.open();
  try {
    const target = simulatorTarget(demo);
    const endpoints = { ...target.endpoints };
    for (const host of ['accounts', 'api', 'web'] as const)
      endpoints[host] = endpoints[host].replace(demo.url, address);
    const probes = PROBES.filter(({ id }) => id === probe);
    expect(probes).toHaveLength(1);
    const report = compare(await runProbes(probes, { ...target, endpoints }, RUN), simulator);
    const found = report.claims.filter(({ verdict }) => /differs$/.test(verdict));
    expect(found.map(({ id, verdict }) => `${id}: ${verdict}`).sort()).toEqual([...claims].sort());
    expect(found.every((one) => one.probe?.startsWith(`${probe}/`))).toBe(true);
  } finally {
    await proxy.close();
  }
});

it('stores and reports no secret and no customer of a service that repeats them everywhere', async () => {
  const customer = 'Maria Papadopoulou, +30 697 123 4567, maria@example.com';
  const proxy = new ChangingProxy(demo.url, ({ authorization, path, body }, response) => {
    const echo = `${authorization} "${decodeURIComponent(body)}" ${path} "${customer}"`;
    response.headers['x-viva-eventid'] = authorization.slice(-40) || '0';
    response.headers['allow'] = authorization;
    response.headers['www-authenticate'] = echo.replaceAll('"', '');
    if (response.json === undefined || path.includes('/connect/token')) return;
    Object.assign(response.json, { message: echo, detail: echo, status: authorization, echo: [echo] });
    response.json[authorization] = customer;
    response.json[customer] = { fullName: customer, [authorization.split(' ')[1] ?? '']: 1 };
  });
  const address = await proxy.open();
  try {
    const target = simulatorTarget(demo);
    const endpoints = { accounts: '', api: '', web: '' };
    for (const host of ['accounts', 'api', 'web'] as const)
      endpoints[host] = target.endpoints[host].replace(demo.url, address);
    const transcript = await runProbes(PROBES, { ...target, endpoints }, RUN);
    const text = JSON.stringify([transcript, compare(transcript, simulator)]);
    const { credentials } = demo;
    const clients = [credentials.merchant, credentials.cloudTerminal, credentials.dataServices];
    const secrets = clients.flatMap((client) => Object.values(client)).filter((value) => value.length > 3);
    expect(secrets.length).toBeGreaterThan(6);
    for (const secret of [...secrets, ...secrets.map((secret) => Buffer.from(secret).toString('base64'))])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/eyJ[\w-]{8}|Basic [A-Za-z\d+/]{8}|Papadopoulou|697 123|maria@/);
    for (const { code } of demo.orders.list()) expect(text).not.toContain(code);
  } finally {
    await proxy.close();
  }
});
