import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { PayISV, PayModule, unwrap } from 'nestjs-pay';
import { pgliteIdempotency } from 'nestjs-pay/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { newPglite } from '../pglite.js';
import { withTimes } from '../times.js';
import { labelsOf, OperatorShop } from './operator-shop.js';
import type { Desk } from './operator-shop.js';

let simulator: PaySimulator;
let db: PGlite;
let shop: OperatorShop;
let merchantId: string;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'operator merchants', clock: 'manual' });
  db = await newPglite();
  const isv = { ...simulator.credentials.isv, dev: true, endpoints: simulator.endpoints, maxRetries: 0 };
  const idempotency = pgliteIdempotency(db, withTimes({ lookupMs: 200 }));
  shop = await new OperatorShop(simulator).start({
    db,
    imports: [PayModule.forRoot({ name: 'partner', isv, idempotency })],
  });
  merchantId = simulator.connectedMerchants.connect().account.credentials.merchant.merchantId;
});
afterAll(async () => {
  await shop.close();
  await simulator.close();
  await db.close();
});
afterEach(() => {
  simulator.faults.remove();
  shop.audited.splice(0);
});

/** A support person of the ISV, at a connected merchant’s payments. */
class MerchantDesk {
  constructor(private readonly desk: Desk) {}

  private address = (path: string): string => `partner~${merchantId}/${path}`;

  page = (code: string): Promise<string> => this.desk.page(this.address(`orders/${code}`));
  json = <Data>(path: string, body?: object): Promise<Data> => this.desk.json<Data>(this.address(path), body);
}

const hold = async (amount = 2450): Promise<{ orderCode: string; id: string }> => {
  const partner = shop.app.get<PayISV>('pay:partner:isv', { strict: false });
  const order = { amount, preauth: true, merchantTrns: 'HL-77' };
  const orderCode = unwrap(await partner.payments.createOrder(merchantId, order)).orderCodeText;
  const outcome = simulator.checkout.pay(orderCode, GOOD_CARD);
  if (outcome.kind !== 'approved') throw new Error(`the card was ${outcome.kind}`);
  return { orderCode, id: outcome.transaction.id };
};

interface Planned {
  id: string;
  state: string;
}

describe('the capture of a connected merchant’s pre-authorization', () => {
  it('states the ISV’s fee, which the confirmation and the audit show', async () => {
    const { orderCode, id } = await hold();
    const desk = new MerchantDesk(shop.as('boss'));
    expect(await desk.page(orderCode)).toContain('Your fee, part of the amount');
    const form = { kind: 'capture', transactionId: id, why: 'it was sent' };
    const planned = await desk.json<Planned>(`orders/${orderCode}/actions`, {
      ...form,
      amount: '20',
      fee: '1.50',
    });
    expect(await shop.as('boss').page(`partner~${merchantId}/actions/${planned.id}`)).toMatch(
      /You take €20\.00\. The other €4\.50 is released[^]*Your fee[^]*€1\.50/,
    );
    expect(await desk.json(`actions/${planned.id}/confirm`, {})).toMatchObject({ state: 'done', fee: 150 });
    const made = simulator.connectedMerchants
      .get(merchantId)
      .transactions.list()
      .filter(({ parentId }) => parentId === id);
    expect(made).toMatchObject([{ amount: 2_000, isv: { amount: 150 } }]);
    expect(shop.audited.map(({ what, phase, amount, fee }) => [what, phase, amount, fee])).toEqual([
      ['capture', 'intent', 2_000, 150],
      ['capture', 'result', 2_000, 150],
    ]);
    expect(labelsOf(await desk.page(orderCode))).toContain('Paid');
  });

  it.each([
    ['no fee', ''],
    ['a fee that is the amount', '20'],
    ['a fee above the amount', '20.01'],
    ['a negative fee', '-1'],
  ])('is refused with %s', async (_name, fee) => {
    const { orderCode, id } = await hold();
    const desk = new MerchantDesk(shop.as('boss'));
    const form = { kind: 'capture', transactionId: id, amount: '20', why: 'it was sent', fee };
    expect(await desk.json<Planned>(`orders/${orderCode}/actions`, form)).toMatchObject({ status: 422 });
  });

  it('happens once if its response is lost', async () => {
    const { orderCode, id } = await hold();
    const desk = new MerchantDesk(shop.as('boss'));
    const form = { kind: 'capture', transactionId: id, amount: '20', why: 'it was sent', fee: '0' };
    const planned = await desk.json<Planned>(`orders/${orderCode}/actions`, form);
    simulator.faults.add({ operation: 'transactions.capturePreAuthPayment', kind: 'executed-but-lost' });
    expect(await desk.json(`actions/${planned.id}/confirm`, {})).toMatchObject({ state: 'done', fee: 0 });
    expect(simulator.faults.list()).toEqual([]);
    const made = simulator.connectedMerchants.get(merchantId).transactions.list();
    expect(made.filter(({ parentId }) => parentId === id)).toHaveLength(1);
  });
});
