import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { Body, Controller, Injectable, Param, Post } from '@nestjs/common';
import type { INestApplication, Provider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { payCallChannel, PayEventType, PayModule, PayTransaction } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { OnPaySale, PayTill, PayTillModule } from 'nestjs-pay/till';
import type { PaySale } from 'nestjs-pay/till';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { lastValueFrom, toArray } from 'rxjs';
import { RecordingLogger, walletOf } from '../e2e/nest-app.js';
import { PayWebhookController } from '../e2e/webhook-shop.js';
import { newPglite } from '../pglite.js';
import { until } from '../until.js';

type SaleRequest = Parameters<PayTill['sell']>[0];
type TillOptions = Parameters<typeof PayTillModule.forRoot>[0];

const TERMINAL = '16000010';
const SALE: SaleRequest = {
  terminalId: TERMINAL,
  amount: 1170,
  currencyCode: '978',
  reference: 'receipt-1',
};
const SEND = 'pos.transactions.initiateSaleRequest';
const READ = 'pos.session.retrieveSessionById';
const LIST = 'transactions.getLegacyTransactions:list';

/** Writes each end in the transaction that stores it. */
@Injectable()
class Books {
  failures = 0;
  /** Errors of the database that it catches, as for a row that exists. */
  caught = 0;

  @OnPaySale()
  async book(sale: PaySale, @PayTransaction() db: Transaction): Promise<void> {
    if (this.caught-- > 0) return void (await db.query('select 1 / 0').catch(() => null));
    await db.query('insert into books values ($1, $2, $3)', [sale.id, sale.state, sale.reason]);
    if (this.failures-- > 0) throw new Error('the books are closed');
  }
}

let simulator: PaySimulator;
let pglite: PGlite;
let app: INestApplication;
let till: PayTill;
let books: Books;
let logger: RecordingLogger;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'till', clock: 'manual' });
  pglite = await newPglite();
  await pglite.exec('create table books (id text, state text, reason text)');
});
afterAll(async () => {
  await simulator.close();
  await pglite.close();
});
beforeEach(async () => {
  simulator.reset();
  simulator.terminals.configure({ customer: 'waits' });
  await boot();
});
afterEach(async () => {
  await app.close();
  await pglite.exec('delete from books; delete from pay.till_sales');
});

/** Starts the application. Its database has the simulator's time. */
async function boot(options: Partial<TillOptions> = {}, providers: Provider[] = [Books]): Promise<void> {
  const store = pgliteStore(pglite, { now: () => new Date(simulator.clock.now()) });
  const { cloudTerminal } = simulator.credentials;
  logger = new RecordingLogger();
  const testing = await Test.createTestingModule({
    imports: [
      PayModule.forRoot({ wallet: { ...walletOf(simulator), cloudTerminal } }),
      PayTillModule.forRoot({ store, pollMs: 10, ...options }),
    ],
    controllers: [PayWebhookController, TillController],
    providers,
  })
    .setLogger(logger)
    .compile();
  app = testing.createNestApplication({ rawBody: true });
  await app.listen(0, '127.0.0.1');
  till = app.get(PayTill, { strict: false });
  books = providers.includes(Books) ? app.get(Books) : new Books();
}

const sent = (operation = SEND): number =>
  simulator.requests().filter((request) => request.operation === operation).length;
/** What the customers have paid, less what they got back. */
const charged = (): number =>
  simulator.transactions
    .list()
    .filter(({ status }) => status !== 'E')
    .reduce((sum, { amount }) => sum + amount, 0);
const written = async (): Promise<unknown[]> => (await pglite.query('select state, reason from books')).rows;
const pass = (ms: number): Promise<void> => simulator.clock.advance(ms);

/** Waits until a sale is in a state. Moves the clock, because the steps of a sale are due at times of the database. */
async function reaches(id: string, is: (sale: PaySale) => boolean): Promise<PaySale> {
  await until(async () => {
    await pass(250);
    const sale = await till.get(id);
    return sale !== null && is(sale);
  });
  return (await till.get(id))!;
}
const ended = (id: string): Promise<PaySale> => reaches(id, ({ state }) => state !== 'open');
/** Starts a sale, and waits until the terminal shows it. */
async function shown(request: Partial<SaleRequest> = {}): Promise<PaySale> {
  const sale = await till.sell({ ...SALE, ...request });
  await until(async () => {
    await pass(250);
    return (
      simulator.terminals.list().find(({ terminalId }) => terminalId === sale.terminalId)?.session
        ?.sessionId === sale.id
    );
  });
  return sale;
}
async function paid(request: Partial<SaleRequest> = {}): Promise<PaySale> {
  const { id } = await shown(request);
  simulator.terminals.insertCard(request.terminalId ?? TERMINAL);
  return ended(id);
}

describe('a sale', () => {
  it('is stored and returned at once, and ends as paid with its receipt', async () => {
    const stored = await till.sell({ ...SALE, tip: 130 });
    expect([stored.state, stored.step, sent()]).toEqual(['open', 'stored', 0]);
    const states = lastValueFrom(till.sale$(stored.id).pipe(toArray()));
    await until(() => sent() === 1);
    await pass(1_000);
    simulator.terminals.insertCard(TERMINAL);
    const sale = await ended(stored.id);
    expect(sale).toMatchObject({
      state: 'paid',
      amount: 1170,
      tip: 130,
      cashRegisterId: `till-${TERMINAL}`,
      receipt: { amount: 1300, cardType: expect.any(String), authorizationId: expect.any(String) },
    });
    expect([charged(), await written()]).toEqual([1300, [{ state: 'paid', reason: null }]]);
    expect((await states).at(-1)).toEqual(sale);
    expect(logger.text()).not.toContain('TillEvents');
  });

  it('is the only open one of its terminal; another terminal sells at the same time', async () => {
    const open = await shown();
    await expect(till.sell({ ...SALE, reference: 'receipt-2' })).rejects.toMatchObject({
      code: 'terminal-in-use',
      sale: { id: open.id },
      message: expect.stringContaining(`abort('${open.id}')`),
    });
    await shown({ terminalId: '16000011' });
    expect(sent()).toBe(2);
  });

  it('is stored once for one ID, and rejects another sale with that ID', async () => {
    const id = 'form-1';
    const [one, other] = await Promise.all([till.sell({ ...SALE, id }), till.sell({ ...SALE, id })]);
    expect(other.id).toBe(one.id);
    await expect(till.sell({ ...SALE, id, amount: 1 })).rejects.toThrow('another amount');
    await until(() => sent() === 1);
  });

  it.each<[string, Partial<SaleRequest>, string]>([
    ['a fraction', { amount: 11.7 }, 'amount'],
    ['a tip above the amount', { tip: 1171 }, 'tip'],
    ['a currency name', { currencyCode: 'EUR' }, 'currencyCode'],
    ['no reference', { reference: undefined }, 'reference'],
    ['an unknown option', { refrence: 'x' } as never, 'refrence'],
  ])('with %s is refused before it is stored', async (_, wrong, field) => {
    await expect(till.sell({ ...SALE, ...wrong })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(field),
    });
    expect(await till.list()).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    ['declined', () => simulator.terminals.decline(TERMINAL), 'declined'],
    ['canceled', () => simulator.terminals.cancel(TERMINAL), 'canceled'],
  ])('that was %s ends as not paid', async (_, act, reason) => {
    const { id } = await shown();
    act();
    expect(await ended(id)).toMatchObject({ state: 'not-paid', reason, transactionId: null });
    expect(charged()).toBe(0);
  });

  it('survives a lost response: it is read, and not sent again', async () => {
    simulator.faults.add({ operation: SEND, kind: 'executed-but-lost' });
    expect(await paid()).toMatchObject({ state: 'paid' });
    expect([sent(), charged()]).toEqual([1, 1170]);
  });

  it('that did not reach the service needs a person, and is not sent again', async () => {
    simulator.faults.add({ operation: SEND, kind: 'reset-before' });
    const { id } = await till.sell(SALE);
    await until(() => sent() === 1);
    await pass(16_000);
    expect(await ended(id)).toMatchObject({ state: 'needs-a-person', reason: 'not-received' });
    expect([sent(), charged()]).toEqual([1, 0]);
    // The terminal is free for the next sale.
    expect(await paid({ reference: 'receipt-2' })).toMatchObject({ state: 'paid' });
  });

  it('that the service rejects ends as not paid', async () => {
    simulator.faults.add({ operation: SEND, kind: 'status', status: 400, body: '{"detail":"no"}' });
    const { id } = await till.sell(SALE);
    expect(await ended(id)).toMatchObject({ state: 'not-paid', reason: 'not-sent' });
  });

  it.each<[string, number, object, object]>([
    [
      'a tip that the customer added',
      0,
      { amount: 1370, tipAmount: 200 },
      { state: 'paid', tip: 200, requestedTip: 0 },
    ],
    [
      'another tip than its own',
      100,
      { amount: 1370, tipAmount: 200 },
      { state: 'paid', tip: 200, requestedTip: 100 },
    ],
    [
      'no tip instead of its own',
      100,
      { amount: 1170, tipAmount: 0 },
      { state: 'paid', tip: 0, requestedTip: 100 },
    ],
    ['a tip of null instead of its own', 100, { amount: 1170, tipAmount: null }, { state: 'paid', tip: 0 }],
    ['its own tip, without naming it', 100, { amount: 1270 }, { state: 'paid', tip: 100, requestedTip: 100 }],
    ['more than the tip explains', 0, { amount: 1371, tipAmount: 200 }, { reason: 'differs', tip: 0 }],
    ['less than the goods', 0, { amount: 1000, tipAmount: 0 }, { reason: 'differs', tip: 0 }],
    ['a negative tip', 0, { amount: 1070, tipAmount: -100 }, { reason: 'differs', tip: 0 }],
  ])('whose terminal reports %s ends accordingly [pos.12]', async (_, tip, reported, end) => {
    const request = { ...SALE, id: 'tipped', tip };
    const { id } = await shown(request);
    const session = {
      ...{ sessionId: id, terminalId: TERMINAL, currencyCode: '978', success: true, eventId: 0 },
      ...{ transactionId: '3f1c4f44-5d0a-4bb6-9f42-3c0c2b0c9d11', message: null, ...reported },
    };
    simulator.faults.add({ operation: READ, kind: 'status', status: 200, body: JSON.stringify(session) });
    const sale = await ended(id);
    expect(sale).toMatchObject({ amount: 1170, ...end });
    // The request with its own tip returns the sale; another one is refused.
    expect((await till.sell(request)).tip).toBe(sale.tip);
    await expect(till.sell({ ...request, tip: 7 })).rejects.toThrow('another tip');
    const [total] = await till.totals(new Date(0), new Date(simulator.clock.now() + 1));
    expect(total?.amount).toBe(sale.state === 'paid' ? 1170 + sale.tip : undefined);
  });

  it('that never ends is aborted, needs a person, and is corrected when the service reports its end [pos.7]', async () => {
    const { id } = await shown();
    simulator.terminals.chooseQrCode(TERMINAL);
    await pass(121_000);
    // The simulated terminal has timed out in the meantime.
    expect(await ended(id)).toMatchObject({ state: 'not-paid', reason: 'timed-out' });
    simulator.terminals.configure({ unreachable: 'silent' });
    const silent = await till.sell({ ...SALE, terminalId: '16000013' });
    await until(() => sent() === 2);
    await reaches(silent.id, ({ step }) => step === 'sent');
    await pass(121_000);
    await reaches(silent.id, ({ abort }) => abort === 'accepted');
    await pass(31_000);
    expect(await ended(silent.id)).toMatchObject({ state: 'needs-a-person', reason: 'no-end' });
  });

  it('with an unreadable end needs a person, until the service can be read', async () => {
    const { id } = await shown();
    const fault = simulator.faults.add({ operation: READ, kind: 'status', status: 403, times: 'always' });
    await pass(16_000);
    expect(await ended(id)).toMatchObject({ state: 'needs-a-person', reason: 'no-end' });
    simulator.faults.remove(fault);
    simulator.terminals.insertCard(TERMINAL);
    await pass(5_000);
    expect(await reaches(id, ({ state }) => state === 'paid')).toMatchObject({ reason: null });
    expect(await written()).toEqual([
      { state: 'needs-a-person', reason: 'no-end' },
      { state: 'paid', reason: null },
    ]);
  });

  it('that the service reverses by itself is reported [transactions.23]', async () => {
    const { id, transactionId } = await paid();
    simulator.trigger('reversal', { transactionId: transactionId! });
    await pass(16_000);
    await until(() => sent('transactions.getTransactionById') === 1);
    await pass(61_000);
    await reaches(id, ({ state }) => state === 'needs-a-person');
    expect(await written()).toEqual([
      { state: 'paid', reason: null },
      { state: 'needs-a-person', reason: 'reversed' },
    ]);
  });
});

describe('a sale that needs a person', () => {
  it('is ended by hand, as paid or not paid, and runs the handlers', async () => {
    simulator.faults.add({ operation: SEND, kind: 'reset-before' });
    const { id } = await till.sell(SALE);
    await expect(till.resolve(id, 'not-paid')).rejects.toMatchObject({ code: 'invalid', sale: { id } });
    await until(() => sent() === 1);
    await pass(16_000);
    expect(await ended(id)).toMatchObject({ state: 'needs-a-person' });
    await expect(till.resolve(id, { paid: 'slip 17' })).rejects.toThrow('outcome must be');
    await expect(till.resolve('unknown', 'not-paid')).rejects.toMatchObject({ code: 'unknown-sale' });
    const transactionId = '3f1c4f44-5d0a-4bb6-9f42-3c0c2b0c9d11';
    books.failures = 1;
    await expect(till.resolve(id, { paid: transactionId })).rejects.toThrow();
    expect((await till.get(id))?.state).toBe('needs-a-person');
    expect(await till.resolve(id, { paid: transactionId })).toMatchObject({
      ...{ state: 'paid', reason: null, message: null, transactionId },
    });
    expect((await written()).at(-1)).toEqual({ state: 'paid', reason: null });
  });
});

describe('an abort', () => {
  it('before the sale was sent ends it after the service was asked', async () => {
    const { id } = await till.sell(SALE);
    await till.abort(id);
    const sale = await ended(id);
    expect([sale.reason, sent() === 0 || sale.receipt !== null]).toEqual(['aborted', true]);
    expect(sent(READ)).toBeGreaterThan(0);
  });

  it('in time ends the sale as not paid', async () => {
    const { id } = await shown();
    expect(await till.abort(id)).toMatchObject({ state: 'open', abort: 'requested' });
    expect(await ended(id)).toMatchObject({ state: 'not-paid', reason: 'aborted', abort: 'accepted' });
  });

  it('that crosses a card ends the sale as paid [pos.17]', async () => {
    const { id } = await shown();
    await till.abort(id);
    await reaches(id, () => sent('pos.session.abortSession') === 1);
    simulator.terminals.insertCard(TERMINAL);
    expect(await ended(id)).toMatchObject({ state: 'paid', abort: 'accepted' });
    expect(charged()).toBe(1170);
  });
});

describe('after a sale', () => {
  it('refunds a part and the rest, never more, and sums the day', async () => {
    const sale = await paid({ tip: 30 });
    const part = await till.refund(sale.id, { amount: 200 });
    expect(await ended(part.id)).toMatchObject({ kind: 'refund', state: 'paid', parentId: sale.id });
    await expect(till.refund(sale.id, { amount: 1001 })).rejects.toThrow('at most 1000');
    const rest = await till.refund(sale.id, { id: 'rest' });
    expect((await till.refund(sale.id, { id: 'rest' })).id).toBe(rest.id);
    expect(await ended(rest.id)).toMatchObject({ amount: 1000, state: 'paid' });
    await expect(till.refund(sale.id)).rejects.toThrow('nothing left to refund');
    expect(charged()).toBe(0);
    expect(await till.totals(new Date(0), new Date(simulator.clock.now() + 1))).toEqual([
      {
        terminalId: TERMINAL,
        kind: 'refund',
        currencyCode: '978',
        count: 2,
        amount: 1200,
        returnedExternally: 0,
      },
      {
        terminalId: TERMINAL,
        kind: 'sale',
        currencyCode: '978',
        count: 1,
        amount: 1200,
        returnedExternally: 0,
      },
    ]);
  });

  it.each<[string, (id: string) => void, number, number]>([
    ['refunded in part', (id) => void simulator.refund(id, { amount: 300 }), 200, 300],
    ['refunded', (id) => void simulator.refund(id), 200, 1000],
    ['voided', (id) => void simulator.refund(id), 0, 1200],
    [
      'lost in a dispute',
      (id) =>
        void simulator.trigger('dispute-lost', {
          transactionId: simulator.trigger('dispute', { transactionId: id }).id,
        }),
      0,
      1200,
    ],
    [
      'disputed, and won',
      (id) =>
        void simulator.trigger('dispute-won', {
          transactionId: simulator.trigger('dispute', { transactionId: id }).id,
        }),
      0,
      0,
    ],
  ])('knows after a check that a sale was %s externally', async (_, move, own, returned) => {
    const sale = await paid({ tip: 30 });
    if (own > 0) {
      const refund = await till.refund(sale.id, { amount: own });
      expect(await ended(refund.id)).toMatchObject({ state: 'paid' });
    }
    move(sale.transactionId!);
    const read = sent('transactions.getTransactionById');
    await till.recheck(sale.id);
    await until(() => sent('transactions.getTransactionById') > read);
    await reaches(sale.id, ({ returnedExternally }) => returnedExternally === returned);
    const totals = await till.totals(new Date(0), new Date(simulator.clock.now() + 1));
    expect(totals.at(-1)).toMatchObject({ kind: 'sale', amount: 1200, returnedExternally: returned });
    const most = 1200 - own - returned;
    const problem = most === 0 ? 'nothing left' : `at most ${most}`;
    await expect(till.refund(sale.id, { amount: most + 1 })).rejects.toThrow(problem);
  });

  it('refunds no tip that the terminal adds to a refund', async () => {
    const sale = await paid();
    const { id } = await till.refund(sale.id, { id: 'back', amount: 500 });
    const session = {
      ...{
        sessionId: id,
        terminalId: TERMINAL,
        currencyCode: '978',
        success: true,
        eventId: 0,
        message: null,
      },
      ...{ transactionId: '3f1c4f44-5d0a-4bb6-9f42-3c0c2b0c9d11', amount: 700, tipAmount: 200 },
    };
    simulator.faults.add({ operation: READ, kind: 'status', status: 200, body: JSON.stringify(session) });
    expect(await ended(id)).toMatchObject({ state: 'needs-a-person', reason: 'differs' });
  });

  it('does not count a refund of its own as made externally while its outcome is unknown', async () => {
    simulator.permissions.set({ sameDayPartialRefunds: true });
    const sale = await paid();
    simulator.faults.add({ operation: 'pos.transactions.refundTransaction', kind: 'reset-before' });
    const { id } = await till.refund(sale.id, { amount: 300 });
    expect(await ended(id)).toMatchObject({ state: 'needs-a-person', transactionId: null });
    const check = async (returned: number, amount = 0): Promise<void> => {
      if (amount > 0) simulator.refund(sale.transactionId!, { amount });
      const read = sent(LIST);
      await till.recheck(sale.id);
      await reaches(sale.id, () => sent(LIST) > read);
      await reaches(sale.id, ({ returnedExternally }) => returnedExternally === returned);
    };
    // It may be the unknown one.
    await check(0, 300);
    await check(300, 300);
    await check(300);
  });

  it('does not count what was refunded externally before its own refund has ended', async () => {
    simulator.permissions.set({ sameDayPartialRefunds: true });
    const sale = await paid();
    await pass(16_000); // the last check of the sale itself
    await until(() => sent('transactions.getTransactionById') === 1);
    simulator.terminals.configure({ customer: 'waits' });
    simulator.faults.add({ operation: READ, kind: 'session-in-progress', times: 'always' });
    const { id } = await till.refund(sale.id, { amount: 300 });
    await until(() => sent('pos.transactions.refundTransaction') === 1);
    simulator.refund(sale.transactionId!, { amount: 200 });
    // The second step begins after the first one has stored what it found.
    for (const steps of [1, 2]) {
      await till.recheck(sale.id);
      await reaches(sale.id, () => sent(LIST) >= steps);
    }
    expect(await till.get(sale.id)).toMatchObject({ returnedExternally: 0 });
    simulator.faults.list().forEach(({ faultId }) => simulator.faults.remove(faultId));
    expect(await ended(id)).toMatchObject({ state: 'paid' });
    await till.recheck(sale.id);
    await reaches(sale.id, ({ returnedExternally }) => returnedExternally === 200);
  });

  it.each<[string, (sale: PaySale) => unknown]>([
    ['a recheck', ({ id }) => till.recheck(id)],
    [
      'event 1797',
      ({ transactionId }) => till.onEvent({ data: { ParentId: transactionId }, account: null } as never),
    ],
  ])('reads again after %s during a read', async (_, ask) => {
    simulator.permissions.set({ sameDayPartialRefunds: true });
    const sale = await paid();
    await pass(16_000); // the last check of the sale itself
    await until(() => sent('transactions.getTransactionById') === 1);
    simulator.refund(sale.transactionId!, { amount: 300 });
    let asked = 0;
    const refundMore = ({ operation }: { operation: string }): void => {
      if (operation !== LIST || asked++ > 0) return;
      simulator.refund(sale.transactionId!, { amount: 200 });
      void ask(sale);
    };
    payCallChannel.asyncEnd.subscribe(refundMore as never);
    await till.recheck(sale.id);
    await reaches(sale.id, ({ returnedExternally }) => returnedExternally === 500);
    payCallChannel.asyncEnd.unsubscribe(refundMore as never);
  });

  it('learns from event 1797 that a sale was refunded externally', async () => {
    simulator.permissions.set({ sameDayPartialRefunds: true });
    const url = `${await app.getUrl()}/pay/webhook`;
    await simulator.webhooks.register({ url, eventTypeIds: [PayEventType.TransactionReversalCreated] });
    const { id, transactionId } = await paid();
    await pass(16_000); // the last check of the sale itself
    await until(() => sent('transactions.getTransactionById') === 1);
    simulator.refund(transactionId!, { amount: 300 });
    await simulator.deliveries.settled();
    await reaches(id, ({ returnedExternally }) => returnedExternally === 300);
  });

  it('is read again after a person found that a refund of the till was not made', async () => {
    simulator.permissions.set({ sameDayPartialRefunds: true });
    const sale = await paid();
    simulator.faults.add({ operation: 'pos.transactions.refundTransaction', kind: 'reset-before' });
    const refund = await till.refund(sale.id, { amount: 300 });
    expect(await ended(refund.id)).toMatchObject({ state: 'needs-a-person', reason: 'not-received' });
    simulator.refund(sale.transactionId!, { amount: 300 });
    await till.recheck(sale.id);
    await reaches(sale.id, () => sent(LIST) > 0);
    // It may be that refund.
    expect(await till.get(sale.id)).toMatchObject({ returnedExternally: 0 });
    await expect(till.resolve(refund.id, { paid: sale.transactionId! })).rejects.toThrow('another sale has');
    books.caught = 1;
    await expect(till.resolve(refund.id, 'not-paid')).rejects.toThrow('a handler has caught an error');
    await till.resolve(refund.id, 'not-paid');
    await reaches(sale.id, ({ returnedExternally }) => returnedExternally === 300);
  });

  it('reads a sale after event 1797 that came during an outage of the database', async () => {
    simulator.permissions.set({ sameDayPartialRefunds: true });
    const sale = await paid();
    await pass(16_000); // the last check of the sale itself
    await until(() => sent('transactions.getTransactionById') === 1);
    await pglite.exec('alter table pay.till_sales rename to away');
    try {
      simulator.refund(sale.transactionId!, { amount: 300 });
      till.onEvent({ data: { ParentId: sale.transactionId }, account: null } as never);
      await until(() => logger.text().includes('till_sales'));
    } finally {
      await pglite.exec('alter table pay.away rename to till_sales');
    }
    await reaches(sale.id, ({ returnedExternally }) => returnedExternally === 300);
  });

  it('reads all sales that events were about, also if they are more than the steps of a process', async () => {
    await paid();
    await pass(16_000); // the last check of the sale itself
    await until(() => sent('transactions.getTransactionById') === 1);
    // The step of the sale may not have stored its end yet, and no process would end the lease of a copy.
    const copies = `select (jsonb_populate_record(sale, jsonb_build_object(
      'id', gen_random_uuid()::text, 'transaction_id', gen_random_uuid()::text, 'due_at', null, 'leased_until', sale.created_at))).*
      from pay.till_sales sale, generate_series(1, 59)`;
    await pglite.exec(`insert into pay.till_sales ${copies}`);
    for (const sale of await till.list())
      till.onEvent({ data: { ParentId: sale.transactionId }, account: null } as never);
    await until(() => sent('transactions.getTransactionById') === 61);
  });

  it('captures a pre-authorization once', async () => {
    const hold = await till.preauthorize({ ...SALE, amount: 20_000 });
    await until(async () => {
      await pass(250);
      return (
        simulator.terminals.list().find(({ terminalId }) => terminalId === TERMINAL)?.session?.sessionId ===
        hold.id
      );
    });
    simulator.terminals.insertCard(TERMINAL);
    expect(await ended(hold.id)).toMatchObject({ state: 'paid', kind: 'preauthorization' });
    const capture = await till.capture(hold.id, { amount: 15_000 });
    expect(await ended(capture.id)).toMatchObject({ kind: 'capture', amount: 15_000, state: 'paid' });
    await expect(till.capture(hold.id)).rejects.toThrow('nothing left to capture');
    const refund = await till.refund(capture.id);
    expect(await ended(refund.id)).toMatchObject({ amount: 15_000, state: 'paid' });
  });
});

describe('the handlers', () => {
  it('run again if one fails, in the transaction that stores the end', async () => {
    books.failures = 2;
    expect(await paid()).toMatchObject({ state: 'paid' });
    expect(await written()).toEqual([{ state: 'paid', reason: null }]);
  });

  it('that catch an error of the database, which rolls back the end, count as failed', async () => {
    books.caught = 1;
    expect(await paid()).toMatchObject({ state: 'paid' });
    expect(await written()).toEqual([{ state: 'paid', reason: null }]);
    expect(logger.text()).toContain('a handler has caught an error of the database');
    books.caught = 5;
    const { id } = await shown();
    simulator.terminals.insertCard(TERMINAL);
    expect(await ended(id)).toMatchObject({ state: 'needs-a-person', reason: 'handler-failed' });
  });

  it('that keep failing do not keep the sale open', async () => {
    books.failures = 5;
    const { id } = await shown();
    simulator.terminals.insertCard(TERMINAL);
    expect(await ended(id)).toMatchObject({
      state: 'needs-a-person',
      reason: 'handler-failed',
      message: expect.stringContaining('the books are closed'),
      receipt: { success: true },
    });
    await till.recheck(id);
    await reaches(id, ({ state }) => state === 'paid');
    expect(await written()).toEqual([{ state: 'paid', reason: null }]);
  });
});

describe('another process', () => {
  it('continues the open sale, and sends one that was stored and not sent', async () => {
    const open = await shown();
    await app.close();
    simulator.terminals.insertCard(TERMINAL);
    await pass(5_000);
    await pglite.query(
      `insert into pay.till_sales (id, account, kind, terminal_id, cash_register_id, amount, tip, currency_code, reference, request,
         created_at, due_at, leased_until)
       select 'stored', account, kind, '16000011', cash_register_id, amount, tip, currency_code, 'receipt-2', request, $1, $1, $1
       from pay.till_sales`,
      [new Date(simulator.clock.now())],
    );
    await boot();
    expect(await ended(open.id)).toMatchObject({ state: 'paid' });
    await until(() => sent() === 2);
    await reaches('stored', ({ step }) => step === 'sent');
  });

  it('does not send an old sale, because the customer has left', async () => {
    simulator.faults.add({ operation: SEND, kind: 'reset-before' });
    await till.sell(SALE);
    await until(() => sent() === 1);
    await app.close();
    await pglite.query(
      `update pay.till_sales set step = 'stored', leased_until = to_timestamp(0), due_at = to_timestamp(0)`,
    );
    await pass(60_000);
    await boot();
    const [sale] = await till.list();
    expect(await ended(sale!.id)).toMatchObject({ state: 'not-paid', reason: 'not-sent' });
    expect([sent(), sent(READ)]).toEqual([1, 1]);
  });

  /** Loses what the database knows about the sale except that it was stored, as a restore does. */
  const restore = (): Promise<unknown> =>
    pglite.query(
      `update pay.till_sales set state = 'open', step = 'stored', abort = null, sent_at = null, ended_at = null, receipt = null,
         transaction_id = null, leased_until = to_timestamp(0), due_at = to_timestamp(0)`,
    );

  it.each<[string, number]>([
    ['within seconds', 1_000],
    ['after a minute', 60_000],
    ['after two days', 2 * 86_400_000],
  ])('finds the payment of a sale whose sending the database lost, %s', async (_, lost) => {
    const { id, transactionId } = await paid();
    await app.close();
    await restore();
    await pass(lost);
    await boot();
    expect(await ended(id)).toMatchObject({ state: 'paid', transactionId });
    expect(charged()).toBe(1170);
  });

  it('follows and aborts a sale at the terminal whose sending the database lost', async () => {
    const { id } = await shown();
    await app.close();
    await restore();
    await pass(30_000);
    await boot({ deadlineMs: 40_000 });
    await reaches(id, ({ step }) => step === 'sent');
    expect(sent()).toBe(1);
    await till.abort(id);
    expect(await ended(id)).toMatchObject({ state: 'not-paid', reason: 'aborted', abort: 'accepted' });
  });

  it('aborts a sale whose sending the database lost only after the service was asked', async () => {
    const { id } = await shown();
    await app.close();
    await restore();
    await pglite.query(`update pay.till_sales set abort = 'requested'`);
    simulator.faults.add({ operation: READ, kind: 'reset-before', times: 3 });
    await boot();
    expect(await ended(id)).toMatchObject({
      state: 'not-paid',
      reason: 'aborted',
      receipt: { success: false },
    });
  });

  it.each([
    ['a stored sale', 'null'],
    ['a stored sale with an abort', "'requested'"],
  ])('asks for %s until the deadline, and then for a person', async (_, abort) => {
    const { id } = await paid();
    await app.close();
    await restore();
    await pglite.query(`update pay.till_sales set abort = ${abort}`);
    const fault = simulator.faults.add({ operation: READ, kind: 'status', status: 503, times: 'always' });
    await pass(21_000);
    await boot();
    const asked = sent(READ);
    await until(async () => {
      await pass(250);
      return sent(READ) > asked + 3;
    });
    expect(await till.get(id)).toMatchObject({ state: 'open', step: 'stored' });
    await pass(121_000);
    expect(await ended(id)).toMatchObject({ state: 'needs-a-person', reason: 'no-end' });
    simulator.faults.remove(fault);
    expect(await reaches(id, ({ state }) => state === 'paid')).toMatchObject({ reason: null });
    expect(sent()).toBe(1);
  });

  it.each<[string, () => void, object]>([
    ['finds', () => undefined, { state: 'paid' }],
    [
      'cannot look up',
      () => void simulator.faults.add({ operation: READ, kind: 'status', status: 503, times: 'always' }),
      { state: 'needs-a-person', reason: 'no-end' },
    ],
  ])('tries a handler again after a failure, for a sale that it asks for and %s', async (_, add, end) => {
    await paid();
    await app.close();
    await restore();
    await pglite.exec('delete from books');
    simulator.faults.add({ operation: READ, kind: 'status', status: 503, times: 6 });
    add();
    await pass(150_000);
    await boot();
    books.failures = 1;
    const [{ id } = { id: '' }] = await till.list();
    expect(await ended(id)).toMatchObject(end);
    expect(await written()).toMatchObject([end]);
  });

  it('does not end a stored sale of another process because its own request failed', async () => {
    const { id } = await paid();
    await app.close();
    await restore();
    // No client gets a token, so nothing can be sent.
    const down = { kind: 'status', status: 503, times: 'always' } as const;
    const faults = ['auth.getPayAccessToken', 'auth.getCloudTerminalAccessToken'].map((operation) =>
      simulator.faults.add({ operation, ...down }),
    );
    await boot();
    await until(() => simulator.requests().some(({ status }) => status === 503));
    await pass(1_000);
    expect((await till.get(id))?.state).toBe('open');
    faults.forEach((fault) => simulator.faults.remove(fault));
    expect(await ended(id)).toMatchObject({ state: 'paid' });
  });
});

it('a webhook ends a sale before the next poll', async () => {
  await app.close();
  await boot({ pollMs: 60_000 });
  const url = `${await app.getUrl()}/pay/webhook`;
  await simulator.webhooks.register({ url, eventTypeIds: [PayEventType.TransactionPosEcrSessionCreated] });
  const { id } = await till.sell(SALE);
  await until(() => sent() === 1);
  await pass(1_000);
  simulator.terminals.insertCard(TERMINAL);
  await pass(5_000);
  await simulator.deliveries.settled();
  await until(async () => (await till.get(id))?.state === 'paid');
});

/** What a page of a till does, without a filter of its own. */
@Controller('till')
class TillController {
  @Post()
  sell(@Body() request: Partial<SaleRequest>): Promise<PaySale> {
    return till.sell({ ...SALE, ...request });
  }

  @Post(':id/abort')
  abort(@Param('id') id: string): Promise<PaySale> {
    return till.abort(id);
  }
}

it('the errors of the till reach a page with a status and words for the cashier', async () => {
  const post = async (path: string, body: object = {}): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${await app.getUrl()}/till${path}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    });
    return [response.status, await response.json()];
  };
  const { id } = await shown();
  expect(await post('')).toEqual([
    409,
    {
      statusCode: 409,
      code: 'terminal-in-use',
      message: 'The terminal is busy with another sale. Wait until it ends, or cancel that sale.',
      saleId: id,
    },
  ]);
  expect(await post('/nowhere/abort')).toMatchObject([
    404,
    { code: 'unknown-sale', message: 'There is no such sale.' },
  ]);
  expect(await post('', { amount: 11.7 })).toMatchObject([
    400,
    { code: 'invalid', message: expect.stringContaining('amount') },
  ]);
});

it('two accounts with one table can use the same ID for a sale', async () => {
  const { id } = await paid({ id: 'form-1' });
  const other = await createPaySimulator({ seed: 'till of another account', clock: 'manual' });
  const store = pgliteStore(pglite, { now: () => new Date(simulator.clock.now()) });
  const testing = await Test.createTestingModule({
    imports: [
      PayModule.forRoot({
        name: 'gr',
        wallet: { ...walletOf(other), cloudTerminal: other.credentials.cloudTerminal },
      }),
      PayTillModule.forRoot({ store, pollMs: 10, account: 'gr' }),
    ],
  }).compile();
  await testing.init();
  try {
    const ofOther = testing.get(PayTill);
    const sale = await ofOther.sell({ ...SALE, id, reference: 'receipt-2', amount: 500 });
    await until(async () => {
      await Promise.all([pass(250), other.clock.advance(250)]);
      return (await ofOther.get(id))?.state === 'paid';
    });
    await ofOther.refund(sale.id, { id: 'refund-1', amount: 500 });
    expect(await till.get(id)).toMatchObject({ state: 'paid', amount: 1170, reference: 'receipt-1' });
  } finally {
    await testing.close();
    await other.close();
  }
});

it('an application without webhooks and handlers gets no warning of the till', async () => {
  await app.close();
  await boot({}, []);
  await paid();
  expect(logger.text()).not.toMatch(/till/i);
});

it.each<[string, Partial<TillOptions>, string]>([
  ['no store', { store: undefined }, 'PayTillModule.store is missing: pass a store in a SQL database'],
  ['another client', { client: 'isv' }, 'PayTillModule needs the client isv'],
  ['a wrong interval', { pollMs: 0 }, 'PayTillModule.pollMs must be a number of milliseconds'],
])('an application with %s does not start', async (_, options, message) => {
  await app.close();
  await expect(boot(options)).rejects.toThrow(message);
});
