import { sellerName } from '../market-goods.js';
import type { MarketOrder } from '../orders/market-order.js';
import type { MoneyMove } from './money-move.js';

/** Somebody whose money an order moves. */
export interface Party {
  readonly id: string;
  readonly name: string;
}

/** Money from one to another. */
export interface Booking {
  readonly text: string;
  readonly from: Party;
  readonly to: Party;
  /** Minor units, above 0. */
  readonly amount: number;
}

/** Every cent of an order. */
export interface Ledger {
  readonly bookings: readonly Booking[];
  /** What each has more than before the order, minor units, negative where it is less. */
  readonly balances: readonly (Party & { readonly amount: number })[];
  /** The sum of the balances: 0. */
  readonly total: number;
}

const CUSTOMER: Party = { id: 'customer', name: 'Customer' };
const PLATFORM: Party = { id: 'platform', name: 'Market' };
const SERVICE: Party = { id: 'service', name: 'Payment service' };

/** What has certainly happened with an order's money: what is only meant to happen, or has no known end, is not in it. */
export function ledgerOf(order: MarketOrder): Ledger {
  const bookings = [...paymentBookings(order), ...moveBookings(order), ...otherBookings(order)];
  const sellers = [...new Set(order.lines.map(({ connectedAccountId }) => connectedAccountId))];
  const parties = [CUSTOMER, ...sellers.map((id) => sellerParty(order, id)), PLATFORM, SERVICE];
  const balances = parties.map((party) => ({
    ...party,
    amount: bookings.reduce(
      (sum, { from, to, amount }) =>
        sum + (to.id === party.id ? amount : 0) - (from.id === party.id ? amount : 0),
      0,
    ),
  }));
  return { bookings, balances, total: balances.reduce((sum, { amount }) => sum + amount, 0) };
}

function paymentBookings({ payment, amount, commission }: MarketOrder): Booking[] {
  if (payment?.matches !== true) return [];
  const taken = { text: 'Commission', from: PLATFORM, to: SERVICE, amount: commission ?? 0 };
  return [{ text: 'Payment', from: CUSTOMER, to: PLATFORM, amount }, ...(taken.amount > 0 ? [taken] : [])];
}

function moveBookings(order: MarketOrder): Booking[] {
  const booked = (move: MoneyMove): Booking => {
    const seller = sellerParty(order, move.connectedAccountId);
    const { amount } = move;
    switch (move.kind) {
      case 'transfer':
        return { text: 'Seller’s share', from: PLATFORM, to: seller, amount };
      case 'refund': {
        const name = order.lines.find(({ goodsId }) => goodsId === move.goodsId)?.name ?? '';
        return { text: `Refund: ${name}`, from: PLATFORM, to: CUSTOMER, amount };
      }
      case 'reversal':
        return { text: 'Share taken back', from: seller, to: PLATFORM, amount };
    }
  };
  const isVoided = order.refundsSeen.some(({ isVoid, moveId }) => isVoid && moveId === null);
  return order.moves
    .filter(({ state }) => state.kind === 'done')
    .filter((move) => !isVoided || !isWaiting(move))
    .map(booked);
}

/** Whether it waits for the payment to settle: of one that was voided it never runs (inferred). */
function isWaiting({ kind, state }: MoneyMove): boolean {
  return kind !== 'refund' && state.kind === 'done' && state.executed === null;
}

function otherBookings({ refundsSeen, commission }: MarketOrder): Booking[] {
  const elsewhere = refundsSeen
    .filter(({ moveId }) => moveId === null)
    .map(({ amount }) => ({ text: 'Refund made elsewhere', from: PLATFORM, to: CUSTOMER, amount }));
  const back = { text: 'Commission of the void', from: SERVICE, to: PLATFORM, amount: commission ?? 0 };
  return [...elsewhere, ...(refundsSeen.some(({ isVoid }) => isVoid) && back.amount > 0 ? [back] : [])];
}

function sellerParty({ lines }: MarketOrder, connectedAccountId: string): Party {
  const key = lines.find((line) => line.connectedAccountId === connectedAccountId)?.sellerKey ?? '';
  return { id: connectedAccountId, name: sellerName(key) };
}
