import { PaymentsMethods } from '../methods.generated.js';

/** Creates, reads, changes and cancels payment orders. Each attempt to pay an order creates a transaction. */
export class PayPayments extends PaymentsMethods {}
