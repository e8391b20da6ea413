import type { OrderCodeValue } from '../../areas/order-code.js';

/**
 * Members of 1802 and 1803. Amounts are integers in MINOR units, unlike in every other event. OrderCode is a string. The
 * outcome is in Success and EventId; there is no StatusId.
 *
 * @see https://developer.viva.com/webhooks-for-payments/transaction-pos-ecr-session-created
 * @see https://developer.viva.com/webhooks-for-payments/transaction-pos-ecr-session-failed
 */
export interface PosSessionMembers {
  /** EMV application ID of the card. */
  Aid: string;
  /** Terminal ID in the response of the terminal. */
  Tid: string;
  /** Total amount, tip included (9905 = 99.05). MINOR units. */
  Amount: number;
  /** 0 on success, otherwise the reason (1006 in the failed sample). */
  EventId: number;
  /** Whether this is a pre-authorization. */
  Preauth: boolean;
  /** Outcome. Test this member. */
  Success: boolean;
  /** Text of the outcome. */
  Message: string;
  /** Session ID that the caller chose. */
  SessionId: string;
  /** Tip. MINOR units. */
  TipAmount: number;
  /** Merchant. UUID. */
  MerchantId: string;
  /** Order code as a string (a number in the other events). Can be "0" or null if there is no transaction. */
  OrderCode: OrderCodeValue;
  /** The exact digits of OrderCode. */
  OrderCodeText: string;
  /** Number of installments. */
  Installments: number;
  /** Terminal of the request, as a string. */
  TerminalId: string;
  /** Whether the abort succeeded. */
  AbortSuccess: boolean;
  /** Whether an abort was requested. */
  AbortOperation: boolean;
  /** ISO 4217 numeric. */
  CurrencyCode: string;
  /** How the card was read. */
  PanEntryMode: string;
  /** Transaction; can be null after a failure. UUID. */
  TransactionId: string;
  /** System trace audit number (STAN); 0 if there is none. */
  ReferenceNumber: number;
  /** Card scheme. (inferred) */
  CardType: string;
  /** Card network. (inferred) */
  BankId: string;
  /** EMV label. (inferred) */
  ApplicationLabel: string;
  /** First ten digits of the order code. (inferred) */
  ShortOrderCode: string;
  /** Authorization code. (inferred) */
  AuthorizationId: string;
  /** Cash register of the request. (inferred) */
  CashRegisterId: string;
  /** Reference of the request. (inferred) */
  MerchantReference: string;
  /** Customer text. (inferred) */
  CustomerTrns: string;
  /** Cardholder verification. (inferred) */
  VerificationMethod: string;
  /** Kind of transaction: 0 capture, 1 pre-authorization, 4 refund, 5 charge, 6 charge with installments, 7 void, … (inferred) */
  TransactionTypeId: number;
  /** Time on the terminal. (inferred) */
  TransactionDateTime: string;
  /** Masked PAN. (inferred) */
  PrimaryAccountNumberMasked: string;
  /** Retrieval reference number (a number in the session resource). (inferred) */
  RetrievalReferenceNumber: string | number;
  /** When the terminal accepted the abort. (inferred) */
  AbortAckTime: string;
}
