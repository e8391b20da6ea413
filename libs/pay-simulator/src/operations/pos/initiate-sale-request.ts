import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { terminalRequest, type RequestRules } from './terminal-request.js';

/** The smallest sale of the demo environment, minor units. */
const MIN_SALE_AMOUNT = 30;

/** Asks a terminal for a payment or a pre-authorisation. @see contract/pos.json pos.transactions.initiateSaleRequest */
export const initiateSaleRequest = (
  services: Pick<Services, 'cardTerminals'>,
  more?: RequestRules['more'],
): OperationHandler =>
  terminalRequest(services, {
    more,
    kind: (body) => (body.boolean('preauth') === true ? 'preauth' : 'sale'),
    requires: ['merchantReference'],
    min: MIN_SALE_AMOUNT,
  });
