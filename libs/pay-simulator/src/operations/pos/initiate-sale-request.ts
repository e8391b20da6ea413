import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { terminalRequest, type RequestRules } from './terminal-request.js';

/** Minimum amount of a sale in the demo environment, in minor units. */
const MIN_SALE_AMOUNT = 30;

/** Starts a payment or a pre-authorization at a terminal. @see contract/pos.json pos.transactions.initiateSaleRequest */
export const initiateSaleRequest = (
  services: AccountServices,
  readIsvDetails?: RequestRules['readIsvDetails'],
): OperationHandler =>
  terminalRequest(services, {
    readIsvDetails,
    kind: (body) => (body.boolean('preauth') === true ? 'preauth' : 'sale'),
    requires: ['merchantReference'],
    min: MIN_SALE_AMOUNT,
  });
