// class-transformer reads reflected types as soon as a DTO is declared, so this import comes first.
import 'reflect-metadata';

export { PayBankTransfers } from './areas/bank-transfers/bank-transfers.js';
export {
  AcquiringChargeOptions,
  AcquiringRefundOptions,
  CancelTransactionOptions,
  CreateCardTokenOptions,
  CreateConnectedAccountOptions,
  CreateIsvOrderOptions,
  CreateMarketplaceOrderOptions,
  CreateObligationOptions,
  CreateOrderOptions,
  CreateRecurringTransactionOptions,
  CreateSellerAccountOptions,
  CreateTransactionOptions,
  ExecuteBankTransferOptions,
  FastRefundOptions,
  InitiateSaleOptions,
  IsvSaleOptions,
  MakeMotoCardChargeOptions,
  MarketplaceRefundOptions,
  MotoCard,
  OctAndPayoutOptions,
  PosRefundOptions,
  SearchAccountTransactionsOptions,
  SearchTransactionsOptions,
  SendFundsOptions,
  UpdateOrderOptions,
} from './areas/options.generated.js';
export * from './areas/coded-values.generated.js';
export { PayDataServices } from './areas/data-services/data-services.js';
export type { SearchResultPage } from './areas/data-services/data-services.types.js';
export type { SaleTransactionsNotification } from './areas/data-services/sale-transactions-file.js';
export { PayFees } from './areas/fees/fees.js';
export { IsvConnectedAccounts } from './areas/isv-connected-accounts/isv-connected-accounts.js';
export { IsvPayments } from './areas/isv-payments/isv-payments.js';
export { IsvPos } from './areas/isv-pos/isv-pos.js';
export { IsvSourceCode } from './areas/isv-source/isv-source.js';
export { IsvTransactions } from './areas/isv-transactions/isv-transactions.js';
export type { IsvSaleTransactionRow } from './areas/isv-transactions/isv-transactions.types.js';
export { IsvWebhook } from './areas/isv-webhook/isv-webhook.js';
export { MarketPlacePayments } from './areas/marketplace-payments/marketplace-payments.js';
export { MarketPlaceSellers } from './areas/marketplace-sellers/marketplace-sellers.js';
export { MarketPlaceTransactions } from './areas/marketplace-transactions/marketplace-transactions.js';
export { MarketPlaceTransfers } from './areas/marketplace-transfers/marketplace-transfers.js';
export { planSplit } from './areas/marketplace-transfers/split-plan.js';
export type { SellerShare, SplitPlan } from './areas/marketplace-transfers/split-plan.js';
export { planReversals } from './areas/marketplace-transfers/split-refund.js';
export type { ReversalPlan } from './areas/marketplace-transfers/split-refund.js';
export { PayLegacyBankAccounts } from './areas/legacy-bank-accounts/legacy-bank-accounts.js';
export { PayObligations } from './areas/obligations/obligations.js';
export { PayPayments } from './areas/payments/payments.js';
export { PAYMENT_TIMEOUT_NEVER } from './areas/payments/payments.types.js';
export { PayPos } from './areas/pos/pos.js';
export { OctServiceId } from './areas/transactions/acquiring.types.js';
export { describePayEventId } from './areas/transactions/event-descriptions.js';
export { remainingAmounts } from './areas/transactions/remaining-amounts.js';
export type { RemainingAmounts } from './areas/transactions/remaining-amounts.js';
export { PayResellers } from './areas/resellers/resellers.js';
export { EligibilityEvent } from './areas/resellers/resellers.types.js';
export { PayRFCodePayments } from './areas/rf-code-payments/rf-code-payments.js';
export { isRfPaymentCode } from './areas/rf-code-payments/rf-code.js';
export type { ResolvedOutcome } from './areas/resolved-outcome.js';
export * from './areas/results.generated.js';
export { PaySourceCode } from './areas/source/source.js';
export { PayTransactions } from './areas/transactions/transactions.js';
export { PayWallets } from './areas/wallets/wallets.js';
export { PayWebhooks } from './areas/webhooks/webhooks.js';
export type { TokenResponse } from './auth/token.types.js';
export type { MarketplaceOptions, PayISVOptions, PayWalletOptions } from './clients/client-options.js';
export { Marketplace } from './clients/marketplace.js';
export { PayISV } from './clients/pay-isv.js';
export { PayWallet } from './clients/pay-wallet.js';
export { getSmartCheckout } from './clients/smart-checkout.js';
export type { CallOptions } from './core/options/call-options.js';
export { Currency } from './core/values/currencies.js';
export type { Endpoints } from './core/operation/hosts.js';
export { payAttemptChannel, payCallChannel } from './core/http/channels.js';
export type { PayAttemptMessage, PayCallMessage } from './core/http/channels.js';
export { payEventChannel } from './webhooks/event-channel.js';
export type { PayEventMessage } from './webhooks/event-channel.js';
export type { PayOutcomeLookup } from './core/operation/outcome-lookup.js';
export type { PayLogger } from './core/http/logger.js';
export { PayError, PayErrorCode, unwrap } from './core/operation/method-return.js';
export type {
  CallMeta,
  FieldError,
  MethodFailure,
  MethodReturn,
  MethodSuccess,
  PayErrorDetails,
} from './core/operation/method-return.js';
export { toMajorUnits, toMinorUnits } from './core/values/money.js';
export { TransportError } from './core/http/transport.js';
export type { Transport, TransportRequest, TransportResponse } from './core/http/transport.js';
export * from './idempotency/index.js';
export * from './timeline/index.js';
export * from './inbox/index.js';
export * from './webhooks/index.js';
