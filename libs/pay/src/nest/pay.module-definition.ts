import { ConfigurableModuleBuilder } from '@nestjs/common';
import { accountNameProblem } from './accounts/account-names.js';
import type { PayModuleOptions } from './options/pay.options.js';
import { PayOptionsError } from './pay.exceptions.js';
import { PAY_ACCOUNT_NAME, PAY_MODULE_OPTIONS } from './pay.module-tokens.js';
import { accountProviders, servicesProvider } from './pay.providers.js';
import { isWebhookPath } from './options/option-rules.js';
import { createWebhookController } from './webhooks/pay-webhook.controller.js';

/** Options that are needed when the module is defined. */
interface PayModuleExtras {
  /** Whether the clients are injectable in every module. @default false */
  isGlobal?: boolean;
  /** Name of the account, if the application has several: see `@InjectPay(…, name)`. */
  name?: string;
}

const extras: PayModuleExtras = { isGlobal: false, name: undefined };

/** Base class with `forRoot` and `forRootAsync`. */
export const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<PayModuleOptions>({
  moduleName: 'Pay',
  optionsInjectionToken: PAY_MODULE_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createPayOptions')
  .setExtras(extras, ({ providers = [], exports = [], ...definition }, { isGlobal, name, ...options }) => {
    // Null would otherwise count as the default account.
    if (name === null)
      throw new PayOptionsError([
        `name ${accountNameProblem(undefined) ?? ''}. For the default account, leave it out`,
      ]);
    const injectable = accountProviders(name);
    const { path } = (options as { webhooks?: PayModuleOptions['webhooks'] | null }).webhooks ?? {};
    return {
      ...definition,
      // The check of the options reports a wrong path at boot.
      controllers: isWebhookPath(path) ? [createWebhookController(path, name)] : [],
      global: isGlobal,
      providers: [
        ...providers,
        { provide: PAY_ACCOUNT_NAME, useValue: name ?? null },
        servicesProvider(name),
        ...injectable,
      ],
      exports: [...exports, ...injectable.map(({ provide }) => provide)],
    };
  })
  .build();
