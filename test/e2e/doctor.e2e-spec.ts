import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PAY_WEBHOOK_SOURCE_ADDRESSES, PayWallet, unwrap } from 'nestjs-pay';
import type { PayModuleOptions } from 'nestjs-pay';
import { doctor } from 'nestjs-pay/doctor';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { startShop } from './webhook-shop.js';

type DoctorOptions = Parameters<typeof doctor>[0];
type DoctorFinding = Awaited<ReturnType<typeof doctor>>['findings'][number];

let demo: PaySimulator;
let key: string;
const open: (() => unknown)[] = [];

beforeAll(async () => {
  demo = await createPaySimulator({ seed: 'doctor' });
  const client = new PayWallet({ ...demo.credentials.merchant, dev: true, endpoints: demo.endpoints });
  key = unwrap(await client.webhooks.retrieveWebhookKey());
  await client.close();
});
afterAll(() => demo.close());
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Returns a live environment that accepts no credentials, and the simulator as the demo environment. */
async function environments(): Promise<DoctorOptions['environments']> {
  const { origin } = new URL(
    await serving(({ url }, response) =>
      response.writeHead(url === '/connect/token' ? 400 : 401).end('{"error":"invalid_client"}'),
    ),
  );
  return { live: { accounts: origin, api: origin, web: origin }, demo: demo.endpoints };
}
const wallet = (more: object = {}) => ({ ...demo.credentials.merchant, dev: true, ...more });
/** Of an address without a registration, for payments and reversals. */
const NOT_REGISTERED = ['webhook.events warning', 'webhook.events warning'];
const examine = async (options: DoctorOptions) =>
  doctor({ environments: await environments(), timeoutMs: 60_000, ...options });
const failedIn = (findings: DoctorFinding[]) =>
  findings.filter(({ status }) => status === 'failed').map(({ check }) => check);

describe('the doctor checks credentials:', () => {
  it('correct ones pass, and modules that they cannot use are named with the required credentials', async () => {
    const report = await examine({ wallet: wallet({ cloudTerminal: demo.credentials.cloudTerminal }) });
    expect(report.healthy).toBe(true);
    const scopes = report.findings.filter(({ check }) => check === 'wallet.scopes');
    expect(scopes).toContainEqual({
      check: 'wallet.scopes',
      status: 'ok',
      message: 'wallet can use payments and reading transactions.',
    });
    expect(scopes).toContainEqual({ check: 'wallet.scopes', status: 'ok', message: 'wallet can use pos.' });
    expect(scopes).toContainEqual({
      check: 'wallet.scopes',
      status: 'optional',
      message: expect.stringMatching(
        /cannot use bankTransfers \(403\): .* the Account Transactions credentials/,
      ),
    });
  });

  it('the report names the address of local endpoints once', async () => {
    const { findings } = await doctor({ wallet: wallet({ endpoints: demo.endpoints }) });
    expect(findings[0]?.message).toBe(
      'clientId and clientSecret of wallet are accepted at the configured endpoints.',
    );
    const text = findings.map(({ message }) => message).join('\n');
    expect(text.split(new URL(demo.url).host)).toHaveLength(2);
    expect(text).not.toContain('the demo environment');
  });

  it('credentials that cannot use payments fail', async () => {
    const { findings } = await examine({ wallet: wallet(demo.credentials.dataServices) });
    expect(failedIn(findings)).toEqual(['wallet.scopes']);
    expect(findings).toContainEqual(
      expect.objectContaining({
        status: 'failed',
        message: expect.stringContaining('requires the Smart Checkout credentials'),
      }),
    );
  });

  it('credentials of the other environment fail, and the message says to change dev', async () => {
    const { healthy, findings } = await examine({ wallet: wallet({ dev: false }) });
    expect(healthy).toBe(false);
    expect(failedIn(findings)).toEqual(['wallet.token', 'wallet.key']);
    expect(findings[0]?.message).toMatch(
      /not accepted in the live environment.*belong to the demo environment: set dev to true/,
    );
  });

  it('unknown credentials fail, and the report does not contain them', async () => {
    const report = await examine({
      wallet: wallet({ clientSecret: 'wrong-secret', apikey: 'wrong-key' }),
    });
    expect(failedIn(report.findings)).toEqual(['wallet.token', 'wallet.key']);
    expect(JSON.stringify(report)).not.toMatch(/wrong-secret|wrong-key|belong to the live/);
  });

  it.each(['marketplace', 'isv'] as const)('correct ones of a %s client pass', async (name) => {
    const report = await examine({ [name]: { ...demo.credentials[name], dev: true } });
    expect(failedIn(report.findings)).toEqual([]);
    expect(report.findings.map(({ check }) => check)).toContain(`${name}.scopes`);
  });

  it('those of the client whose key a webhook must return are required', async () => {
    const webhooks = [{ url: 'http://127.0.0.1:9/pay/webhook', client: 'isv' as const }];
    const { findings } = await examine({ wallet: wallet(), webhooks });
    expect(findings).toContainEqual({
      check: 'isv.token',
      status: 'failed',
      message:
        'The credentials of isv are not configured, so the key that the webhook must return is unknown: set them, or name another client.',
    });
  });

  it('missing credentials and an unreachable service fail', async () => {
    expect(failedIn((await examine({})).findings)).toEqual(['credentials']);
    const unreachable = {
      accounts: 'http://127.0.0.1:9',
      api: 'http://127.0.0.1:9',
      web: 'http://127.0.0.1:9',
    };
    const { findings } = await examine({
      wallet: wallet(),
      environments: { live: unreachable, demo: unreachable },
    });
    expect(findings.filter(({ status }) => status === 'failed')).toEqual([
      {
        check: 'wallet.token',
        status: 'failed',
        message: 'The credentials of wallet could not be tried: none of its endpoints can be reached.',
      },
      {
        check: 'endpoint',
        status: 'failed',
        message:
          'wallet cannot reach accounts, api and web at 127.0.0.1:9: connection refused. Is the simulator running? Start it with `npx pay-simulator`, or correct endpoints.',
      },
    ]);
  });

  it('the message does not call them wrong if the service is unreachable or refuses for another reason', async () => {
    const messagesOf = async (options: DoctorOptions) =>
      (await examine(options)).findings.map(({ message }) => message).join('\n');
    const partly = { ...demo.endpoints, accounts: 'http://127.0.0.1:9' };
    const unanswered = await messagesOf({
      wallet: wallet(),
      environments: { live: partly, demo: partly },
    });
    expect(unanswered).toMatch(
      /could not be tried in the demo environment: the token exchange got no response/,
    );
    expect(unanswered).not.toContain('not accepted');
    const { clientId, clientSecret } = demo.credentials.merchant;
    const refused = await messagesOf({ isv: { ...demo.credentials.isv, clientId, clientSecret, dev: true } });
    expect(refused).toMatch(/read the webhook key, of isv are refused in the demo environment/);
    expect(refused).not.toContain('not accepted');
  });

  it('the report contains no secret', async () => {
    const report = await examine({
      wallet: wallet(),
      webhooks: [{ url: await responding(200, { Key: 'other' }) }],
    });
    const { clientSecret, apikey } = demo.credentials.merchant;
    for (const secret of [clientSecret, apikey, key]) expect(JSON.stringify(report)).not.toContain(secret);
  });
});

describe('the doctor checks endpoints:', () => {
  /** Returns an address whose port is closed. */
  const closedAddress = async (): Promise<string> => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return `http://127.0.0.1:${port}`;
  };
  const endpointFindings = async (options: DoctorOptions) =>
    (await doctor({ timeoutMs: 60_000, ...options })).findings.filter(({ check }) => check === 'endpoint');

  it.each(['accounts', 'api', 'web'] as const)('%s with a closed port fails', async (name) => {
    const address = await closedAddress();
    const endpoints = { ...demo.endpoints, [name]: address };
    const findings = await endpointFindings({ wallet: wallet({ endpoints }) });
    const { host } = new URL(address);
    expect(findings.filter(({ status }) => status === 'failed')).toEqual([
      {
        check: 'endpoint',
        status: 'failed',
        message: `wallet cannot reach ${name} at ${host}: connection refused. Is the simulator running? Start it with \`npx pay-simulator\`, or correct endpoints.`,
      },
    ]);
  });

  it('a reachable endpoint passes, and gets a GET without credentials', async () => {
    const seen: string[] = [];
    const { origin } = new URL(
      await serving(({ method, url, headers }, response) => {
        if (url === '/') seen.push(`${method} ${String(headers.authorization)}`);
        response.writeHead(404).end();
      }),
    );
    const endpoints = { accounts: origin, api: origin, web: origin };
    const findings = await endpointFindings({ wallet: wallet({ endpoints }) });
    expect(findings.map(({ status }) => status)).toEqual(['ok']);
    expect(seen).toEqual(['GET undefined']);
  });

  it.each([
    [
      'does not respond',
      () => serving(() => undefined),
      /cannot reach api at 127.*: no response within 1000 ms/,
    ],
    [
      'has no TLS',
      async () => (await responding(200, '')).replace('http:', 'https:'),
      /cannot reach api at 127.*: no trusted TLS connection/,
    ],
  ])('an endpoint that %s fails', async (what, address, message) => {
    const { origin } = new URL(await address());
    const endpoints = { ...demo.endpoints, api: origin };
    const timeoutMs = what === 'does not respond' ? 1_000 : 60_000;
    const findings = await endpointFindings({ wallet: wallet({ endpoints }), timeoutMs });
    expect(findings).toContainEqual({
      check: 'endpoint',
      status: 'failed',
      message: expect.stringMatching(message),
    });
  });

  it('an endpoint of several clients is checked once', async () => {
    const findings = await endpointFindings({
      environments: { demo: demo.endpoints, live: demo.endpoints },
      wallet: wallet(),
      isv: { ...demo.credentials.isv, dev: true },
    });
    expect(findings).toHaveLength(1);
  });
});

describe('the doctor checks the clock:', () => {
  it('and names the version of the time zone rules, which come with Node.js', async () => {
    const { findings } = await examine({ wallet: wallet() });
    expect(findings.find(({ check }) => check === 'timezones')).toEqual({
      check: 'timezones',
      status: 'ok',
      message: `Time zone rules: ${process.versions['tz']}, from Node.js ${process.versions.node}. They decide the local times of subscriptions.`,
    });
  });

  it.each([
    [0, 'ok', 'The clock of this machine is right.'],
    [30_000, 'warning', 'The clock of this machine is NN s ahead of the service’s: set it by NTP.'],
    [3_600_000, 'failed', 'The clock of this machine is 60 minutes ahead of the service’s: set it by NTP.'],
    [-10_800_000, 'failed', 'The clock of this machine is 3 hours behind the service’s: set it by NTP.'],
  ])('a clock that is %d ms ahead gives %s', async (ahead, status, message) => {
    const { origin } = new URL(
      await serving(({ url = '' }, response) => {
        if (url === '/health') return response.writeHead(404).end();
        return response.writeHead(400).end('{"error":"invalid_client"}');
      }),
    );
    const service = { accounts: origin, api: origin, web: origin };
    const now = () => Date.now() + ahead;
    const { findings } = await examine({
      wallet: wallet(),
      environments: { demo: service, live: service },
      now,
    });
    const found = findings.find(({ check }) => check === 'clock');
    // An HTTP date has a precision of one second.
    const text = found?.message.replace(/is \d\d s/, 'is NN s');
    expect([found?.status, text]).toEqual([status, message]);
  });

  it('and says that the clock of a simulator was moved, which is no error', async () => {
    const simulator = await createPaySimulator({ clock: 'manual' });
    open.push(() => simulator.close());
    const options = { ...simulator.credentials.merchant, dev: true, endpoints: simulator.endpoints };
    await simulator.clock.advance('3 days');
    const { healthy, findings } = await doctor({ wallet: options, timeoutMs: 60_000 });
    expect(healthy).toBe(true);
    expect(findings.find(({ check }) => check === 'clock')).toEqual({
      check: 'clock',
      status: 'ok',
      message:
        'The clock of the simulator is 3 days ahead of this machine’s, because it was moved. Payments and webhooks have its time.',
    });
  });
});

/** Starts a server and returns the address of its webhook. */
async function serving(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => handle(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const responding = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  serving((_request, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body)),
  );
/** Starts a webhook that responds to GET correctly, and POST with this response. */
const posting = (status: number, body = '', headers: Record<string, string> = {}) =>
  serving((request, response) =>
    request.method === 'GET'
      ? response.end(JSON.stringify({ Key: key }))
      : response.writeHead(status, headers).end(body),
  );

const BROKEN: [rule: string, what: string, url: () => Promise<string>][] = [
  ['address', 'text that is not an address', () => Promise.resolve('shop')],
  ['tls', 'http to another machine', () => Promise.resolve('http://shop.example/hook')],
  ['tls', 'an https address without TLS', async () => (await responding(200, {})).replace('http:', 'https:')],
  ['connection', 'a refused connection', () => Promise.resolve('http://127.0.0.1:9/hook')],
  ['time-out', 'no response', () => serving(() => undefined)],
  ['redirect', 'a redirect of GET', () => responding(301, '', { location: '/other' })],
  ['method', '405 to GET', () => responding(405, '')],
  ['method', '404 to GET', () => responding(404, '')],
  ['status', '401 to GET', () => responding(401, '')],
  ['status', '500 to GET', () => responding(500, '')],
  ['body', 'HTML instead of JSON', () => responding(200, '<p>hello</p>')],
  ['body', 'the member `key` of an ISV', async () => responding(200, { key })],
  ['key', 'the key of another account', () => responding(200, { Key: 'another' })],
  ['redirect', 'a redirect of POST', () => posting(308, '', { location: '/other' })],
  ['method', '404 to POST', () => posting(404)],
  ['status', '401 to POST', () => posting(401)],
  [
    'raw-body',
    '500 to POST without a raw body',
    () => posting(500, '{"message":"Webhooks are not set up here"}'),
  ],
  [
    'trusted-proxy',
    'any sender trusted as a proxy',
    () =>
      serving((request, response) => {
        const isForged = request.headers['x-forwarded-for'] !== undefined;
        if (request.method === 'GET') response.end(JSON.stringify({ Key: key }));
        else response.writeHead(isForged ? 400 : 403).end();
      }),
  ],
];

describe('the doctor checks webhooks:', () => {
  it.each(BROKEN)('rule %s fails for %s', async (rule, _what, url) => {
    const timeoutMs = rule === 'time-out' ? 1_000 : 60_000;
    const report = await examine({ wallet: wallet(), webhooks: [{ url: await url() }], timeoutMs });
    expect(failedIn(report.findings)).toEqual([`webhook.${rule}`]);
    expect(report.healthy).toBe(false);
  });

  it.each(['https//ben:hunter2@shop.example/hook?token=hunter2', 'ftp://ben:hunter2@shop.example/#hunter2'])(
    'the report shows no secret of an invalid address: %s',
    async (url) => {
      const { findings } = await examine({ wallet: wallet(), webhooks: [{ url }] });
      const found = JSON.stringify(findings);
      expect(found).toContain('…@shop.example/');
      expect(found).not.toContain('hunter2');
    },
  );

  it.each([
    ['http://LOCALHOST:9', 'http://LOCALHOST:9'],
    ['http://ben:hunter2@127.0.0.1:9/@Pay/hook?token=hunter2', 'http://127.0.0.1:9/@Pay/hook'],
  ])(
    'a refused connection keeps the typed address and says to start the application: %s',
    async (url, shown) => {
      const { findings } = await examine({ wallet: wallet(), webhooks: [{ url }] });
      expect(findings.at(-1)).toEqual({
        check: 'webhook.connection',
        status: 'failed',
        url: shown,
        message:
          'The webhook cannot be reached from this machine, because nothing listens there: start your application.',
      });
    },
  );

  const shopWith = async (webhooks: PayModuleOptions['webhooks']): Promise<string> => {
    const shop = await startShop('express', demo, { webhooks });
    open.push(() => shop.close());
    return shop.hook;
  };
  const about = (findings: DoctorFinding[]) =>
    findings
      .filter(({ check }) => check.startsWith('webhook.'))
      .map(({ check, status }) => `${check} ${status}`);
  const published = PAY_WEBHOOK_SOURCE_ADDRESSES.demo;

  it('an endpoint of this library passes', async () => {
    const { findings } = await examine({ wallet: wallet(), webhooks: [{ url: await shopWith({}) }] });
    expect(about(findings)).toEqual(['webhook.key ok', 'webhook.post ok', ...NOT_REGISTERED]);
  });

  const eventsOf = (findings: DoctorFinding[]) =>
    findings
      .filter(({ check }) => check === 'webhook.events')
      .map(({ status, message }) => [status, message]);

  it('names each event that is not registered, and what does not happen without it', async () => {
    const url = await shopWith({});
    const webhooks = [{ url }];
    await demo.webhooks.register({ url, eventTypeIds: [1796, 1802, 1803] });
    await demo.webhooks.register({ url: `${url}?other`, eventTypeIds: [1797] });
    const plain = await examine({ wallet: wallet(), webhooks });
    expect(plain.healthy).toBe(true);
    expect(eventsOf(plain.findings)).toEqual([
      [
        'warning',
        expect.stringMatching(
          /not registered for 1797 \(TransactionReversalCreated\): no handler learns of refunds.* Start the simulator with `--webhook http:\S+ --events 1796,1797`\.$/,
        ),
      ],
    ]);
    const uses = ['till', 'splits', 'subscriptions'] as const;
    const { findings } = await examine({ wallet: wallet(), webhooks, uses });
    expect(eventsOf(findings)).toEqual([
      ['warning', expect.stringMatching(/for 1797 .* a sale that is reversed after its end stays paid/)],
      [
        'warning',
        expect.stringMatching(/for 8448 \(TransferCreated\): a transfer or reversal whose response was lost/),
      ],
    ]);
    await demo.webhooks.register({ url, eventTypeIds: [1797, 8448] });
    const complete = await examine({ wallet: wallet(), webhooks, uses });
    expect(eventsOf(complete.findings)).toEqual([
      ['ok', expect.stringMatching(/is registered for 1796 .* 8448/)],
    ]);
    for (const { id } of demo.webhooks.list()) demo.webhooks.remove(id);
  });

  it('lists the events for a person if the service does not tell what is registered', async () => {
    const url = await shopWith({});
    demo.faults.add({ operation: 'webhooks.listWebhooks', kind: 'status', status: 404 });
    const { healthy, findings } = await examine({ wallet: wallet(), webhooks: [{ url }], uses: ['till'] });
    expect(healthy).toBe(true);
    expect(eventsOf(findings)).toEqual([
      [
        'optional',
        expect.stringMatching(/cannot be read .*404.* banking app .* 1796 .*, 1797 .*, 1802 .*, 1803 /),
      ],
    ]);
  });

  it('an endpoint that accepts the published addresses passes, and fails if it trusts any sender as a proxy', async () => {
    const [strict, trusting] = [
      await shopWith({ sourceAddresses: published }),
      await shopWith({ sourceAddresses: published, trustedProxies: ['127.0.0.1'] }),
    ];
    const { findings } = await examine({ wallet: wallet(), webhooks: [{ url: strict }, { url: trusting }] });
    expect(about(findings)).toEqual([
      'webhook.key ok',
      'webhook.post ok',
      'webhook.trusted-proxy ok',
      ...NOT_REGISTERED,
      'webhook.key ok',
      'webhook.post ok',
      'webhook.trusted-proxy failed',
    ]);
  });
});
