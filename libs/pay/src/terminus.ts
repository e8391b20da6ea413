export { PayHealthIndicator } from './health/pay-health.indicator.js';
export { PayHealthModule } from './health/pay-health.module.js';
