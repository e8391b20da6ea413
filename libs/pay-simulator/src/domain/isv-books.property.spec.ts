import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SimulatorClock } from './clock.js';
import { createSend } from '../deliveries/send.js';
import { Ids } from './ids.js';
import type { AccountServices } from '../wiring/merchant-services.js';
import { ORDER_TERMS } from './order-terms.testing.js';
import { createServices, type Services } from '../wiring/services.js';
import { BAD_CARD, GOOD_CARD } from '../../testing/merchant.js';
import { merchantAccount } from './merchant.js';
import { Refusal } from './refusal.js';
import { isPayment, TransactionType, type Transaction } from './transaction.js';

const OPENING_BALANCE = 500;
type Step = (side: AccountServices, pick: number, amount: number) => void | Promise<void>;
const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(list.length, 1)];
const ignoreRefusal = (run: () => void): void => {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};
const anyId = ({ transactions }: AccountServices, pick: number): string =>
  at(transactions.list(), pick)?.id ?? '';

const STEPS: Readonly<Record<string, Step>> = {
  order: ({ orders }, pick, amount) => {
    const fee = (amount + 29) % (1 + pick * 7);
    const isv = (feeOfOrder: number) => ({
      isv: { amount: Math.min(feeOfOrder, amount + 29), resellerSourceCode: 'Default' },
    });
    const kinds = [isv(fee), isv(0), { preauth: true, ...isv(0) }, { allowRecurring: true, ...isv(fee) }, {}];
    orders.create({ ...ORDER_TERMS, amount: amount + 30, ...at(kinds, pick) });
  },
  pay: ({ checkout, orders }, pick) => {
    const card = pick % 7 === 0 ? BAD_CARD : GOOD_CARD;
    const code = at(orders.list(), pick)?.code ?? '';
    checkout.pay(code, pick % 5 === 0 ? { ...card, authorisedAmount: 20 + pick } : card);
  },
  charge: (side, pick, amount) =>
    ignoreRefusal(() =>
      side.recharges.charge(anyId(side, pick), {
        amount: amount + 1,
        tipAmount: 0,
        installments: 0,
        ...(pick % 3 !== 0 && { isv: { amount: pick % (amount + 1) } }),
      }),
    ),
  moto: ({ motoCharges, orders }, pick, amount) =>
    ignoreRefusal(() =>
      motoCharges.charge({
        orderCode: at(orders.list(), pick)?.code ?? '',
        cardNumber: GOOD_CARD.number,
        expiry: GOOD_CARD.expiry,
        cvc: null,
        ...(pick % 2 === 0 && { isv: { amount } }),
      }),
    ),
  giveBack: (side, pick, amount) =>
    ignoreRefusal(() =>
      side.reversals.cancel(anyId(side, pick), pick % 2 === 0 ? {} : { amount: amount + 1 }),
    ),
  fastRefund: (side, pick, amount) =>
    ignoreRefusal(() => side.disbursements.fastRefund(anyId(side, pick), { amount: amount + 1 })),
  payOut: (side, pick, amount) =>
    ignoreRefusal(() => side.disbursements.payOut(anyId(side, pick), 14, { amount: amount + 1 })),
  cancelAcquiring: ({ cancellations, transactions }, pick) => {
    const latest = transactions.list().slice(-1 - (pick % 4))[0];
    ignoreRefusal(() => cancellations.cancel(latest?.id ?? '', { amount: Math.abs(latest?.amount ?? 1) }));
  },
  wait: async ({ clock }, pick) => clock.advance((pick % 13) * 3_600_000),
};

/** Without these the others find nothing to act on. */
const OFTEN = ['order', 'order', 'pay', 'pay', 'giveBack', 'giveBack', 'charge'];

describe('any sequence of what an ISV does for its merchants', () => {
  it('keeps the double entry over merchants, ISV and commission: each has what its payments less refunds leave', async () => {
    const step = fc.tuple(
      fc.constantFrom(...Object.keys(STEPS), ...OFTEN),
      fc.nat(1),
      fc.nat(1000),
      fc.nat(3000),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const services = createServices({
          account: merchantAccount({ openingBalance: 2000 }),
          clock: new SimulatorClock({ mode: 'manual', now: new Date('2026-02-03T10:00:00Z') }),
          ids: new Ids('isv books', 'mixed'),
          successUrl: 'https://shop.example/ok',
          failureUrl: 'https://shop.example/fail',
          send: createSend(),
        });
        const sides = [0, 1].map(() =>
          services.connectedMerchants.connect({ openingBalance: OPENING_BALANCE }),
        );
        for (const [name, who, pick, amount] of steps) {
          const side = sides[who];
          if (side) await STEPS[name]?.(side, pick, amount);
          checkBooks(services, sides);
        }
      }),
      { numRuns: 150 },
    );
  });
});

function checkBooks({ ledger, wallet }: Services, sides: readonly AccountServices[]): void {
  expect(Object.values(ledger.totals()).every((total) => total === 0n)).toBe(true);
  const all = sides.flatMap((side) => shares(side.transactions.list()));
  const waiting = all.filter(({ cleared }) => !cleared);
  expect(ledger.balance('isvPending', '978')).toBe(sum(waiting, 'isv'));
  expect(ledger.balance('isvWallet', '978')).toBe(sum(all, 'isv') - sum(waiting, 'isv'));
  expect(ledger.balance('commission', '978')).toBe(sum(all, 'commission'));
  const sentOut = sides.map((side) => disbursed(side.transactions.list()));
  expect(ledger.balance('cardholders', '978')).toBe(
    sentOut.reduce((total, amount) => total + amount, 0n) - sum(all, 'left'),
  );
  sides.forEach((side, index) => {
    const id = side.account.credentials.merchant.merchantId;
    const own = shares(side.transactions.list());
    const pending = sum(
      own.filter(({ cleared }) => !cleared),
      'merchant',
    );
    const balance = BigInt(OPENING_BALANCE) + sum(own, 'merchant') - pending - (sentOut[index] ?? 0n);
    expect(ledger.balance(`pending:${id}`, '978')).toBe(pending);
    expect(ledger.balance(`wallet:${id}`, '978')).toBe(balance);
  });
  // Nothing of it is the main merchant's.
  expect(wallet.balance()).toBe(2000n);
}

/** Who has what of a payment, less what went back; minor units. */
interface Shares {
  readonly cleared: boolean;
  readonly left: bigint;
  readonly merchant: bigint;
  readonly isv: bigint;
  readonly commission: bigint;
}

const sum = (all: readonly Shares[], share: Exclude<keyof Shares, 'cleared'>): bigint =>
  all.reduce((total, one) => total + one[share], 0n);

/** The shares of a merchant's payments, worked out from its transactions alone. */
function shares(all: readonly Transaction[]): Shares[] {
  return all
    .filter((one) => isPayment(one) && one.status !== 'E' && one.status !== 'X')
    .map((payment) => {
      const amount = BigInt(payment.amount);
      const back = all
        .filter(({ parentId, type }) => parentId === payment.id && type === TransactionType.CardRefund)
        .filter(({ status }) => status !== 'X')
        .reduce((total, refund) => total - BigInt(refund.amount), 0n);
      const fee = BigInt(payment.isv?.amount ?? 0);
      const isv = fee - (fee * back) / amount;
      const commission = BigInt(payment.commission);
      expect([fee <= amount, back <= amount]).toEqual([true, true]);
      const left = amount - back;
      return {
        cleared: payment.clearedAt !== null,
        left,
        isv,
        commission,
        merchant: left - isv - commission,
      };
    });
}

/** What a merchant sent to cards beyond refunds, minor units. */
function disbursed(all: readonly Transaction[]): bigint {
  return all
    .filter(({ type, status }) => type === TransactionType.CardPayout && status === 'F')
    .reduce((total, { amount }) => total - BigInt(amount), 0n);
}
