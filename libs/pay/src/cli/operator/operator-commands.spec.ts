import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import { PayWallet, unwrap } from 'nestjs-pay/client';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import type { Command } from '../command.js';
import { runLine } from '../command-io.testing.js';
import { recordsIn } from './application-records.js';
import * as lookup from './lookup.command.js';
import * as reconcile from './reconcile.command.js';
import * as resolve from './resolve.command.js';
import { pgliteDatabase } from '../../stores/sql/pglite-database.js';
import { buy, startShop } from '../../../../../test/e2e/webhook-shop.js';
import type { Shop } from '../../../../../test/e2e/webhook-shop.js';
import { newPglite } from '../../../../../test/pglite.js';
import { withTimes } from '../../../../../test/times.js';
import { until } from '../../../../../test/until.js';

const REFUND = 'transactions.cancelTransaction';
const folder = mkdtempSync(join(tmpdir(), 'pay-operator-'));
let db: PGlite;
let simulator: PaySimulator;
let shop: Shop;
let pay: PayWallet;
let env: Record<string, string>;

beforeAll(async () => {
  db = await newPglite();
  simulator = await createPaySimulator({ seed: 'operator commands', clock: 'manual' });
  const { credentials, endpoints, url } = simulator;
  const { merchant, dataServices } = credentials;
  shop = await startShop('express', simulator, {
    webhooks: { inbox: durableInbox(withTimes({ store: pgliteStore(db), pollMs: 50 })) },
  });
  await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] });
  pay = new PayWallet({
    ...{ ...merchant, endpoints, dev: true, maxRetries: 0 },
    idempotency: pgliteIdempotency(db),
  });
  env = {
    PAY_CLIENT_ID: merchant.clientId,
    PAY_CLIENT_SECRET: merchant.clientSecret,
    PAY_MERCHANT_ID: merchant.merchantId,
    PAY_API_KEY: merchant.apikey,
    PAY_DATA_SERVICES_CLIENT_ID: dataServices.clientId,
    PAY_DATA_SERVICES_CLIENT_SECRET: dataServices.clientSecret,
    PAY_DEV: 'true',
    PAY_SIMULATOR_URL: url,
    DATABASE_URL: 'postgres://shop:password@db.example/shop',
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pay.close();
  await shop.close();
  await simulator.close();
  await db.close();
});
beforeEach(() => void simulator.faults.remove());

const open = (schema: string) => () =>
  Promise.resolve(
    recordsIn(pgliteDatabase(db), schema, pgliteIdempotency(db, { migrate: false }), () => Promise.resolve()),
  );
const COMMANDS = { lookup, reconcile, resolve };

/** Runs a command line, and checks that it only reads and prints no secret. */
async function line(args: string[], variables: Record<string, string> = env, schema = 'pay') {
  const before = simulator.requests().length;
  const [name = '', ...rest] = args;
  const run = (all: string[], io: Parameters<Command['run']>[1]) =>
    COMMANDS[name as keyof typeof COMMANDS].run(all, io, open(schema));
  const result = await runLine(rest, variables, run).catch((error: Error) => ({
    code: error.name,
    out: '',
    err: error.message,
  }));
  const methods = simulator
    .requests()
    .slice(before)
    .filter(({ path }) => !/connect\/token|transactions\/Search/.test(path));
  expect(methods.filter(({ method }) => method !== 'GET')).toEqual([]);
  const secrets = Object.entries(variables).filter(([variable]) => /SECRET|API_KEY|DATABASE/.test(variable));
  for (const [, secret] of secrets) if (secret !== '') expect(result.out + result.err).not.toContain(secret);
  return result;
}
const json = async (...args: string[]): Promise<unknown> => JSON.parse((await line([...args, '--json'])).out);

describe('nestjs-pay lookup', () => {
  it('finds an order by its code, its transaction and its reference, with the event and the refund of the application', async () => {
    const { orderCode, transactionId } = await buy(shop, simulator);
    await simulator.deliveries.settled();
    await until(() => shop.ledger.payments.length === 1);
    unwrap(
      await pay.transactions.cancelTransaction(
        transactionId,
        { amount: 450 },
        { idempotencyKey: 'refund-9' },
      ),
    );
    const { code, out } = await line(['lookup', orderCode]);
    expect(code).toBe(0);
    expect(out).toContain(
      `order ${orderCode}: partly-refunded\n  requested 24.50 EUR, captured 24.50 EUR, refunded 4.50 EUR`,
    );
    expect(out).toMatch(new RegExp(`1796:.*${transactionId}  handled `));
    expect(out).toMatch(/ {4}refund-9 {2}transactions.cancelTransaction done, transaction /);
    const found = await json('lookup', transactionId.toUpperCase());
    expect(found).toMatchObject({
      kind: 'transaction',
      orders: [{ orderCode, status: 'partly-refunded', captured: 2450, refunded: 450 }],
      events: [{ state: 'done' }],
      calls: [{ key: 'refund-9', state: 'done' }],
    });
    const { reference } = (found as { orders: [{ reference: string }] }).orders[0];
    expect(await json('lookup', reference)).toMatchObject({ kind: 'reference', orders: [{ orderCode }] });
  });

  it('says what it does not find, and which option is missing', async () => {
    const missing = await line(['lookup', '1234567890123456']);
    expect(missing).toMatchObject({ code: 1, err: '' });
    expect(missing.out).toBe(
      'the service has no payment with this order code: 1234567890123456\n\nyour application\n  inbox: nothing\n  idempotency keys: nothing\n',
    );
    expect((await line(['lookup', '1234567890123456'], env, 'empty')).out).toMatch(
      /inbox: no table .* yet: your application creates it when .*\n.*keys: no table .* yet: the first call with an idempotencyKey creates it\n$/,
    );
    const few = { ...env, DATABASE_URL: '', PAY_DATA_SERVICES_CLIENT_ID: '' };
    expect(await line(['lookup', 'basket-17'], few)).toMatchObject({
      code: 'UsageError',
      err: expect.stringContaining('set PAY_DATA_SERVICES_CLIENT_ID'),
    });
    expect(await line(['lookup', '1234567890123456'], {})).toMatchObject({
      code: 'UsageError',
      err: 'set PAY_CLIENT_ID, PAY_CLIENT_SECRET, PAY_MERCHANT_ID, PAY_API_KEY in the environment or in .env',
    });
    expect(await line(['lookup', 'x', '--as', 'card'])).toMatchObject({
      code: 'UsageError',
      err: '--as: expected order, transaction or reference',
    });
  });
});

describe('nestjs-pay reconcile', () => {
  it('reports the event of a lost webhook as missed, and nothing after the webhook arrived', async () => {
    simulator.deliveries.hold();
    const { orderCode, transactionId } = await buy(shop, simulator);
    const lost = await line(['reconcile', orderCode]);
    expect(lost.code).toBe(1);
    expect(lost.out).toContain(
      `  event 1796 TransactionPaymentCreated ${transactionId}:\n    MISSED: reconcile the order in your application\n`,
    );
    expect(lost.out).toContain('orders: 1, open: 0, missed events: 1, failures: 0\n');
    const handled = shop.counts().handled;
    await simulator.deliveries.release();
    await simulator.deliveries.settled();
    await until(() => shop.counts().handled > handled);
    expect(await json('reconcile', orderCode)).toMatchObject({
      missed: 0,
      results: [
        { orderCode, status: 'paid', events: [{ eventTypeId: 1796, about: transactionId, state: 'done' }] },
      ],
    });
  });

  it('reads the orders of a period, and an open and an unknown order', async () => {
    const { orderCode } = await buy(shop, simulator);
    const day = new Date(simulator.clock.now()).toISOString().slice(0, 10);
    const found = (await json('reconcile', '--from', day, '--to', day)) as {
      results: { orderCode: string }[];
    };
    expect(found.results.map((result) => result.orderCode)).toContain(orderCode);
    const pending = unwrap(await pay.payments.createOrder({ amount: 1000 })).orderCodeText;
    expect(await line(['reconcile', pending])).toMatchObject({
      code: 0,
      out: expect.stringContaining('open: 1'),
    });
    expect(await line(['reconcile', '1234567890123456'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('order 1234567890123456: the service has no order with this code\n'),
    });
    for (const wrong of [[], ['abc'], ['--from', day], [pending, '--from', day, '--to', day]])
      expect(await line(['reconcile', ...wrong])).toMatchObject({ code: 'UsageError' });
  });
});

describe('nestjs-pay resolve', () => {
  it('says what became of a refund whose response was lost, from its key and from its saved result', async () => {
    const { transactionId } = await buy(shop, simulator);
    const fault = { operation: REFUND, kind: 'executed-but-lost' } as const;
    simulator.faults.add(fault);
    simulator.faults.add({
      operation: 'transactions.getLegacyTransactions:list',
      kind: 'status',
      status: 500,
      times: 'always',
    });
    const refund = { amount: 450, merchantTrns: 'refund-17' };
    const result = await pay.transactions.cancelTransaction(transactionId, refund, {
      idempotencyKey: 'refund-17',
      timeoutMs: 1_000,
    });
    expect(result).toMatchObject({ success: false, error: { outcome: 'unknown' } });
    expect(await line(['resolve', 'refund-17', '--timeout', '1'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^unknown: /),
    });
    simulator.faults.remove();
    const file = join(folder, 'result.json');
    writeFileSync(file, JSON.stringify(result));
    for (const argument of ['refund-17', file]) {
      expect(await line(['resolve', argument])).toMatchObject({
        code: 0,
        out: expect.stringMatching(
          /^done: The call took effect\. Store the ID of its transaction\.\n {2}\S+ {2}\w+ +F +-4\.50 EUR/,
        ),
      });
    }
    expect(await json('resolve', 'refund-17')).toMatchObject({
      state: 'done',
      transaction: { amount: -450 },
    });
    // The key is not changed: the application resolves it at its next call.
    expect(await pgliteIdempotency(db).find('refund-17')).toMatchObject({ state: 'unknown' });
  });

  it('names what is wrong with its argument', async () => {
    writeFileSync(join(folder, 'text.json'), 'refund failed');
    writeFileSync(join(folder, 'part.json'), '{"outcome":"unknown"}');
    const few = { ...env, DATABASE_URL: '' };
    for (const [args, variables, message] of [
      [[], env, 'expected one file with a result, or one idempotency key'],
      [['none.json'], env, 'the file none.json cannot be read'],
      [[join(folder, 'text.json')], env, 'must contain the whole failed result as JSON'],
      [[join(folder, 'part.json')], env, 'must be the whole awaited result of a method'],
      [['refund-17'], few, 'set --database-url or DATABASE_URL'],
      [['refund-99'], env, 'no call has the idempotency key refund-99'],
    ] as const)
      expect(await line(['resolve', ...args], variables)).toMatchObject({
        err: expect.stringContaining(message),
      });
  });
});
