import type { SimulatorClock } from './clock.js';
import { PERMISSION_OFF_TEXT } from './contract.generated.js';
import type { Ids } from './ids.js';
import { acceptCard } from './card.js';
import type { IsvShare } from './isv-share.js';
import { OrderState, type Order } from './order.js';
import type { Orders } from './orders.js';
import type { Payments } from './payments.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Sources } from './sources.js';
import { ThreeDSecure, type Transaction } from './transaction.js';

/** A card that the merchant was told by mail or telephone, and who pays. The number is checked, masked and not kept. */
export interface MotoRequest {
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
  /** Whether it may be charged again, where the order does not say so already. */
  readonly allowsRecurring?: boolean;
  readonly isv?: IsvShare;
}

/** Charges orders with cards whose numbers the merchant holds: nobody is asked to authenticate. */
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
   * @returns the new transaction: F, or E with its event id when the issuer refuses.
   * @throws Refusal 403 not enabled or source unusable, 404 order unknown, 400 order not payable or card not valid.
   */
  charge(request: MotoRequest): Transaction {
    if (!this.permissions.get().allowMoto) throw new Refusal(403, PERMISSION_OFF_TEXT);
    const order = this.orders.find(request.orderCode);
    if (!order) throw new Refusal(404, 'Order was not found');
    if (order.state !== OrderState.Pending) throw new Refusal(400, 'The order cannot be paid any more');
    if (request.currencyCode !== undefined && request.currencyCode !== order.currencyCode)
      throw new Refusal(400, `currencyCode: expected ${order.currencyCode}, the currency of the order`);
    if (request.isv?.amount !== undefined && request.isv.amount > 0) checkShare(request.isv.amount, order);
    if (request.sourceCode !== undefined) this.sources.usable(request.sourceCode);
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
  if (preauth) throw new Refusal(400, 'isvAmount: expected none on a pre-authorisation: give it at capture');
}
