import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import fc from 'fast-check';
import { memoryIdempotency, PayIdempotency, PayISV, PayWallet, unwrap } from 'nestjs-pay/client';
import type { PayIdempotencyStore, PayISVOptions, PayWalletOptions } from 'nestjs-pay/client';
import { MemoryIdempotencyStore } from 'nestjs-pay/testing';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { holdResponse } from '../hold-response.js';
import { until } from '../until.js';
import { withTimes } from '../times.js';
import type { TestTimes } from '../times.js';

let simulator: PaySimulator;
let wallet: PayWallet;
let store: MemoryIdempotencyStore;
let time: number;
const wallets: Pick<PayWallet, 'close'>[] = [];
beforeEach(async () => {
  simulator = await createPaySimulator({ clock: 'manual' });
  time = Date.now();
  store = new MemoryIdempotencyStore({ now: () => time });
  wallet = walletOf();
});
afterEach(async () => {
  await Promise.all(wallets.splice(0).map((one) => one.close()));
  await simulator.close();
});

const idempotencyOf = (
  options: Partial<ConstructorParameters<typeof PayIdempotency>[0]> & TestTimes = {},
): PayIdempotency => new PayIdempotency(withTimes({ store, lookupMs: 100, waitMs: 2_000, ...options }));

/** Creates a client as in another process, which shares only the store. */
function walletOf(
  idempotency: PayIdempotency | undefined = idempotencyOf(),
  options: Partial<PayWalletOptions> = {},
): PayWallet {
  const { credentials, endpoints } = simulator;
  const made = new PayWallet({
    ...credentials.merchant,
    endpoints,
    dev: true,
    maxRetries: 0,
    idempotency,
    ...options,
  });
  wallets.push(made);
  return made;
}

/** Creates idempotency with a store that fails in one method. */
const brokenAt = (name: keyof PayIdempotencyStore, isBroken: (...args: unknown[]) => boolean = () => true) =>
  idempotencyOf({
    store: new Proxy(store, {
      get: (target, member) => {
        const own = (Reflect.get(target, member) as (...args: unknown[]) => unknown).bind(target);
        if (member !== name) return own;
        return (...args: unknown[]) => (isBroken(...args) ? Promise.reject(new Error('down')) : own(...args));
      },
    }),
  });
/** Returns whether an update stores a response. */
const isFinish = (_key: unknown, _token: unknown, change: unknown): boolean =>
  typeof change === 'object' && change !== null && 'response' in change;

async function payment(amount = 2450): Promise<string> {
  const { orderCodeText } = unwrap(await wallet.payments.createOrder({ amount }));
  const outcome = simulator.checkout.pay(orderCodeText, GOOD_CARD);
  if (outcome.kind !== 'approved') throw new Error(outcome.kind);
  return outcome.transaction.id;
}
const sent = (operation: string): number =>
  simulator.requests().filter((request) => request.operation?.endsWith(operation)).length;
const CANCEL = 'transactions.cancelTransaction';
const refundsOf = (id: string): number =>
  simulator.transactions.list().filter(({ parentId }) => parentId === id).length;

const notSent = { code: 'validationerror', error: { outcome: 'not-sent' } };

describe('an idempotency key', () => {
  it('has one refund: concurrent and later calls get the first response', async () => {
    const id = await payment();
    const refund = (client = walletOf()) =>
      client.transactions.cancelTransaction(id, { amount: 450 }, { idempotencyKey: 'refund-1' });
    const both = await Promise.all([refund(), refund()]);
    const later = [await refund(), await refund(wallet)];
    const ids = [...both, ...later].map((result) => unwrap(result).TransactionId);
    expect(new Set(ids).size).toBe(1);
    expect(sent(CANCEL)).toBe(1);
    expect(refundsOf(id)).toBe(1);
  });

  it('works in queue workers and event emitters, which run outside the async context of the caller', async () => {
    const id = await payment();
    const jobs = new EventEmitter();
    jobs.on('refund', (done: (result: unknown) => void) => {
      void wallet.transactions
        .cancelTransaction(id, { amount: 450 }, { idempotencyKey: 'refund-1' })
        .then(done);
    });
    const finished = new EventEmitter();
    for (const name of ['first', 'second']) {
      const isDone = once(finished, name);
      setImmediate(() => jobs.emit('refund', (result: unknown) => finished.emit(name, result)));
      await isDone;
    }
    expect(refundsOf(id)).toBe(1);
  });

  it('is rejected for another request, but not for options in another order', async () => {
    const id = await payment();
    const key = { idempotencyKey: 'refund-1' };
    const refund = (options: { amount: number; merchantTrns: string }) =>
      wallet.transactions.cancelTransaction(id, options, key);
    unwrap(await refund({ amount: 450, merchantTrns: 'a' }));
    expect((await refund({ merchantTrns: 'a', amount: 450 })).success).toBe(true);
    for (const other of [
      { amount: 451, merchantTrns: 'a' },
      { amount: 450, merchantTrns: 'b' },
    ])
      expect(await refund(other)).toMatchObject({
        code: 'idempotencyconflict',
        error: { outcome: 'not-sent' },
      });
    const order = await wallet.payments.createOrder({ amount: 450 }, key);
    expect(order).toMatchObject({ code: 'idempotencyconflict' });
    expect(refundsOf(id)).toBe(1);
  });

  it('is rejected for the same request of another merchant', async () => {
    const { merchantId } = simulator.connectedMerchants.connect().account.credentials.merchant;
    const order = (client: PayWallet) =>
      client.payments.createOrder({ amount: 450 }, { idempotencyKey: 'order-1' });
    unwrap(await order(wallet));
    expect(await order(walletOf(undefined, { merchantId }))).toMatchObject({
      code: 'idempotencyconflict',
      error: { outcome: 'not-sent' },
    });
  });

  it('is rejected for the same request of another ISV, which has no merchant ID', async () => {
    const { credentials, endpoints } = simulator;
    const order = async (isv: Partial<PayISVOptions>) => {
      const options = { ...credentials.isv, endpoints, dev: true, idempotency: idempotencyOf(), ...isv };
      const client = new PayISV(options);
      wallets.push(client);
      return client.connectedAccounts.create(
        { email: 'merchant@example.com', returnUrl: 'https://isv.example.com/' },
        { idempotencyKey: 'merchant-1' },
      );
    };
    const { accountId } = unwrap(await order({}));
    expect(unwrap(await order({ clientId: 'new', clientSecret: 'new' })).accountId).toBe(accountId);
    for (const other of [{ resellerId: randomUUID() }, { resellerId: undefined, clientId: 'other' }])
      expect(await order(other)).toMatchObject({
        code: 'idempotencyconflict',
        error: { outcome: 'not-sent' },
      });
  });

  it('distinguishes merchants also if credentials come from a function', async () => {
    const { credentials, endpoints, connectedMerchants } = simulator;
    const { merchantId } = connectedMerchants.connect().account.credentials.merchant;
    const clientOf = (provide: () => Promise<typeof credentials.merchant>): PayWallet => {
      const made = new PayWallet({
        endpoints,
        dev: true,
        maxRetries: 0,
        idempotency: idempotencyOf(),
        credentials: provide,
      });
      wallets.push(made);
      return made;
    };
    const order = (client: PayWallet) =>
      client.payments.createOrder({ amount: 450 }, { idempotencyKey: 'order-1' });
    const { orderCodeText } = unwrap(await order(wallet));
    const own = clientOf(() => Promise.resolve(credentials.merchant));
    expect(unwrap(await order(own)).orderCodeText).toBe(orderCodeText);
    const other = clientOf(() => Promise.resolve({ ...credentials.merchant, merchantId }));
    expect(await order(other)).toMatchObject({ code: 'idempotencyconflict', error: { outcome: 'not-sent' } });
    const locked = clientOf(() => Promise.reject(new Error('no')));
    expect(await order(locked)).toMatchObject({ code: 'initerror', error: { outcome: 'not-sent' } });
  });

  it('finds the refund after a lost response, and does not send it again', async () => {
    const id = await payment();
    simulator.faults.add({ operation: CANCEL, kind: 'executed-but-lost' });
    const refund = () =>
      wallet.transactions.cancelTransaction(
        id,
        { amount: 450, merchantTrns: 'refund-1' },
        { idempotencyKey: 'refund-1' },
      );
    const first = unwrap(await refund());
    const [made] = simulator.transactions.list().filter(({ parentId }) => parentId === id);
    expect(first).toMatchObject({ TransactionId: made?.id, Amount: -4.5, Success: true, StatusId: 'F' });
    expect(unwrap(await refund())).toEqual(first);
    expect(refundsOf(id)).toBe(1);
  });

  it('restores the response of a void with a positive amount, as the service sends it', async () => {
    const id = await payment();
    simulator.faults.add({ operation: CANCEL, kind: 'executed-but-lost' });
    const refund = { amount: 2450, merchantTrns: 'refund-1' };
    const found = await wallet.transactions.cancelTransaction(id, refund, { idempotencyKey: 'refund-1' });
    expect(unwrap(found)).toMatchObject({ Amount: 24.5, TransactionTypeId: 7 });
  });

  it('sends a request that never arrived again only after resendAfterMs, and is free after a rejected call', async () => {
    const id = await payment();
    const patient = walletOf(idempotencyOf({ resendAfterMs: 60_000 }));
    const refund = () =>
      patient.transactions.cancelTransaction(
        id,
        { amount: 450, merchantTrns: 'refund-1' },
        { idempotencyKey: 'refund-1' },
      );
    simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown', outcomeLookup: { id } } });
    time += 59_000;
    expect(await refund()).toMatchObject({
      error: { outcome: 'unknown' },
      message: expect.stringContaining('not sent again'),
    });
    expect(refundsOf(id)).toBe(0);
    time += 1_000;
    unwrap(await refund());
    expect(refundsOf(id)).toBe(1);
    expect(
      await wallet.transactions.cancelTransaction(id, { amount: 99_999 }, { idempotencyKey: 'refund-2' }),
    ).toMatchObject({ error: { outcome: 'rejected' } });
    expect(await idempotencyOf().find('refund-2')).toBeNull();
  });

  it('does not send again if the lookup fails, or finds a transaction that may belong to another call', async () => {
    const id = await payment();
    unwrap(await wallet.transactions.cancelTransaction(id, { amount: 450 }));
    const eager = walletOf(idempotencyOf({ resendAfterMs: 30_000 }));
    const refund = () =>
      eager.transactions.cancelTransaction(id, { amount: 450 }, { idempotencyKey: 'refund-1' });
    simulator.faults.add({ operation: CANCEL, kind: 'executed-but-lost' });
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown' } });
    time += 30_000;
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown' } });
    expect(refundsOf(id)).toBe(2);
    simulator.faults.add({
      operation: 'transactions.getTransactionById',
      kind: 'status',
      status: 500,
      times: 'always',
    });
    expect(await refund()).toMatchObject({ error: { outcome: 'unknown' } });
    expect(sent(CANCEL)).toBe(2);
    const operator = idempotencyOf();
    expect((await operator.unresolved()).map(({ key }) => key)).toEqual(['refund-1']);
    expect(await operator.resolve('refund-1', 'not-done')).toBe(true);
    expect(await operator.find('refund-1')).toBeNull();
  });

  it('does not get the transaction of another key', async () => {
    const id = await payment();
    const eager = walletOf(idempotencyOf({ resendAfterMs: 30_000 }));
    const refund = (idempotencyKey: string, client = eager) =>
      client.transactions.cancelTransaction(id, { amount: 450 }, { idempotencyKey });
    unwrap(await refund('refund-1'));
    simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
    expect(await refund('refund-2')).toMatchObject({ error: { outcome: 'unknown' } });
    await idempotencyOf().resolve('refund-2', 'not-done');
    simulator.faults.add({ operation: CANCEL, kind: 'reset-before' });
    const unstored = await refund('refund-3', walletOf(brokenAt('update', isFinish)));
    expect(unstored).toMatchObject({ error: { outcome: 'unknown' } });
    expect(refundsOf(id)).toBe(1);
  });

  it('sends an order again, because an order whose code was lost is never paid, unless the customer was notified', async () => {
    const order = (idempotencyKey: string, more = {}) =>
      walletOf().payments.createOrder({ amount: 1000, ...more }, { idempotencyKey });
    const lose = () => simulator.faults.add({ operation: 'payments.createOrder', kind: 'executed-but-lost' });
    lose();
    expect(await order('order-1')).toMatchObject({ error: { outcome: 'unknown' } });
    const { orderCodeText } = unwrap(await order('order-1'));
    expect(unwrap(await order('order-1')).orderCodeText).toBe(orderCodeText);
    const notified = { paymentNotification: true, customer: { email: 'jo@example.com' } };
    lose();
    expect(await order('order-2', notified)).toMatchObject({ error: { outcome: 'unknown' } });
    expect(await order('order-2', notified)).toMatchObject({
      message: expect.stringContaining('not sent again'),
    });
    expect(await idempotencyOf().resolve('order-2', { done: { orderCode: 1 } })).toBe(true);
    expect(unwrap(await order('order-2', notified))).toEqual({ orderCode: 1 });
  });

  it('stays with a call whose lease expired because the clock of the store jumped ahead', async () => {
    const id = await payment();
    const busy = walletOf(idempotencyOf({ waitMs: 0, leaseMs: 90 }));
    const refund = () =>
      busy.transactions.cancelTransaction(id, { amount: 450 }, { idempotencyKey: 'refund-1' });
    const respond = holdResponse(/^DELETE /);
    const first = refund();
    await until(() => refundsOf(id) > 0);
    time += 3_600_000;
    await until(async () => ((await store.get('refund-1')).record?.leasedUntil ?? 0) > time);
    expect(await refund()).toMatchObject({ code: 'inprogress' });
    respond();
    unwrap(await first);
    expect(sent(CANCEL)).toBe(1);
  });

  it('is refused if the call could be sent again while it may still be on its way', async () => {
    const hasty = walletOf(idempotencyOf({ resendAfterMs: 5_000 }));
    const order = (timeoutMs: number) =>
      hasty.payments.createOrder({ amount: 1000 }, { idempotencyKey: 'order-1', timeoutMs });
    expect(await order(5_001)).toMatchObject({
      ...notSent,
      message: expect.stringContaining(
        "idempotency.resendAfterMs (5000) must be at least the call's timeoutMs (5001)",
      ),
    });
    expect(simulator.orders.list()).toHaveLength(0);
    unwrap(await order(5_000));
  });

  it('refuses a key for another request, also if only a member of extra differs', async () => {
    const order = (extra: Record<string, unknown>) =>
      wallet.payments.createOrder({ amount: 1000 }, { idempotencyKey: 'order-1', extra });
    const { orderCodeText } = unwrap(await order({ brandNew: 1 }));
    expect(unwrap(await order({ brandNew: 1 })).orderCodeText).toBe(orderCodeText);
    expect(await order({ brandNew: 2 })).toMatchObject({ code: 'idempotencyconflict' });
  });

  it('fails a second call with inprogress if the first one takes too long', async () => {
    const id = await payment();
    const respond = holdResponse(/^DELETE /);
    const impatient = walletOf(idempotencyOf({ waitMs: 0 }));
    const refund = () =>
      impatient.transactions.cancelTransaction(id, { amount: 450 }, { idempotencyKey: 'refund-1' });
    const first = refund();
    await until(async () => (await store.get('refund-1')).record !== null);
    expect(await refund()).toMatchObject({
      code: 'inprogress',
      error: { outcome: 'unknown', retryable: true },
    });
    respond();
    unwrap(await first);
    expect(refundsOf(id)).toBe(1);
  });

  it('has one order if a process was suspended for longer than its lease', async () => {
    const respond = holdResponse(/^POST .*\/orders/);
    const order = () => walletOf().payments.createOrder({ amount: 1000 }, { idempotencyKey: 'order-1' });
    const slow = order();
    await until(() => sent('payments.createOrder') > 0 || simulator.orders.list().length > 0);
    time += 60_000;
    const other = unwrap(await order()).orderCodeText;
    respond();
    expect(unwrap(await slow).orderCodeText).toBe(other);
  });

  it('sends nothing if the store fails before the call, and responds correctly if it fails after', async () => {
    const id = await payment();
    const refund = (idempotency: PayIdempotency) =>
      walletOf(idempotency).transactions.cancelTransaction(
        id,
        { amount: 450, merchantTrns: 'refund-1' },
        { idempotencyKey: 'refund-1' },
      );
    for (const method of ['get', 'insert'] as const)
      expect(await refund(brokenAt(method))).toMatchObject({ code: 'idempotencyerror' });
    expect(refundsOf(id)).toBe(0);
    const first = unwrap(await refund(brokenAt('update', isFinish)));
    expect(refundsOf(id)).toBe(1);
    time += 60_000;
    expect(unwrap(await refund(idempotencyOf())).TransactionId).toBe(first.TransactionId);
    expect(refundsOf(id)).toBe(1);
  });

  it('stores no card data', async () => {
    const { orderCodeText } = unwrap(await wallet.payments.createOrder({ amount: 1000 }));
    const creditcard = { number: '4147463011110133', expirationDate: '2040-08-31', cvc: '123' };
    const charge = (number: string) =>
      wallet.transactions.makeMotoCardCharge(
        { moto: true, orderCode: orderCodeText, creditcard: { ...creditcard, number } },
        { idempotencyKey: 'moto-1' },
      );
    unwrap(await charge(creditcard.number));
    const other = await charge('4111111111111111');
    expect(other.success).toBe(true);
    expect(JSON.stringify(await idempotencyOf().find('moto-1'))).not.toContain(creditcard.number);
  });
});

describe('an idempotency key that cannot be honored', () => {
  it.each(['', ' ', 'x'.repeat(256), 'a\0b', 'half of 😀'.slice(0, -1), null, 17])(
    'is rejected if it is invalid: %j',
    async (key) => {
      const result = await wallet.payments.createOrder({ amount: 1000 }, { idempotencyKey: key as string });
      expect(result).toMatchObject({ ...notSent, error: { fields: [{ field: 'idempotencyKey' }] } });
      expect(simulator.orders.list()).toHaveLength(0);
    },
  );

  it('is rejected by a client without a store if the service takes no key', async () => {
    const id = await payment();
    const { credentials, endpoints } = simulator;
    const bare = new PayWallet({ ...credentials.merchant, endpoints, dev: true });
    wallets.push(bare);
    const key = { idempotencyKey: 'refund-1' };
    const result = await bare.transactions.cancelTransaction(id, { amount: 450 }, key);
    expect(result).toMatchObject({
      ...notSent,
      message: expect.stringContaining('postgresIdempotency'),
    });
    const fast = await bare.transactions.fastRefund(
      id,
      { amount: 450, sourceCode: 'Default', merchantTrns: 'refund-1' },
      key,
    );
    expect(unwrap(fast).transactionId).toEqual(expect.any(String));
    expect(refundsOf(id)).toBe(1);
  });

  it('is rejected by a read', async () => {
    const id = await payment();
    const result = await wallet.transactions.getTransactionById(id, { idempotencyKey: 'read-1' });
    expect(result).toMatchObject({ ...notSent, message: expect.stringContaining('only reads') });
    const lost = await wallet.transactions.cancelTransaction(id, { amount: 99_999 });
    expect(await wallet.transactions.resolveOutcome(lost, { idempotencyKey: 'read-1' })).toMatchObject(
      notSent,
    );
  });

  it('is rejected among the options, also if the service itself takes a key', async () => {
    const id = await payment();
    const refund = { amount: 450, sourceCode: 'Default', merchantTrns: 'refund-1' };
    const key = { idempotencyKey: 'refund-1' };
    const misplaced = { ...refund, ...key };
    for (const result of [
      await wallet.transactions.fastRefund(id, misplaced, key),
      await wallet.transactions.refund(id, { amount: 450, ...key }),
    ])
      expect(result).toMatchObject({
        ...notSent,
        message: expect.stringContaining('idempotencyKey belongs in the last argument'),
      });
    unwrap(await wallet.transactions.fastRefund(id, refund, key));
    expect(refundsOf(id)).toBe(1);
  });
});

describe('the idempotency key of the service', () => {
  it('is the key of the call', async () => {
    const id = await payment();
    unwrap(
      await wallet.transactions.fastRefund(
        id,
        { amount: 450, sourceCode: 'Default', merchantTrns: 'refund-1' },
        { idempotencyKey: 'refund-1' },
      ),
    );
    // This client has another store, but the service does not refund twice.
    const other = walletOf(memoryIdempotency());
    unwrap(
      await other.transactions.fastRefund(
        id,
        { amount: 450, sourceCode: 'Default', merchantTrns: 'refund-1' },
        { idempotencyKey: 'refund-1' },
      ),
    );
    expect(refundsOf(id)).toBe(1);
  });
});

describe('a charge with OAuth, for which the service has no key', () => {
  it('is sent once for each key, and a lost response is found', async () => {
    const orderCode = unwrap(
      await wallet.payments.createOrder({ amount: 2450, preauth: true }),
    ).orderCodeText;
    const hold = simulator.pay(orderCode).id;
    const capture = () =>
      wallet.transactions.acquiringCharge(
        hold,
        { amount: 2000, merchantTrns: 'capture-1' },
        { idempotencyKey: 'capture-1' },
      );
    simulator.faults.add({ operation: 'transactions.acquiringCharge', kind: 'executed-but-lost' });
    const found = unwrap(await capture());
    expect(found).toEqual({ transactionId: simulator.transactions.list().at(-1)?.id });
    expect(unwrap(await capture())).toEqual(found);
    expect(simulator.transactions.list()).toHaveLength(2);
  });
});

describe('options of PayIdempotency', () => {
  it.each([{ resendAfterMs: 0 }, { resendAfterMs: Number.NaN }])('reject the invalid time %j', (options) => {
    expect(() => idempotencyOf(options)).toThrow(RangeError);
  });

  it.each<[unknown, RegExp]>([
    [undefined, /idempotency\.store is missing: use postgresIdempotency\(\)/],
    [{}, /idempotency\.store is missing/],
    [new MemoryIdempotencyStore(), /idempotency\.store is missing/],
    [{ store: {} }, /store must be an object with the methods get, insert, update, renew and delete/],
    [{ store: new MemoryIdempotencyStore(), leaseMs: 5 }, /idempotency\.leaseMs is not an option/],
  ])('reject %j', (options, problem) => {
    expect(() => new PayIdempotency(options as ConstructorParameters<typeof PayIdempotency>[0])).toThrow(
      problem,
    );
  });

  it.each(['done', undefined, {}])('let resolve reject the outcome %j', async (outcome) => {
    await expect(idempotencyOf().resolve('refund-1', outcome as never)).rejects.toThrow(
      /must be 'not-done', or/,
    );
  });
});

it('random refunds through queues and emitters have one effect for each key, with faults and duplicates', async () => {
  const operation = fc.record({
    intent: fc.integer({ min: 0, max: 5 }),
    through: fc.constantFrom('direct', 'queue', 'emitter', 'other process'),
    fault: fc.option(fc.constantFrom('executed-but-lost', 'reset-before', 'empty'), { freq: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 24 }), async (operations) => {
      const id = await payment(100_000);
      const shared = new MemoryIdempotencyStore({ now: () => time });
      const pods = [0, 1].map(() =>
        walletOf(idempotencyOf({ store: shared, lookupMs: 0, resendAfterMs: 30_000 }), { tokens: 'shared' }),
      );
      const emitter = new EventEmitter();
      emitter.on('job', (run: () => void) => {
        run();
      });
      const refund = (intent: number, pod: number) => {
        const reference = `${id}-${intent}`;
        return (pods[pod] as PayWallet).transactions.cancelTransaction(
          id,
          { amount: 100 + intent, merchantTrns: reference },
          { idempotencyKey: reference },
        );
      };
      const run = ({ intent, through }: (typeof operations)[number]) =>
        new Promise<unknown>((resolve) => {
          if (through === 'direct') resolve(refund(intent, 0));
          if (through === 'other process') resolve(refund(intent, 1));
          if (through === 'queue') setImmediate(() => resolve(refund(intent, 0)));
          if (through === 'emitter') emitter.emit('job', () => resolve(refund(intent, 1)));
        });
      for (const { fault } of operations)
        if (fault !== null) simulator.faults.add({ operation: CANCEL, kind: fault });
      await Promise.all(operations.map(run));
      simulator.faults.remove();
      time += 30_000;
      for (const intent of new Set(operations.map((one) => one.intent))) unwrap(await refund(intent, 0));
      const references = simulator.transactions
        .list()
        .filter(({ parentId }) => parentId === id)
        .map(({ merchantTrns }) => merchantTrns);
      expect(references.sort()).toEqual(
        [...new Set(operations.map(({ intent }) => `${id}-${intent}`))].sort(),
      );
    }),
    { numRuns: Number(process.env['PAY_TEST_INTENTS'] ?? 15) },
  );
});
