import type { IsvShare } from './order.js';
import type { CardReading } from './card-reading.js';
import type { MaskedCard } from './card.js';

/** Supported types of transactions. @see contract/behaviour/transactions.yaml enums.TransactionTypeId */
export const TransactionType = {
  CardCapture: 0,
  CardPreauth: 1,
  CardRefund: 4,
  CardCharge: 5,
  CardChargeInstallments: 6,
  CardVoid: 7,
  CardOct: 8,
  EBanking: 15,
  Cash: 16,
  CashRefund: 17,
  CardPayout: 19,
  IrisCharge: 60,
  IrisRefund: 61,
  CardVerification: 69,
} as const;
export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType];

/** Supported statuses of transactions. Those with M are of disputes. @see contract/behaviour/transactions.yaml enums.StatusId */
export type TransactionStatus = 'A' | 'F' | 'E' | 'R' | 'X' | 'C' | 'MS' | 'M' | 'MI' | 'MA' | 'MW' | 'ML';

/** Result of 3-D Secure: `eci` in the redirect URL, and ThreeDSecureStatusId. @see contract/behaviour/payments.yaml enums.Eci */
export const ThreeDSecure = { Unspecified: 0, Authenticated: 1, None: 2, Attempted: 3 } as const;
export type ThreeDSecure = (typeof ThreeDSecure)[keyof typeof ThreeDSecure];

/** Additional details of a payment at a reseller's counter. */
export interface CounterDetails {
  /** Store of the reseller. */
  readonly resellerSourceCode: string | null;
  readonly billId: number | null;
  readonly tags: readonly string[];
}

/** Default values of a new transaction. Amounts are in minor units. */
export const DEFAULT_TRANSACTION = {
  /** Original transaction: the payment of a refund or void, the pre-authorization of a capture, the first charge of a series. */
  parentId: null as string | null,
  /** `StatusId` of the service. */
  status: 'F' as TransactionStatus,
  /** Fee for the payment method, contained in the amount. */
  fee: 0,
  commission: 0,
  tipAmount: 0,
  email: null as string | null,
  fullName: null as string | null,
  phone: null as string | null,
  recurringSupport: false,
  installments: 0,
  threeDSecure: ThreeDSecure.Unspecified as ThreeDSecure,
  /** Reason of a failure, otherwise 0. */
  eventId: 0,
};

/** Details of a new transaction. IDs, time and reference numbers are generated. */
export interface NewTransaction extends Readonly<typeof DEFAULT_TRANSACTION> {
  /** Order code: 16 digits. */
  readonly orderCode: string;
  /** `TransactionTypeId` of the service. */
  readonly type: TransactionType;
  /** Signed amount: negative if money goes back. */
  readonly amount: number;
  /** Numeric ISO 4217 code. */
  readonly currencyCode: string;
  readonly sourceCode: string;
  /** Null for cash. */
  readonly card: MaskedCard | null;
  readonly customerTrns: string;
  /** Reference of the merchant. */
  readonly merchantTrns: string;
  /** Service that created the transaction: 6 for OCT, 14 for a pay-out, 19 for a fast refund. Absent for other transactions. */
  readonly serviceId?: number;
  /** Details of a payment at a reseller's counter. */
  readonly counter?: CounterDetails;
  /** How a terminal read the card. */
  readonly reading?: CardReading;
  /** Whether the order came by mail or telephone. */
  readonly moto?: boolean;
  /** Requested amount in minor units, if the issuer authorized less. */
  readonly requestedAmount?: number;
  /** Share of the ISV that made the payment. */
  readonly isv?: IsvShare;
  /** Channel of the order. @default the checkout API */
  readonly channelId?: string;
}

/** A transaction of an order. Amounts are in minor units. */
export interface Transaction extends NewTransaction {
  readonly id: string;
  /** Virtual time of the creation. */
  readonly createdAt: number;
  /** Virtual time of the clearance. */
  readonly clearedAt: number | null;
  /** Refunded amount of a payment, positive. */
  readonly refunded: number;
  readonly referenceNumber: number;
  readonly authorizationId: string | null;
  readonly retrievalReferenceNumber: string | null;
}

/** Allowed status changes. E changes to F if the service approves a failed payment later. R changes to F when a fast refund is canceled. @see contract/behaviour/transactions.yaml lifecycle */
const ALLOWED_CHANGES: Readonly<Partial<Record<TransactionStatus, readonly TransactionStatus[]>>> = {
  A: ['F', 'E'],
  E: ['F'],
  F: ['R', 'X', 'C', 'MS', 'M'],
  R: ['R', 'F', 'MS', 'M'],
  MS: ['M', 'MI', 'MW', 'ML'],
  M: ['MI', 'MW', 'ML'],
  MI: ['MA', 'MW', 'ML'],
  MA: ['MW', 'ML'],
  MW: ['R'],
};

/** Returns whether a transaction can get another status. */
export function canMove({ status: from }: Transaction, to: TransactionStatus): boolean {
  return ALLOWED_CHANGES[from]?.includes(to) ?? false;
}

/** Returns the transaction with another status. @throws Error if the change is not allowed. */
export function moveTransaction(transaction: Transaction, status: TransactionStatus): Transaction {
  if (!canMove(transaction, status)) {
    throw new Error(`transaction ${transaction.id} cannot go from ${transaction.status} to ${status}`);
  }
  return { ...transaction, status };
}

/** Returns whether a transaction is a refundable kind of payment. */
export function isPayment({ type }: Pick<Transaction, 'type'>): boolean {
  return (
    type === TransactionType.CardCharge ||
    type === TransactionType.CardChargeInstallments ||
    type === TransactionType.CardCapture ||
    type === TransactionType.EBanking ||
    type === TransactionType.IrisCharge ||
    type === TransactionType.Cash
  );
}

/** Returns whether a payment is or was disputed. */
export function isDisputed({ status }: Pick<Transaction, 'status'>): boolean {
  return status.startsWith('M');
}

/** Returns the remaining refundable amount in minor units. A payment whose dispute was won is refundable (inferred). */
export function refundableAmount(transaction: Transaction): number {
  return isPayment(transaction) && /^(F|R|MW)$/.test(transaction.status)
    ? transaction.amount - transaction.refunded
    : 0;
}
