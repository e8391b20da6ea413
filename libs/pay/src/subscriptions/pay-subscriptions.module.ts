import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PAY_SUBSCRIPTIONS_OPTIONS, PaySubscriptions } from './pay-subscriptions.js';
import { SubscriptionHandlers } from './subscription-events.js';
import type { PaySubscriptionsOptions } from './subscription.types.js';

const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<PaySubscriptionsOptions>({
  moduleName: 'PaySubscriptions',
  optionsInjectionToken: PAY_SUBSCRIPTIONS_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createPaySubscriptionsOptions')
  .build();

/**
 * Makes {@link PaySubscriptions} injectable. Import it beside PayModule, whose `wallet` makes the charges and whose `idempotency` store
 * makes each charge at most once.
 *
 * @example PaySubscriptionsModule.forRoot({ store: postgresStore({ pool }) })
 * @example PaySubscriptionsModule.forRootAsync({ inject: [Pool], useFactory: (pool: Pool) => ({ store: postgresStore({ pool }) }) })
 */
@Module({
  imports: [DiscoveryModule],
  providers: [SubscriptionHandlers, PaySubscriptions],
  exports: [PaySubscriptions],
})
export class PaySubscriptionsModule extends ConfigurableModuleClass {}
