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
import { inboxProvider } from './webhooks/inbox/inbox.provider.js';
import { PayWebhookModule } from './webhooks/pay-webhook.module.js';

/** What `forRootAsync` takes beside options of PayModule. */
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
 * The payment service in a Nest application: the configured clients and their areas are injectable by their classes.
 * With a `name` there may be several: their clients and areas are injected with `@InjectPay(…, name)`.
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
   * Takes the options from a factory or a class, and adds those that are given beside it. Options of clients and of `webhooks`
   * are added one by one. An option that both give with different values stops the boot.
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
