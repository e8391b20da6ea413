import type { SimulatorClock } from '../clock.js';
import { PERMISSION_OFF_TEXT } from '../contract.generated.js';
import type { Ids } from '../ids.js';
import { acceptCard } from './card.js';
import { OrderState } from './order.js';
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
  readonly sourceCode?: string;
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
      installments: 0,
      email: request.email ?? order.customer.email,
      fullName,
      phone: request.phone ?? order.customer.phone,
      threeDSecure: ThreeDSecure.None,
      moto: true,
      sourceCode: request.sourceCode,
      merchantTrns: request.merchantTrns,
    });
  }
}
