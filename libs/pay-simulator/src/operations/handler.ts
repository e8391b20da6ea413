import type { OperationHandler, WaitingOperationHandler } from '../http/operation.js';
import type { AccountServices } from '../services/merchant-services.js';
import type { Services } from '../services/services.js';

/** Handles an operation with the services of one merchant. */
export type MerchantHandler<Body = object, Query = object> = OperationHandler<AccountServices, Body, Query>;

/** Handles an operation with all services of the simulator. */
export type Handler<Body = object, Query = object> = OperationHandler<Services, Body, Query>;

/** Handles an operation that waits for another request before it responds. */
export type WaitingHandler<Body = object> = WaitingOperationHandler<Services, Body>;

/** A handler of any operation. */
export type AnyHandler = Handler<never, never> | WaitingHandler<never>;
