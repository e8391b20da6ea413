import { expect } from '@jest/globals';
import { connectedSeller, DAY_MS } from '../world.js';
import type { World } from '../world.js';
// #region example
import { planReversals, planSplit } from 'nestjs-pay/client';
import type { Marketplace, MethodReturn, SellerShare, SplitPlan, SplitRefund } from 'nestjs-pay/client';

/** A transfer or reversal: `open` is not sent, `sent` may have happened, `done` has happened. Amounts are minor units. */
export interface Step {
  connectedAccountId: string;
  amount: number;
  state: 'open' | 'sent' | 'done';
  /** The service's ID after it is done. */
  transferId?: string;
}

/** A refund. You create `id`, which must be unique across all payments. */
export interface Refund {
  id: string;
  wanted: SplitRefund;
  state: 'open' | 'sent' | 'done';
  /** Reversals of the sellers' transfers. */
  reversals: Step[];
}

/** Your database record of a payment that is split, as plain data. */
export interface SplitRecord {
  transactionId: string;
  plan: SplitPlan;
  shares: Step[];
  refunds: Refund[];
}

/** The service and your database. `save` resolves after the record is stored. */
export interface Market {
  marketplace: Marketplace;
  save: (record: SplitRecord) => Promise<void>;
}

/** Plans a confirmed payment with 10 % for the platform. Store the record before you send anything. */
export function planPayment(transactionId: string, amount: number, sellers: SellerShare[]): SplitRecord {
  const plan = planSplit({ amount, sellers, platformFee: { basisPoints: 1000 } });
  const shares = plan.transfers.map(({ connectedAccountId, amount: share }): Step => {
    return { connectedAccountId, amount: share, state: 'open' };
  });
  return { transactionId, plan, shares, refunds: [] };
}

/** Sends the shares that are not sent. Call it again after a failure: no seller is paid twice. */
export async function sendShares(market: Market, record: SplitRecord): Promise<void> {
  const pending = record.refunds.find(({ state }) => state !== 'done');
  if (pending) throw new Error(`refund ${pending.id} has an unknown outcome: repeat it first`);
  const { transactionId } = record;
  await inTurn(record.shares, (share) => {
    const { amount, connectedAccountId } = share;
    return sendOnce(market, record, share, () =>
      market.marketplace.transfers.sendFunds({ amount, connectedAccountId, transactionId }),
    );
  });
}

/** Refunds the customer and reverses the sellers' parts. Call it again with the same ID until it succeeds. */
export async function refundPayment(
  market: Market,
  record: SplitRecord,
  id: string,
  wanted: SplitRefund,
): Promise<void> {
  const refund = record.refunds.find((one) => one.id === id) ?? planRefund(record, id, wanted);
  const { amount, connectedAccountId } = refund.wanted;
  if (amount !== wanted.amount || connectedAccountId !== wanted.connectedAccountId)
    throw new Error(`refund ${id} has another amount or seller: ${amount} minor units`);
  if (refund.state !== 'done') await refundCustomer(market, record, refund);
  await inTurn(refund.reversals, (reversal) => reverseTransfer(market, record, reversal));
}

function planRefund(record: SplitRecord, id: string, wanted: SplitRefund): Refund {
  const pending = record.refunds.find(({ state }) => state !== 'done');
  if (pending) throw new Error(`refund ${pending.id} has an unknown outcome: repeat it first`);
  if (record.shares.some(({ state }) => state === 'sent')) throw new Error('a share has an unknown outcome');
  const earlier = record.refunds.map((one) => one.wanted);
  const plan = planReversals(record.plan, wanted, earlier); // throws if the amount exceeds what is left
  const reversals = plan.reversals.map((part): Step => ({ ...part, state: 'open' }));
  const refund: Refund = { id, wanted, state: 'open', reversals };
  record.refunds.push(refund);
  return refund;
}

/** Refunds the customer. The idempotency key is the refund's ID, so repeated calls refund once. */
async function refundCustomer(
  { marketplace, save }: Market,
  record: SplitRecord,
  refund: Refund,
): Promise<void> {
  const isFirst = refund.state === 'open';
  refund.state = 'sent';
  await save(record); // before it is sent
  const refunded = await marketplace.transactions.cancelTransaction(
    record.transactionId,
    { amount: refund.wanted.amount },
    { idempotencyKey: refund.id },
  );
  if (!refunded.success) {
    // If the first request is rejected, nothing happened. A rejection of a later one does not tell whether the first did.
    if (isFirst && refunded.error.outcome !== 'unknown')
      record.refunds = record.refunds.filter((one) => one !== refund);
    await save(record);
    throw new Error(`${refunded.error.outcome}: ${refunded.message}`);
  }
  refund.state = 'done';
  // Reduce shares that are not sent yet, instead of reversing them.
  for (const reversal of refund.reversals) {
    const share = shareOf(record, reversal);
    if (share.state !== 'open') continue;
    share.amount -= reversal.amount;
    reversal.state = 'done';
  }
  await save(record);
}

function reverseTransfer(market: Market, record: SplitRecord, reversal: Step): Promise<void> {
  const { amount } = reversal;
  const transferId = shareOf(record, reversal).transferId ?? '';
  return sendOnce(market, record, reversal, () =>
    market.marketplace.transfers.createTransferReversal(transferId, { amount }),
  );
}

/** Sends a step once. Transfers have no idempotency key: after a lost response, look for event 8448 and set the state. */
async function sendOnce(
  { save }: Market,
  record: SplitRecord,
  step: Step,
  send: () => Promise<MethodReturn<{ transferId: string }>>,
): Promise<void> {
  if (step.state === 'done' || step.amount === 0) return;
  if (step.state === 'sent') throw new Error(`${step.amount} may have been sent: look for event 8448`);
  step.state = 'sent';
  await save(record); // before it is sent
  const result = await send();
  if (result.success) Object.assign(step, { state: 'done', transferId: result.data.transferId });
  else if (result.error.outcome !== 'unknown') step.state = 'open';
  await save(record);
  if (!result.success) throw new Error(`${result.error.outcome}: ${result.message}`);
}

/** Runs the steps one after the other. A failed step does not stop the others. */
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
  await rejectedReversal(world);
  await lostResponse(world);
  await refundBeforeShares(world);
};

/** Creates a payment of 100.01 for two sellers, in a database that keeps only saved records. */
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
    refund: (id: string, wanted: SplitRefund) => refundPayment(market, load(), id, wanted),
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
  await expect(sale.refund('book', { amount: 1 })).rejects.toThrow('has another amount');
}

/** The seller's balance is too low: the customer is refunded once, and the reversal is sent again. */
async function rejectedReversal(world: World): Promise<void> {
  const sale = await splitOf(world);
  await sale.send();
  await world.simulator.clock.advance(2 * DAY_MS);
  world.simulator.faults.add({ operation: 'transfers.createTransferReversal', kind: 'status', status: 452 });
  const wanted = { amount: 5000 };
  await expect(sale.refund('owed', wanted)).rejects.toThrow('rejected');
  const [first = 0n, second = 0n] = sale.balances();
  expect([sale.refunded(), first]).toEqual([5000, 5401n]);
  expect(second).toBeLessThan(3600n); // the other seller's part was reversed
  await sale.refund('owed', wanted);
  await sale.refund('owed', wanted);
  expect([sale.refunded(), ...sale.balances()]).toEqual([5000, 2701n, 1800n]);
}

/** The outcome of the refund is unknown: only the same refund can be repeated, and it happens once. */
async function lostResponse(world: World): Promise<void> {
  const cancel = 'marketplace:transactions.cancelTransaction';
  const sale = await splitOf(world);
  await sale.send();
  await world.simulator.clock.advance(2 * DAY_MS);
  world.simulator.faults.add({ operation: cancel, kind: 'executed-but-lost' });
  await expect(sale.refund('lost', { amount: 1000 })).rejects.toThrow('unknown');
  await expect(sale.refund('other', { amount: 5000 })).rejects.toThrow('refund lost has an unknown outcome');
  world.simulator.faults.add({ operation: cancel, kind: 'status', status: 401 });
  await expect(sale.refund('lost', { amount: 1000 })).rejects.toThrow();
  expect(sale.load().refunds.map(({ id, state }) => [id, state])).toEqual([['lost', 'sent']]);
  await sale.refund('lost', { amount: 1000 });
  await sale.refund('other', { amount: 5000 });
  expect(sale.refunded()).toBe(6000);
  await sale.refund('rest', { amount: 4001 });
  expect(sale.balances()).toEqual([0n, 0n]);
  // If the first request is rejected, the refund is removed and another one is possible.
  const next = await splitOf(world);
  world.simulator.faults.add({ operation: cancel, kind: 'status', status: 452 });
  await expect(next.refund('rejected', { amount: 1000 })).rejects.toThrow('rejected');
  await next.refund('instead', { amount: 4000, connectedAccountId: next.second });
  expect(next.refunded()).toBe(4000);
}

/** Items that are refunded before the sellers are paid are not paid to the sellers. */
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
  // A share with an unknown outcome is neither sent again nor left out.
  const other = await splitOf(world);
  world.simulator.faults.add({ operation: 'transfers.sendFunds', kind: 'executed-but-lost' });
  await expect(other.send()).rejects.toThrow('unknown');
  await expect(other.send()).rejects.toThrow('look for event 8448');
  await expect(other.refund('blocked', { amount: 1 })).rejects.toThrow('a share has an unknown outcome');
  expect(other.refunded()).toBe(0);
}
