import { Injectable } from '@nestjs/common';
import { PayPayments, PayTransactions, TransactionStatus } from 'nestjs-pay';
import type { MethodFailure } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { ShopDatabase, type Records } from '../database/shop-database.js';
import { submissionOf } from '../form-fields.js';

/** How long the customer can open the link and reserve the amount, in seconds. */
const LINK_TIMEOUT_SECONDS = 24 * 3600;

/** An amount that an operator wants to reserve. */
export interface Reservation {
  /** One-time key of the form. */
  readonly key: string;
  readonly email: string;
  /** Minor units of the shop's currency. */
  readonly amount: number;
  /** Shown to the customer on the payment page. */
  readonly purpose: string;
}

/** The payment order of a reservation, or why there is none. */
export type ReservationOrder = { readonly success: true; readonly orderCode: string } | MethodFailure;

interface StoredReservation extends Reservation {
  readonly submission: string;
  readonly orderCode: string;
}

/** Outcome of a customer's attempt to reserve an amount. */
export type ReservationOutcome =
  | { readonly kind: 'held'; readonly reservation: Reservation }
  /** The attempt failed. Nothing is held. */
  | { readonly kind: 'failed' }
  /** The held amount was captured or released. */
  | { readonly kind: 'over' }
  /** The service did not respond, or the attempt belongs to another order. */
  | { readonly kind: 'unknown' };

/** Payment orders that hold an amount on the customer's card. The back office captures it. */
@Injectable()
export class ReservationsService {
  private readonly reservations: Records<StoredReservation>;

  constructor(
    private readonly payments: PayPayments,
    private readonly transactions: PayTransactions,
    database: ShopDatabase,
  ) {
    this.reservations = database.records<StoredReservation>('reservation', {
      id: ({ submission }) => submission,
      reference: ({ orderCode }) => orderCode,
    });
  }

  /** Creates the payment order. The same form, sent twice, creates one order; a changed form creates another one. */
  async create(reservation: Reservation): Promise<ReservationOrder> {
    const { key, email, amount, purpose } = reservation;
    const submission = submissionOf(key, email, amount, purpose);
    const response = await this.payments.createOrder(
      {
        amount,
        currencyCode: SHOP_CURRENCY.code,
        preauth: true,
        paymentTimeout: LINK_TIMEOUT_SECONDS,
        customerTrns: purpose,
        customer: { email },
      },
      { idempotencyKey: `reservation:${submission}` },
    );
    if (!response.success) return response;
    const { orderCodeText: orderCode } = response.data;
    await this.reservations.add({ ...reservation, submission, orderCode });
    return { success: true, orderCode };
  }

  /** Returns undefined for an order that is not a reservation of this shop. */
  async find(orderCode: string): Promise<Reservation | undefined> {
    return (await this.reservations.of(orderCode))[0];
  }

  /**
   * Asks the service for the outcome of an attempt. An order code can be guessed and a transaction ID cannot, so the ID of the
   * attempt is required.
   */
  async outcome(orderCode: string, transactionId: string): Promise<ReservationOutcome> {
    const reservation = await this.find(orderCode);
    const { data: attempt } = await this.transactions.getTransactionById(transactionId);
    if (reservation === undefined || attempt?.orderCodeText !== orderCode) return { kind: 'unknown' };
    if (attempt.statusId === TransactionStatus.Error) return { kind: 'failed' };
    const left = await this.transactions.getRemainingAmounts(transactionId);
    if (!left.success) return { kind: 'unknown' };
    const { capturable, currencyCode } = left.data;
    if (capturable === 0) return { kind: 'over' };
    const isExact = capturable === reservation.amount && currencyCode === SHOP_CURRENCY.code;
    return isExact ? { kind: 'held', reservation } : { kind: 'unknown' };
  }
}
