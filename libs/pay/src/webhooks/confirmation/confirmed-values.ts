import { movesBack } from '../../areas/transactions/movement-kind.js';
import { ORDER_MEMBERS, SESSION_MEMBERS, TRANSACTION_MEMBERS } from '../confirmed-members.generated.js';
import { PayEventType } from '../event-types.js';
import type {
  IsvConnectedAccount,
  Order,
  PosSession,
  SellerAccount,
  Transaction,
} from '../../areas/results.generated.js';

/** A merchant of an ISV, or a seller of a platform. */
export type ConnectedAccount = IsvConnectedAccount | SellerAccount;

/** What confirms an event. */
export type Resource = Transaction | Order | PosSession | ConnectedAccount;

type Data = Readonly<Record<string, unknown>>;

const ORDER_CODE = { OrderCode: 'orderCode', OrderCodeText: 'orderCodeText' } as const;

/**
 * Returns the transaction's values for an event's data. A posted `StatusId` was compared, and remains, because the transaction may have
 * changed since.
 */
export function transactionValues(eventTypeId: number, transaction: Transaction): Record<string, unknown> {
  const { amount, originalAmount, cardNumber } = transaction;
  // Whether a refund reads back negative is not documented; the event's amount is always negative.
  const isReturned =
    eventTypeId === PayEventType.TransactionReversalCreated || movesBack(transaction.transactionTypeId);
  // Subtracted, because the negative of 0 is -0.
  const signed = (value: number): number => (isReturned ? 0 - Math.abs(value) : value);
  return {
    ...valuesOf({ ...ORDER_CODE, ...TRANSACTION_MEMBERS }, transaction),
    Amount: signed(amount),
    ...(originalAmount !== undefined && {
      OriginalAmount: originalAmount === null ? null : signed(originalAmount),
    }),
    ...(cardNumber != null && { PrimaryAccountNumberLast4Digits: cardNumber.slice(-4) }),
  };
}

/** Returns the order's values for an event's data. */
export function orderValues(order: Order): Record<string, unknown> {
  const names = { OrderCode: 'OrderCode', OrderCodeText: 'OrderCodeText', Amount: 'RequestAmount' } as const;
  return valuesOf({ ...names, ...ORDER_MEMBERS }, order);
}

/** Members of a session event that were compared with the session. */
const COMPARED_WITH_SESSION = ['OrderCode', 'OrderCodeText'] as const;

/**
 * Returns the session's values for an event's data. `MerchantId` remains if it is the merchant whose client read the session.
 */
export function sessionValues(
  data: Data,
  session: PosSession,
  merchantId: string | null,
): Record<string, unknown> {
  const compared = COMPARED_WITH_SESSION.filter((name) => name in data).map(
    (name) => [name, data[name]] as const,
  );
  const { MerchantId: posted } = data;
  const isOurs = typeof posted === 'string' && posted.toLowerCase() === merchantId?.toLowerCase();
  return {
    ...Object.fromEntries(compared),
    ...(isOurs && { MerchantId: posted }),
    ...valuesOf(SESSION_MEMBERS, session),
  };
}

/** Returns the members of an event that a resource has. @param members - Member of the event → member of the resource. */
export function valuesOf<Resource extends object>(
  members: Readonly<Record<string, keyof Resource>>,
  resource: Resource,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members)
      .map(([member, field]) => [member, resource[field]] as const)
      .filter(([, value]) => value !== undefined),
  );
}
