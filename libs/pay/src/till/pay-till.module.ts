import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobHandlers } from '../jobs/job-handlers.js';
import { jobModule } from '../jobs/job-module.js';
import { registerJob } from '../jobs/registered-job.js';
import { PayAccountsModule } from '../nest/accounts/pay-accounts.module.js';
import { PAY_TILL_OPTIONS, PayTill } from './pay-till.js';
import { SaleHooks } from './sale-hook.js';
import type { PayTillOptions } from './till.options.js';

const ConfigurableModule = jobModule<PayTillOptions>('PayTill', PAY_TILL_OPTIONS);

/**
 * Makes {@link PayTill} injectable. It uses the clients of PayModule, and keeps its table in the store's database.
 *
 * @example PayTillModule.forRoot({ store: postgresStore({ pool }) })
 * @example
 * PayTillModule.forRootAsync({
 *   imports: [DatabaseModule],
 *   inject: [Pool],
 *   useFactory: (pool: Pool) => ({ store: postgresStore({ pool }) }),
 * })
 */
@Module({
  imports: [PayAccountsModule, DiscoveryModule],
  providers: [JobHandlers, SaleHooks, PayTill, registerJob('till', PayTill, PAY_TILL_OPTIONS)],
  exports: [SaleHooks, PayTill],
})
export class PayTillModule extends ConfigurableModule {}
