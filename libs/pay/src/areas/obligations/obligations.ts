import { ObligationsMethods } from '../methods.generated.js';

/** Creates claims of a marketplace platform on its sellers. Deprecated by the service: use transfer reversals. */
export class PayObligations extends ObligationsMethods {}
