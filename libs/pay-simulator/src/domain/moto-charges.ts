import type { MerchantCore } from './merchant-core.js';
import { requireCurrency } from './currencies.js';
import { acceptCard, type CardEntry } from './card.js';
import { OrderState, type Order } from './order.js';
import type { PaymentAttempt, Payments } from './payments.js';
import { Refusal } from './refusal.js';
import { ThreeDSecure, type NewTransaction, type Transaction } from './transaction.js';

/** A charge with a card number received by mail or telephone. The number is checked and masked, but not stored. */
type MotoRequest = Pick<CardEntry, 'cvc' | 'expiry'> &
  Pick<NewTransaction, 'orderCode'> &
  Partial<Pick<NewTransaction, 'currencyCode'>> &
  Partial<Omit<PaymentAttempt, 'accepted' | 'amount' | 'threeDSecure' | 'moto' | 'authorizedAmount'>> & {
    readonly cardNumber: string;
  };

/** Charges orders with card numbers that the merchant received. No authentication takes place. */
export class MotoCharges {
  constructor(private readonly core: MerchantCore & { payments: Payments }) {}

  /**
   * Charges the order's amount.
   *
   * @returns The new transaction: F, or E with its event ID if the issuer declines.
   * @throws Refusal 403 if not enabled or the source is not usable, 404 for an unknown order, 400 if the order is not payable or
   * the card is invalid.
   */
  charge({ orderCode, cardNumber: number, expiry, cvc, currencyCode, ...details }: MotoRequest): Transaction {
    this.core.permissions.require('allowMoto');
    const order = this.core.orders.find(orderCode);
    if (!order) throw new Refusal(404, 'Order was not found');
    if (order.state !== OrderState.Pending) throw new Refusal(400, 'The order is not payable');
    requireCurrency(currencyCode, order, 'order');
    const { isv, sourceCode } = details;
    if (isv?.amount !== undefined && isv.amount > 0) checkShare(isv.amount, order);
    if (sourceCode !== undefined) this.core.sources.getUsable(sourceCode);
    const fullName = details.fullName ?? order.customer.fullName;
    const entry = { number, expiry, cvc, holderName: fullName ?? 'Cardholder' };
    const accepted = acceptCard(entry, this.core.clock.now(), this.core.ids);
    if ('problems' in accepted) throw new Refusal(400, Object.values(accepted.problems).join('; '));
    return this.core.payments.attempt(order, {
      ...details,
      accepted,
      amount: order.amount,
      installments: details.installments ?? 0,
      email: details.email ?? order.customer.email,
      fullName,
      phone: details.phone ?? order.customer.phone,
      threeDSecure: ThreeDSecure.None,
      moto: true,
    });
  }
}

function checkShare(fee: number, { amount, preauth }: Order): void {
  if (fee >= amount) throw new Refusal(400, 'isvAmount: expected less than the amount of the order');
  if (preauth)
    throw new Refusal(400, 'isvAmount: expected none for a pre-authorization; set it for the capture');
}
