import { requireCurrency } from './currencies.js';
import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import { acceptCard } from './card.js';
import type { IsvShareRequest } from './isv-share.js';
import { OrderState, type Order } from './order.js';
import type { Orders } from './orders.js';
import type { Payments } from './payments.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Sources } from './sources.js';
import { ThreeDSecure, type Transaction } from './transaction.js';

/** A charge with a card number received by mail or telephone. The number is checked and masked, but not stored. */
interface MotoRequest {
  readonly orderCode: string;
  readonly cardNumber: string;
  /** `MM/YYYY`. */
  readonly expiry: string;
  readonly cvc: string | null;
  readonly fullName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly merchantTrns?: string;
  readonly customerTrns?: string;
  readonly sourceCode?: string;
  readonly currencyCode?: string;
  readonly installments?: number;
  /** Whether recurring charges are allowed, even if the order does not allow them. */
  readonly allowsRecurring?: boolean;
  readonly isv?: IsvShareRequest;
}

/** Charges orders with card numbers that the merchant received. No authentication takes place. */
export class MotoCharges {
  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly orders: Orders,
    private readonly payments: Payments,
    private readonly permissions: Permissions,
    private readonly sources: Sources,
  ) {}

  /**
   * Charges the order's amount.
   *
   * @returns The new transaction: F, or E with its event ID if the issuer declines.
   * @throws Refusal 403 if not enabled or the source is not usable, 404 for an unknown order, 400 if the order is not payable or
   * the card is invalid.
   */
  charge(request: MotoRequest): Transaction {
    this.permissions.require('allowMoto');
    const order = this.orders.find(request.orderCode);
    if (!order) throw new Refusal(404, 'Order was not found');
    if (order.state !== OrderState.Pending) throw new Refusal(400, 'The order is not payable');
    requireCurrency(request.currencyCode, order, 'order');
    if (request.isv?.amount !== undefined && request.isv.amount > 0) checkShare(request.isv.amount, order);
    if (request.sourceCode !== undefined) this.sources.getUsable(request.sourceCode);
    const fullName = request.fullName ?? order.customer.fullName;
    const entry = {
      number: request.cardNumber,
      expiry: request.expiry,
      cvc: request.cvc,
      holderName: fullName ?? 'Cardholder',
    };
    const accepted = acceptCard(entry, this.clock.now(), this.ids);
    if ('problems' in accepted) throw new Refusal(400, Object.values(accepted.problems).join('; '));
    return this.payments.attempt(order, {
      accepted,
      amount: order.amount,
      installments: request.installments ?? 0,
      email: request.email ?? order.customer.email,
      fullName,
      phone: request.phone ?? order.customer.phone,
      threeDSecure: ThreeDSecure.None,
      moto: true,
      sourceCode: request.sourceCode,
      merchantTrns: request.merchantTrns,
      customerTrns: request.customerTrns,
      ...(request.allowsRecurring === true && { recurringSupport: true }),
      isv: request.isv,
    });
  }
}

function checkShare(fee: number, { amount, preauth }: Order): void {
  if (fee >= amount) throw new Refusal(400, 'isvAmount: expected less than the amount of the order');
  if (preauth)
    throw new Refusal(400, 'isvAmount: expected none for a pre-authorization; set it for the capture');
}
