import { FeesMethods } from '../methods.generated.js';

/** Retrieves the fees of an order. */
export class PayFees extends FeesMethods {}
