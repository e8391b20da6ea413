import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { PayAccount } from './accounts/pay-accounts.js';
import { PayAccountsModule } from './accounts/pay-accounts.module.js';
import type { PayModuleAsyncOptions } from './options/pay.options.js';
import { PayClients } from './pay.clients.js';
import { PayInjectionCheck } from './pay.injection-check.js';
import { ConfigurableModuleClass } from './pay.module-definition.js';
import { PAY_ADDED_OPTIONS } from './pay.module-tokens.js';
import { optionsProvider } from './pay.providers.js';
import { PayReconcilerModule } from './reconciler/pay-reconciler.module.js';
import { inboxProvider } from './webhooks/inline-inbox.js';
import { PayWebhookModule } from './webhooks/pay-webhook.module.js';

/** Members of `forRootAsync`'s argument that are not options of PayModule. */
const NEST_MEMBERS = [
  'imports',
  'inject',
  'useFactory',
  'useClass',
  'useExisting',
  'provideInjectionTokensFrom',
  'name',
  'isGlobal',
];

/**
 * Makes the configured clients and their areas injectable by their classes. An application with several accounts gives each
 * PayModule a `name`, and injects its clients and areas with `@InjectPay(…, name)`.
 *
 * @example PayModule.forRoot({ wallet: { clientId, clientSecret, merchantId, apikey } })
 * @example PayModule.forRootAsync(payConfig.asProvider())
 */
@Module({
  imports: [PayAccountsModule, PayWebhookModule, PayReconcilerModule],
  providers: [optionsProvider, PayClients, PayInjectionCheck, inboxProvider, PayAccount],
  exports: [PayWebhookModule, PayReconcilerModule],
})
export class PayModule extends ConfigurableModuleClass {
  /**
   * Configures PayModule with options from a factory or class, merged with the options in the same argument. Options of clients
   * and of `webhooks` are merged one by one. If both set an option to different values, the boot fails.
   *
   * @example PayModule.forRootAsync({ ...payConfig.asProvider(), webhooks: { inbox } })
   */
  static override forRootAsync(options: PayModuleAsyncOptions): DynamicModule {
    const added = Object.fromEntries(
      Object.entries(options).filter(([member]) => !NEST_MEMBERS.includes(member)),
    );
    const { providers = [], ...definition } = super.forRootAsync(options);
    return { ...definition, providers: [...providers, { provide: PAY_ADDED_OPTIONS, useValue: added }] };
  }
}
