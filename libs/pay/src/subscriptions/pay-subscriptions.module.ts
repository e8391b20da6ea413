import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobHandlers } from '../jobs/job-handlers.js';
import { jobModule } from '../jobs/job-module.js';
import { registerJob } from '../jobs/registered-job.js';
import { PayAccountsModule } from '../nest/accounts/pay-accounts.module.js';
import { PAY_SUBSCRIPTIONS_OPTIONS, PaySubscriptions } from './pay-subscriptions.js';
import type { PaySubscriptionsOptions } from './subscription.types.js';

const ConfigurableModule = jobModule<PaySubscriptionsOptions>('PaySubscriptions', PAY_SUBSCRIPTIONS_OPTIONS);

/**
 * Makes {@link PaySubscriptions} injectable. Import it beside PayModule, whose `wallet` makes the charges and whose `idempotency` store
 * makes each charge at most once.
 *
 * @example PaySubscriptionsModule.forRoot({ store: postgresStore({ pool }) })
 * @example PaySubscriptionsModule.forRootAsync({ inject: [Pool], useFactory: (pool: Pool) => ({ store: postgresStore({ pool }) }) })
 */
@Module({
  imports: [PayAccountsModule, DiscoveryModule],
  providers: [
    JobHandlers,
    PaySubscriptions,
    registerJob('subscriptions', PaySubscriptions, PAY_SUBSCRIPTIONS_OPTIONS),
  ],
  exports: [PaySubscriptions],
})
export class PaySubscriptionsModule extends ConfigurableModule {}
