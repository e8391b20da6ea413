import { describe, expect, it } from '@jest/globals';
import { servicesOf } from '../handle/handle.js';
import { createPaySimulator, type PaySimulator } from '../index.js';
import { Receiver } from '../../testing/receiver.js';
import { comingWork } from './coming-work.js';

const NOW = new Date('2026-02-03T10:00:00Z');
const KEY = '0123456789ABCDEF0123456789ABCDEF01234567';

/** Runs a test with a simulator whose clock stands at {@link NOW}. */
async function withSimulator(test: (simulator: PaySimulator) => Promise<void>): Promise<void> {
  const simulator = await createPaySimulator({
    clock: 'manual',
    now: NOW,
    merchant: { webhookKey: KEY, openingBalance: 100_000 },
  });
  try {
    await test(simulator);
  } finally {
    await simulator.close();
  }
}

describe('coming work', () => {
  it('is empty at the start', () =>
    withSimulator(async (simulator) => {
      expect(comingWork(servicesOf(simulator))).toEqual([]);
      await simulator.clock.advance(1);
      simulator.orders.create({ amount: 1000 });
      expect(comingWork(servicesOf(simulator))).toEqual([]);
    }));

  it('lists the next retry, clearing, payout, charge and expiry, the soonest first', () =>
    withSimulator(async (simulator) => {
      const receiver = await Receiver.start(KEY);
      receiver.behavior = ({ method }) => ({
        status: method === 'GET' ? 200 : 500,
        body: JSON.stringify({ Key: KEY }),
      });
      await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
      const expiring = simulator.orders.create({ amount: 1000, expiresAt: NOW.getTime() + 60_000 });
      const payment = simulator.pay(undefined, { amount: 4990 });
      await simulator.deliveries.settled();
      const held = simulator.trigger('preauth');
      const services = servicesOf(simulator);
      const seller = services.sellers.connect({
        legalName: 'Nea Books',
        payouts: { interval: 2, dayOfWeek: 6, bankAccount: { ...BANK, iban: IBAN } },
      });
      services.transfers.send({
        accountId: seller.accountId,
        amount: 2500,
        description: 'books',
        paymentId: null,
      });
      const coming = comingWork(services);
      expect(coming).toEqual([
        {
          kind: 'expiry',
          at: at('2026-02-03T10:01:00Z'),
          what: 'Order of 10.00 EUR expires',
          orderCode: expiring.code,
        },
        {
          kind: 'retry',
          at: at('2026-02-03T11:00:00Z'),
          what: 'Retry 1 of Transaction Payment Created (1796)',
          orderCode: payment.orderCode,
        },
        { kind: 'clearing', at: at('2026-02-03T22:00:00Z'), what: 'Clearing of 1 payment' },
        { kind: 'payout', at: at('2026-02-06T06:00:00Z'), what: 'Payout of 25.00 EUR to Nea Books' },
        expect.objectContaining({
          kind: 'expiry',
          at: at('2026-03-05T10:00:00Z'),
          orderCode: held.orderCode,
        }),
      ]);
      receiver.behavior = () => ({ status: 200, body: '' });
      for (const { at: time } of coming) await simulator.clock.advance(time - services.clock.now());
      expect(comingWork(services)).toEqual([]);
      await receiver.close();
    }));

  it('lists bank transfers, charges of sellers and customers at terminals', () =>
    withSimulator(async (simulator) => {
      const services = servicesOf(simulator);
      const { bankAccounts, bankTransfers, cardTerminals, ids, obligations, wallets } = services;
      const { id } = bankAccounts.link({ iban: IBAN, ...NO_DETAILS });
      bankTransfers.send(id, { amount: 1000, walletId: wallets.primary.id, description: '' });
      const { ownerId: personId } = wallets.other;
      obligations.create({ amount: 500, personId, walletId: null, currencyCode: '978', description: '' });
      cardTerminals.configure({ customer: 'pays', customerDelayMs: 5000 });
      const terminalId = cardTerminals.list()[0]?.terminalId ?? '';
      cardTerminals.request({ ...SALE, sessionId: ids.uuid(), terminalId });
      await simulator.clock.advance(1000);
      expect(comingWork(services)).toEqual([
        {
          kind: 'charge',
          at: NOW.getTime() + 6000,
          what: `Customer presents a card at terminal ${terminalId}`,
        },
        { kind: 'charge', at: NOW.getTime() + 3_600_000, what: 'Charge of 5.00 EUR to a seller' },
        { kind: 'payout', at: at('2026-02-04T06:00:00Z'), what: 'Bank transfer of 10.00 EUR' },
      ]);
    }));
});

const at = (iso: string): number => Date.parse(iso);
const BANK = {
  friendlyName: null,
  beneficiaryName: 'Nea Books',
  branchCode: null,
  accountNumber: null,
  countryCode: null,
};
const IBAN = 'GR1601101250000000012300695';
const NO_DETAILS = {
  beneficiaryName: null,
  friendlyName: null,
  secondaryReferenceData: null,
  purposeId: null,
  accountTypeId: null,
};
const SALE = {
  kind: 'sale',
  ...{ parentSessionId: null, amount: 1200, tipAmount: 0, cashRegisterId: 'till' },
  ...{ currencyCode: '978', installments: 0, merchantReference: null, customerTrns: null },
  ...{ interappCallback: null, showTransactionResult: true, showReceipt: true, skipSurcharge: false },
} as const;
