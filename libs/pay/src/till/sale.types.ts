import type { IsvSaleDetails, IsvSaleOptions, InitiateSaleOptions } from '../areas/options.generated.js';
import type { PosSession } from '../areas/results.generated.js';

/** Options of a request that the till has other names for, or decides itself. */
type OwnNames = 'sessionId' | 'cashRegisterId' | 'merchantReference' | 'tipAmount' | 'preauth' | 'isvDetails';

/** A sale to make at a terminal. Other options of `pos.transactions.initiateSaleRequest` are sent with it. */
export type PaySaleRequest = Omit<InitiateSaleOptions & Partial<IsvSaleOptions>, OwnNames> & {
  /** Your own ID, for example of the form: a request with the ID of a stored sale returns that sale. @default a random UUID */
  id?: string;
  /** Your own reference, such as a receipt number. It becomes the transaction's `merchantTrns`. */
  reference: string;
  /** Tip in minor units, added to `amount`. @default 0 */
  tip?: number;
  /** Your cash register. @default the one that `cashRegisters` of PayTillModule pairs with the terminal, else `till-<terminalId>` */
  cashRegisterId?: string;
  /** Required for an ISV: the terminal's merchant and your fee. */
  isvDetails?: IsvSaleDetails;
};

/** A part of an earlier sale. */
export interface PayRefundRequest {
  /** Minor units. @default what is left of the sale */
  amount?: number;
  /** Your own ID: a request with the ID of a stored one returns that one. @default a random UUID */
  id?: string;
}

/**
 * Why a sale ended without a normal payment. With `not-paid`: `declined`, `canceled`, `timed-out`, `aborted`, `not-sent`, `terminal-busy`,
 * `terminal-unreachable`, `failed`, and `resolved` if a person ended it with `resolve`. With `needs-a-person`:
 * - `not-received`: the request was sent, and the service does not know it;
 * - `no-end`: the service did not report the end in time, or could not be read;
 * - `differs`: the service reports another amount, currency or terminal, or a payment after another end;
 * - `reversed`: the service took the payment back by itself;
 * - `handler-failed`: a method with `@OnPaySale()` failed several times.
 */
export type PaySaleReason = NotPaidReason | NeedsPersonReason;

// prettier-ignore
type NotPaidReason =
  | 'declined' | 'canceled' | 'timed-out' | 'aborted' | 'not-sent' | 'terminal-busy' | 'terminal-unreachable' | 'failed'
  | 'resolved';
type NeedsPersonReason = 'not-received' | 'no-end' | 'differs' | 'reversed' | 'handler-failed';

/** A request to a terminal, as it is stored before it is sent. */
export interface TillRequest {
  /** Also the session ID at the service. */
  readonly id: string;
  readonly kind: 'sale' | 'preauthorization' | 'capture' | 'refund';
  /** The sale that a refund belongs to, or the pre-authorization of a capture; null for others. */
  readonly parentId: string | null;
  readonly terminalId: string;
  readonly cashRegisterId: string;
  /** Minor units, without the tip. */
  readonly amount: number;
  /** Minor units. */
  readonly tip: number;
  /** ISO 4217 numeric code. */
  readonly currencyCode: string;
  readonly reference: string;
  /** Further options of the request, such as `isvDetails`. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** Returns how many hours a request waits at its terminal for the card; null for one that is not preloaded. */
export function hoursPreloaded({ request }: TillRequest): number | null {
  const { aadePreloaded, aadePreloadedDuration = 24 } = request as Partial<InitiateSaleOptions>;
  return aadePreloaded === true ? aadePreloadedDuration : null;
}

/** A request to a terminal, with everything that is known about it. */
export interface PaySale extends TillRequest {
  /** `paid` means that the money moved: for a refund, to the customer; for a pre-authorization, that it is held. */
  readonly state: 'open' | 'paid' | 'not-paid' | 'needs-a-person';
  /** Whether the request was sent, and whether the service has accepted it. */
  readonly step: 'stored' | 'sending' | 'sent';
  /** What became of an abort. Even an `accepted` one can come after the card. */
  readonly abort: 'requested' | 'accepted' | 'rejected' | null;
  /** Why it ended without a normal payment; null if it is open or paid. */
  readonly reason: PaySaleReason | null;
  /** The reason in words, for staff. Of an open sale, what it waits for before it is sent. */
  readonly message: string | null;
  readonly transactionId: string | null;
  /** What the service reported at the end: card, authorization, terminal data for the receipt. Null before. */
  readonly receipt: PosSession | null;
  /** Tip that your request had, in minor units. `tip` is another one if the customer chose it at the terminal. */
  readonly requestedTip: number;
  /**
   * Minor units that went back to the customer without this till, as far as the till knows: refunds made externally, for example in the
   * service's app, and lost disputes. Event 1797 and `recheck` update it.
   */
  readonly returnedExternally: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** Which sales to list. */
export interface PaySaleFilter {
  terminalId?: string;
  state?: PaySale['state'];
  /** The sale whose refunds, or the pre-authorization whose captures, to list. */
  parentId?: string;
  /** Created at this time or later. */
  from?: Date;
  /** Created before this time. */
  to?: Date;
  /** @default 100 */
  limit?: number;
}

/** Sum of paid requests of one kind, at one terminal, in one currency. */
export interface PayTillTotal {
  terminalId: string;
  kind: PaySale['kind'];
  currencyCode: string;
  count: number;
  /** Minor units, with tips. */
  amount: number;
  /** Minor units of these requests that went back to customers without this till, also later: see `returnedExternally` of a sale. */
  returnedExternally: number;
}
