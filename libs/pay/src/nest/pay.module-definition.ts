import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { PayModuleOptions } from './options/pay.options.js';

/** Both `forRoot` forms. The options stand behind a readable token, unchecked: the checked ones are `PAY_OPTIONS`. */
export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<PayModuleOptions>({ moduleName: 'Pay' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createPayOptions')
    .setExtras<{ isGlobal?: boolean }>({ isGlobal: false }, (definition, { isGlobal }) => ({
      ...definition,
      global: isGlobal,
    }))
    .build();

/** PayModule's options, checked. */
export const PAY_OPTIONS = Symbol('PAY_OPTIONS');
