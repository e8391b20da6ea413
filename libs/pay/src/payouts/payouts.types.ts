import type { PayDataServices } from '../areas/data-services/data-services.js';
import type { PayoutLineKind } from './movement-kind.js';

/**
 * Whether a line is explained. `matched`: yes. `open`: the service has not cleared it, or the day has no statement yet.
 * `unexplained`: look at it; `reason` says why.
 */
export type PayoutLineStatus = 'matched' | 'open' | 'unexplained';

export type { PayoutLineKind };

/** Why a line is not matched. */
export type PayoutLineReason =
  /** Open: no movement of the wallet belongs to it yet. */
  | 'not-cleared'
  /** Open: the service has no MT940 statement for the day. */
  | 'no-statement'
  /** The movement belongs to no sale, refund or commission that was found. */
  | 'no-sale'
  /** The movement names a transaction, but its amount differs. */
  | 'amount-differs'
  /** The movement has a type that this version does not know. */
  | 'unknown-type'
  /** The movement is missing in the MT940 statement. */
  | 'not-on-statement'
  /** The statement has a line without a movement. */
  | 'no-movement'
  /** The MT940 statement of the day cannot be read; `text` says why. The day counts as one without a statement. */
  | 'unreadable-statement'
  /** The service returned the same row twice. */
  | 'duplicate'
  /** The balances of the statements differ from their lines. */
  | 'balance-gap';

/** One line of a report. All lines with `onStatement` add up to the change of balance in the MT940 statements. */
export interface PayoutLine {
  /** Day of the movement in the time zone of the service. For an open sale, the day of the sale. */
  day: string;
  status: PayoutLineStatus;
  kind: PayoutLineKind;
  /** Signed amount in minor units. */
  amount: number;
  /** ISO 4217 numeric code, such as `978`. */
  currencyCode: string;
  /** Whether the amount is part of the change of balance in the MT940 statement. Each cent is in one such line. */
  onStatement: boolean;
  /** How the line was explained: by its own sale, by a sum over days, or by its type alone (fees, payouts, transfers). */
  matchedBy: 'sale' | 'sum' | 'type' | null;
  reason: PayoutLineReason | null;
  /** Transaction ID of the sale or refund, or of the payment of a chargeback. Null if the movement names none, or was matched by a sum. */
  transactionId: string | null;
  orderCode: string | null;
  /** Your reference of the sale. */
  merchantTrns: string | null;
  /** ID of the wallet's movement. */
  movementId: string | null;
  walletId: string | null;
  /** Member name of `AccountTransactionSubType`, such as `ClearanceCards`, or the number of an unknown type. */
  type: string | null;
  /** Movement ID of the first payout of the wallet at or after this movement, if it is in the period. */
  payoutId: string | null;
  /** Free text of the movement or the statement. */
  text: string | null;
}

/** A credit on your bank account, and the movements of the wallet since the payout before it. Amounts are in minor units. */
export interface PayoutExplanation {
  movementId: string;
  day: string;
  walletId: string;
  currencyCode: string;
  /** Amount that your bank receives, positive. */
  amount: number;
  /** Receiving IBAN, if the service says it. */
  counterPart: string | null;
  /** Balance before the first of the movements. Null if the service returns no balances. */
  before: number | null;
  /** Sums of the movements since the last payout, by kind. `before` plus these sums is `amount` plus `left`. */
  sums: Partial<Record<PayoutLineKind, number>>;
  /** Balance that stays in the wallet. Null if the service returns no balances. */
  left: number | null;
}

/** Totals of one currency, in minor units. */
export type PayoutTotals = ReturnType<typeof newTotals>;

export const newTotals = (currencyCode: string) => ({
  currencyCode,
  /** Change of balance in the MT940 statements: the sum of their closing less opening balances. */
  statement: 0,
  /** `statement` less all lines with `onStatement`. Always 0: what no row explains is a line of its own. */
  remainder: 0,
  /** Sums of the lines on the statement, by kind. */
  kinds: {} as Partial<Record<PayoutLineKind, number>>,
  /** Sum of the lines on the statement that are unexplained. */
  unexplained: 0,
  /** Sales and refunds that are not cleared, and commissions that are not taken yet. */
  notCleared: { amount: 0, lines: 0 },
  /** Movements of days without an MT940 statement. */
  noStatement: { amount: 0, lines: 0 },
  /** Numbers of lines by status. */
  lines: { matched: 0, open: 0, unexplained: 0 } satisfies Record<PayoutLineStatus, number>,
});

/** Result of a report. */
export interface PayoutSummary {
  from: string;
  to: string;
  /** Whether no line is unexplained and no sale is in a currency that was not read. */
  isExplained: boolean;
  currencies: PayoutTotals[];
  payouts: PayoutExplanation[];
  /** Transaction IDs of recent sales in currencies that were not read. Add their currencies to `currencies`. */
  unreadSales: string[];
}

/** Progress of a report. */
export interface PayoutProgress {
  /** Day that was read last. */
  day: string;
  /** Number of read days, with those before `from`, and of all days. */
  days: number;
  ofDays: number;
  sales: number;
  movements: number;
}

/** Options of `PayPayouts.reconcile`. */
export interface PayoutOptions {
  /** First day, `YYYY-MM-DD`, in the time zone of the service. */
  from: string;
  /** Last day, `YYYY-MM-DD`. */
  to: string;
  /**
   * Days before `from` that are also read, because sales clear later than they are made. A sale that takes longer is not found.
   * @default 7
   */
  lookBackDays?: number;
  /** ISO 4217 numeric codes of the currencies you sell in. @default the currencies of the wallet's movements */
  currencies?: readonly string[];
  /** Called after each day. */
  onProgress?: (progress: PayoutProgress) => void;
  /** Cancels the requests. */
  signal?: AbortSignal;
}

/** Options of `PayoutReport.csv`. */
export interface PayoutCsvOptions {
  /**
   * Kind of reader of the file.
   *
   * - `program`: RFC 4180 in UTF-8, with a decimal point. Each value is as it is, also if it begins like a formula.
   * - `spreadsheet`: with a byte order mark. A text that a spreadsheet would change or run begins with an apostrophe.
   */
  format: 'program' | 'spreadsheet';
  /**
   * Only for `spreadsheet`: amounts such as `10,50`, and semicolons between the cells, as Excel reads them in Greek or German.
   * @default false
   */
  decimalComma?: boolean;
}

/** The data services that a report reads. */
export type PayoutSource = Pick<
  PayDataServices,
  'iterateTransactions' | 'iterateAccountTransactions' | 'retrieveMt940Data'
>;
