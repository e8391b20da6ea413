export { payConfig, payConfigFor } from './options/pay.config.js';
export type {
  PayCommonSettings,
  PayConfigNamespace,
  PayModuleAsyncOptions,
  PayModuleOptions,
  PayOptionsFactory,
  PayWebhookRouteSettings,
  PayWebhookModuleOptions,
  PayWebhookSettings,
} from './options/pay.options.js';
export type { PayClientName } from './pay.client-table.js';
export {
  InjectPay,
  InjectPayHttp,
  InjectPayIsv,
  InjectPayMarketplace,
  InjectPayWallet,
} from './pay.decorators.js';
/** Second names of the injectable clients, in Nest's style. Each is the same class, so a test double stands for both names. */
export { Marketplace as PayMarketplaceService } from '../clients/marketplace.js';
export { PayISV as PayIsvService } from '../clients/pay-isv.js';
export { PayWallet as PayWalletService } from '../clients/pay-wallet.js';
export { PayOptionsError, PayWiringError } from './pay.exceptions.js';
export { PayErrorFilter } from './pay-error.filter.js';
export type { PayErrorAnswer, PayErrorBody } from './pay-error.filter.js';
export { PayModule } from './pay.module.js';
export { PayReconciler } from './reconciler/pay-reconciler.js';
export type {
  OrderCodes,
  PayOpenOrders,
  PayReconcileFailure,
  PayReconcileOptions,
  PayReconcileReport,
  PayReconcileWindow,
} from './reconciler/reconcile.types.js';
export { getPayToken } from './pay.tokens.js';
export type { PayPlace } from './pay.tokens.js';
export { OnPayEvent, PayTransaction } from './webhooks/on-pay-event.decorator.js';
export type { OnPayEventOptions } from './webhooks/on-pay-event.decorator.js';
export type * from './webhooks/event-aliases.js';
export { PayInboxService } from './webhooks/pay-inbox.service.js';
export type { PayInboxChoice } from './webhooks/pay-inbox.service.js';
export { PayEvent, PayWebhook } from './webhooks/pay-webhook.decorator.js';
export type { PayWebhookEndpointOptions } from './webhooks/pay-webhook.decorator.js';
export { PayWebhookException } from './webhooks/pay-webhook.exception.js';
export type { PayWebhookErrorReason } from './webhooks/pay-webhook.exception.js';
export type { PaySenderLimits, PaySendersLimits } from '../inbox/sender-limits.js';
export { PayWebhookGuard } from './webhooks/pay-webhook.guard.js';
export type { WebhookRequest } from './webhooks/pay-webhook.guard.js';
export { PayWebhookProcessor } from './webhooks/pay-webhook.processor.js';
export { PayWebhookOptions, PayWebhookRoutes } from './webhooks/pay-webhook.routes.js';
export type { WebhookRoute } from './webhooks/pay-webhook.routes.js';
export { PayWebhookRefusals, PayWebhookStats } from './webhooks/pay-webhook.stats.js';
export type {
  PayWebhookCounted,
  PayWebhookCounts,
  PayWebhookCountsChoice,
} from './webhooks/pay-webhook.stats.js';
