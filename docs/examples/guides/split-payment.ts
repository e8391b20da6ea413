import { expect } from '@jest/globals';
import { connectedSeller, DAY_MS } from '../world.js';
import type { World } from '../world.js';
// #region example
import { planReversals, planSplit } from 'nestjs-pay/client';
import type { Marketplace, MethodReturn, SellerShare, SplitPlan, SplitRefund } from 'nestjs-pay/client';

/** Money on its way: `open` is not sent, `sent` may have happened, `done` has happened. Amounts are minor units. */
export interface Step {
  connectedAccountId: string;
  amount: number;
  state: 'open' | 'sent' | 'done';
  /** The service's id of it, once it is done. */
  transferId?: string;
}

/** A refund that was decided: `id` is yours, and no other refund of any payment has it. */
export interface Refund {
  id: string;
  wanted: SplitRefund;
  state: 'open' | 'sent' | 'done';
  /** What comes back from the sellers. */
  reversals: Step[];
}

/** What your database keeps of a payment that was split: plain data. */
export interface SplitRecord {
  transactionId: string;
  plan: SplitPlan;
  shares: Step[];
  refunds: Refund[];
}

/** The service, and your database: `save` ends once the record is kept. */
export interface Market {
  marketplace: Marketplace;
  save: (record: SplitRecord) => Promise<void>;
}

/** Once the payment is confirmed: 10 % are the platform's, the rest is the sellers'. Store it before you send anything. */
export function planPayment(transactionId: string, amount: number, sellers: SellerShare[]): SplitRecord {
  const plan = planSplit({ amount, sellers, platformFee: { basisPoints: 1000 } });
  const shares = plan.transfers.map(({ connectedAccountId, amount: share }): Step => {
    return { connectedAccountId, amount: share, state: 'open' };
  });
  return { transactionId, plan, shares, refunds: [] };
}

/** Sends what was not sent. Call it again after a failure: nobody is paid twice. */
export async function sendShares(market: Market, record: SplitRecord): Promise<void> {
  const unsettled = record.refunds.find(({ state }) => state !== 'done');
  if (unsettled) throw new Error(`refund ${unsettled.id} has no known end: repeat it first`);
  const { transactionId } = record;
  await inTurn(record.shares, (share) => {
    const { amount, connectedAccountId } = share;
    return sendOnce(market, record, share, () =>
      market.marketplace.transfers.sendFunds({ amount, connectedAccountId, transactionId }),
    );
  });
}

/** Gives the customer money back and takes the sellers' parts. Call it again with the same id until it ends well. */
export async function refund(
  market: Market,
  record: SplitRecord,
  id: string,
  wanted: SplitRefund,
): Promise<void> {
  const decided = record.refunds.find((one) => one.id === id) ?? decide(record, id, wanted);
  const { amount, connectedAccountId } = decided.wanted;
  if (amount !== wanted.amount || connectedAccountId !== wanted.connectedAccountId)
    throw new Error(`refund ${id} is another one: ${amount} minor units`);
  if (decided.state !== 'done') await payBack(market, record, decided);
  await inTurn(decided.reversals, (reversal) => takeBack(market, record, reversal));
}

function decide(record: SplitRecord, id: string, wanted: SplitRefund): Refund {
  const unsettled = record.refunds.find(({ state }) => state !== 'done');
  if (unsettled) throw new Error(`refund ${unsettled.id} has no known end: repeat it first`);
  if (record.shares.some(({ state }) => state === 'sent')) throw new Error('a share has no known end');
  const earlier = record.refunds.map((one) => one.wanted);
  const plan = planReversals(record.plan, wanted, earlier); // throws when it is more than is left
  const reversals = plan.reversals.map((part): Step => ({ ...part, state: 'open' }));
  const decided: Refund = { id, wanted, state: 'open', reversals };
  record.refunds.push(decided);
  return decided;
}

/** The customer's money. The key is the refund's own id, so that sending it again refunds once. */
async function payBack({ marketplace, save }: Market, record: SplitRecord, decided: Refund): Promise<void> {
  const isFirst = decided.state === 'open';
  decided.state = 'sent';
  await save(record); // before it leaves
  const refunded = await marketplace.transactions.cancelTransaction(record.transactionId, {
    amount: decided.wanted.amount,
    idempotencyKey: decided.id,
  });
  if (!refunded.success) {
    // A no to the first request is certain; a no to a later one says nothing of the first.
    if (isFirst && refunded.error.outcome !== 'unknown')
      record.refunds = record.refunds.filter((one) => one !== decided);
    await save(record);
    throw new Error(`${refunded.error.outcome}: ${refunded.message}`);
  }
  decided.state = 'done';
  // What a seller was not sent yet is not sent, rather than taken back.
  for (const reversal of decided.reversals) {
    const share = shareOf(record, reversal);
    if (share.state !== 'open') continue;
    share.amount -= reversal.amount;
    reversal.state = 'done';
  }
  await save(record);
}

function takeBack(market: Market, record: SplitRecord, reversal: Step): Promise<void> {
  const { amount } = reversal;
  const transferId = shareOf(record, reversal).transferId ?? '';
  return sendOnce(market, record, reversal, () =>
    market.marketplace.transfers.createTransferReversal(transferId, { amount }),
  );
}

/** Transfers have no key: after a lost answer only a person who looks for event 8448 can make them `open` or `done`. */
async function sendOnce(
  { save }: Market,
  record: SplitRecord,
  step: Step,
  send: () => Promise<MethodReturn<{ transferId: string }>>,
): Promise<void> {
  if (step.state === 'done' || step.amount === 0) return;
  if (step.state === 'sent') throw new Error(`${step.amount} may have been sent: look for event 8448`);
  step.state = 'sent';
  await save(record); // before it leaves
  const result = await send();
  if (result.success) Object.assign(step, { state: 'done', transferId: result.data.transferId });
  else if (result.error.outcome !== 'unknown') step.state = 'open';
  await save(record);
  if (!result.success) throw new Error(`${result.error.outcome}: ${result.message}`);
}

/** One after the other, also after a failure: one seller's does not hold up the others'. */
async function inTurn(steps: Step[], act: (step: Step) => Promise<void>): Promise<void> {
  const problems: unknown[] = [];
  for (const step of steps) await act(step).catch((problem: unknown) => problems.push(problem));
  if (problems.length > 0) throw new AggregateError(problems, problems.map(String).join('; '));
}

function shareOf({ shares }: SplitRecord, { connectedAccountId }: Step): Step {
  const share = shares.find((one) => one.connectedAccountId === connectedAccountId);
  if (!share) throw new Error(`${connectedAccountId} has no share of this payment`);
  return share;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  await refundsOfEverySize(world);
  await refusedReversal(world);
  await lostAnswer(world);
  await refundBeforeShares(world);
};

/** A payment of 100.01 of two sellers, in a database that forgets what was not saved. */
async function splitOf(world: World) {
  const accounts = [connectedSeller(world), connectedSeller(world)] as const;
  const [first, second] = accounts;
  const transactionId = await world.payment({ amount: 10_001 });
  let stored = JSON.stringify(
    planPayment(transactionId, 10_001, [
      { connectedAccountId: first, amount: 6001 },
      { connectedAccountId: second, amount: 4000 },
    ]),
  );
  const market: Market = {
    marketplace: world.marketplace,
    save: (record) => Promise.resolve(void (stored = JSON.stringify(record))),
  };
  const load = () => JSON.parse(stored) as SplitRecord;
  return {
    first,
    second,
    load,
    send: () => sendShares(market, load()),
    refund: (id: string, wanted: SplitRefund) => refund(market, load(), id, wanted),
    refunded: () => world.simulator.transactions.get(transactionId).refunded,
    balances: () => accounts.map((account) => world.simulator.sellers.balance(account).available),
  };
}

async function refundsOfEverySize(world: World): Promise<void> {
  const sale = await splitOf(world);
  await sale.send();
  await sale.send();
  await world.simulator.clock.advance(2 * DAY_MS);
  expect(sale.balances()).toEqual([5401n, 3600n]);
  await sale.refund('book', { amount: 4000, connectedAccountId: sale.second });
  expect(sale.balances()).toEqual([5401n, 0n]);
  for (const amount of [333, 2667, 3001]) await sale.refund(`part-${amount}`, { amount });
  expect([sale.refunded(), ...sale.balances()]).toEqual([10_001, 0n, 0n]);
  await expect(sale.refund('more', { amount: 1 })).rejects.toThrow('only 0 minor units');
  await expect(sale.refund('book', { amount: 1 })).rejects.toThrow('is another one');
}

/** A seller has been paid out: the customer gets the money once, and the seller's part is asked for again. */
async function refusedReversal(world: World): Promise<void> {
  const sale = await splitOf(world);
  await sale.send();
  await world.simulator.clock.advance(2 * DAY_MS);
  world.simulator.faults.add({ operation: 'transfers.createTransferReversal', kind: 'status', status: 452 });
  const wanted = { amount: 5000 };
  await expect(sale.refund('owed', wanted)).rejects.toThrow('rejected');
  const [first = 0n, second = 0n] = sale.balances();
  expect([sale.refunded(), first]).toEqual([5000, 5401n]);
  expect(second).toBeLessThan(3600n); // the other seller's part came back
  await sale.refund('owed', wanted);
  await sale.refund('owed', wanted);
  expect([sale.refunded(), ...sale.balances()]).toEqual([5000, 2701n, 1800n]);
}

/** Nobody knows whether the customer was refunded: only the same refund goes on, and it happens once. */
async function lostAnswer(world: World): Promise<void> {
  const cancel = 'marketplace:transactions.cancelTransaction';
  const sale = await splitOf(world);
  await sale.send();
  await world.simulator.clock.advance(2 * DAY_MS);
  world.simulator.faults.add({ operation: cancel, kind: 'executed-but-lost' });
  await expect(sale.refund('lost', { amount: 1000 })).rejects.toThrow('unknown');
  await expect(sale.refund('other', { amount: 5000 })).rejects.toThrow('refund lost has no known end');
  world.simulator.faults.add({ operation: cancel, kind: 'status', status: 401 });
  await expect(sale.refund('lost', { amount: 1000 })).rejects.toThrow();
  expect(sale.load().refunds.map(({ id, state }) => [id, state])).toEqual([['lost', 'sent']]);
  await sale.refund('lost', { amount: 1000 });
  await sale.refund('other', { amount: 5000 });
  expect(sale.refunded()).toBe(6000);
  await sale.refund('rest', { amount: 4001 });
  expect(sale.balances()).toEqual([0n, 0n]);
  // A refusal of the first request is certain: nothing is left of it, and another refund may come.
  const next = await splitOf(world);
  world.simulator.faults.add({ operation: cancel, kind: 'status', status: 452 });
  await expect(next.refund('refused', { amount: 1000 })).rejects.toThrow('rejected');
  await next.refund('instead', { amount: 4000, connectedAccountId: next.second });
  expect(next.refunded()).toBe(4000);
}

/** Goods that were given back before the sellers were paid are paid to nobody. */
async function refundBeforeShares(world: World): Promise<void> {
  const sale = await splitOf(world);
  await sale.refund('early-1', { amount: 4000, connectedAccountId: sale.second });
  await sale.refund('early-2', { amount: 1000, connectedAccountId: sale.first });
  await sale.send();
  await sale.send();
  await world.simulator.clock.advance(2 * DAY_MS);
  expect(sale.balances()).toEqual([4501n, 0n]);
  await sale.refund('late', { amount: 5001 });
  expect([sale.refunded(), ...sale.balances()]).toEqual([10_001, 0n, 0n]);
  // A share without an answer may have been sent: it is neither sent again nor left out.
  const other = await splitOf(world);
  world.simulator.faults.add({ operation: 'transfers.sendFunds', kind: 'executed-but-lost' });
  await expect(other.send()).rejects.toThrow('unknown');
  await expect(other.send()).rejects.toThrow('look for event 8448');
  await expect(other.refund('blocked', { amount: 1 })).rejects.toThrow('a share has no known end');
  expect(other.refunded()).toBe(0);
}
