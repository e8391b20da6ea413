import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AccountServices } from '../services/merchant-services.js';
import { ORDER_DETAILS } from './order-details.testing.js';
import type { Services } from '../services/services.js';
import { ignoreRefusal, pickFrom, startServices } from './services.testing.js';
import { BAD_CARD, GOOD_CARD } from '../../testing/merchant.js';
import { isPayment, TransactionType, type Transaction } from './transaction.js';
import { propertyRuns } from '../../../../test/full-size.js';

const OPENING_BALANCE = 500;
type Step = (merchant: AccountServices, pick: number, amount: number) => void | Promise<void>;
const anyId = ({ transactions }: AccountServices, pick: number): string =>
  pickFrom(transactions.list(), pick)?.id ?? '';

const STEPS: Readonly<Record<string, Step>> = {
  order: ({ orders }, pick, amount) => {
    const fee = (amount + 29) % (1 + pick * 7);
    const isv = (feeOfOrder: number) => ({
      isv: { amount: Math.min(feeOfOrder, amount + 29), resellerSourceCode: 'Default' },
    });
    const kinds = [isv(fee), isv(0), { preauth: true, ...isv(0) }, { allowRecurring: true, ...isv(fee) }, {}];
    orders.create({ ...ORDER_DETAILS, amount: amount + 30, ...pickFrom(kinds, pick) });
  },
  pay: ({ checkout, orders }, pick) => {
    const card = pick % 7 === 0 ? BAD_CARD : GOOD_CARD;
    const code = pickFrom(orders.list(), pick)?.code ?? '';
    checkout.pay(code, pick % 5 === 0 ? { ...card, authorizedAmount: 20 + pick } : card);
  },
  charge: (merchant, pick, amount) =>
    ignoreRefusal(() =>
      merchant.recharges.charge(anyId(merchant, pick), {
        amount: amount + 1,
        tipAmount: 0,
        installments: 0,
        ...(pick % 3 !== 0 && { isv: { amount: pick % (amount + 1) } }),
      }),
    ),
  moto: ({ motoCharges, orders }, pick, amount) =>
    ignoreRefusal(() =>
      motoCharges.charge({
        orderCode: pickFrom(orders.list(), pick)?.code ?? '',
        cardNumber: GOOD_CARD.number,
        expiry: GOOD_CARD.expiry,
        cvc: null,
        ...(pick % 2 === 0 && { isv: { amount } }),
      }),
    ),
  reverse: (merchant, pick, amount) =>
    ignoreRefusal(() =>
      merchant.reversals.cancel(anyId(merchant, pick), pick % 2 === 0 ? {} : { amount: amount + 1 }),
    ),
  fastRefund: (merchant, pick, amount) =>
    ignoreRefusal(() => merchant.disbursements.fastRefund(anyId(merchant, pick), { amount: amount + 1 })),
  payOut: (merchant, pick, amount) =>
    ignoreRefusal(() => merchant.disbursements.payOut(anyId(merchant, pick), 14, { amount: amount + 1 })),
  cancelAcquiring: ({ disbursements, transactions }, pick) => {
    const latest = transactions.list().slice(-1 - (pick % 4))[0];
    ignoreRefusal(() => disbursements.cancel(latest?.id ?? '', { amount: Math.abs(latest?.amount ?? 1) }));
  },
  dispute: (merchant, pick) =>
    ignoreRefusal(() =>
      merchant.disputes.move(
        anyId(merchant, pick),
        pickFrom(['dispute', 'dispute-won', 'dispute-lost'] as const, Math.floor(pick / 7)) ?? 'dispute',
      ),
    ),
  wait: async ({ clock }, pick) => clock.advance((pick % 13) * 3_600_000),
};

/** More frequent steps, because the other steps need orders and payments. */
const OFTEN = ['order', 'order', 'pay', 'pay', 'reverse', 'reverse', 'charge', 'dispute', 'dispute'];

describe('after any sequence of operations for connected merchants', () => {
  it('each of merchants, ISV and service has its share of the payments less refunds', async () => {
    const step = fc.tuple(
      fc.constantFrom(...Object.keys(STEPS), ...OFTEN),
      fc.nat(1),
      fc.nat(1000),
      fc.nat(3000),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const services = startServices('isv books');
        const merchants = [0, 1].map(() =>
          services.connectedMerchants.connect({ openingBalance: OPENING_BALANCE }),
        );
        for (const [name, index, pick, amount] of steps) {
          const merchant = merchants[index];
          if (merchant) await STEPS[name]?.(merchant, pick, amount);
          checkBooks(services, merchants);
        }
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});

function checkBooks({ ledger, wallet }: Services, merchants: readonly AccountServices[]): void {
  expect(Object.values(ledger.totals()).every((total) => total === 0n)).toBe(true);
  const all = merchants.flatMap((merchant) => shares(merchant.transactions.list()));
  const pending = all.filter(({ cleared }) => !cleared);
  expect(ledger.balance('isvPending', '978')).toBe(sum(pending, 'isv'));
  expect(ledger.balance('isvWallet', '978')).toBe(sum(all, 'isv') - sum(pending, 'isv'));
  expect(ledger.balance('commission', '978')).toBe(sum(all, 'commission'));
  const disbursements = merchants.map((merchant) => disbursed(merchant.transactions.list()));
  expect(ledger.balance('cardholders', '978')).toBe(
    disbursements.reduce((total, amount) => total + amount, 0n) - sum(all, 'left'),
  );
  merchants.forEach((merchant, index) => {
    const id = merchant.account.credentials.merchant.merchantId;
    const own = shares(merchant.transactions.list());
    const pending = sum(
      own.filter(({ cleared }) => !cleared),
      'merchant',
    );
    const reserved = sum(own, 'held');
    const balance =
      BigInt(OPENING_BALANCE) + sum(own, 'merchant') - pending - reserved - (disbursements[index] ?? 0n);
    expect(ledger.balance(`reserved:${id}`, '978')).toBe(reserved);
    expect(ledger.balance(`pending:${id}`, '978')).toBe(pending);
    expect(ledger.balance(`wallet:${id}`, '978')).toBe(balance);
  });
  // The main merchant's wallet does not change.
  expect(wallet.balance()).toBe(2000n);
}

/** Shares of a payment less refunds, in minor units. */
interface Shares {
  readonly cleared: boolean;
  readonly left: bigint;
  readonly merchant: bigint;
  readonly isv: bigint;
  readonly commission: bigint;
  /** Held for an open dispute. */
  readonly held: bigint;
}

const sum = (all: readonly Shares[], share: Exclude<keyof Shares, 'cleared'>): bigint =>
  all.reduce((total, one) => total + one[share], 0n);

/** Calculates the shares of a merchant's payments from its transactions only. */
function shares(all: readonly Transaction[]): Shares[] {
  return all
    .filter((one) => isPayment(one) && one.status !== 'E' && one.status !== 'X')
    .map((payment) => {
      const amount = BigInt(payment.amount);
      const isLost = payment.status === 'ML';
      const refunded = all
        .filter(({ parentId, type }) => parentId === payment.id && type === TransactionType.CardRefund)
        .filter(({ status }) => status !== 'X')
        .reduce((total, refund) => total - BigInt(refund.amount), 0n);
      const back = isLost ? amount : refunded;
      const fee = BigInt(payment.isv?.amount ?? 0);
      const isv = fee - (fee * back) / amount;
      const commission = BigInt(payment.commission) + (isLost ? 2000n : 0n);
      expect([fee <= amount, back <= amount]).toEqual([true, true]);
      const left = amount - back;
      return {
        cleared: payment.clearedAt !== null,
        left,
        isv,
        commission,
        merchant: left - isv - commission,
        held: payment.status === 'M' ? left : 0n,
      };
    });
}

/** Returns the amount that a merchant paid out to cards, in minor units. */
function disbursed(all: readonly Transaction[]): bigint {
  return all
    .filter(({ type, status }) => type === TransactionType.CardPayout && status === 'F')
    .reduce((total, { amount }) => total - BigInt(amount), 0n);
}
