import { Injectable } from '@nestjs/common';
import { PayPayments, PayTransactions, TransactionStatus } from 'nestjs-pay';
import type { CreateOrderResult, MethodReturn } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
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
  private readonly made = new Map<string, Promise<MethodReturn<CreateOrderResult>>>();
  private readonly byOrderCode = new Map<string, Reservation>();

  constructor(
    private readonly payments: PayPayments,
    private readonly transactions: PayTransactions,
  ) {}

  /** Makes the order; the same form, sent twice, makes it once. One that was changed in between is another. */
  create(reservation: Reservation): Promise<MethodReturn<CreateOrderResult>> {
    const { key, email, amount, purpose } = reservation;
    const submission = submissionOf(key, email, amount, purpose);
    const earlier = this.made.get(submission);
    if (earlier !== undefined) return earlier;
    const making = this.order(reservation).then((answer) => {
      // What failed may be tried again: an order alone moves no money.
      if (!answer.success) this.made.delete(submission);
      return answer;
    });
    this.made.set(submission, making);
    return making;
  }

  /** Undefined for an order that is no reservation of this shop. */
  find(orderCode: string): Reservation | undefined {
    return this.byOrderCode.get(orderCode);
  }

  /**
   * Asks the service what became of an attempt. An order code can be guessed, a transaction id cannot: only who names an attempt
   * of the order learns anything.
   */
  async outcome(orderCode: string, transactionId: string): Promise<ReservationOutcome> {
    const reservation = this.find(orderCode);
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

  private async order(reservation: Reservation): Promise<MethodReturn<CreateOrderResult>> {
    const { amount, email, purpose } = reservation;
    const answer = await this.payments.createOrder({
      amount,
      currencyCode: SHOP_CURRENCY.code,
      preauth: true,
      paymentTimeout: LINK_TIMEOUT_SECONDS,
      customerTrns: purpose,
      customer: { email },
    });
    if (answer.success) this.byOrderCode.set(answer.data.orderCodeText, reservation);
    return answer;
  }
}
