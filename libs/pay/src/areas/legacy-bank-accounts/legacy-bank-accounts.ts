import { LegacyBankAccountsMethods } from '../methods.generated.js';

/**
 * Links bank accounts and sends money to them, through the service's older calls (Basic auth). Deprecated by the
 * service: use `bankTransfers`.
 */
export class PayLegacyBankAccounts extends LegacyBankAccountsMethods {}
