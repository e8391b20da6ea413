import { Module } from '@nestjs/common';
import { jobModule } from '../jobs/job-module.js';
import { REGISTERED_JOB } from '../jobs/registered-job.js';
import type { RegisteredJob } from '../jobs/registered-job.js';
import type { PayFiscalOptions } from './fiscal.types.js';
import { PAY_FISCAL_OPTIONS, PayFiscal } from './pay-fiscal.js';

const ConfigurableModule = jobModule<PayFiscalOptions>('PayFiscal', PAY_FISCAL_OPTIONS);

/**
 * Makes {@link PayFiscal} injectable. Import it beside `PayTillModule`: it keeps its tables in the till's database.
 *
 * @example PayFiscalModule.forRoot({ provider, issuer: { vatNumber: '094259216' } })
 * @example
 * PayFiscalModule.forRootAsync({
 *   inject: [Provider],
 *   useFactory: (provider: Provider) => ({ provider, issuer: { vatNumber: '094259216' } }),
 * })
 */
@Module({
  providers: [
    PayFiscal,
    {
      provide: REGISTERED_JOB,
      inject: [PayFiscal],
      useFactory: (service: PayFiscal): RegisteredJob => ({
        ...{ kind: 'fiscal', service },
        // Known when the till has started.
        get account() {
          return service.account;
        },
      }),
    },
  ],
  exports: [PayFiscal],
})
export class PayFiscalModule extends ConfigurableModule {}
