import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createPaySimulator } from '../index.js';
import { readSeedFile, type Seed } from './seed-file.js';
import { UsageError } from './usage-error.js';

const folder = mkdtempSync(join(tmpdir(), 'pay-seed-'));
const file = join(folder, 'shop.yaml');
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string): Seed {
  writeFileSync(file, text);
  return readSeedFile(file);
}

const SHOP = `
account:
  companyName: Blue Bottle Ltd
  currencyCode: 826
  openingBalance: 5000
  permissions: { allowRefunds: false }
  credentials:
    merchant: { merchantId: my-merchant, apikey: my-key, clientId: my-client, clientSecret: my-secret }
sources:
  - { code: 3395, name: Web shop, successUrl: 'http://shop.test/paid', cancelButton: false }
webhooks:
  - url: http://127.0.0.1:3000/pay/webhook
    events: all
  - url: http://127.0.0.1:3001/pay/webhook
terminals:
  - { terminalId: 16000020, name: Till 5, offline: true }
cards:
  - { number: 4147463011110133, holderName: Ada Lovelace, merchantTrns: subscription-1 }
  - { number: '376206000000009' }
connectedMerchants:
  - { companyName: Green Tea Ltd, openingBalance: 700 }
sellers:
  - { legalName: Red Wine Ltd, email: red@example.com }
orders:
  - { amount: 2450, merchantTrns: cart-1, sourceCode: 3395, customer: { email: ada@example.com } }
  - { amount: 1000, merchantTrns: cart-2, state: paid }
  - { amount: 1000, state: canceled }
  - { amount: 1000, state: expired }
`;

describe('a seed file', () => {
  it('creates everything that it names, and prints the IDs that an application needs', async () => {
    const seed = read(SHOP);
    const simulator = await createPaySimulator({ merchant: seed.merchant });
    const lines: string[] = [];
    seed.apply(simulator, (line) => lines.push(line));
    expect(simulator.credentials.merchant.clientId).toBe('my-client');
    expect(simulator.permissions.set({})).toMatchObject({ allowRefunds: false, allowMoto: true });
    expect(simulator.sources.list().find(({ code }) => code === '3395')).toMatchObject({
      name: 'Web shop',
      cancelButton: false,
    });
    expect(simulator.terminals.list().find(({ terminalId }) => terminalId === '16000020')).toMatchObject({
      name: 'Till 5',
      offline: true,
      statusId: 1,
    });
    expect(simulator.connectedMerchants.list().map(({ account }) => account.companyName)).toEqual([
      'Green Tea Ltd',
    ]);
    expect(simulator.sellers.list()).toMatchObject([
      { state: 'verified', details: { legalName: 'Red Wine Ltd' } },
    ]);
    expect(simulator.orders.list()).toMatchObject([
      { merchantTrns: 'subscription-1', allowRecurring: true, state: 3, currencyCode: '826' },
      { allowRecurring: true, state: 3 },
      {
        merchantTrns: 'cart-1',
        amount: 2450,
        sourceCode: '3395',
        customer: { email: 'ada@example.com' },
        state: 0,
      },
      { merchantTrns: 'cart-2', state: 3 },
      { state: 2 },
      { state: 1 },
    ]);
    const [payment] = simulator.transactions.list();
    expect(payment?.card).toMatchObject({ holderName: 'Ada Lovelace' });
    expect(lines).toContain(`Card       414746XXXXXX0133  charge again with transaction ${payment?.id}`);
    expect(lines.join('\n')).not.toMatch(/4147463011110133|my-secret|my-key/);
    expect(seed.webhooks).toEqual([
      { url: 'http://127.0.0.1:3000/pay/webhook', eventTypeIds: 'all', place: `${file}: webhooks[0].` },
      {
        url: 'http://127.0.0.1:3001/pay/webhook',
        eventTypeIds: [1796, 1797, 1798],
        place: `${file}: webhooks[1].`,
      },
    ]);
    await simulator.close();
  });

  it('keeps the zeros at the start of a code', async () => {
    const simulator = await createPaySimulator();
    const orders = 'orders: [{ amount: 1000, sourceCode: 0123, merchantTrns: 007 }]';
    read(`sources: [{ code: 0123 }]\n${orders}`).apply(simulator, () => undefined);
    expect(simulator.orders.list()).toMatchObject([{ sourceCode: '0123', merchantTrns: '007' }]);
    await simulator.close();
  });

  it('takes true and false in the ways of YAML, and null as an empty value', async () => {
    const simulator = await createPaySimulator();
    read('sources: [{ code: a, active: True }, { code: b, active: FALSE }]\norders: ~\nsellers: null').apply(
      simulator,
      () => undefined,
    );
    expect(simulator.sources.list()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'a', active: true }),
        expect.objectContaining({ code: 'b', active: false }),
      ]),
    );
    await simulator.close();
    for (const text of ['{"sources":[{"code":"a","name":null}]}', 'sources: [{ code: a, name: ~ }]'])
      expect(() => read(text)).toThrow('sources[0].name: expected a non-empty string');
    expect(() => read('sources: [{ code: true }]')).toThrow('sources[0].code: expected a non-empty string');
  });

  it('can be JSON, or empty', () => {
    expect(read('{"account":{"companyName":"Blue"}}').merchant).toEqual({ companyName: 'Blue' });
    expect(read('').webhooks).toEqual([]);
    expect(read('webhooks:').webhooks).toEqual([]);
  });

  it.each([
    [
      'orders:\n  - { amount: "12,50" }',
      'orders[0].amount: expected a whole number of minor units (1050 for 10.50), at least 30 (received "12,50")',
    ],
    [
      'orders: [{ amount: 10 }]',
      'orders[0].amount: expected a whole number of minor units (1050 for 10.50), at least 30 (received 10)',
    ],
    [
      'orders: [{}]',
      'orders[0].amount: expected a whole number of minor units (1050 for 10.50), at least 30',
    ],
    ['orders: 5', 'orders[0]: expected a JSON object (received "5")'],
    ['orders: [5]', 'orders[0]: expected a JSON object (received "5")'],
    [
      'orders: [{ amount: 1000, sourceCode: 77 }]',
      'orders[0].sourceCode: expected the code of a source: Default (received "77")',
    ],
    [
      'orders: [{ amount: 1000, state: refunded }]',
      'orders[0].state: expected one of pending, paid, canceled, expired (received "refunded")',
    ],
    ['order: []', 'order: unknown member: did you mean orders?'],
    [
      'orders: [{ amount: 1000, merchantRef: a }]',
      'orders[0].merchantRef: unknown member: did you mean merchantTrns?',
    ],
    ['shop: []', 'shop: unknown member; expected one of account, sources, webhooks'],
    [
      'sources: [{ code: 1234 }, { code: "1234" }]',
      'sources[1].code: expected another value than sources[0] (received "1234")',
    ],
    [
      'terminals: [{ terminalId: 16000020 }, { terminalId: 16000021 }, { terminalId: 16000020 }]',
      'terminals[2].terminalId: expected another value than terminals[0] (received "16000020")',
    ],
    [
      'webhooks: [{ url: "http://127.0.0.1:3000/hook", events: [1796, 9999] }]',
      'webhooks[0].events[1]: expected an event type such as 1796 (received 9999)',
    ],
    [
      'webhooks: [{ url: "http://127.0.0.1:3000/hook", events: payments }]',
      'webhooks[0].events: expected \'all\', or a list, each item a whole number (received "payments")',
    ],
    [
      'account: { currencyCode: EUR }',
      'account.currencyCode: expected a numeric ISO 4217 code such as 978 (received "EUR")',
    ],
    [
      'account: { permissions: { allowRefunds: 1 } }',
      'account.permissions.allowRefunds: expected true or false (received "1")',
    ],
    [
      'webhooks: [{ url: shop.test }]',
      'webhooks[0].url: expected an absolute http or https address (received "shop.test")',
    ],
    ['terminals: [{ terminalId: 16000020, name: }]', 'terminals[0].name: expected a non-empty string'],
    ['terminals: [{ terminalId: 1600 }]', 'terminals[0].terminalId: expected eight digits (received "1600")'],
    ['sellers: [{ verified: "yes" }]', 'sellers[0].verified: expected true or false (received "yes")'],
    [
      'orders: [',
      'expected valid YAML; check the indentation and the quotes (Flow sequence in block collection must be sufficiently indented',
    ],
    [
      'a: 1\na: 2',
      'expected valid YAML; check the indentation and the quotes (Map keys must be unique at line 2, column 1',
    ],
  ])('is refused with the place and the expected value: %s', (text, message) => {
    expect(() => read(text)).toThrow(UsageError);
    expect(() => read(text)).toThrow(`${file}: ${message}`);
  });

  it('never repeats a card number or a secret in an error', () => {
    expect(() => read('cards: [{ number: 4242424242424242 }]')).toThrow(
      /cards\[0\]\.number: expected the number of a test card that the issuer approves without a challenge$/,
    );
    expect(() => read('account: { credentials: { merchant: { merchantId: 12345 } } }')).toThrow(
      /merchant\.apikey: expected a non-empty string$/,
    );
  });

  it('names what the simulator itself refuses, and a file that does not exist', async () => {
    const seed = read('account: { permissions: { allowMagic: true } }');
    const simulator = await createPaySimulator();
    expect(() => seed.apply(simulator, () => undefined)).toThrow(
      /shop\.yaml: account\.permissions: allowMagic: unknown member; expected one of allowRefunds, /,
    );
    await simulator.close();
    expect(() => readSeedFile(join(folder, 'missing.yaml'))).toThrow('missing.yaml: cannot be read (ENOENT)');
  });

  it('ends with a usage error or is accepted, whatever it contains', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        try {
          read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
      { numRuns: 200 },
    );
  });
});
