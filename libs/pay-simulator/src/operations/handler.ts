import type { OperationHandler, WaitingOperationHandler } from '../http/operation.js';
import type { AccountServices } from '../services/merchant-services.js';
import type { Services } from '../services/services.js';

/** Handles an operation with the services of one merchant. */
export type MerchantHandler = OperationHandler<AccountServices>;

/** Handles an operation with all services of the simulator. */
export type Handler = OperationHandler<Services>;

/** Handles an operation that waits for another request before it responds. */
export type WaitingHandler = WaitingOperationHandler<Services>;
