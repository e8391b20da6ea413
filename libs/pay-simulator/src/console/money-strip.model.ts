import type { Control, ResponseOf, Texts } from '../control/control.js';
import { MovementSubType } from '../domain/contract.generated.js';
import { OrderState } from '../domain/order.js';
import { isPayment, TransactionType } from '../domain/transaction.js';
import type { Order } from './books.model.js';

/** A transaction with its dispute, and with what the service does with it next. */
export type TransactionDetails = ResponseOf<'getTransaction'>;

/** Where the money of an order is, from the bottom of the strip to its top. */
export const BANDS = [
  ...['fee', 'paid-out', 'seller', 'cleared', 'paid'],
  ...['disputed', 'refunded', 'authorized', 'asked'],
] as const;
export type Band =
  | 'fee'
  | 'paid-out'
  | 'seller'
  | 'cleared'
  | 'paid'
  | 'disputed'
  | 'refunded'
  | 'authorized'
  | 'asked';

/** Amount of each band in minor units. */
export type Amounts = Readonly<Record<Band, number>>;

/** A change of where the money is. */
export interface MoneyStep {
  /** Virtual time, milliseconds. */
  readonly at: number;
  /** Band that the money moves to. */
  readonly to: Band;
  /** What happened. */
  readonly name: string;
  /** Minor units. */
  readonly amount: number;
  /** Where the money of the order is then. */
  readonly amounts: Amounts;
}

/** The money of an order over the service's time. */
export interface MoneyStrip {
  readonly currencyCode: string;
  readonly steps: readonly MoneyStep[];
  readonly now: number;
  /** What the service does next with the money, and when. */
  readonly next: { readonly at: number; readonly name: string } | undefined;
}

/** Moves money at a time. It returns the moved amount, or 0 to leave no step. */
interface Change {
  readonly at: number;
  readonly to: Band;
  readonly name: string;
  readonly move: (amounts: Record<Band, number>) => number;
}

const NOTHING: Amounts = {
  fee: 0,
  'paid-out': 0,
  seller: 0,
  cleared: 0,
  paid: 0,
  disputed: 0,
  refunded: 0,
  authorized: 0,
  asked: 0,
};
/** Bands from which a refund or a dispute takes money: first what is not paid out. */
const OWN = ['paid', 'cleared', 'seller', 'paid-out'] as const;

/** Follows the money of an order from the request to the payout. Returns undefined if nothing was asked or paid. */
export function moneyStrip(
  control: Control,
  merchantPath: Texts,
  order: Order,
  transactions: readonly TransactionDetails[],
  now: number,
): MoneyStrip | undefined {
  const changes = [
    ...askedChanges(order),
    ...transactions.flatMap((transaction) => transactionChanges(transaction, transactions)),
    ...transactions.flatMap((payment) => laterChanges(payment, control, merchantPath)),
  ].sort((one, other) => one.at - other.at);
  const amounts = { ...NOTHING };
  const steps = changes.flatMap(({ at, to, name, move }): readonly MoneyStep[] => {
    const amount = move(amounts);
    return amount === 0 ? [] : [{ at, to, name, amount, amounts: { ...amounts } }];
  });
  const isUnpaid = order.state === OrderState.Cancelled && steps.length === 1;
  if (steps.length === 0 || isUnpaid) return undefined;
  return { currencyCode: order.currencyCode, steps, now, next: nextChange(amounts, order, transactions) };
}

function askedChanges({ amount, createdAt, expiresAt, state }: Order): readonly Change[] {
  const change = (at: number, name: string, asked: number): Change => ({
    ...{ at, name, to: 'asked' },
    move: (amounts) => {
      amounts.asked = asked;
      return amount;
    },
  });
  return [
    change(createdAt, 'Asked', amount),
    ...(state === OrderState.Expired && expiresAt !== null ? [change(expiresAt, 'Expired', 0)] : []),
  ];
}

function transactionChanges(
  transaction: TransactionDetails,
  all: readonly TransactionDetails[],
): readonly Change[] {
  const { amount, clearedAt, commission, createdAt: at, isv, parentId, status, type } = transaction;
  if (status === 'E' || status === 'A') return [];
  const parent = all.find(({ id }) => id === parentId);
  if (amount < 0) return parent ? [reversal(transaction, parent)] : [];
  if (type === TransactionType.CardPreauth)
    return [
      {
        ...{ at, to: 'authorized', name: 'Authorized' },
        move: (amounts) => {
          amounts.asked = 0;
          amounts.authorized += amount;
          return amount;
        },
      },
    ];
  if (!isPayment(transaction)) return [];
  const fee = commission + (isv?.amount ?? 0);
  return [
    {
      ...{ at, to: 'paid', name: type === TransactionType.CardCapture ? 'Captured' : 'Paid' },
      move: (amounts) => {
        amounts.asked = 0;
        if (type === TransactionType.CardCapture) amounts.authorized = 0;
        amounts.paid += amount - fee;
        return amount;
      },
    },
    { at, to: 'fee', name: 'Fee', move: (amounts) => add(amounts, 'fee', fee) },
    ...(clearedAt === null
      ? []
      : [
          {
            ...{ at: clearedAt, to: 'cleared' as const, name: 'Cleared' },
            move: (amounts: Record<Band, number>) => shift(amounts, ['paid'], 'cleared', amount - fee),
          },
        ]),
    ...disputeChanges(transaction),
  ];
}

/** A void also returns the fee, and a release of a hold has none. */
function reversal(
  { amount, createdAt: at, type, status }: TransactionDetails,
  parent: TransactionDetails,
): Change {
  if (parent.type === TransactionType.CardPreauth)
    return { at, to: 'authorized', name: 'Released', move: (amounts) => -add(amounts, 'authorized', amount) };
  const isVoid = parent.status === 'X';
  const isOther = type === TransactionType.CardOct || type === TransactionType.CardPayout || status === 'X';
  return {
    ...{ at, to: 'refunded', name: isVoid ? 'Voided' : 'Refunded' },
    move: (amounts) => {
      if (isOther) return 0;
      if (isVoid) amounts.fee = 0;
      const own = isVoid ? -amount - parent.commission - (parent.isv?.amount ?? 0) : -amount;
      take(amounts, own);
      return add(amounts, 'refunded', -amount);
    },
  };
}

function disputeChanges({ amount, dispute: { steps }, refunded }: TransactionDetails): readonly Change[] {
  const disputed = amount - refunded;
  let taken = 0;
  return steps.flatMap(({ at, fee, status }, index): readonly Change[] => {
    if (status === 'MW')
      return [
        {
          ...{ at, to: 'cleared', name: 'Dispute won' },
          move: (amounts) => {
            amounts.disputed -= disputed;
            amounts.cleared += taken;
            return disputed;
          },
        },
      ];
    if (status === 'ML')
      return [
        {
          ...{ at, to: 'refunded', name: 'Dispute lost' },
          move: (amounts) => shift(amounts, ['disputed'], 'refunded', disputed),
        },
        { at, to: 'fee', name: 'Dispute fee', move: (amounts) => add(amounts, 'fee', fee) },
      ];
    if (index > 0) return [];
    return [
      {
        ...{ at, to: 'disputed', name: 'Disputed' },
        move: (amounts) => {
          taken = take(amounts, disputed);
          return add(amounts, 'disputed', disputed);
        },
      },
    ];
  });
}

/** Transfers to sellers, and payouts to banks after the payment has cleared. */
function laterChanges(
  { clearedAt, id }: TransactionDetails,
  { read }: Control,
  path: Texts,
): readonly Change[] {
  if (clearedAt === null) return [];
  const payouts = (
    walletId: string | null | undefined,
    from: 'cleared' | 'seller',
    since: number,
  ): readonly Change[] =>
    read('listMovements', { path })
      .filter(
        (movement) =>
          movement.walletId === walletId &&
          movement.subTypeId === MovementSubType.PayOutIBAN &&
          movement.createdAt >= since,
      )
      .map(({ balanceAfter, createdAt: at }) => ({
        ...{ at, to: 'paid-out', name: 'Paid out' },
        // The money that is left of a payment cannot exceed the balance of the wallet.
        move: (amounts) =>
          shift(amounts, [from], 'paid-out', Math.max(0, amounts[from] - Number(balanceAfter.available))),
      }));
  const sent = read('listTransfers').filter(
    ({ executedAt, parentId, paymentId }) => paymentId === id && executedAt !== null && parentId === null,
  );
  return [
    ...sent.flatMap(({ accountId, amount, executedAt, fee, reversed }): readonly Change[] => [
      {
        ...{ at: executedAt ?? clearedAt, to: 'seller', name: 'Sent to the seller' },
        move: (amounts) => shift(amounts, ['cleared'], 'seller', amount - reversed - fee),
      },
      ...payouts(read('getSeller', { path: { accountId } }).walletId, 'seller', executedAt ?? clearedAt),
    ]),
    ...payouts(read('listWallets', { path }).find((wallet) => wallet.isPrimary)?.id, 'cleared', clearedAt),
  ];
}

function add(amounts: Record<Band, number>, band: Band, amount: number): number {
  amounts[band] += amount;
  return amount;
}

/** Takes an amount from what the merchant and its sellers have of the payment. Returns what there was. */
function take(amounts: Record<Band, number>, amount: number): number {
  let rest = amount;
  for (const band of OWN) {
    const part = Math.min(amounts[band], rest);
    amounts[band] -= part;
    rest -= part;
  }
  return amount - rest;
}

/** Moves at most an amount between bands. Returns the moved amount. */
function shift(amounts: Record<Band, number>, from: readonly Band[], to: Band, amount: number): number {
  let moved = 0;
  for (const band of from) {
    const part = Math.min(amounts[band], amount - moved);
    amounts[band] -= part;
    moved += part;
  }
  amounts[to] += moved;
  return moved;
}

function nextChange(
  amounts: Amounts,
  { expiresAt }: Order,
  transactions: readonly TransactionDetails[],
): MoneyStrip['next'] {
  const clears = transactions.flatMap(({ clearsAt }) => clearsAt ?? []);
  if (amounts.paid > 0 && clears.length > 0) return { at: Math.max(...clears), name: 'Clears' };
  const held = transactions.flatMap(({ heldUntil }) => heldUntil ?? []);
  if (amounts.authorized > 0 && held.length > 0) return { at: Math.max(...held), name: 'Hold lapses' };
  return amounts.asked > 0 && expiresAt !== null ? { at: expiresAt, name: 'Expires' } : undefined;
}
