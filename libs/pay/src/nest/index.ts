export { payConfig, payConfigFor } from './options/pay.config.js';
export type { PayModuleAsyncOptions, PayModuleOptions, PayOptionsFactory } from './options/pay.options.js';
export {
  InjectPay,
  InjectPayHttp,
  InjectPayIsv,
  InjectPayMarketplace,
  InjectPayWallet,
} from './pay.decorators.js';
export { PayOptionsError } from './pay.exceptions.js';
export { PayErrorFilter } from './pay-error.filter.js';
export type { PayErrorAnswer } from './pay-error.filter.js';
export { PayModule } from './pay.module.js';
export { PayReconciler } from './reconciler/pay-reconciler.js';
export type { PayOpenOrders, PayReconcileOptions, PayReconcileReport } from './reconciler/reconcile.types.js';
export { getPayToken } from './pay.tokens.js';
export { OnPayEvent, PayTransaction } from './webhooks/on-pay-event.decorator.js';
export type * from './webhooks/event-aliases.js';
export { PayInboxService } from './webhooks/pay-inbox.service.js';
export { PayEvent, PayWebhook } from './webhooks/pay-webhook.decorator.js';
export { PayWebhookException } from './webhooks/pay-webhook.exception.js';
export { PayWebhookGuard } from './webhooks/pay-webhook.guard.js';
export type { WebhookRequest } from './webhooks/pay-webhook.guard.js';
export { PayWebhookOptions } from './webhooks/pay-webhook.routes.js';
export type { WebhookRoute } from './webhooks/pay-webhook.routes.js';
export { PayWebhookStats } from './webhooks/pay-webhook.stats.js';
export type { PayWebhookCounts } from './webhooks/pay-webhook.stats.js';
export type { ReceivedPayEvent } from './webhooks/received-event.js';
