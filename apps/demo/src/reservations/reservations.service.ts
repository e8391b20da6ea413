import { Injectable } from '@nestjs/common';
import { PayPayments, PayTransactions, TransactionStatus } from 'nestjs-pay';
import type { MethodFailure } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import type { Records } from '../database/records.js';
import { ShopDatabase } from '../database/shop-database.js';
import { SingleFlight } from '../single-flight.js';
import { submissionOf } from '../submission.js';

/** How long the customer may take to open the link and reserve the amount, seconds. */
const LINK_TIMEOUT_SECONDS = 24 * 3600;

/** What an operator wants to be reserved. */
export interface Reservation {
  /** One-time key of the form. */
  readonly key: string;
  readonly email: string;
  /** Minor units of the shop's currency. */
  readonly amount: number;
  /** What it is for: the customer reads it on the payment page. */
  readonly purpose: string;
}

/** The order that was made, or why there is none. */
export type ReservationOrder = { readonly success: true; readonly orderCode: string } | MethodFailure;

interface KeptReservation extends Reservation {
  readonly submission: string;
  readonly orderCode: string;
}

/** What the payment service says of a customer's attempt on a reservation. */
export type ReservationOutcome =
  | { readonly kind: 'held'; readonly reservation: Reservation }
  /** The attempt failed: nothing was held or taken. */
  | { readonly kind: 'failed' }
  /** It was held, and has been captured or released since. */
  | { readonly kind: 'over' }
  /** The service did not say, or the attempt is none of this reservation's. */
  | { readonly kind: 'unknown' };

/** Orders that only reserve an amount on the customer's card, to be captured in the back office. */
@Injectable()
export class ReservationsService {
  private readonly reservations: Records<KeptReservation>;
  private readonly making = new SingleFlight<ReservationOrder>();

  constructor(
    private readonly payments: PayPayments,
    private readonly transactions: PayTransactions,
    database: ShopDatabase,
  ) {
    this.reservations = database.records<KeptReservation>('reservation', {
      id: ({ submission }) => submission,
      reference: ({ orderCode }) => orderCode,
    });
  }

  /** Makes the order; the same form, sent twice, makes it once. One that was changed in between is another. */
  create(reservation: Reservation): Promise<ReservationOrder> {
    const { key, email, amount, purpose } = reservation;
    const submission = submissionOf(key, email, amount, purpose);
    // What failed may be tried again: an order alone moves no money.
    return this.making.do(submission, () => this.orderOnce(submission, reservation));
  }

  /** Undefined for an order that is no reservation of this shop. */
  async find(orderCode: string): Promise<Reservation | undefined> {
    return (await this.reservations.of(orderCode))[0];
  }

  /**
   * Asks the service what became of an attempt. An order code can be guessed, a transaction id cannot: only who names an attempt
   * of the order learns anything.
   */
  async outcome(orderCode: string, transactionId: string): Promise<ReservationOutcome> {
    const reservation = await this.find(orderCode);
    const answer = await this.transactions.getLegacyTransactions(transactionId);
    const attempt = answer.success ? answer.data.Transactions[0] : undefined;
    if (reservation === undefined || attempt?.Order.OrderCodeText !== orderCode) return { kind: 'unknown' };
    if (attempt.StatusId === TransactionStatus.Error) return { kind: 'failed' };
    const left = await this.transactions.getRemainingAmounts(transactionId);
    if (!left.success) return { kind: 'unknown' };
    const { capturable, currencyCode } = left.data;
    if (capturable === 0) return { kind: 'over' };
    const isExact = capturable === reservation.amount && currencyCode === SHOP_CURRENCY.code;
    return isExact ? { kind: 'held', reservation } : { kind: 'unknown' };
  }

  private async orderOnce(submission: string, reservation: Reservation): Promise<ReservationOrder> {
    const kept = await this.reservations.find(submission);
    if (kept !== undefined) return { success: true, orderCode: kept.orderCode };
    const { amount, email, purpose } = reservation;
    const answer = await this.payments.createOrder({
      amount,
      currencyCode: SHOP_CURRENCY.code,
      preauth: true,
      paymentTimeout: LINK_TIMEOUT_SECONDS,
      customerTrns: purpose,
      customer: { email },
    });
    if (!answer.success) return answer;
    const { orderCodeText: orderCode } = answer.data;
    await this.reservations.add({ ...reservation, submission, orderCode });
    return { success: true, orderCode };
  }
}
