import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ORDER_DETAILS } from './order-details.testing.js';
import type { Services } from '../services/services.js';
import { ignoreRefusal, pickFrom, startServices } from './services.testing.js';
import { GOOD_CARD } from '../../testing/merchant.js';
import type { DomainEvent } from './events.js';
import { reversibleAmount } from './funds-transfer.js';
import { isPayment } from './transaction.js';
import { propertyRuns } from '../../../../test/full-size.js';

const EURO = '978';

/** A platform with its published events. */
interface Platform {
  readonly services: Services;
  readonly events: DomainEvent[];
}

type Step = (platform: Platform, pick: number, amount: number) => void | Promise<void>;

const STEPS: Readonly<Record<string, Step>> = {
  connect: ({ services: { sellers } }, pick) => {
    if (sellers.list().length < 4) sellers.connect({ verified: pick % 4 !== 0 });
  },
  pay: ({ services: { orders, checkout, sellers } }, pick, amount) => {
    const accountId = pickFrom(sellers.list(), pick)?.accountId;
    const moved = Math.ceil(((amount + 30) * (1 + (pick % 10))) / 10);
    const transfer =
      accountId === undefined || pick % 2 === 0
        ? undefined
        : {
            accountId,
            amount: pick % 3 === 0 ? null : moved,
            platformFee: Math.floor((moved * (pick % 11)) / 10),
          };
    const { code } = orders.create({ ...ORDER_DETAILS, amount: amount + 30, transfer });
    checkout.pay(code, pick % 5 === 0 ? { ...GOOD_CARD, authorizedAmount: 100 + pick } : GOOD_CARD);
  },
  send: ({ services: { sellers, transactions, transfers } }, pick, amount) =>
    ignoreRefusal(() =>
      transfers.send({
        accountId: pickFrom(sellers.list(), pick)?.accountId ?? '',
        amount: amount + 1,
        description: 'share',
        paymentId:
          pick % 4 === 0 ? null : (pickFrom(transactions.list().filter(isPayment), pick)?.id ?? null),
      }),
    ),
  reverse: ({ services: { transfers } }, pick, amount) =>
    ignoreRefusal(() =>
      transfers.reverse(pickFrom(transfers.list(), pick)?.id ?? '', pick % 2 === 0 ? undefined : amount + 1),
    ),
  refund: ({ services: { platformRefunds, transactions } }, pick, amount) =>
    ignoreRefusal(() =>
      platformRefunds.refund(
        pickFrom(transactions.list().filter(isPayment), pick)?.id ?? '',
        { amount: pick % 3 === 0 ? 0 : amount + 1 },
        { reverseTransfers: pick % 4 !== 0, refundPlatformFee: pick % 5 !== 0 },
      ),
    ),
  dispute: ({ services: { disputes, transactions } }, pick) => {
    const steps = transactions
      .list()
      .flatMap((payment) => disputes.possibleSteps(payment).map((step) => ({ id: payment.id, step })));
    const next = pickFrom(steps, pick);
    if (next) disputes.move(next.id, next.step);
  },
  payouts: ({ services: { sellers } }, pick, amount) => {
    const accountId = pickFrom(sellers.list(), pick)?.accountId;
    const number = { branchCode: '1', accountNumber: '2', countryCode: 'GB' };
    if (accountId !== undefined)
      sellers.changePayouts(accountId, {
        interval: 1 + (pick % 3),
        dayOfWeek: 1 + (pick % 7),
        dayOfMonth: 1 + (pick % 31),
        disable: pick % 5 === 0,
        amountThreshold: amount + 1,
        bankAccount: { ...number, iban: null, friendlyName: null, beneficiaryName: 'Jo Doe' },
      });
  },
  verify: ({ services: { sellers } }, pick) => {
    const accountId = pickFrom(sellers.list(), pick)?.accountId;
    if (accountId !== undefined) sellers.verify(accountId, pick % 3 !== 0);
  },
  withdraw: ({ services: { wallet } }, _pick, amount) => ignoreRefusal(() => wallet.withdraw(amount + 1)),
  deposit: ({ services: { wallet } }, _pick, amount) => wallet.deposit(amount + 1),
  wait: async ({ services: { clock } }, pick) => clock.advance((pick % 40) * 3_600_000),
};

/** More frequent steps, because the other steps need payments and transfers. */
const OFTEN = ['pay', 'pay', 'send', 'send', 'reverse', 'refund', 'refund', 'dispute', 'wait', 'wait'];

function start(): Platform {
  const services = startServices('marketplace');
  const events: DomainEvent[] = [];
  services.watchEvents((event) => void events.push(event));
  services.sellers.connect();
  return { services, events };
}

describe('after any sequence of payments, transfers, refunds, reversals, disputes, payouts and time', () => {
  it('no seller is paid twice, and each balance equals the sum of its events', async () => {
    const step = fc.tuple(fc.constantFrom(...Object.keys(STEPS), ...OFTEN), fc.nat(1000), fc.nat(3000));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const platform = start();
        for (const [name, pick, amount] of steps) {
          await STEPS[name]?.(platform, pick, amount);
          checkTransfers(platform);
          checkBalances(platform);
        }
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it('each kind of transfer, reversal, fee, dispute and payout has happened in the generated steps', async () => {
    const platform = start();
    const seen = new Set<string>();
    const note = (name: string, happens: boolean): void => void (happens && seen.add(name));
    const step = fc.tuple(fc.constantFrom(...Object.keys(STEPS), ...OFTEN), fc.nat(1000), fc.nat(3000));
    for (const [name, pick, amount] of fc.sample(step, { numRuns: 600, seed: 4 })) {
      await STEPS[name]?.(platform, pick, amount);
      const { transfers, ledger, sellers } = platform.services;
      const all = transfers.list();
      note(
        'waiting',
        all.some(({ parentId, executedAt }) => parentId === null && executedAt === null),
      );
      note(
        'executed',
        all.some(({ parentId, executedAt }) => parentId === null && executedAt !== null),
      );
      note(
        'reversed',
        all.some(({ to, executedAt }) => to === 'platform' && executedAt !== null),
      );
      note(
        'canceled',
        all.some(({ to, executedAt }) => to === 'platform' && executedAt === null),
      );
      note(
        'fee kept',
        all.some(({ fee, executedAt }) => fee > 0 && executedAt !== null),
      );
      note(
        'fee returned',
        all.some(({ parentId, to }) => parentId !== null && to === 'seller'),
      );
      const statuses = new Set(platform.services.transactions.list().map(({ status }) => status));
      note('disputed', statuses.has('M'));
      note('dispute won', statuses.has('MW'));
      note('dispute lost', statuses.has('ML'));
      note('paid out', ledger.balance('bank', EURO) > 0n && sellers.list().length > 0);
    }
    const moves = ['waiting', 'executed', 'reversed', 'canceled', 'fee kept', 'fee returned', 'paid out'];
    expect([...seen].sort()).toEqual([...moves, 'disputed', 'dispute won', 'dispute lost'].sort());
  });
});

/** Checks that transfers less reversals are not negative, are executed once, and never exceed their payment. */
function checkTransfers({ services: { transactions, transfers }, events }: Platform): void {
  const all = transfers.list();
  const announced = events.filter((event) => event.type === 'funds-transfer-created');
  expect(announced.map(({ funds }) => funds.id).sort()).toEqual(all.map(({ id }) => id).sort());
  const moved = events
    .filter((event) => event.type === 'account-transaction')
    .map(({ movement }) => movement);
  for (const transfer of all) {
    const back = all.filter(({ parentId, to }) => parentId === transfer.id && to === 'platform');
    expect(back.reduce((sum, { amount }) => sum + amount, 0)).toBe(transfer.reversed);
    expect(transfer.parentId === null ? reversibleAmount(transfer) : 0).toBeGreaterThanOrEqual(0);
    expect(transfer.fee).toBeGreaterThanOrEqual(0);
    const feeBack = all
      .filter(({ parentId, to }) => parentId === transfer.id && to === 'seller')
      .reduce((sum, { amount }) => sum + amount, 0);
    expect(transfer.fee + feeBack).toBeLessThanOrEqual(transfer.agreedFee);
    const credits = moved.filter(({ id }) => id === transfer.creditId);
    expect(credits).toHaveLength(transfer.executedAt === null ? 0 : 1);
    // An amount that was reversed before the execution was not moved.
    const before = back.filter(({ executedAt }) => executedAt === null);
    const ran = transfer.amount - before.reduce((sum, { amount }) => sum + amount, 0);
    if (!credits[0]) continue;
    expect(credits[0].amount).toBe(BigInt(ran));
    expect(transfer.fee).toBeLessThanOrEqual(ran);
  }
  // Each credit of a seller belongs to one transfer.
  const credited = moved.filter(
    ({ wallet, amount }) => wallet.connectedAccountId !== undefined && amount > 0,
  );
  const sent = all.filter(({ to, executedAt }) => to === 'seller' && executedAt !== null);
  expect(credited.map(({ id }) => id).sort()).toEqual(sent.map(({ creditId }) => creditId).sort());
  for (const payment of transactions.list().filter(isPayment)) {
    const outstanding = transfers
      .ofPayment(payment.id)
      .reduce((sum, transfer) => sum + reversibleAmount(transfer), 0);
    expect(outstanding).toBeLessThanOrEqual(payment.amount);
  }
}

/** Checks that each wallet has the sum of its movements (2054). */
function checkBalances({ services, events }: Platform): void {
  const { account, ledger, sellers, transactions, wallets } = services;
  expect(Object.values(ledger.totals()).every((total) => total === 0n)).toBe(true);
  const byWallet = new Map<string, bigint>();
  for (const event of events) {
    if (event.type !== 'account-transaction') continue;
    const { wallet, amount } = event.movement;
    byWallet.set(wallet.id, (byWallet.get(wallet.id) ?? 0n) + amount);
  }
  for (const { accountId } of sellers.list()) {
    const { id } = sellers.walletOf(accountId);
    const { available, reserved } = sellers.balance(accountId);
    expect([available, reserved]).toEqual([byWallet.get(id) ?? 0n, 0n]);
    expect(available).toBeGreaterThanOrEqual(0n);
  }
  const { primary } = wallets;
  const { available, reserved } = wallets.balance(primary);
  expect(available + reserved).toBe(BigInt(account.openingBalance) + (byWallet.get(primary.id) ?? 0n));
  // An open dispute holds what is not refunded of its payment.
  const disputed = transactions.list().filter(({ status }) => /^M[SIA]?$/.test(status));
  expect(reserved).toBe(disputed.reduce((sum, { amount, refunded }) => sum + BigInt(amount - refunded), 0n));
}
