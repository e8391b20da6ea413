import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { Injectable } from '@nestjs/common';
import type { INestApplication, Provider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { PayModule, PayWallet } from 'nestjs-pay';
import { PayOperator, PayOperatorModule } from 'nestjs-pay/operator';
import { parseFiscalText, PayFiscal, PayFiscalModule } from 'nestjs-pay/fiscal';
import type { PayFiscalDocument, PayFiscalSale } from 'nestjs-pay/fiscal';
import { pgliteStore } from 'nestjs-pay/pglite';
import { OnPaySale, PayTill, PayTillModule } from 'nestjs-pay/till';
import type { PaySale } from 'nestjs-pay/till';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { RecordingLogger, walletOf } from '../e2e/nest-app.js';
import { deleteRows, newPglite } from '../pglite.js';
import { until } from '../until.js';
import { TestProvider } from './test-provider.js';

type SaleRequest = Parameters<PayFiscal['sell']>[0];
type FiscalOptions = Parameters<typeof PayFiscalModule.forRoot>[0];

const TERMINAL = '16000010';
const OTHER_TERMINAL = '16000011';
const DOCUMENT: PayFiscalDocument = { type: '11.1', series: 'A', net: 1_000, vat: 240, gross: 1_240 };
const SALE: SaleRequest = { terminalId: TERMINAL, amount: 1_240, reference: 'receipt-1', document: DOCUMENT };
const CREDIT: PayFiscalDocument = { type: '11.4', series: 'P', net: 1_000, vat: 240, gross: 1_240 };
const ISSUER = { vatNumber: '123456789' };
const DAY_MS = 86_400_000;
const SEND = 'pos.transactions.initiateSaleRequest';

/** A handler of the application that can fail. */
@Injectable()
class Handler {
  failures = 0;
  @OnPaySale()
  handle(): void {
    if (this.failures-- > 0) throw new Error('the application is broken');
  }
}

let simulator: PaySimulator;
let pglite: PGlite;
let app: INestApplication;
let till: PayTill;
let fiscal: PayFiscal;
let provider: TestProvider;
let logger: RecordingLogger;

const now = (): Date => new Date(simulator.clock.now());

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'fiscal', clock: 'manual' });
  pglite = await newPglite();
});
afterAll(async () => {
  await simulator.close();
  await pglite.close();
});
beforeEach(async () => {
  simulator.reset();
  simulator.permissions.set({ useAade: true });
  simulator.terminals.configure({ customer: 'waits' });
  provider = new TestProvider(now);
  await boot();
});
afterEach(async () => {
  await app.close();
  await deleteRows(pglite, 'pay');
});

async function boot(
  options: Partial<FiscalOptions> = {},
  deadlineMs = 120_000,
  database = pglite,
  account?: string,
): Promise<void> {
  const store = pgliteStore(database, { now });
  const wallet = { ...walletOf(simulator), cloudTerminal: simulator.credentials.cloudTerminal };
  logger = new RecordingLogger();
  const testing = await Test.createTestingModule({
    imports: [
      PayModule.forRoot({ wallet, ...(account && { name: account }) }),
      PayTillModule.forRoot({ store, pollMs: 10, deadlineMs }),
      PayFiscalModule.forRoot({ provider, issuer: ISSUER, pollMs: 10, autonomousMs: 86_400_000, ...options }),
      PayOperatorModule.forRoot({ path: 'desk', guards: [{ canActivate: () => true }], store }),
    ],
    providers: [Handler] satisfies Provider[],
  })
    .setLogger(logger)
    .compile();
  app = testing.createNestApplication();
  await app.init();
  till = app.get(PayTill, { strict: false });
  fiscal = app.get(PayFiscal, { strict: false });
}
async function restart(): Promise<void> {
  await app.close();
  await boot();
}

const pass = (ms: number): Promise<void> => simulator.clock.advance(ms);
const sent = (): number => simulator.requests().filter(({ operation }) => operation === SEND).length;

/** Moves the clock until a sale is in a state, because steps are due at times of the database. */
async function reaches(
  id: string,
  is: (sale: PayFiscalSale, sold: PaySale) => boolean,
): Promise<PayFiscalSale> {
  await until(
    async () => {
      await pass(250);
      const [sale, sold] = [await fiscal.get(id), await till.get(id)];
      return sale !== null && sold !== null && is(sale, sold);
    },
    { forMs: 20_000 },
  );
  return (await fiscal.get(id))!;
}
const inState = (id: string, state: PayFiscalSale['state']): Promise<PayFiscalSale> =>
  reaches(id, (sale) => sale.state === state);
async function atTerminal(id: string, terminalId = TERMINAL): Promise<void> {
  await until(async () => {
    await pass(250);
    return simulator.terminals
      .list()
      .some((one) => one.terminalId === terminalId && one.session?.sessionId === id);
  });
}
async function shown(request: Partial<SaleRequest> = {}): Promise<PaySale> {
  const sale = await fiscal.sell({ ...SALE, ...request });
  await atTerminal(sale.id, sale.terminalId);
  return sale;
}
async function reported(request: Partial<SaleRequest> = {}): Promise<PayFiscalSale> {
  const { id, terminalId } = await shown(request);
  simulator.terminals.insertCard(terminalId);
  return inState(id, 'reported');
}
const moved = (): number =>
  simulator.transactions
    .list()
    .filter(({ status }) => status !== 'E')
    .reduce((sum, { amount }) => sum + amount, 0);

describe('a fiscal sale', () => {
  it('of another account can have the same ID, and keys of its own at the provider', async () => {
    await reported({ id: 'form-1' });
    await app.close();
    simulator.reset();
    simulator.permissions.set({ useAade: true });
    await boot({}, undefined, undefined, 'gr');
    await reported({ id: 'form-1', reference: 'receipt-2' });
    expect(provider.calls.map(({ key }) => key)).toEqual([
      ...['form-1.1', 'form-1', 'gr/form-1.1', 'gr/form-1'],
    ]);
    expect([...provider.books.payments.keys()]).toEqual(['form-1', 'gr/form-1']);
  });

  it('has its number and UID at once, is signed, sent, paid and reported', async () => {
    const { id } = await fiscal.sell(SALE);
    expect(await fiscal.get(id)).toMatchObject({
      ...{ state: 'reserved', signature: null, amount: 1_240 },
      document: { ...DOCUMENT, number: 1, uid: expect.stringMatching(/^[0-9A-F]{40}$/), mark: null },
    });
    await atTerminal(id);
    const signed = (await fiscal.get(id))!;
    expect((await till.get(id))?.request).toMatchObject({
      aadeProviderId: '999',
      aadeProviderSignatureData: signed.signature?.text,
      aadeProviderSignature: signed.signature?.signature,
    });
    expect(parseFiscalText(signed.signature?.text ?? '')).toMatchObject({
      ...{
        uid: signed.document?.uid,
        amount: 1_240,
        net: 1_000,
        vat: 240,
        gross: 1_240,
        terminalId: TERMINAL,
      },
    });
    simulator.terminals.insertCard(TERMINAL);
    const sale = await inState(id, 'reported');
    expect(sale).toMatchObject({
      aadeTransactionId: expect.stringMatching(/^\d{21}$/),
      report: { mark: expect.any(String), url: expect.any(String) },
      message: null,
    });
    expect(provider.calls.map(({ method }) => method)).toEqual(['sign', 'report']);
    expect([...provider.books.payments.values()]).toMatchObject([
      {
        ...{ id, kind: 'sale', amount: 1_240, tip: 0, terminalId: TERMINAL },
        ...{ aadeTransactionId: sale.aadeTransactionId, document: { uid: signed.document?.uid } },
        signature: signed.signature,
      },
    ]);
  });

  it('has the next number of its series, also when many are stored at once', async () => {
    for (let index = 0; index < 5; index++)
      simulator.terminals.save({ terminalId: String(17_000_000 + index) });
    const sales = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        fiscal.sell({ ...SALE, terminalId: String(17_000_000 + index), reference: `receipt-${index}` }),
      ),
    );
    const stored = await Promise.all(sales.map(({ id }) => fiscal.get(id)));
    expect(stored.map((sale) => sale?.document?.number).toSorted()).toEqual([1, 2, 3, 4, 5]);
    const other = await fiscal.sell({ ...SALE, document: { ...DOCUMENT, series: 'B' } });
    expect((await fiscal.get(other.id))?.document?.number).toBe(1);
  });

  it('is stored once for one ID, and another document with that ID is refused', async () => {
    const id = 'form-1';
    const [one, other] = await Promise.all([fiscal.sell({ ...SALE, id }), fiscal.sell({ ...SALE, id })]);
    expect(other.id).toBe(one.id);
    const changed = { ...DOCUMENT, net: 1_100, vat: 140 };
    await expect(fiscal.sell({ ...SALE, id, document: changed })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('another net'),
    });
    expect(await fiscal.list()).toHaveLength(1);
  });

  it.each<[string, Partial<SaleRequest>, string]>([
    [
      'gross that is not net + VAT',
      { document: { ...DOCUMENT, gross: 1_250 } },
      'gross must be net + vat = 1240',
    ],
    ['an amount above gross', { amount: 1_241 }, 'amount must be at most gross'],
    ['a type of another form', { document: { ...DOCUMENT, type: 'receipt' } }, 'type must be'],
    ['a number of 0', { document: { ...DOCUMENT, number: 0 } }, 'number must be'],
    ['hours without preloading', { aadePreloadedDuration: 2 }, 'aadePreloadedDuration needs aadePreloaded'],
    ['euros', { document: { ...DOCUMENT, net: 1_000.5, vat: 239.5 } }, 'net must be a whole number of minor'],
    ['negative VAT', { document: { ...DOCUMENT, net: 1_480, vat: -240 } }, 'vat must be a whole number'],
    ['amounts as text', { document: { ...DOCUMENT, net: '1000' as never } }, 'net must be a whole number'],
    ['a MARK of another form', { document: { ...DOCUMENT, mark: '4000-1' } }, 'mark must be the digits'],
    ['a day that does not exist', { document: { ...DOCUMENT, issuedOn: '2026-02-30' } }, 'issuedOn must be'],
    ['no type', { document: { ...DOCUMENT, type: undefined as never } }, 'type must be'],
    ['no document', { document: undefined }, 'document must be'],
  ])('with %s is refused, and nothing is stored', async (_, wrong, message) => {
    await expect(fiscal.sell({ ...SALE, ...wrong })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(message),
    });
    expect([await fiscal.list(), await till.list()]).toEqual([[], []]);
    await shown();
    expect((await fiscal.list())[0]?.document?.number).toBe(1);
  });

  it('takes no number if its terminal is in use', async () => {
    await shown();
    await expect(fiscal.sell({ ...SALE, reference: 'receipt-2' })).rejects.toMatchObject({
      code: 'terminal-in-use',
    });
    await shown({ terminalId: OTHER_TERMINAL });
    expect((await fiscal.list()).map(({ document }) => document?.number).toSorted()).toEqual([1, 2]);
  });

  it('pays a document in parts, and never more than the document', async () => {
    const first = await reported({ amount: 500 });
    const { number } = first.document!;
    const document = { ...DOCUMENT, number };
    const second = await shown({ amount: 740, document });
    await expect(
      fiscal.sell({ ...SALE, terminalId: OTHER_TERMINAL, amount: 1, document }),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('has 0 left to pay') });
    await expect(
      fiscal.sell({
        ...SALE,
        terminalId: OTHER_TERMINAL,
        amount: 1,
        document: { ...document, vat: 241, gross: 1_241 },
      }),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('another vat, 240') });
    simulator.terminals.insertCard(TERMINAL);
    const rest = await inState(second.id, 'reported');
    expect(rest.document).toEqual(first.document);
    expect([...provider.books.payments.values()].map(({ amount }) => amount)).toEqual([500, 740]);
  });

  it('reports a tip apart from the amount', async () => {
    const sale = await reported({ tip: 100 });
    expect([...provider.books.payments.values()]).toMatchObject([{ amount: 1_240, tip: 100 }]);
    expect(parseFiscalText(sale.signature?.text ?? '').amount).toBe(1_240);
    expect(moved()).toBe(1_340);
  });

  it('that was not paid has its signature canceled, and another sale takes its number', async () => {
    const { id } = await shown();
    simulator.terminals.decline(TERMINAL);
    await inState(id, 'not-paid');
    await until(async () => {
      await pass(250);
      return provider.books.canceled.has(`${id}.1`);
    });
    const again = await reported({ document: { ...DOCUMENT, number: 1 }, reference: 'receipt-1' });
    expect(again.document?.number).toBe(1);
    expect([provider.count('cancel'), provider.books.payments.size, moved()]).toEqual([1, 1, 1_240]);
  });

  it('takes a document of the database, with other members and null for what is missing', async () => {
    const row = { ...DOCUMENT, id: 7, customer: 'Νίκος', number: null as never, mark: null as never };
    const id = 'from-a-row';
    await fiscal.sell({ ...SALE, id, document: row });
    await fiscal.sell({ ...SALE, id, document: row });
    expect((await fiscal.get(id))?.document).toMatchObject({ ...DOCUMENT, number: 1, mark: null });
  });

  it('pays an issued invoice by its MARK and its day', async () => {
    const document = {
      ...DOCUMENT,
      type: '1.1',
      number: 70,
      issuedOn: '2026-01-31',
      mark: '400001234567890',
    };
    const sale = await reported({ document });
    expect(parseFiscalText(sale.signature?.text ?? '').mark).toBe('400001234567890');
    expect((await fiscal.list())[0]?.document).toMatchObject({ number: 70, issuedOn: '2026-01-31' });
    const next = await shown({ document: { ...DOCUMENT, type: '1.1' } });
    expect((await fiscal.get(next.id))?.document?.number).toBe(71);
  });
});

describe('the provider', () => {
  it('that is down lets the sale wait with a message, and is asked with the same key', async () => {
    provider.failing.add('sign');
    const { id } = await fiscal.sell(SALE);
    const waiting = await reaches(id, (_, sold) => sold.message !== null);
    expect(waiting).toMatchObject({
      state: 'reserved',
      message: expect.stringContaining('the provider is down'),
    });
    expect(await till.get(id)).toMatchObject({ state: 'open', step: 'stored' });
    await reaches(id, () => provider.count('sign') > 2);
    expect(sent()).toBe(0);
    provider.failing.clear();
    await atTerminal(id);
    expect((await till.get(id))?.message).toBeNull();
    simulator.terminals.insertCard(TERMINAL);
    await inState(id, 'reported');
    expect(new Set(provider.calls.filter(({ method }) => method === 'sign').map(({ key }) => key))).toEqual(
      new Set([`${id}.1`]),
    );
  });

  it('that is down for too long, or until an abort, ends the sale unpaid, and nothing was sent', async () => {
    provider.failing.add('sign');
    const { id } = await fiscal.sell(SALE);
    await reaches(id, (_, sold) => sold.message !== null);
    await pass(121_000);
    await inState(id, 'not-paid');
    expect(await till.get(id)).toMatchObject({
      reason: 'not-sent',
      message: expect.stringContaining('the provider is down'),
    });
    const other = await fiscal.sell({ ...SALE, reference: 'receipt-2' });
    await reaches(other.id, (_, sold) => sold.message !== null);
    await till.abort(other.id);
    await pass(16_000);
    await inState(other.id, 'not-paid');
    expect(await till.get(other.id)).toMatchObject({ reason: 'aborted' });
    expect(sent()).toBe(0);
  });

  it('whose response was lost is asked again, and signs once', async () => {
    provider.lost.add('sign');
    const { id } = await fiscal.sell(SALE);
    await reaches(id, () => provider.count('sign') > 1);
    provider.lost.clear();
    await atTerminal(id);
    expect(provider.books.signatures.size).toBe(1);
    expect((await fiscal.get(id))?.signature).toMatchObject(provider.books.signatures.get(`${id}.1`)!);
  });

  it('whose response was lost before an abort cancels by the key alone', async () => {
    provider.lost.add('sign');
    const { id } = await fiscal.sell(SALE);
    await reaches(id, () => provider.count('sign') > 1);
    await till.abort(id);
    await pass(16_000);
    await inState(id, 'not-paid');
    await until(async () => {
      await pass(250);
      return provider.books.canceled.has(`${id}.1`);
    });
    expect(sent()).toBe(0);
  });

  it('whose signature has expired signs again under the same number, before the request is sent', async () => {
    provider.change = (signed) => {
      provider.change = (next) => next;
      return { ...signed, validUntil: new Date(simulator.clock.now()) };
    };
    const sale = await reported();
    expect(provider.calls.filter(({ method }) => method === 'sign').map(({ key }) => key)).toEqual([
      `${sale.id}.1`,
      `${sale.id}.2`,
    ]);
    expect(sent()).toBe(1);
    expect(sale.document?.number).toBe(1);
    await until(() => provider.books.canceled.has(`${sale.id}.1`));
    expect(provider.books.canceled.has(`${sale.id}.2`)).toBe(false);
  });

  it('whose signatures have always expired is not asked for hundreds of them', async () => {
    provider.change = (signed) => ({ ...signed, validUntil: new Date(simulator.clock.now() - 3_600_000) });
    await fiscal.sell({ ...SALE, aadePreloaded: true });
    const start = simulator.clock.now();
    await until(async () => {
      await pass(10_000);
      return provider.count('sign') >= 12;
    });
    expect(simulator.clock.now() - start).toBeGreaterThan(300_000);
    expect(sent()).toBe(0);
  });

  it.each([
    [
      'another amount',
      (text: string) => text.replace(';1240;1000', ';1239;1000'),
      'amount 1239 instead of 1240',
    ],
    ['another terminal', (text: string) => text.replace(TERMINAL, OTHER_TERMINAL), `instead of ${TERMINAL}`],
    ['another document', (text: string) => text.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')), 'has uid'],
    ['no text', () => '', 'neither may be empty'],
  ])('that signs %s ends the sale unpaid, and nothing is sent', async (_, change, message) => {
    provider.change = (signed) => ({ ...signed, text: change(signed.text) });
    const { id } = await fiscal.sell(SALE);
    await inState(id, 'not-paid');
    expect(await till.get(id)).toMatchObject({
      reason: 'not-sent',
      message: expect.stringContaining(message),
    });
    await until(async () => {
      await pass(250);
      return provider.books.canceled.has(`${id}.1`);
    });
    expect(sent()).toBe(0);
  });

  it('that signs with an invalid validUntil is asked again with the same key, and the sale says why', async () => {
    provider.change = (signed) => ({ ...signed, validUntil: new Date('undefined') });
    const { id } = await fiscal.sell(SALE);
    await reaches(id, (_, sold) => sold.message?.includes('validUntil') ?? false);
    await pass(10_000);
    expect(provider.count('sign')).toBeLessThan(10);
    expect([sent(), (await fiscal.get(id))?.state]).toEqual([0, 'reserved']);
    expect(new Set(provider.calls.map(({ key }) => key))).toEqual(new Set([`${id}.1`]));
    provider.change = (signed) => ({ ...signed, validUntil: undefined });
    await atTerminal(id);
    simulator.terminals.insertCard(TERMINAL);
    await inState(id, 'reported');
  });

  it.each([
    [{ mark: '' }, 'mark that is a non-empty string'],
    [{ mark: 'undefined' }, 'received "undefined"'],
    [{ mark: 400_000_000_000_001 } as never, 'mark that is a non-empty string'],
    [{ mark: '400000000000001', url: 'undefined' }, 'url that is a non-empty string'],
  ])('that confirms a report with %j is asked again', async (report, message) => {
    provider.changeReport = () => report;
    const { id } = await shown();
    simulator.terminals.insertCard(TERMINAL);
    await reaches(id, (sale) => sale.message?.includes(message) ?? false);
    expect(await fiscal.get(id)).toMatchObject({ state: 'paid', report: null });
    provider.changeReport = (confirmed) => confirmed;
    await inState(id, 'reported');
  });

  it('that signs in raw form is converted, and its text stays as it is', async () => {
    provider.change = ({ text, signature, ...more }) => ({ ...more, text, signature: rawOf(signature) });
    await reported();
    expect(moved()).toBe(1_240);
  });

  it('that takes no reports is asked until it does; the payment stays visible, and is reported once', async () => {
    provider.failing.add('report');
    const { id } = await shown();
    simulator.terminals.insertCard(TERMINAL);
    await inState(id, 'paid');
    await reaches(id, ({ message }) => message !== null);
    await reaches(id, () => provider.count('report') > 2);
    // Support people see it, too.
    expect(await app.get(PayOperator, { strict: false }).attention()).toBe(1);
    expect(await fiscal.list({ state: 'paid' })).toMatchObject([
      {
        id,
        message: expect.stringContaining(
          'did not take the payment, and is asked again: the provider is down',
        ),
      },
    ]);
    const day = [new Date(0), new Date(simulator.clock.now() + 1)] as const;
    const total = { kind: 'sale', type: '11.1', series: 'A', count: 1, amount: 1_240, tips: 0 };
    expect(await fiscal.totals(...day)).toEqual([{ ...total, unreported: 1 }]);
    provider.failing.clear();
    provider.lost.add('report');
    await fiscal.retry(id);
    await until(() => provider.books.payments.size === 1);
    provider.lost.clear();
    await fiscal.retry(id);
    await inState(id, 'reported');
    expect(await fiscal.totals(...day)).toEqual([{ ...total, unreported: 0 }]);
    expect(provider.books.payments.size).toBe(1);
    await expect(fiscal.retry('unknown')).rejects.toMatchObject({ code: 'unknown-sale' });
    expect(logger.text()).toContain('did not take the payment');
  });
});

/** Starts a preloaded sale at its terminal. The step is stored as sent before the request arrives there. */
const startPreloaded = (sessionId: string): Promise<void> =>
  until(() => {
    try {
      simulator.trigger('preloaded-sale', { sessionId });
      return true;
    } catch {
      return false;
    }
  });

describe('a process that stalls after the provider signed', () => {
  it('leaves a sale as it is that another process has sent meanwhile', async () => {
    await app.close();
    let resume = (): void => undefined;
    let isReached = Promise.resolve();
    const slow = new Proxy(pglite, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...values: unknown[]) => {
          await isReached;
          return (value as (...all: unknown[]) => unknown).apply(target, values);
        };
      },
    });
    await boot({ pollMs: 60_000 }, 120_000, slow);
    const stalled = app;
    provider.change = (signed) => {
      provider.change = (next) => next;
      isReached = new Promise((resolve) => (resume = resolve));
      return signed;
    };
    try {
      const { id } = await fiscal.sell({ ...SALE, aadePreloaded: true, reference: 'later' });
      await until(() => provider.count('sign') === 1);
      await boot();
      provider.failing.add('report');
      await until(async () => {
        await pass(31_000);
        return (await till.get(id))?.step === 'sent';
      });
      await pass(2_000);
      await startPreloaded(id);
      simulator.terminals.insertCard(TERMINAL);
      const { signature } = await reaches(id, ({ state, message }) => state === 'paid' && message !== null);
      resume();
      await stalled.close();
      expect(await fiscal.get(id)).toMatchObject({ state: 'paid', signature });
      provider.failing.clear();
      await fiscal.retry(id);
      await inState(id, 'reported');
      expect([...provider.books.payments.values()]).toMatchObject([{ id, signature }]);
      expect(provider.books.canceled.size).toBe(0);
    } finally {
      resume();
      await stalled.close();
    }
  });
});

describe('a fiscal device', () => {
  it('has one session key for all its tokens, and the report has the token that was sent', async () => {
    const sessionKey = '00112233445566778899AABBCCDDEEFF';
    const canceled: string[] = [];
    const payments: (string | undefined)[] = [];
    let tokens = 0;
    await app.close();
    await boot({
      provider: {
        id: '800',
        sign: ({ amount }) => {
          const text = `ECR0110A/S${++tokens}/F${amount}:978:2/D/RXYZ12000001/H1/T0/M/Q0A1B2C3D`;
          // The first token is too old when it arrives.
          return Promise.resolve({
            ...{ text, signature: sessionKey },
            validUntil: new Date(simulator.clock.now() + (tokens === 1 ? 0 : 600_000)),
          });
        },
        report: ({ signature }) => Promise.resolve(void payments.push(signature?.text)),
        cancel: (signature) => Promise.resolve(void canceled.push(signature?.text ?? '')),
      },
    });
    const { pos } = new PayWallet({
      ...walletOf(simulator),
      cloudTerminal: simulator.credentials.cloudTerminal,
    });
    await pos.transactions.createAction({
      ...{ terminalId: TERMINAL, cashRegisterId: 'till-1', actionType: 'aade-fim-control' },
      request: { token: `ECR0110U/RXYZ12000001/CMAC_K:${sessionKey}:A1B2C3` },
    });
    await pass(3_000);
    const { signature } = await reported();
    expect(signature?.text).toMatch(/^ECR0110A\/S2\//);
    await until(() => canceled.length === 1);
    expect([payments, canceled]).toEqual([[signature?.text], [expect.stringMatching(/^ECR0110A\/S1\//)]]);
  });
});

describe('after a restart', () => {
  it('a sale that was paid meanwhile is reported', async () => {
    const { id } = await shown();
    await app.close();
    simulator.terminals.insertCard(TERMINAL);
    await boot();
    await inState(id, 'reported');
    expect([provider.books.payments.size, provider.books.signatures.size]).toEqual([1, 1]);
  });

  it('an unreported payment is reported', async () => {
    provider.failing.add('report');
    const { id } = await shown();
    simulator.terminals.insertCard(TERMINAL);
    await reaches(id, ({ message }) => message !== null);
    provider.failing.clear();
    await restart();
    await inState(id, 'reported');
  });
});

describe('an end that needs a person', () => {
  it('because a handler failed is reported anyway, because the card has paid', async () => {
    app.get(Handler).failures = 5;
    const { id } = await shown();
    simulator.terminals.insertCard(TERMINAL);
    await reaches(id, (_, sold) => sold.reason === 'handler-failed');
    await inState(id, 'reported');
  });

  it('because a handler failed for another amount is not reported', async () => {
    app.get(Handler).failures = 5;
    const { id } = await shown();
    const session = {
      ...{
        sessionId: id,
        terminalId: TERMINAL,
        currencyCode: '978',
        success: true,
        eventId: 0,
        message: null,
      },
      ...{ transactionId: '3f1c4f44-5d0a-4bb6-9f42-3c0c2b0c9d11', amount: 1_300 },
    };
    const body = JSON.stringify(session);
    const fault = {
      operation: 'pos.session.retrieveSessionById',
      kind: 'status',
      status: 200,
      body,
    } as const;
    simulator.faults.add({ ...fault, times: 'always' });
    await reaches(id, (_, sold) => sold.reason === 'handler-failed');
    await pass(5_000);
    expect(await fiscal.get(id)).toMatchObject({ state: 'needs-a-person', report: null });
    expect(provider.count('report')).toBe(0);
  });

  it('because a handler failed after a decline was not paid, and its signature is canceled', async () => {
    app.get(Handler).failures = 5;
    const { id } = await shown();
    simulator.terminals.decline(TERMINAL);
    await reaches(id, (_, sold) => sold.reason === 'handler-failed');
    await inState(id, 'not-paid');
    await until(async () => {
      await pass(250);
      return provider.books.canceled.has(`${id}.1`);
    });
  });

  it('because the service reversed a reported payment keeps its signature', async () => {
    const { id, transactionId } = await reported();
    simulator.trigger('reversal', { transactionId: transactionId! });
    await pass(16_000);
    await pass(61_000);
    await reaches(id, (_, sold) => sold.reason === 'reversed');
    await till.resolve(id, 'not-paid');
    await fiscal.retry(id);
    await pass(5_000);
    await inState(id, 'not-paid');
    expect(provider.books.canceled.size).toBe(0);
  });

  it('is reported once the person says that it was paid', async () => {
    simulator.faults.add({ operation: SEND, kind: 'reset-before' });
    const { id } = await fiscal.sell(SALE);
    await until(() => provider.count('sign') === 1);
    await pass(16_000);
    await inState(id, 'needs-a-person');
    const transactionId = '3f1c4f44-5d0a-4bb6-9f42-3c0c2b0c9d11';
    await till.resolve(id, { paid: transactionId });
    await inState(id, 'reported');
    expect([...provider.books.payments.values()]).toMatchObject([
      { id, transactionId, aadeTransactionId: null, session: null },
    ]);
  });

  it('is not reported, and its signature is canceled, if the person says that it was not', async () => {
    simulator.faults.add({ operation: SEND, kind: 'reset-before' });
    const { id } = await fiscal.sell(SALE);
    await until(() => provider.count('sign') === 1);
    await pass(16_000);
    await inState(id, 'needs-a-person');
    await till.resolve(id, 'not-paid');
    await inState(id, 'not-paid');
    await until(async () => {
      await pass(250);
      return provider.books.canceled.has(`${id}.1`);
    });
    expect(provider.books.payments.size).toBe(0);
  });
});

describe('a refund', () => {
  it('has a credit note with a signature of its own, and is reported', async () => {
    const { id: saleId } = await reported();
    const refund = await fiscal.refund(saleId, { amount: 1_240, document: CREDIT });
    const sale = await inState(refund.id, 'reported');
    expect(sale).toMatchObject({ kind: 'refund', amount: 1_240, document: { type: '11.4', number: 1 } });
    expect([...provider.books.payments.values()].map(({ kind }) => kind)).toEqual(['sale', 'refund']);
    await expect(fiscal.refund(saleId, { amount: 1, document: CREDIT })).rejects.toThrow(
      'nothing left to refund',
    );
    await expect(fiscal.refund('unknown', { amount: 1, document: CREDIT })).rejects.toMatchObject({
      code: 'unknown-sale',
    });
  });
});

describe('a tip', () => {
  it('is given back without a credit note', async () => {
    const { id } = await reported({ tip: 100 });
    await inState((await fiscal.refund(id, { amount: 1_240, document: CREDIT })).id, 'reported');
    const refund = await till.refund(id);
    await until(async () => {
      await pass(250);
      return (await till.get(refund.id))?.state === 'paid';
    });
    expect(refund.amount).toBe(100);
  });
});

describe('a preloaded sale', () => {
  const HOUR_MS = 3_600_000;
  const preloaded = { aadePreloaded: true, aadePreloadedDuration: 5, reference: 'later' };
  async function waiting(): Promise<string> {
    const { id } = await fiscal.sell({ ...SALE, ...preloaded });
    await reaches(id, (_, { step }) => step === 'sent');
    return id;
  }

  it('waits for hours while its terminal makes other sales, and is paid and reported then', async () => {
    const id = await waiting();
    await pass(2 * HOUR_MS);
    expect(await reported()).toMatchObject({ document: { number: 2 } });
    await pass(2 * HOUR_MS);
    expect(await till.get(id)).toMatchObject({ state: 'open', abort: null });
    await startPreloaded(id);
    simulator.terminals.insertCard(TERMINAL);
    await pass(60_000);
    expect(await inState(id, 'reported')).toMatchObject({ document: { number: 1 } });
    expect(moved()).toBe(2_480);
  });

  it('ends unpaid after its hours, with its signature canceled', async () => {
    const id = await waiting();
    await pass(5 * HOUR_MS + 60_000);
    await inState(id, 'not-paid');
    await until(async () => {
      await pass(250);
      return provider.books.canceled.has(`${id}.1`);
    });
  });

  it('is aborted while it waits', async () => {
    const id = await waiting();
    await pass(HOUR_MS);
    await till.abort(id);
    await pass(5_000);
    await inState(id, 'not-paid');
    expect(await till.get(id)).toMatchObject({ reason: 'aborted' });
  });

  it('continues after a restart', async () => {
    const id = await waiting();
    await restart();
    await pass(HOUR_MS);
    await startPreloaded(id);
    simulator.terminals.insertCard(TERMINAL);
    await pass(60_000);
    await inState(id, 'reported');
  });
});

describe('an autonomous sale', () => {
  it('has no signature and no document, and is reported once', async () => {
    await reported();
    simulator.terminals.save({ terminalId: TERMINAL, offline: true });
    const sold = await simulator.trigger('autonomous-sale', { amount: 700 });
    await Promise.all([fiscal.readAutonomous(), fiscal.readAutonomous()]);
    await until(() => provider.books.payments.size === 2);
    await pass(DAY_MS);
    await fiscal.readAutonomous();
    expect(provider.count('sign')).toBe(1);
    expect(provider.books.payments.get(sold.sessionId)).toMatchObject({
      ...{ kind: 'autonomous', amount: 700, document: null, signature: null, terminalId: TERMINAL },
      aadeTransactionId: sold.aadeTransactionId,
    });
    await until(async () => (await fiscal.get(sold.sessionId))?.state === 'reported');
    expect(await fiscal.totals(new Date(0), new Date(simulator.clock.now() + 1))).toMatchObject([
      { kind: 'autonomous', type: null, series: null, count: 1, amount: 700, unreported: 0 },
      { kind: 'sale', count: 1, amount: 1_240 },
    ]);
  });

  it('that is read days later was paid when the terminal sold it', async () => {
    simulator.terminals.save({ terminalId: TERMINAL, offline: true });
    const soldAt = simulator.clock.now();
    const sold = await simulator.trigger('autonomous-sale', { amount: 700 });
    await pass(2 * DAY_MS);
    await fiscal.readAutonomous();
    await until(() => provider.books.payments.has(sold.sessionId));
    const { paidAt } = provider.books.payments.get(sold.sessionId)!;
    expect(Math.abs(new Date(paidAt).getTime() - soldAt)).toBeLessThan(60_000);
    const day = [new Date(soldAt - 60_000), new Date(soldAt + 60_000)] as const;
    expect(await fiscal.totals(...day)).toMatchObject([{ kind: 'autonomous', count: 1, amount: 700 }]);
  });

  it.each([
    ['is found after a week without the application', 7, true],
    ['is not found after 40 days, which is logged once', 40, false],
  ])('%s', async (_, days, isFound) => {
    await fiscal.readAutonomous();
    await app.close();
    simulator.terminals.save({ terminalId: TERMINAL, offline: true });
    const sold = await simulator.trigger('autonomous-sale', { amount: 700 });
    await pass(days * DAY_MS);
    await boot();
    const operation = 'pos.session.retrieveSessionInfoByDate';
    const fault = simulator.faults.add({ operation, kind: 'status', status: 503, times: 'always' });
    await fiscal.readAutonomous();
    simulator.faults.remove(fault);
    await fiscal.readAutonomous();
    await fiscal.readAutonomous();
    if (isFound) await until(() => provider.books.payments.has(sold.sessionId));
    expect((await fiscal.get(sold.sessionId)) !== null).toBe(isFound);
    expect(logger.text().split('are not read').length - 1).toBe(isFound ? 0 : 1);
  });

  it('has no tip if the service reports null', async () => {
    const session = {
      ...{ sessionId: 'alone', terminalId: TERMINAL, currencyCode: '978', success: true, eventId: 0 },
      ...{ amount: 700, tipAmount: null, transactionId: null, message: null },
    };
    const operation = 'pos.session.retrieveSessionInfoByDate';
    const body = JSON.stringify([session]);
    const fault = simulator.faults.add({ operation, kind: 'status', status: 200, body, times: 'always' });
    await fiscal.readAutonomous();
    simulator.faults.remove(fault);
    await until(() => provider.books.payments.has('alone'));
    expect(provider.books.payments.get('alone')).toMatchObject({ amount: 700, tip: 0 });
  });

  it.each([{ amount: null }, { amount: 7.5 }, { amount: 700, tipAmount: 800 }])(
    'does not wait for one with %j, which the log names',
    async (wrong) => {
      const session = {
        ...{ terminalId: TERMINAL, currencyCode: '978', success: true, eventId: 0 },
        ...{ amount: 900, tipAmount: null, transactionId: null, message: null },
      };
      const id = `after ${JSON.stringify(wrong)}`;
      const sessions = [
        { ...session, sessionId: 'wrong', ...wrong },
        { ...session, sessionId: id },
      ];
      const operation = 'pos.session.retrieveSessionInfoByDate';
      const body = JSON.stringify(sessions);
      const fault = simulator.faults.add({ operation, kind: 'status', status: 200, body, times: 'always' });
      await fiscal.readAutonomous();
      simulator.faults.remove(fault);
      await until(() => provider.books.payments.has(id));
      expect(logger.text()).toContain('autonomous sale wrong of');
      expect(provider.books.payments.has('wrong')).toBe(false);
    },
  );

  it('is read again if the service could not be read', async () => {
    simulator.terminals.save({ terminalId: TERMINAL, offline: true });
    const sold = await simulator.trigger('autonomous-sale', { amount: 700 });
    const operation = 'pos.session.retrieveSessionInfoByDate';
    const fault = simulator.faults.add({ operation, kind: 'status', status: 503, times: 'always' });
    await fiscal.readAutonomous();
    expect(logger.text()).toContain('could not be read');
    simulator.faults.remove(fault);
    await fiscal.readAutonomous();
    await until(() => provider.books.payments.has(sold.sessionId));
  });
});

describe('a change of the clock in Athens', () => {
  it.each([
    ['the first of the hours that autumn repeats', '2027-10-31T00:30:00Z', '20271031033', '2027-10-31'],
    ['the second one', '2027-10-31T01:30:00Z', '20271031033', '2027-10-31'],
    ['the minute before the hour that spring skips', '2027-03-28T00:59:50Z', '2027032802', '2027-03-28'],
    ['the minutes after midnight in Athens', '2027-07-01T21:05:00Z', '2027070200', '2027-07-02'],
  ])('lets a sale be paid and reported in %s', async (_, at, local, day) => {
    await pass(Date.parse(at) - simulator.clock.now());
    const sale = await reported();
    expect(sale.document?.issuedOn).toBe(day);
    expect(sale.signature?.text.split(';')[2]).toMatch(new RegExp(`^${local}`));
    expect(Math.abs(sale.paidAt!.getTime() - Date.parse(at))).toBeLessThan(120_000);
  });
});

describe('the terminal', () => {
  it('that takes a signature too late ends the sale unpaid, and it is sold again under its number', async () => {
    simulator.terminals.configure({ signatureLifetimeMs: 1_000, reachDelayMs: 5_000 });
    const { id } = await fiscal.sell(SALE);
    await inState(id, 'not-paid');
    expect(await till.get(id)).toMatchObject({ reason: 'failed', receipt: { eventId: 1079 } });
    simulator.terminals.configure({ signatureLifetimeMs: 7_200_000, reachDelayMs: 0 });
    const again = await reported({ document: { ...DOCUMENT, number: 1 } });
    expect(again.document?.number).toBe(1);
  });

  it('whose payment has no unique ID is reported without it', async () => {
    simulator.terminals.configure({ fiscalFault: 'not-fiscalised' });
    expect(await reported()).toMatchObject({ aadeTransactionId: null, state: 'reported' });
  });
});

describe('the module', () => {
  it('needs a till', async () => {
    const wallet = walletOf(simulator);
    const testing = await Test.createTestingModule({
      imports: [PayModule.forRoot({ wallet }), PayFiscalModule.forRoot({ provider, issuer: ISSUER })],
    })
      .setLogger(logger)
      .compile();
    await expect(testing.createNestApplication().init()).rejects.toThrow(
      'PayFiscalModule needs PayTillModule',
    );
  });

  it.each<[Partial<FiscalOptions>, string]>([
    [{ provider: undefined }, 'PayFiscalModule.provider is missing'],
    [{ issuer: { vatNumber: '17' } }, 'PayFiscalModule.issuer.vatNumber must be a Greek tax number'],
    [{ pollMs: 0 }, 'PayFiscalModule.pollMs must be'],
    [{ store: 1 } as never, 'PayFiscalModule.store'],
  ])('refuses the options %j', async (options, message) => {
    await expect(boot(options)).rejects.toThrow(message);
  });

  it('leaves sales of the till as they are', async () => {
    simulator.permissions.set({ useAade: false });
    const sale = await till.sell({
      terminalId: TERMINAL,
      amount: 500,
      currencyCode: '978',
      reference: 'plain',
    });
    await atTerminal(sale.id);
    simulator.terminals.insertCard(TERMINAL);
    await until(async () => {
      await pass(250);
      return (await till.get(sale.id))?.state === 'paid';
    });
    expect([provider.calls, await fiscal.get(sale.id)]).toEqual([[], null]);
    expect((await till.get(sale.id))?.request).toEqual({});
  });
});

/** Returns the 64 raw bytes of a DER signature. */
function rawOf(signature: string): string {
  const der = Buffer.from(signature, 'base64');
  const length = der[3]!;
  const numbers = [der.subarray(4, 4 + length), der.subarray(6 + length)];
  return Buffer.concat(numbers.map((one) => Buffer.concat([Buffer.alloc(32), one]).subarray(-32))).toString(
    'base64',
  );
}
