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
  const { order, split } = sale;
  const { payment, lines } = order;
  const commission = order.commission ?? 0;
  const disputes = (split?.external ?? []).filter(({ kind }) => kind === 'dispute');
  const isVoided = refundsOf(order).some(({ isVoid }) => isVoid);
  const bookings = [
    ...(payment?.matches === true
      ? [
          booking('Payment', CUSTOMER, PLATFORM, order),
          booking('Commission', PLATFORM, SERVICE, { amount: commission }),
        ]
      : []),
    ...movementBookings(sale),
    ...otherRefunds(order, split).map((one) =>
      booking('Refund made outside this page', PLATFORM, CUSTOMER, one),
    ),
    ...disputes.map((one) => booking('Lost dispute', PLATFORM, CUSTOMER, one)),
    ...(isVoided ? [booking('Commission of the void', SERVICE, PLATFORM, { amount: commission })] : []),
  ].filter(({ amount }) => amount > 0);
  const sellers = [...new Set(lines.map(({ connectedAccountId }) => connectedAccountId))];
  const parties = [CUSTOMER, ...sellers.map((id) => sellerParty(order, id)), PLATFORM, SERVICE];
  const sum = (own: readonly Booking[]): number => own.reduce((total, { amount }) => total + amount, 0);
  const balances = parties.map((party) => ({
    ...party,
    amount:
      sum(bookings.filter(({ to }) => to.id === party.id)) -
      sum(bookings.filter(({ from }) => from.id === party.id)),
  }));
  return { bookings, balances, total: balances.reduce((total, { amount }) => total + amount, 0) };
}

function booking(text: string, from: Party, to: Party, { amount }: { readonly amount: number }): Booking {
  return { text, from, to, amount };
}

function movementBookings({ order, split }: Sale): Booking[] {
  const booked = (movement: PaySplitMovement): Booking => {
    const seller = sellerParty(order, movement.connectedAccountId ?? '');
    switch (movement.kind) {
      case 'transfer':
        return booking('Seller’s share', PLATFORM, seller, movement);
      case 'refund': {
        const goods = lineOf(order, movement.refundId)?.name ?? '';
        return booking(`Refund: ${goods}`, PLATFORM, CUSTOMER, movement);
      }
      case 'reversal':
        return booking('Share taken back', seller, PLATFORM, movement);
    }
  };
  // Transfers wait until the payment clears. If it was voided, they never run (inferred).
  const isVoided = otherRefunds(order, split).some(({ isVoid }) => isVoid);
  return (split?.movements ?? [])
    .filter(({ kind, serviceId }) => serviceId !== null && (kind === 'refund' || !isVoided))
    .map(booked);
}

function sellerParty({ lines }: MarketOrder, connectedAccountId: string): Party {
  const key = lines.find((line) => line.connectedAccountId === connectedAccountId)?.sellerKey ?? '';
  return { id: connectedAccountId, name: sellerName(key) };
}
