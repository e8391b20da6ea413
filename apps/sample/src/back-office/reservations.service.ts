import { Injectable } from '@nestjs/common';
import { PayPayments } from 'nestjs-pay';
import type { CreateOrderResult, MethodReturn } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';

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

/** Orders that only reserve an amount on the customer's card, to be captured in the back office. */
@Injectable()
export class ReservationsService {
  private readonly made = new Map<string, Promise<MethodReturn<CreateOrderResult>>>();

  constructor(private readonly payments: PayPayments) {}

  /** Makes the order; the same form, sent twice, makes it once. */
  create(reservation: Reservation): Promise<MethodReturn<CreateOrderResult>> {
    const { key, amount, email, purpose } = reservation;
    const earlier = this.made.get(key);
    if (earlier !== undefined) return earlier;
    const making = this.payments.createOrder({
      amount,
      currencyCode: SHOP_CURRENCY.code,
      preauth: true,
      paymentTimeout: LINK_TIMEOUT_SECONDS,
      customerTrns: purpose,
      customer: { email },
    });
    this.made.set(key, making);
    return making;
  }
}
