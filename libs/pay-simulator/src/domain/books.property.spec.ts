import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CheckoutOutcome } from '../checkout/checkout.types.js';
import { SimulatorClock } from './clock.js';
import { createSend } from '../deliveries/send.js';
import { Ids } from './ids.js';
import { createServices, type Services } from '../wiring/services.js';
import { BAD_CARD, CHALLENGE_CARD, GOOD_CARD } from '../../testing/merchant.js';
import { merchantAccount } from './merchant.js';
import { DEFAULT_ORDER_TERMS, OrderState, type OrderTerms } from './order.js';
import { Refusal } from './refusal.js';
import type { CounterPayment } from './reseller-desk.js';
import { isPayment, TransactionType, type Transaction } from './transaction.js';

const EUROS: OrderTerms = { ...DEFAULT_ORDER_TERMS, amount: 1000, currencyCode: '978' };

type Step = (services: Services, pick: number, amount: number) => void | Promise<void>;
const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(list.length, 1)];
const ignoreRefusal = (run: () => void): void => {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};

/** What a customer puts on the counter, mostly after a check; sometimes with a password that was used or is another's. */
const counterRequest = (
  desk: Services['resellerDesk'],
  payment: CounterPayment,
  pick: number,
  amount: number,
) => {
  const customer = { phone: `210000000${pick % 2}`, countryCode: 'GR' };
  if (pick % 4 !== 0) desk.sendPassword(payment, customer);
  const oneTimePassword = at(desk.passwords().slice(pick % 7 === 0 ? -3 : -1), pick)?.password ?? '';
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
    orders.create({ ...EUROS, amount: amount + 30, ...at(kinds, pick) });
  },
  pay: ({ checkout, orders }, pick) => {
    const code = at(orders.list(), pick)?.code ?? '';
    const card =
      at([GOOD_CARD, GOOD_CARD, BAD_CARD, CHALLENGE_CARD], pick + Math.floor(pick / 7)) ?? GOOD_CARD;
    const outcome: CheckoutOutcome = checkout.pay(
      code,
      pick % 5 === 0 ? { ...card, authorisedAmount: 100 + pick } : card,
    );
    if (outcome.kind === 'challenge')
      checkout.answerChallenge(outcome.challengeId, at(['Y', 'N', 'A'] as const, pick) ?? 'Y');
  },
  cancelOrder: ({ orders }, pick) => ignoreRefusal(() => orders.cancel(at(orders.list(), pick)?.code ?? '')),
  reopen: ({ orders }, pick) =>
    ignoreRefusal(() =>
      orders.update(at(orders.list(), pick)?.code ?? '', {
        cancelled: false,
        disablePaidState: pick % 3 === 0,
      }),
    ),
  charge: ({ recharges, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      recharges.charge(at(transactions.list(), pick)?.id ?? '', {
        amount: amount + 1,
        tipAmount: 0,
        installments: 0,
      }),
    ),
  giveBack: ({ reversals, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      reversals.cancel(at(transactions.list(), pick)?.id ?? '', pick % 2 === 0 ? {} : { amount: amount + 1 }),
    ),
  rebate: ({ disbursements, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      disbursements.rebate(at(transactions.list(), pick)?.id ?? '', { amount: amount + 1 }),
    ),
  fastRefund: ({ disbursements, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      disbursements.fastRefund(at(transactions.list(), pick)?.id ?? '', { amount: amount + 1 }),
    ),
  payOut: ({ disbursements, transactions }, pick, amount) =>
    ignoreRefusal(() =>
      disbursements.payOut(at(transactions.list(), pick)?.id ?? '', pick % 2 === 0 ? 6 : 14, {
        amount: amount + 1,
      }),
    ),
  cancelAcquiring: ({ cancellations, transactions }, pick) => {
    const latest = transactions.list().slice(-1 - (pick % 4))[0];
    ignoreRefusal(() => cancellations.cancel(latest?.id ?? '', { amount: Math.abs(latest?.amount ?? 1) }));
  },
  increase: ({ recharges, transactions }, pick, amount) =>
    ignoreRefusal(() => recharges.increase(at(transactions.list(), pick)?.id ?? '', { amount: amount + 1 })),
  moto: ({ motoCharges, orders }, pick) => {
    const orderCode = at(orders.list(), pick)?.code ?? '';
    ignoreRefusal(() =>
      motoCharges.charge({ orderCode, cardNumber: GOOD_CARD.number, expiry: GOOD_CARD.expiry, cvc: null }),
    );
  },
  payCash: ({ counterPayments, orders, resellerDesk }, pick, amount) => {
    const order = at(orders.list(), pick);
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
  withdraw: ({ wallet }, _pick, amount) => ignoreRefusal(() => wallet.withdraw(amount * 100 + 1)),
  walletTransfer: ({ walletTransfers, wallets }, pick, amount) =>
    ignoreRefusal(() => {
      const from = at(wallets.own(), pick)?.id ?? '';
      const to = at([...wallets.own(), wallets.other], Math.floor(pick / 3))?.id ?? '';
      walletTransfers.send(from, to, { amount: amount + 1, description: '' });
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
      const { id } = bankAccounts.link({ ...unnamed, iban: at(ibans, pick) ?? '' });
      const walletId = at(wallets.own(), Math.floor(pick / 5))?.id ?? '';
      const planned = {
        amount: amount + 1,
        walletId,
        isInstant: pick % 2 === 0,
        instructionType: pick % 3 === 0 ? 2 : 1,
      } as const;
      const command = pick % 7 === 0 ? undefined : bankTransfers.planFee(id, planned).id;
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

/** Without these few the others find nothing to act on. */
const OFTEN = [
  'order',
  'order',
  'order',
  'pay',
  'pay',
  'payCash',
  'payCash',
  'giveBack',
  'giveBack',
  'giveBack',
];

describe('any sequence of operations', () => {
  it('keeps the books at zero, gives back no more than was taken, and moves along documented edges only', async () => {
    const step = fc.tuple(fc.constantFrom(...Object.keys(STEPS), ...OFTEN), fc.nat(1000), fc.nat(3000));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const services = createServices({
          account: merchantAccount({ openingBalance: 2000 }),
          clock: new SimulatorClock({ mode: 'manual', now: new Date('2026-02-03T10:00:00Z') }),
          ids: new Ids('books', 'mixed'),
          successUrl: 'https://shop.example/ok',
          failureUrl: 'https://shop.example/fail',
          send: createSend(),
        });
        // A step along an undocumented edge throws an Error that is no Refusal: it fails the property.
        for (const [name, pick, amount] of steps) {
          await STEPS[name]?.(services, pick, amount);
          checkBooks(services);
        }
      }),
      { numRuns: 150 },
    );
  });
});

const GIVES_BACK: ReadonlySet<number> = new Set([
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
  for (const payment of all.filter(isPayment)) {
    const back = all
      .filter(
        (one) => one.parentId === payment.id && one.amount < 0 && one.status !== 'X' && !isDisbursement(one),
      )
      .reduce((sum, { amount }) => sum - amount, 0);
    expect(back).toBeLessThanOrEqual(payment.amount);
    expect(payment.status === 'X' ? payment.amount : payment.refunded).toBe(back);
  }
  // What payers have paid, with cards and in cash, is what payments took less what went back; pre-authorisations move nothing.
  const moves = (one: Transaction): boolean =>
    isPayment(one) ||
    isDisbursement(one) ||
    (GIVES_BACK.has(one.type) && moves(transactions.get(one.parentId ?? '')));
  const taken = all.filter((one) => one.currencyCode === '978' && one.status !== 'E' && moves(one));
  const sumOf = (some: readonly Transaction[]) => BigInt(some.reduce((sum, { amount }) => sum + amount, 0));
  expect(ledger.balance('cardholders', '978')).toBe(-sumOf(taken.filter(({ card }) => card !== null)));
  expect(ledger.balance('counter', '978')).toBe(-sumOf(taken.filter(({ card }) => card === null)));
  // Each payment at the counter took one password; no cash was taken without.
  const atCounter = all.filter(({ type }) => type === TransactionType.Cash);
  expect(atCounter).toHaveLength(resellerDesk.passwords().filter(({ redeemed }) => redeemed).length);
  for (const order of orders.list()) {
    const paid = transactions
      .ofOrder(order.code)
      .some(({ parentId, status }) => parentId === null && status !== 'E');
    if (order.state === OrderState.Paid) expect(paid).toBe(true);
  }
}
