import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { PayAccount } from './accounts/pay-accounts.js';
import { PayAccountsModule } from './accounts/pay-accounts.module.js';
import type { PayModuleAsyncOptions } from './options/pay.options.js';
import { PayClients } from './pay.clients.js';
import { PayInjectionCheck } from './pay.injection-check.js';
import { ConfigurableModuleClass } from './pay.module-definition.js';
import { PAY_ADDED_OPTIONS, PAY_CONFIG_OPTIONS } from './pay.module-tokens.js';
import { PayWiringError } from './pay.exceptions.js';
import { accountProviders, inboxProvider, optionsProvider } from './pay.providers.js';
import { nameOfToken } from './pay.tokens.js';
import { PayReconcilerModule } from './reconciler/pay-reconciler.js';
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
 * @example
 * PayModule.forRoot({
 *   wallet: { clientId, clientSecret, merchantId, apikey },
 *   tokens: 'shared', // for all clients
 *   webhooks: { path: 'pay/webhook' },
 * })
 * @example PayModule.forRootAsync({ config: payConfig })
 */
@Module({
  imports: [PayAccountsModule, PayWebhookModule, PayReconcilerModule],
  providers: [optionsProvider, PayClients, PayInjectionCheck, inboxProvider, PayAccount],
  exports: [PayWebhookModule, PayReconcilerModule],
})
export class PayModule extends ConfigurableModuleClass {
  /**
   * Configures PayModule with options from environment variables (`config`), from a factory or class, and from the other members of
   * the argument. They are merged one by one. An option with two different values prevents startup.
   *
   * @example PayModule.forRootAsync({ config: payConfig, tokens: 'shared', webhooks: { path: 'pay/webhook' } })
   * @example
   * PayModule.forRootAsync({
   *   config: payConfig,
   *   imports: [DatabaseModule],
   *   inject: [Pool],
   *   useFactory: (pool: Pool) => ({ webhooks: { inbox: durableInbox({ store: postgresStore({ pool }) }) } }),
   * })
   */
  static override forRootAsync({ config, ...options }: PayModuleAsyncOptions): DynamicModule {
    const added = Object.fromEntries(
      Object.entries(options).filter(([member]) => !NEST_MEMBERS.includes(member)),
    );
    const { inject = [], useFactory, useClass, useExisting } = options;
    const hasFactory = (useFactory ?? useClass ?? useExisting) !== undefined;
    const complete = config === undefined || hasFactory ? options : { ...options, useFactory: () => ({}) };
    const { imports = [], providers = [], ...definition } = super.forRootAsync(complete);
    const injected = inject.map((one) => (typeof one === 'object' && 'token' in one ? one.token : one));
    const own = accountProviders(options.name).find(({ provide }) => injected.includes(provide));
    if (own !== undefined)
      throw new PayWiringError(
        `PayModule.forRootAsync cannot inject ${nameOfToken(own.provide)}, because PayModule creates it from the options: inject what you create them from, such as your Pool.`,
      );
    const { imports: configImports = [], ...configFactory } = config?.asProvider() ?? {};
    return {
      ...definition,
      imports: [...imports, ...configImports],
      providers: [
        ...providers,
        { provide: PAY_ADDED_OPTIONS, useValue: added },
        { useFactory: () => undefined, ...configFactory, provide: PAY_CONFIG_OPTIONS },
      ],
    };
  }
}
