export { accountTransactionName } from './payouts/movement-kind.js';
export { PayPayouts, PayoutReport } from './payouts/pay-payouts.js';
export type * from './payouts/payouts.types.js';
