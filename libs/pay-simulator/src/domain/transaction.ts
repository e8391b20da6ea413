import type { IsvTerms } from './order.js';
import type { CardReading } from './card-reading.js';
import type { MaskedCard } from './card.js';

/** Types of transaction that are built. @see contract/transactions.json enums.TransactionTypeId */
export const TransactionType = {
  CardCapture: 0,
  CardPreauth: 1,
  CardRefund: 4,
  CardCharge: 5,
  CardChargeInstallments: 6,
  CardVoid: 7,
  CardOct: 8,
  Cash: 16,
  CashRefund: 17,
  CardPayout: 19,
  CardVerification: 69,
} as const;
export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType];

/** Status letters that are built. @see contract/transactions.json enums.StatusId */
export type TransactionStatus = 'F' | 'E' | 'R' | 'X' | 'C';

/** 3-D Secure outcome, as `eci` of the redirect and ThreeDSecureStatusId. @see contract/payments.json enums.Eci */
export const ThreeDSecure = { Unspecified: 0, Authenticated: 1, None: 2, Attempted: 3 } as const;
export type ThreeDSecure = (typeof ThreeDSecure)[keyof typeof ThreeDSecure];

/** What is known of a payment beyond the order because it was made at a reseller's counter. */
export interface CounterDetails {
  /** Store of the reseller. */
  readonly resellerSourceCode: string | null;
  readonly billId: number | null;
  readonly tags: readonly string[];
}

/** One movement on an order. Amounts are whole minor units. */
export interface Transaction {
  readonly id: string;
  readonly orderCode: string;
  /** What it derives from: the payment of a refund or void, the pre-authorisation of a capture, the first of a series. */
  readonly parentId: string | null;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  /** Signed: negative when money goes back. */
  readonly amount: number;
  readonly tipAmount: number;
  readonly currencyCode: string;
  readonly sourceCode: string;
  readonly createdAt: number;
  readonly clearedAt: number | null;
  /** Given back so far, positive; on the original. */
  readonly refunded: number;
  /** Fee for the payment method, contained in the amount. */
  readonly fee: number;
  readonly commission: number;
  /** Null: paid in cash. */
  readonly card: MaskedCard | null;
  readonly email: string | null;
  readonly fullName: string | null;
  readonly phone: string | null;
  readonly customerTrns: string;
  readonly merchantTrns: string;
  readonly recurringSupport: boolean;
  readonly installments: number;
  readonly threeDSecure: ThreeDSecure;
  /** Why it failed; 0 when it did not. */
  readonly eventId: number;
  /** What made it, where it is not plain acquiring: 6 OCT, 14 pay-out, 19 fast refund. */
  readonly serviceId?: number;
  /** What a reseller's counter says of a payment that it took. */
  readonly counter?: CounterDetails;
  /** How the card was read, where it was at a terminal. */
  readonly reading?: CardReading;
  /** Charged by mail or telephone order. */
  readonly moto?: boolean;
  /** What was asked of the issuer when it authorised less, minor units. */
  readonly requestedAmount?: number;
  /** Made through an ISV: its fee is contained in the amount, minor units. */
  readonly isv?: IsvTerms;
  readonly referenceNumber: number;
  readonly authorizationId: string | null;
  readonly retrievalReferenceNumber: string | null;
}

/** The edges of a transaction's life; E is final, R goes back to F when a fast refund is cancelled. @see contract/transactions.json lifecycle */
const EDGES: ReadonlySet<string> = new Set(['F-R', 'R-R', 'R-F', 'F-X', 'F-C']);

/** The transaction in another status. @throws Error when no documented edge leads there. */
export function moveTransaction(transaction: Transaction, status: TransactionStatus): Transaction {
  if (!EDGES.has(`${transaction.status}-${status}`)) {
    throw new Error(`transaction ${transaction.id} cannot go from ${transaction.status} to ${status}`);
  }
  return { ...transaction, status };
}

/** Whether it took money that can be given back. */
export function isPayment({ type }: Pick<Transaction, 'type'>): boolean {
  return (
    type === TransactionType.CardCharge ||
    type === TransactionType.CardChargeInstallments ||
    type === TransactionType.CardCapture ||
    type === TransactionType.Cash
  );
}

/** What is left to give back, minor units. */
export function refundable(transaction: Transaction): number {
  return isPayment(transaction) && /^[FR]$/.test(transaction.status)
    ? transaction.amount - transaction.refunded
    : 0;
}
