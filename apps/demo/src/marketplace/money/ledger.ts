import type { PaySplitMovement } from 'nestjs-pay/splits';
import { sellerName } from '../market-goods.js';
import { otherRefunds, refundsOf, type MarketOrder } from '../orders/market-order.js';
import type { Sale } from './money.service.js';
import { lineOf } from './refund-plan.js';

/** A party whose money an order moves. */
export interface Party {
  readonly id: string;
  readonly name: string;
}

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
  /** Gain of each party in minor units, negative for a loss. */
  readonly balances: readonly (Party & { readonly amount: number })[];
  /** Sum of the balances: 0. */
  readonly total: number;
}

const CUSTOMER: Party = { id: 'customer', name: 'Customer' };
const PLATFORM: Party = { id: 'platform', name: 'Market' };
const SERVICE: Party = { id: 'service', name: 'Payment service' };

/** Returns the movements of an order's money that certainly happened. */
export function ledgerOf(sale: Sale): Ledger {
  const { order } = sale;
  const bookings = [...paymentBookings(order), ...movementBookings(sale), ...otherBookings(sale)];
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

function movementBookings({ order, split }: Sale): Booking[] {
  const booked = ({ kind, connectedAccountId, amount, refundId }: PaySplitMovement): Booking => {
    const seller = sellerParty(order, connectedAccountId ?? '');
    const goods = lineOf(order, refundId)?.name;
    switch (kind) {
      case 'transfer':
        return { text: 'Seller’s share', from: PLATFORM, to: seller, amount };
      case 'refund':
        return { text: `Refund: ${goods ?? ''}`, from: PLATFORM, to: CUSTOMER, amount };
      case 'reversal':
        return { text: 'Share taken back', from: seller, to: PLATFORM, amount };
    }
  };
  // Transfers wait until the payment clears. If it was voided, they never run (inferred).
  const isVoided = otherRefunds(order, split).some(({ isVoid }) => isVoid);
  return (split?.movements ?? [])
    .filter(({ kind, serviceId }) => serviceId !== null && (kind === 'refund' || !isVoided))
    .map(booked);
}

function otherBookings({ order, split }: Sale): Booking[] {
  const disputes = (split?.external ?? [])
    .filter(({ kind }) => kind === 'dispute')
    .map(({ amount }) => ({ text: 'Lost dispute', from: PLATFORM, to: CUSTOMER, amount }));
  const others = otherRefunds(order, split).map(({ amount }) => ({
    text: 'Refund made outside this page',
    from: PLATFORM,
    to: CUSTOMER,
    amount,
  }));
  const { commission } = order;
  const isVoided = refundsOf(order).some(({ isVoid }) => isVoid);
  const back = { text: 'Commission of the void', from: SERVICE, to: PLATFORM, amount: commission ?? 0 };
  return [...others, ...disputes, ...(isVoided && back.amount > 0 ? [back] : [])];
}

function sellerParty({ lines }: MarketOrder, connectedAccountId: string): Party {
  const key = lines.find((line) => line.connectedAccountId === connectedAccountId)?.sellerKey ?? '';
  return { id: connectedAccountId, name: sellerName(key) };
}
