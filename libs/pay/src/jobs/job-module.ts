import { ConfigurableModuleBuilder } from '@nestjs/common';

/**
 * Creates the base class of a job's module, with `forRoot` and `forRootAsync`.
 *
 * @param moduleName - Name of the module, for Nest's errors.
 * @param optionsInjectionToken - Token of the unchecked options. A string, because Nest shows it in errors.
 */
export function jobModule<Options>(moduleName: string, optionsInjectionToken: string) {
  return new ConfigurableModuleBuilder<Options>({ moduleName, optionsInjectionToken })
    .setClassMethodName('forRoot')
    .build().ConfigurableModuleClass;
}
