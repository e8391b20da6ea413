import { Module } from '@nestjs/common';
import { jobModule } from '../jobs/job-module.js';
import { registerJob } from '../jobs/registered-job.js';
import { PayAccountsModule } from '../nest/accounts/pay-accounts.module.js';
import { PAY_SPLITS_OPTIONS, PaySplits } from './pay-splits.js';
import type { PaySplitsOptions } from './split.types.js';

const ConfigurableModule = jobModule<PaySplitsOptions>('PaySplits', PAY_SPLITS_OPTIONS);

/**
 * Makes {@link PaySplits} injectable. Import it beside PayModule, whose `marketplace` sends the money and whose `idempotency` store
 * makes each movement happen at most once.
 *
 * @example PaySplitsModule.forRoot({ store: postgresStore({ pool }) })
 * @example PaySplitsModule.forRootAsync({ inject: [Pool], useFactory: (pool: Pool) => ({ store: postgresStore({ pool }) }) })
 */
@Module({
  imports: [PayAccountsModule],
  providers: [PaySplits, registerJob('splits', PaySplits, PAY_SPLITS_OPTIONS)],
  exports: [PaySplits],
})
export class PaySplitsModule extends ConfigurableModule {}
