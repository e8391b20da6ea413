export { PayHealthIndicator } from './health/pay-health.indicator.js';
export { PayHealthModule } from './health/pay-health.module.js';
export type {
  PayHealthChoice,
  PayInboxHealthOptions,
  PayServiceHealthOptions,
  PayWebhookHealthOptions,
} from './health/health.types.js';
