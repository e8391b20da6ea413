import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { PayEventType, PayModule } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { PayTill, PayTillModule } from 'nestjs-pay/till';
import type { PaySale } from 'nestjs-pay/till';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { PayWebhookController } from '../e2e/webhook-shop.js';
import { newPglite } from '../pglite.js';
import { until } from '../until.js';

const TERMINAL = '16000010';
const { TransactionPosEcrSessionCreated: PAID, TransactionPosEcrSessionFailed: FAILED } = PayEventType;

let simulator: PaySimulator;
let merchant: ReturnType<PaySimulator['connectedMerchants']['connect']>;
let request: Parameters<PayTill['sell']>[0];
let pglite: PGlite;
let app: INestApplication;
let till: PayTill;

beforeEach(async () => {
  simulator = await createPaySimulator({ seed: 'till of an ISV', clock: 'manual' });
  merchant = simulator.connectedMerchants.connect();
  merchant.permissions.set({ sameDayPartialRefunds: true });
  merchant.terminals.configure({ customer: 'waits' });
  const { merchantId } = merchant.account.credentials.merchant;
  const isvDetails = { terminalMerchantId: merchantId, amount: 58 };
  request = { terminalId: TERMINAL, amount: 1170, currencyCode: '978', reference: 'receipt-1', isvDetails };
  pglite = await newPglite();
});
afterEach(async () => {
  await app.close();
  await pglite.close();
  await simulator.close();
});

/** Starts the application of an ISV. Its database has the simulator's time. */
async function boot(pollMs: number): Promise<void> {
  const isv = { ...simulator.credentials.isv, dev: true, endpoints: simulator.endpoints };
  const store = pgliteStore(pglite, { now: () => new Date(simulator.clock.now()) });
  const testing = await Test.createTestingModule({
    imports: [PayModule.forRoot({ isv }), PayTillModule.forRoot({ store, pollMs })],
    controllers: [PayWebhookController],
  }).compile();
  app = testing.createNestApplication({ rawBody: true, logger: false });
  await app.listen(0, '127.0.0.1');
  till = app.get(PayTill, { strict: false });
}

async function ended({ id }: PaySale): Promise<PaySale> {
  await until(async () => {
    await simulator.clock.advance(250);
    return (await till.get(id))?.state !== 'open';
  });
  return (await till.get(id))!;
}
/** Starts a sale, and waits until the terminal asks for a card. */
async function shown(): Promise<PaySale> {
  const sale = await till.sell(request);
  await until(async () => {
    await simulator.clock.advance(100);
    return (
      merchant.terminals.list().find(({ terminalId }) => terminalId === TERMINAL)?.session?.state ===
      'on-terminal'
    );
  });
  return sale;
}

it('sells, aborts and refunds at the terminal of a connected merchant by polling [isv.19]', async () => {
  await boot(10);
  const sale = await shown();
  merchant.terminals.insertCard(TERMINAL);
  expect(await ended(sale)).toMatchObject({ state: 'paid', receipt: { amount: 1170 } });

  const refund = await till.refund(sale.id, { amount: 500 });
  expect(await ended(refund)).toMatchObject({ kind: 'refund', state: 'paid', amount: 500 });

  const other = await shown();
  await till.abort(other.id);
  expect(await ended(other)).toMatchObject({ state: 'not-paid', reason: 'aborted' });

  const moved = merchant.transactions.list().filter(({ status }) => status !== 'E');
  expect(moved.map(({ amount }) => amount)).toEqual([1170, -500]);
  expect(simulator.transactions.list()).toEqual([]);
  expect(await till.totals(new Date(0), new Date(simulator.clock.now() + 1))).toMatchObject([
    { terminalId: TERMINAL, kind: 'refund', count: 1, amount: 500 },
    { terminalId: TERMINAL, kind: 'sale', count: 1, amount: 1170 },
  ]);
});

it('ends a sale and a refund of an ISV by webhook', async () => {
  await boot(60_000);
  const url = `${await app.getUrl()}/pay/webhook`;
  await simulator.isvWebhooks.register({ url, eventTypeIds: [PAID, FAILED] });
  /** Less time passes than until the next poll. */
  const byWebhook = async ({ id }: PaySale): Promise<unknown> => {
    await until(async () => (await till.get(id))?.step === 'sent');
    await simulator.clock.advance(10_000);
    await simulator.deliveries.settled();
    await until(async () => (await till.get(id))?.state !== 'open');
    return till.get(id);
  };
  const sale = await shown();
  merchant.terminals.insertCard(TERMINAL);
  expect(await byWebhook(sale)).toMatchObject({ state: 'paid' });
  expect(await byWebhook(await till.refund(sale.id))).toMatchObject({ state: 'paid', amount: 1170 });
});

it('reports a payment of an ISV that the service reverses by itself', async () => {
  await boot(10);
  const sale = await shown();
  merchant.terminals.insertCard(TERMINAL);
  const { transactionId } = await ended(sale);
  simulator.trigger('reversal', { transactionId: transactionId! });
  await until(async () => {
    await simulator.clock.advance(1_000);
    return (await till.get(sale.id))?.state === 'needs-a-person';
  });
  expect(await till.get(sale.id)).toMatchObject({ reason: 'reversed' });
});

it('knows what a connected merchant refunded without the till', async () => {
  await boot(10);
  const sale = await shown();
  merchant.terminals.insertCard(TERMINAL);
  const { transactionId } = await ended(sale);
  simulator.refund(transactionId!, { amount: 300 });
  await till.recheck(sale.id);
  await until(async () => {
    await simulator.clock.advance(1_000);
    return (await till.get(sale.id))?.returnedExternally === 300;
  });
  await expect(till.refund(sale.id, { amount: 871 })).rejects.toThrow('at most 870');
});

it('rejects a sale without the ISV data, with a fee that is too large, and a pre-authorization', async () => {
  await boot(10);
  const isvDetails = { ...request.isvDetails!, amount: 1170 };
  await expect(till.sell({ ...request, isvDetails: undefined })).rejects.toThrow('isvDetails');
  await expect(till.sell({ ...request, isvDetails })).rejects.toThrow(
    'must have an amount (the fee) smaller',
  );
  await expect(till.preauthorize(request)).rejects.toThrow('preauth');
  const posted = simulator.requests().filter(({ method }) => method === 'POST');
  expect(posted).toEqual([]);
});
