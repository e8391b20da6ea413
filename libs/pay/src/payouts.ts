export { accountTransactionName } from './areas/data-services/account-transaction-name.js';
export { PayPayouts } from './payouts/pay-payouts.js';
export { PayoutReport } from './payouts/payout-report.js';
export type { PayoutLine, PayoutSource, PayoutSummary, PayoutTotals } from './payouts/payouts.types.js';
