import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { PayModule } from 'nestjs-pay';
import { PayFiscal, PayFiscalModule } from 'nestjs-pay/fiscal';
import type { PayFiscalSale } from 'nestjs-pay/fiscal';
import { pgliteStore } from 'nestjs-pay/pglite';
import { PayTillModule } from 'nestjs-pay/till';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { newPglite } from '../pglite.js';
import { until } from '../until.js';
import { TestProvider } from './test-provider.js';

const TERMINAL = '16000010';

let simulator: PaySimulator;
let merchant: ReturnType<PaySimulator['connectedMerchants']['connect']>;
let pglite: PGlite;
let app: INestApplication;
let fiscal: PayFiscal;
let provider: TestProvider;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'fiscal sales of an ISV', clock: 'manual' });
  merchant = simulator.connectedMerchants.connect();
  merchant.permissions.set({ useAade: true, sameDayPartialRefunds: true });
  merchant.terminals.configure({ customer: 'pays' });
  pglite = await newPglite();
  const now = (): Date => new Date(simulator.clock.now());
  const isv = { ...simulator.credentials.isv, dev: true, endpoints: simulator.endpoints };
  provider = new TestProvider(now);
  const testing = await Test.createTestingModule({
    imports: [
      PayModule.forRoot({ isv }),
      PayTillModule.forRoot({ store: pgliteStore(pglite, { now }), pollMs: 10 }),
      PayFiscalModule.forRoot({ provider, issuer: { vatNumber: '123456789' }, pollMs: 10 }),
    ],
  }).compile();
  app = testing.createNestApplication({ logger: false });
  await app.init();
  fiscal = app.get(PayFiscal, { strict: false });
});
afterAll(async () => {
  await app.close();
  await pglite.close();
  await simulator.close();
});

async function reported(id: string): Promise<PayFiscalSale> {
  await until(async () => {
    await simulator.clock.advance(250);
    return (await fiscal.get(id))?.state === 'reported';
  });
  return (await fiscal.get(id))!;
}

it('sells and refunds at the terminal of a connected merchant, and reads its autonomous sales', async () => {
  const { merchantId } = merchant.account.credentials.merchant;
  const isvDetails = { terminalMerchantId: merchantId, amount: 58 };
  const parts = { net: 1_000, vat: 240, gross: 1_240 };
  const sale = { terminalId: TERMINAL, amount: 1_240, reference: 'receipt-1', isvDetails };
  const { id } = await fiscal.sell({ ...sale, document: { type: '11.1', series: 'Α', ...parts } });
  await reported(id);
  const refund = { amount: 240, document: { type: '11.4', series: 'Π', ...parts } };
  await reported((await fiscal.refund(id, refund)).id);
  merchant.terminals.save({ terminalId: TERMINAL, offline: true });
  const sold = await simulator.trigger('autonomous-sale', { amount: 700 });
  await fiscal.readAutonomous();
  await reported(sold.sessionId);
  expect([...provider.books.payments.values()].map(({ kind, amount }) => [kind, amount])).toEqual([
    ['sale', 1_240],
    ['refund', 240],
    ['autonomous', 700],
  ]);
});
