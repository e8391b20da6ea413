import { Module } from '@nestjs/common';
import { HealthIndicatorService } from '@nestjs/terminus';
import { PayAccountsModule } from '../nest/accounts/pay-accounts.module.js';
import { PayWebhookModule } from '../nest/webhooks/pay-webhook.module.js';
import { PayHealthIndicator } from './pay-health.indicator.js';

/**
 * Makes {@link PayHealthIndicator} injectable. Import it together with `TerminusModule`.
 *
 * @example @Module({ imports: [TerminusModule, PayHealthModule], controllers: [HealthController] })
 */
@Module({
  imports: [PayAccountsModule, PayWebhookModule],
  providers: [HealthIndicatorService, PayHealthIndicator],
  exports: [PayHealthIndicator],
})
export class PayHealthModule {}
