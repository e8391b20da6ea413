export { PaySubscriptions } from './subscriptions/pay-subscriptions.js';
export { PaySubscriptionsModule } from './subscriptions/pay-subscriptions.module.js';
export { PaySubscriptionError } from './subscriptions/subscription-error.js';
export { OnPaySubscription } from './subscriptions/subscription-events.js';
export type {
  PaySubscription,
  PaySubscriptionCharge,
  PaySubscriptionEvent,
  PaySubscriptionsReport,
} from './subscriptions/subscription.types.js';
