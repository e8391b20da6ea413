import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CheckoutOutcome } from './checkout.types.js';
import type { Services } from '../services/services.js';
import { ignoreRefusal, pickFrom, startServices } from './services.testing.js';
import { BAD_CARD, CHALLENGE_CARD, GOOD_CARD } from '../../testing/merchant.js';
import { DISPUTE_STEPS, type DisputeStepName } from './disputes.js';
import { DEFAULT_ORDER_DETAILS, OrderState, type OrderDetails } from './order.js';
import type { CounterPayment } from './reseller-desk.js';
import { isPayment, TransactionType, type Transaction } from './transaction.js';
import { propertyRuns } from '../../../../test/full-size.js';

const EUROS: OrderDetails = { ...DEFAULT_ORDER_DETAILS, amount: 1000, currencyCode: '978' };

type Step = (services: Services, pick: number, amount: number) => void | Promise<void>;

/** Creates a counter payment, usually after a check. Sometimes its password is used or belongs to another customer. */
const counterRequest = (
  desk: Services['resellerDesk'],
  payment: CounterPayment,
  pick: number,
  amount: number,
) => {
  const customer = { phone: `210000000${pick % 2}`, countryCode: 'GR' };
  if (pick % 4 !== 0) desk.sendPassword(payment, customer);
  const oneTimePassword = pickFrom(desk.passwords().slice(pick % 7 === 0 ? -3 : -1), pick)?.password ?? '';
  return {
    payment,
    customer,
    oneTimePassword,
    amount,
    tags: [],
    resellerSourceCode: null,
    billId: null,
    fullName: null,
  };
};

const STEPS: Readonly<Record<string, Step>> = {
  order: ({ orders, clock }, pick, amount) => {
    const kinds = [
      {},
      { preauth: true },
      { allowRecurring: true },
      { currencyCode: '392' },
      { paymentMethodFees: { '0': 7, '3': 11 } },
      { expiresAt: clock.now() + 1_800_000 },
    ];
    orders.create({ ...EUROS, amount: amount + 30, ...pickFrom(kinds, pick) });
  },
  pay: ({ checkout, orders }, pick) => {
    const code = pickFrom(orders.list(), pick)?.code ?? '';
    const card =
      pickFrom([GOOD_CARD, GOOD_CARD, BAD_CARD, CHALLENGE_CARD], pick + Math.floor(pick / 7)) ?? GOOD_CARD;
    const outcome: CheckoutOutcome = checkout.pay(
      code,
      pick % 5 === 0 ? { ...card, authorizedAmount: 100 + pick } : card,
    );
    if (outcome.kind === 'challenge')
      checkout.answerChallenge(outcome.challengeId, pickFrom(['Y', 'N', 'A'] as const, pick) ?? 'Y');
  },
  cancelOrder: ({ orders }, pick) =>
    ignoreRefusal(() => orders.cancel(pickFrom(orders.list(), pick)?.code ?? '')),
  reopen: ({ orders }, pick) =>
    ignoreRefusal(() =>
      orders.update(pickFrom(orders.list(), pick)?.code ?? '', {
        cancelled: false,
        disablePaidState: pick % 3 === 0,
      }),
    ),
  charge: ({ recharges, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      recharges.charge(pickFrom(transactions.list(), pick)?.id ?? '', {
        amount: amount + 1,
        tipAmount: 0,
        installments: 0,
      }),
    ),
  reverse: ({ reversals, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      reversals.cancel(
        pickFrom(transactions.list(), pick)?.id ?? '',
        pick % 2 === 0 ? {} : { amount: amount + 1 },
      ),
    ),
  rebate: ({ disbursements, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      disbursements.rebate(pickFrom(transactions.list(), pick)?.id ?? '', { amount: amount + 1 }),
    ),
  fastRefund: ({ disbursements, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      disbursements.fastRefund(pickFrom(transactions.list(), pick)?.id ?? '', { amount: amount + 1 }),
    ),
  payOut: ({ disbursements, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      disbursements.payOut(pickFrom(transactions.list(), pick)?.id ?? '', pick % 2 === 0 ? 6 : 14, {
        amount: amount + 1,
      }),
    ),
  cancelAcquiring: ({ disbursements, transactions }, pick) => {
    const latest = transactions.list().slice(-1 - (pick % 4))[0];
    ignoreRefusal(() => disbursements.cancel(latest?.id ?? '', { amount: Math.abs(latest?.amount ?? 1) }));
  },
  increase: ({ recharges, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      recharges.increase(pickFrom(transactions.list(), pick)?.id ?? '', { amount: amount + 1 }),
    ),
  moto: ({ motoCharges, orders }, pick) => {
    const orderCode = pickFrom(orders.list(), pick)?.code ?? '';
    ignoreRefusal(() =>
      motoCharges.charge({ orderCode, cardNumber: GOOD_CARD.number, expiry: GOOD_CARD.expiry, cvc: null }),
    );
  },
  payCash: ({ counterPayments, orders, resellerDesk }, pick, amount) => {
    const order = pickFrom(orders.list(), pick);
    const request = counterRequest(
      resellerDesk,
      'cash',
      pick,
      pick % 5 === 0 ? amount + 1 : (order?.amount ?? 1),
    );
    ignoreRefusal(() => counterPayments.payOrder(order?.code ?? '', request));
  },
  payBill: ({ counterPayments, resellerDesk }, pick, amount) =>
    ignoreRefusal(() =>
      counterPayments.payBill({ ...counterRequest(resellerDesk, 'bill', pick, amount + 1), billId: 1 }),
    ),
  dispute: ({ disputes, transactions }, pick) =>
    ignoreRefusal(() =>
      disputes.move(
        pickFrom(transactions.list(), pick)?.id ?? '',
        pickFrom(Object.keys(DISPUTE_STEPS) as DisputeStepName[], Math.floor(pick / 7)) ?? 'dispute',
      ),
    ),
  withdraw: ({ wallet }, _pick, amount) => ignoreRefusal(() => wallet.withdraw(amount * 100 + 1)),
  walletTransfer: ({ bankTransfers, wallets }, pick, amount) =>
    ignoreRefusal(() => {
      const from = pickFrom(wallets.own(), pick)?.id ?? '';
      const to = pickFrom([...wallets.own(), wallets.other], Math.floor(pick / 3))?.id ?? '';
      bankTransfers.sendToWallet(from, to, { amount: amount + 1, description: '' });
    }),
  bankTransfer: ({ bankAccounts, bankTransfers, wallets }, pick, amount) =>
    ignoreRefusal(() => {
      const ibans = ['DE89370400440532013000', wallets.other.iban, ...wallets.own().map(({ iban }) => iban)];
      const unnamed = {
        beneficiaryName: null,
        friendlyName: null,
        secondaryReferenceData: null,
        purposeId: null,
        accountTypeId: null,
      };
      const { id } = bankAccounts.link({ ...unnamed, iban: pickFrom(ibans, pick) ?? '' });
      const walletId = pickFrom(wallets.own(), Math.floor(pick / 5))?.id ?? '';
      const planned = {
        amount: amount + 1,
        walletId,
        isInstant: pick % 2 === 0,
        instructionType: pick % 3 === 0 ? 2 : 1,
      } as const;
      const command = pick % 7 === 0 ? undefined : bankTransfers.createFeeCommand(id, planned).id;
      bankTransfers.send(id, { amount: amount + 1, walletId, description: '' }, command);
    }),
  obligation: ({ obligations, wallets }, _pick, amount) =>
    void obligations.create({
      amount: amount + 1,
      personId: wallets.other.ownerId,
      walletId: null,
      currencyCode: '978',
      description: '',
    }),
  wait: async ({ clock }, pick) => clock.advance((pick % 13) * 3_600_000),
};

/** More frequent steps, because the other steps need orders and payments. */
const OFTEN = [
  'order',
  'order',
  'order',
  'pay',
  'pay',
  'payCash',
  'payCash',
  'reverse',
  'reverse',
  'reverse',
  'dispute',
  'dispute',
];

describe('after any sequence of operations', () => {
  it('the ledger balances, refunds do not exceed payments, and only documented state changes happen', async () => {
    const step = fc.tuple(fc.constantFrom(...Object.keys(STEPS), ...OFTEN), fc.nat(1000), fc.nat(3000));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const services = startServices('books');
        // An undocumented state change throws an Error other than Refusal, which fails the property.
        for (const [name, pick, amount] of steps) {
          await STEPS[name]?.(services, pick, amount);
          checkBooks(services);
        }
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});

const REVERSAL_TYPES: ReadonlySet<number> = new Set([
  TransactionType.CardRefund,
  TransactionType.CardVoid,
  TransactionType.CashRefund,
]);
const isDisbursement = ({ type }: Transaction): boolean =>
  type === TransactionType.CardOct || type === TransactionType.CardPayout;

function checkBooks({ ledger, orders, resellerDesk, transactions, wallets }: Services): void {
  expect(Object.values(ledger.totals()).every((total) => total === 0n)).toBe(true);
  for (const wallet of wallets.own()) expect(wallets.balance(wallet).reserved).toBeGreaterThanOrEqual(0n);
  const all = transactions.list();
  // An open dispute holds what is not refunded of its payment, and a lost one pays it back.
  const unrefunded = (status: RegExp): bigint =>
    all
      .filter((one) => one.currencyCode === '978' && status.test(one.status))
      .reduce((sum, { amount, refunded }) => sum + BigInt(amount - refunded), 0n);
  expect(ledger.balance('reserved', '978')).toBeGreaterThanOrEqual(unrefunded(/^M[SIA]?$/));
  for (const payment of all.filter(isPayment)) {
    const back = all
      .filter(
        (one) => one.parentId === payment.id && one.amount < 0 && one.status !== 'X' && !isDisbursement(one),
      )
      .reduce((sum, { amount }) => sum - amount, 0);
    expect(back).toBeLessThanOrEqual(payment.amount);
    expect(payment.status === 'X' ? payment.amount : payment.refunded).toBe(back);
  }
  // The payers' accounts equal payments less reversals, for cards and cash. Pre-authorizations move no money.
  const movesMoney = (one: Transaction): boolean =>
    isPayment(one) ||
    isDisbursement(one) ||
    (REVERSAL_TYPES.has(one.type) && movesMoney(transactions.get(one.parentId ?? '')));
  const moving = all.filter((one) => one.currencyCode === '978' && one.status !== 'E' && movesMoney(one));
  const sumOf = (some: readonly Transaction[]) => BigInt(some.reduce((sum, { amount }) => sum + amount, 0));
  expect(ledger.balance('cardholders', '978')).toBe(
    unrefunded(/^ML$/) - sumOf(moving.filter(({ card }) => card !== null)),
  );
  expect(ledger.balance('counter', '978')).toBe(-sumOf(moving.filter(({ card }) => card === null)));
  // Each cash payment redeemed one password.
  const cashPayments = all.filter(({ type }) => type === TransactionType.Cash);
  expect(cashPayments).toHaveLength(resellerDesk.passwords().filter(({ redeemed }) => redeemed).length);
  for (const order of orders.list()) {
    const paid = transactions
      .ofOrder(order.code)
      .some(({ parentId, status }) => parentId === null && status !== 'E');
    if (order.state === OrderState.Paid) expect(paid).toBe(true);
  }
}
