import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SimulatorClock } from './clock.js';
import { createSend } from '../deliveries/send.js';
import { Ids } from './ids.js';
import { ORDER_TERMS } from './order-terms.testing.js';
import { createServices, type Services } from '../wiring/services.js';
import { GOOD_CARD } from '../../testing/merchant.js';
import type { DomainEvent } from './events.js';
import { reversible } from './funds-transfer.js';
import { merchantAccount } from './merchant.js';
import { Refusal } from './refusal.js';
import { isPayment } from './transaction.js';

const OPENING = 2000;
const EURO = '978';

/** A platform, and what it was told so far. */
interface Platform {
  readonly services: Services;
  readonly told: DomainEvent[];
}

type Step = (platform: Platform, pick: number, amount: number) => void | Promise<void>;
const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(list.length, 1)];
const ignoreRefusal = (run: () => void): void => {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};

const STEPS: Readonly<Record<string, Step>> = {
  connect: ({ services: { sellers } }, pick) => {
    if (sellers.list().length < 4) sellers.connect({ verified: pick % 4 !== 0 });
  },
  pay: ({ services: { orders, checkout, sellers } }, pick, amount) => {
    const accountId = at(sellers.list(), pick)?.accountId;
    const moved = Math.ceil(((amount + 30) * (1 + (pick % 10))) / 10);
    const transfer =
      accountId === undefined || pick % 2 === 0
        ? undefined
        : {
            accountId,
            amount: pick % 3 === 0 ? null : moved,
            platformFee: Math.floor((moved * (pick % 11)) / 10),
          };
    const { code } = orders.create({ ...ORDER_TERMS, amount: amount + 30, transfer });
    checkout.pay(code, pick % 5 === 0 ? { ...GOOD_CARD, authorisedAmount: 100 + pick } : GOOD_CARD);
  },
  send: ({ services: { sellers, transactions, transfers } }, pick, amount) =>
    ignoreRefusal(() =>
      transfers.send({
        accountId: at(sellers.list(), pick)?.accountId ?? '',
        amount: amount + 1,
        description: 'share',
        paymentId: pick % 4 === 0 ? null : (at(transactions.list().filter(isPayment), pick)?.id ?? null),
      }),
    ),
  reverse: ({ services: { transfers } }, pick, amount) =>
    ignoreRefusal(() =>
      transfers.reverse(at(transfers.list(), pick)?.id ?? '', pick % 2 === 0 ? undefined : amount + 1),
    ),
  refund: ({ services: { platformRefunds, transactions } }, pick, amount) =>
    ignoreRefusal(() =>
      platformRefunds.refund(
        at(transactions.list().filter(isPayment), pick)?.id ?? '',
        { amount: pick % 3 === 0 ? 0 : amount + 1 },
        { reverseTransfers: pick % 4 !== 0, refundPlatformFee: pick % 5 !== 0 },
      ),
    ),
  payouts: ({ services: { sellers } }, pick, amount) => {
    const accountId = at(sellers.list(), pick)?.accountId;
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
    const accountId = at(sellers.list(), pick)?.accountId;
    if (accountId !== undefined) sellers.verify(accountId, pick % 3 !== 0);
  },
  withdraw: ({ services: { wallet } }, _pick, amount) => ignoreRefusal(() => wallet.withdraw(amount + 1)),
  deposit: ({ services: { wallet } }, _pick, amount) => wallet.deposit(amount + 1),
  wait: async ({ services: { clock } }, pick) => clock.advance((pick % 40) * 3_600_000),
};

/** Without these few the others find nothing to act on. */
const OFTEN = ['pay', 'pay', 'send', 'send', 'reverse', 'refund', 'refund', 'wait', 'wait'];

function start(): Platform {
  const services = createServices({
    account: merchantAccount({ openingBalance: OPENING }),
    clock: new SimulatorClock({ mode: 'manual', now: new Date('2026-02-03T10:00:00Z') }),
    ids: new Ids('marketplace', 'mixed'),
    successUrl: 'https://shop.example/ok',
    failureUrl: 'https://shop.example/fail',
    send: createSend(),
  });
  const told: DomainEvent[] = [];
  services.watchEvents((event) => void told.push(event));
  services.sellers.connect();
  return { services, told };
}

describe('any interleaving of payments, splits, refunds, reversals, payouts and time', () => {
  it('pays no seller twice, and leaves every party with what its events say', async () => {
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
      { numRuns: 150 },
    );
  });

  it('comes to all of it: waiting and run transfers, reversals of both, fees kept and given back, payouts', async () => {
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
        'run',
        all.some(({ parentId, executedAt }) => parentId === null && executedAt !== null),
      );
      note(
        'taken back',
        all.some(({ to, executedAt }) => to === 'platform' && executedAt !== null),
      );
      note(
        'cancelled',
        all.some(({ to, executedAt }) => to === 'platform' && executedAt === null),
      );
      note(
        'fee kept',
        all.some(({ fee, executedAt }) => fee > 0 && executedAt !== null),
      );
      note(
        'fee back',
        all.some(({ parentId, to }) => parentId !== null && to === 'seller'),
      );
      note('paid out', ledger.balance('bank', EURO) > 0n && sellers.list().length > 0);
    }
    expect([...seen].sort()).toEqual(
      ['waiting', 'run', 'taken back', 'cancelled', 'fee kept', 'fee back', 'paid out'].sort(),
    );
  });
});

/** Transfers less reversals are never below 0, run once, and of one payment never more than it took. */
function checkTransfers({ services: { transactions, transfers }, told }: Platform): void {
  const all = transfers.list();
  const announced = told.filter((event) => event.type === 'funds-transfer-created');
  expect(announced.map(({ funds }) => funds.id).sort()).toEqual(all.map(({ id }) => id).sort());
  const moved = told.filter((event) => event.type === 'account-transaction').map(({ movement }) => movement);
  for (const transfer of all) {
    const back = all.filter(({ parentId, to }) => parentId === transfer.id && to === 'platform');
    expect(back.reduce((sum, { amount }) => sum + amount, 0)).toBe(transfer.reversed);
    expect(transfer.parentId === null ? reversible(transfer) : 0).toBeGreaterThanOrEqual(0);
    expect(transfer.fee).toBeGreaterThanOrEqual(0);
    const feeBack = all
      .filter(({ parentId, to }) => parentId === transfer.id && to === 'seller')
      .reduce((sum, { amount }) => sum + amount, 0);
    expect(transfer.fee + feeBack).toBeLessThanOrEqual(transfer.agreedFee);
    const credits = moved.filter(({ id }) => id === transfer.creditId);
    expect(credits).toHaveLength(transfer.executedAt === null ? 0 : 1);
    // What was taken back before it ran did not run.
    const before = back.filter(({ executedAt }) => executedAt === null);
    const ran = transfer.amount - before.reduce((sum, { amount }) => sum + amount, 0);
    if (!credits[0]) continue;
    expect(credits[0].amount).toBe(BigInt(ran));
    expect(transfer.fee).toBeLessThanOrEqual(ran);
  }
  // Every credit of a seller is that of one transfer: nobody is paid twice.
  const credited = moved.filter(
    ({ wallet, amount }) => wallet.connectedAccountId !== undefined && amount > 0,
  );
  const sent = all.filter(({ to, executedAt }) => to === 'seller' && executedAt !== null);
  expect(credited.map(({ id }) => id).sort()).toEqual(sent.map(({ creditId }) => creditId).sort());
  for (const payment of transactions.list().filter(isPayment)) {
    const outstanding = transfers
      .ofPayment(payment.id)
      .reduce((sum, transfer) => sum + reversible(transfer), 0);
    expect(outstanding).toBeLessThanOrEqual(payment.amount);
  }
}

/** Each wallet holds the sum of its movements (2054). */
function checkBalances({ services, told }: Platform): void {
  const { account, ledger, sellers, wallets } = services;
  expect(Object.values(ledger.totals()).every((total) => total === 0n)).toBe(true);
  const byWallet = new Map<string, bigint>();
  for (const event of told) {
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
  expect(wallets.balance(primary).available).toBe(
    BigInt(account.openingBalance) + (byWallet.get(primary.id) ?? 0n),
  );
}
