import type { Control, ResponseOf, Texts } from '../control/control.js';
import { MovementSubType } from '../domain/contract.generated.js';
import { OrderState } from '../domain/order.js';
import { isPayment, TransactionType } from '../domain/transaction.js';
import type { Order } from './books.model.js';

/** A transaction with its dispute, and with what the service does with it next. */
export type TransactionDetails = ResponseOf<'getTransaction'>;

/** Bands from which a refund or a dispute takes money: first what is not paid out. */
const OWN = ['paid', 'cleared', 'seller', 'paid-out'] as const;
/** Where the money of an order is, from the bottom of the strip to its top. */
export const BANDS = [
  ...(['fee', 'paid-out', 'seller', 'cleared', 'paid'] as const),
  ...(['disputed', 'refunded', 'authorized', 'requested'] as const),
];
export type Band = (typeof BANDS)[number];
/** Amount of each band in minor units. */
export type Amounts = Readonly<Record<Band, number>>;

/** Moves money to a band at a time. A change that moves nothing is left out. */
interface Change {
  /** Virtual time, milliseconds. */
  readonly at: number;
  readonly to: Band;
  /** What happened. */
  readonly name: string;
  /** Minor units, or how many there are when it happens. */
  readonly amount: number | ((amounts: Amounts) => number);
  /** Bands that the money comes from, the first one first. They can have less than the amount. Without bands, it comes from outside. */
  readonly from?: readonly Band[];
  /** Limit of what comes from the band `fee`, which has the fees of all payments. */
  readonly fee?: number;
  /** What the band gets if it is not what the others had. */
  readonly gets?: number;
  /** Earlier change, of which the band gets what the others had. */
  readonly returns?: Change;
  /** Bands that have nothing afterwards. */
  readonly empties?: readonly Band[];
}

/** The money of an order over the service's time. */
export type MoneyStrip = NonNullable<ReturnType<typeof moneyStrip>>;

/** Follows the money of an order from the request to the payout. Returns undefined if nothing was requested or paid. */
export function moneyStrip(
  { read }: Pick<Control, 'read'>,
  merchantPath: Texts,
  order: Order,
  transactions: readonly TransactionDetails[],
  now: number,
) {
  const changes = [
    ...requestChanges(order),
    ...transactions.flatMap((transaction) => transactionChanges(transaction, transactions)),
    ...transactions.flatMap((payment) => laterChanges(payment, read, merchantPath)),
  ].sort((one, other) => one.at - other.at);
  const amounts = Object.fromEntries(BANDS.map((band) => [band, 0])) as Record<Band, number>;
  const taken = new Map<Change, number>();
  const steps = changes
    .map((change) => ({ ...change, amount: move(amounts, change, taken), amounts: { ...amounts } }))
    .filter(({ amount }) => amount !== 0);
  const isUnpaid = order.state === OrderState.Cancelled && steps.length === 1;
  const last = steps.at(-1);
  if (last === undefined || isUnpaid) return undefined;
  const next = nextChange(amounts, order, transactions);
  return { currencyCode: order.currencyCode, steps, last, now, next };
}

/** Returns the moved amount. @param taken - What each change took from its bands. */
function move(amounts: Record<Band, number>, change: Change, taken: Map<Change, number>): number {
  const { to, amount, from, fee = 0, gets, returns, empties = [] } = change;
  const wanted = typeof amount === 'number' ? amount : amount(amounts);
  let moved = from === undefined ? wanted : 0;
  for (const band of from ?? []) {
    const part = Math.min(amounts[band], wanted - moved, band === 'fee' ? fee : wanted);
    amounts[band] -= part;
    moved += part;
  }
  taken.set(change, moved);
  for (const band of empties) amounts[band] = 0;
  amounts[to] += (returns && taken.get(returns)) ?? gets ?? moved;
  return gets === undefined ? moved : wanted;
}

function requestChanges({ amount, createdAt, expiresAt, state }: Order): readonly Change[] {
  const requested: Change = { at: createdAt, to: 'requested', name: 'Requested', amount };
  return state === OrderState.Expired && expiresAt !== null
    ? [
        requested,
        { at: expiresAt, to: 'requested', name: 'Expired', amount, gets: 0, empties: ['requested'] },
      ]
    : [requested];
}

function transactionChanges(
  transaction: TransactionDetails,
  all: readonly TransactionDetails[],
): readonly Change[] {
  const { amount, clearedAt, createdAt: at, parentId, status, type } = transaction;
  if (status === 'E' || status === 'A') return [];
  const parent = all.find(({ id }) => id === parentId);
  if (amount < 0) return parent ? reversal(transaction, parent) : [];
  if (type === TransactionType.CardPreauth)
    return [{ at, to: 'authorized', name: 'Authorized', amount, empties: ['requested'] }];
  if (!isPayment(transaction)) return [];
  const fee = feeOf(transaction);
  const own = amount - fee;
  const paid: Change =
    type === TransactionType.CardCapture
      ? { at, to: 'paid', name: 'Captured', amount, gets: own, empties: ['requested', 'authorized'] }
      : { at, to: 'paid', name: 'Paid', amount, gets: own, empties: ['requested'] };
  return [
    paid,
    { at, to: 'fee', name: 'Fee', amount: fee },
    {
      at: clearedAt ?? at,
      to: 'cleared',
      name: 'Cleared',
      amount: clearedAt === null ? 0 : own,
      from: ['paid'],
    },
    ...disputeChanges(transaction),
  ];
}

const feeOf = ({ commission, isv }: TransactionDetails): number => commission + (isv?.amount ?? 0);

/** A void also returns the fee, and a release of a hold has none. */
function reversal(
  { amount: minor, createdAt: at, type, status }: TransactionDetails,
  parent: TransactionDetails,
): readonly Change[] {
  const amount = -minor;
  if (parent.type === TransactionType.CardPreauth)
    return [{ at, to: 'authorized', name: 'Released', amount, from: ['authorized'], gets: 0 }];
  if (type === TransactionType.CardOct || type === TransactionType.CardPayout || status === 'X') return [];
  return parent.status === 'X'
    ? [
        {
          at,
          to: 'refunded',
          name: 'Voided',
          amount,
          from: ['fee', ...OWN],
          fee: feeOf(parent),
          gets: amount,
        },
      ]
    : [{ at, to: 'refunded', name: 'Refunded', amount, from: OWN, gets: amount }];
}

function disputeChanges({ amount: paid, refunded, dispute }: TransactionDetails): readonly Change[] {
  const amount = paid - refunded;
  const [first, ...later] = dispute.steps;
  if (!first) return [];
  const disputed: Change = {
    at: first.at,
    to: 'disputed',
    name: 'Disputed',
    amount,
    from: OWN,
    gets: amount,
  };
  const from = ['disputed'] as const;
  const ends = later.flatMap(({ at, fee, status }): readonly Change[] => {
    if (status === 'MW') return [{ at, to: 'cleared', name: 'Dispute won', amount, from, returns: disputed }];
    if (status !== 'ML') return [];
    return [
      { at, to: 'refunded', name: 'Dispute lost', amount, from },
      { at, to: 'fee', name: 'Dispute fee', amount: fee },
    ];
  });
  return [disputed, ...ends];
}

/** Transfers to sellers, and payouts to banks after the payment has cleared. */
function laterChanges(
  { clearedAt, id }: TransactionDetails,
  read: Control['read'],
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
        ...{ at, to: 'paid-out', name: 'Paid out', from: [from] },
        // The money that is left of a payment cannot exceed the balance of the wallet.
        amount: (amounts) => Math.max(0, amounts[from] - Number(balanceAfter.available)),
      }));
  const wallet = read('listWallets', { path }).find(({ isPrimary }) => isPrimary);
  const transfers = read('listTransfers').filter(
    ({ executedAt, parentId, paymentId }) => paymentId === id && executedAt !== null && parentId === null,
  );
  return [
    ...transfers.flatMap(({ accountId, amount, executedAt, fee, reversed }): readonly Change[] => {
      const at = executedAt ?? clearedAt;
      const { walletId } = read('getSeller', { path: { accountId } });
      const moved = amount - reversed - fee;
      return [
        { at, to: 'seller', name: 'Sent to the seller', amount: moved, from: ['cleared'] },
        ...payouts(walletId, 'seller', at),
      ];
    }),
    ...payouts(wallet?.id, 'cleared', clearedAt),
  ];
}

function nextChange(
  { requested, authorized, paid }: Amounts,
  { expiresAt }: Order,
  transactions: readonly TransactionDetails[],
): { readonly at: number; readonly name: string } | undefined {
  const clears = transactions.flatMap(({ clearsAt }) => clearsAt ?? []);
  if (paid > 0 && clears.length > 0) return { at: Math.max(...clears), name: 'Clears' };
  const held = transactions.flatMap(({ heldUntil }) => heldUntil ?? []);
  if (authorized > 0 && held.length > 0) return { at: Math.max(...held), name: 'Hold lapses' };
  return requested > 0 && expiresAt !== null ? { at: expiresAt, name: 'Expires' } : undefined;
}
