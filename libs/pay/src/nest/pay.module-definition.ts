import { ConfigurableModuleBuilder } from '@nestjs/common';
import { accountNameProblem } from './accounts/account-names.js';
import type { PayModuleOptions } from './options/pay.options.js';
import { PayOptionsError } from './pay.exceptions.js';
import { PAY_ACCOUNT_NAME, PAY_MODULE_OPTIONS } from './pay.module-tokens.js';
import { accountProviders } from './pay.providers.js';

/** What is known when the module is defined, before its options are made. */
interface PayModuleExtras {
  /** Make the clients injectable in every module. @default false */
  isGlobal?: boolean;
  /** Tells apart several accounts in one application: see `@InjectPay(…, name)`. */
  name?: string;
}

const extras: PayModuleExtras = { isGlobal: false, name: undefined };

/** Both `forRoot` forms. */
export const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<PayModuleOptions>({
  moduleName: 'Pay',
  optionsInjectionToken: PAY_MODULE_OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createPayOptions')
  .setExtras(extras, ({ providers = [], exports = [], ...definition }, { isGlobal, name }) => {
    // Null by mistake would be another account than the one without a name.
    if (name === null)
      throw new PayOptionsError([
        `name ${accountNameProblem(undefined) ?? ''}; leave it out where the account has none`,
      ]);
    const injectable = accountProviders(name);
    return {
      ...definition,
      global: isGlobal,
      providers: [...providers, { provide: PAY_ACCOUNT_NAME, useValue: name ?? null }, ...injectable],
      exports: [...exports, ...injectable.map(({ provide }) => provide)],
    };
  })
  .build();
