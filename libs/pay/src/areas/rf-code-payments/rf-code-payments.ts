import { RfCodePaymentsMethods } from '../methods.generated.js';

/** Generates RF codes for payment by bank transfer. Greek merchants only. */
export class PayRFCodePayments extends RfCodePaymentsMethods {}
