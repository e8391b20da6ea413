import { Allow, IsBoolean, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { Rule } from '../../core/options/validators.js';
import type { IssuerDecline, PanEntryMode, SessionEvent } from './pos-session.enums.js';

/** Options of `pos.session.retrieveSessionById` and `pos.session.waitForSession`. */
export class RetrieveSessionOptions {
  /** The caller's own id, as the request to the terminal had it. */
  @Allow() sessionId: string;
}

/** Options of `pos.session.retrieveSessionInfoByDate`. */
export class RetrieveSessionsByDateOptions {
  /** A UTC calendar day, YYYY-MM-DD: a shop's day spans two of them. @default today in UTC */
  @Rule<RetrieveSessionsByDateOptions>(
    'isCalendarDay',
    ({ date }) => date == null || isCalendarDay(date),
    'must be a calendar day, YYYY-MM-DD',
  )
  date?: string;
  /** Greece: only what was started on the terminal itself under AADE. The service spells it with a capital. */
  @IsOptional() @IsBoolean() AadeAutonomouslyOnly?: boolean;
}

/** Options of `pos.session.abortSession`. */
export class AbortSessionOptions {
  @Allow() sessionId: string;
  /** The cash register that asked for the session: no other may abort it. */
  @IsString() @IsNotEmpty() cashRegisterId: string;
}

/**
 * How a session at a terminal ended. Amounts are in MINOR units, unlike those of transactions. Of a failed one much is null,
 * and `orderCode` is '0'.
 */
export interface PosSession {
  sessionId: string;
  /** True only when the transaction was approved. */
  success: boolean;
  /** Why not; 0 when approved. */
  eventId: SessionEvent;
  /** The issuer's or acquirer's reason, beside `eventId` 1006. */
  transactionEventId?: IssuerDecline | null;
  message?: string | null;
  terminalId: string;
  cashRegisterId: string;
  /** Total in minor units, tip INCLUDED. */
  amount: number;
  /** Minor units. */
  tipAmount?: number;
  /** ISO 4217 numeric, as text. */
  currencyCode: string;
  merchantReference?: string | null;
  customerTrns?: string | null;
  /** For `transactions.getTransactionById`; null when there is none. */
  transactionId?: string | null;
  transactionTypeId?: number | null;
  /** As text; '0' when there is none. */
  orderCode?: string | null;
  orderCodeText?: string | null;
  /** Ten digits; '0' when there is none. */
  shortOrderCode?: string | null;
  /** 0 when there is none. */
  referenceNumber?: number;
  /** Always text here; the service also writes a number. */
  retrievalReferenceNumber?: string | null;
  authorizationId?: string | null;
  cardType?: string | null;
  /** EMV application label and id. */
  applicationLabel?: string | null;
  aid?: string | null;
  /** Network, such as `NET_VISA`. */
  bankId?: string | null;
  /** Masked: six digits, XXXXXX, four digits. */
  primaryAccountNumberMasked?: string | null;
  panEntryMode?: PanEntryMode | null;
  /** How the cardholder was verified. */
  verificationMethod?: string | null;
  /** ISO 8601. */
  transactionDateTime?: string | null;
  /** Terminal id, as the terminal answered it. */
  tid?: string | null;
  installments?: number;
  preauth?: boolean;
  /** An abort was asked for. */
  abortOperation?: boolean | null;
  /** When the terminal took the abort. */
  abortAckTime?: string | null;
  /** The abort won: nothing was charged. With `success` true the card was faster and the payment stands. */
  abortSuccess?: boolean;
  showTransactionResult?: boolean;
  showReceipt?: boolean;
  skipSurcharge?: boolean;
  interappCallback?: string | null;
  loyaltyInfo?: Record<string, unknown> | null;
  /** Dynamic currency conversion. */
  dccDetails?: Record<string, unknown> | null;
  fiscalisationDetails?: Record<string, unknown> | null;
  /** Greece: unique payment id for myDATA. */
  aadeTransactionId?: string | null;
  aadeResultCommand?: string | null;
}

function isCalendarDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
