import { Allow, IsBoolean, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { Rule } from '../../core/options/validators.js';
import type { IssuerDecline, PanEntryMode, SessionEvent } from '../coded-values.generated.js';

/** Options of `pos.session.retrieveSessionById` and `pos.session.waitForSession`. */
export class RetrieveSessionOptions {
  /** Your own session ID, as sent with the request to the terminal. */
  @Allow() sessionId: string;
}

/** Options of `pos.session.retrieveSessionInfoByDate`. */
export class RetrieveSessionsByDateOptions {
  /** UTC calendar day, `YYYY-MM-DD`. A store's day can span two of them. @default today in UTC */
  @Rule<RetrieveSessionsByDateOptions>(
    'isCalendarDay',
    ({ date }) => date == null || isCalendarDay(date),
    'must be a calendar day, YYYY-MM-DD',
  )
  date?: string;
  /**
   * Greece: lists only sessions started on the terminal itself under AADE. The service spells the name with a
   * capital.
   */
  @IsOptional() @IsBoolean() AadeAutonomouslyOnly?: boolean;
}

/** Options of `pos.session.abortSession`. */
export class AbortSessionOptions {
  @Allow() sessionId: string;
  /** Cash register that started the session. Others cannot abort it. */
  @IsString() @IsNotEmpty() cashRegisterId: string;
}

/**
 * Result of a terminal session. Amounts are in MINOR units, unlike those of transactions.
 * In a failed session, many members are null and `orderCode` is '0'.
 */
export interface PosSession {
  sessionId: string;
  /** True only if the transaction was approved. */
  success: boolean;
  /** Reason for the failure, or 0 if approved. */
  eventId: SessionEvent;
  /** Reason of the issuer or acquirer, if `eventId` is 1006. */
  transactionEventId?: IssuerDecline | null;
  message?: string | null;
  terminalId: string;
  cashRegisterId: string;
  /** Total in minor units, tip INCLUDED. */
  amount: number;
  /** Tip in minor units. */
  tipAmount?: number;
  /** ISO 4217 numeric code as a string. */
  currencyCode: string;
  merchantReference?: string | null;
  customerTrns?: string | null;
  /** Transaction ID for `transactions.getTransactionById`, or null if there is none. */
  transactionId?: string | null;
  transactionTypeId?: number | null;
  /** Order code as a string; '0' if there is none. */
  orderCode?: string | null;
  orderCodeText?: string | null;
  /** Ten digits; '0' if there is none. */
  shortOrderCode?: string | null;
  /** Reference number, or 0 if there is none. */
  referenceNumber?: number;
  /** Always a string, although the service may send a number. */
  retrievalReferenceNumber?: string | null;
  authorizationId?: string | null;
  cardType?: string | null;
  /** EMV application label and ID. */
  applicationLabel?: string | null;
  aid?: string | null;
  /** Card network, for example `NET_VISA`. */
  bankId?: string | null;
  /** Masked number: six digits, XXXXXX, four digits. */
  primaryAccountNumberMasked?: string | null;
  panEntryMode?: PanEntryMode | null;
  /** Verification method of the cardholder. */
  verificationMethod?: string | null;
  /** ISO 8601. */
  transactionDateTime?: string | null;
  /** Terminal ID reported by the terminal. */
  tid?: string | null;
  installments?: number;
  preauth?: boolean;
  /** Whether an abort was requested. */
  abortOperation?: boolean | null;
  /** Time at which the terminal received the abort. */
  abortAckTime?: string | null;
  /**
   * Whether the abort succeeded and nothing was charged. If `success` is true, the payment was made before the
   * abort.
   */
  abortSuccess?: boolean;
  showTransactionResult?: boolean;
  showReceipt?: boolean;
  skipSurcharge?: boolean;
  interappCallback?: string | null;
  loyaltyInfo?: Record<string, unknown> | null;
  /** Dynamic currency conversion. */
  dccDetails?: Record<string, unknown> | null;
  fiscalisationDetails?: Record<string, unknown> | null;
  /** Greece: unique payment ID for myDATA. */
  aadeTransactionId?: string | null;
  aadeResultCommand?: string | null;
}

function isCalendarDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
