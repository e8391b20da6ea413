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
const OTHER_TERMINAL = '16000011';

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
  provider = new TestProvider(now);
});
afterAll(async () => {
  await app.close();
  await pglite.close();
  await simulator.close();
});

const now = (): Date => new Date(simulator.clock.now());

async function boot(
  options: Pick<Parameters<typeof PayFiscalModule.forRoot>[0], 'terminals'>,
): Promise<void> {
  const isv = { ...simulator.credentials.isv, dev: true, endpoints: simulator.endpoints };
  const issuer = { vatNumber: '123456789' };
  const testing = await Test.createTestingModule({
    imports: [
      PayModule.forRoot({ isv }),
      PayTillModule.forRoot({ store: pgliteStore(pglite, { now }), pollMs: 10 }),
      PayFiscalModule.forRoot({ provider, issuer, pollMs: 10, ...options }),
    ],
  }).compile();
  app = testing.createNestApplication({ logger: false });
  await app.init();
  fiscal = app.get(PayFiscal, { strict: false });
}

async function reported(id: string): Promise<PayFiscalSale> {
  await until(async () => {
    await simulator.clock.advance(250);
    return (await fiscal.get(id))?.state === 'reported';
  });
  return (await fiscal.get(id))!;
}

it('must name its terminals, because the list of autonomous sales has those of all merchants', async () => {
  await expect(boot({})).rejects.toThrow('PayFiscalModule.terminals is required for an ISV');
  await app.close();
});

it('sells and refunds at the terminal of a connected merchant, and reports its autonomous sales only', async () => {
  await boot({ terminals: [TERMINAL] });
  const { merchantId } = merchant.account.credentials.merchant;
  const isvDetails = { terminalMerchantId: merchantId, amount: 58 };
  const parts = { net: 1_000, vat: 240, gross: 1_240 };
  const sale = { terminalId: TERMINAL, amount: 1_240, reference: 'receipt-1', isvDetails };
  const { id } = await fiscal.sell({ ...sale, document: { type: '11.1', series: 'Α', ...parts } });
  await reported(id);
  const refund = { amount: 240, document: { type: '11.4', series: 'Π', ...parts } };
  await reported((await fiscal.refund(id, refund)).id);
  const other = simulator.connectedMerchants.connect();
  other.permissions.set({ useAade: true });
  other.terminals.save({ terminalId: OTHER_TERMINAL, offline: true });
  await simulator.trigger('autonomous-sale', { amount: 900, terminalId: OTHER_TERMINAL });
  merchant.terminals.save({ terminalId: TERMINAL, offline: true });
  const sold = await simulator.trigger('autonomous-sale', { amount: 700, terminalId: TERMINAL });
  await fiscal.readAutonomous();
  await reported(sold.sessionId);
  expect([...provider.books.payments.values()].map(({ kind, amount }) => [kind, amount])).toEqual([
    ['sale', 1_240],
    ['refund', 240],
    ['autonomous', 700],
  ]);
});
