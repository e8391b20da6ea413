import { Module } from '@nestjs/common';
import type { DynamicModule, FactoryProvider } from '@nestjs/common';
import { PayAccountsModule } from '../nest/accounts/pay-accounts.module.js';
import { PayReconcilerModule } from '../nest/reconciler/pay-reconciler.js';
import { createOperatorController } from './operator.controller.js';
import { readRoutes } from './operator.options.js';
import type { PayOperatorAsyncOptions, PayOperatorOptions } from './operator.options.js';
import { PAY_OPERATOR_SETTINGS, PayOperator } from './pay-operator.js';

/**
 * Pages and JSON for people who support customers, at a path of the application and under its guards. Import it beside PayModule, whose
 * `idempotency` store makes each refund happen at most once.
 *
 * @example
 * PayOperatorModule.forRoot({
 *   path: 'back-office/payments',
 *   imports: [AuthModule],
 *   guards: [SupportGuard],
 *   authorize: ({ user }) => ({ name: user.email, look: true, refund: { maxAmount: 100_00 }, replay: user.isEngineer }),
 *   audit: (entry) => auditLog.write(entry),
 *   store: postgresStore({ pool }),
 * })
 */
@Module({})
export class PayOperatorModule {
  /**
   * Configures the module.
   *
   * @throws PayWiringError without a path or a guard.
   * @example PayOperatorModule.forRoot({ path: 'payments', guards: [SupportGuard], store: postgresStore({ pool }) })
   */
  static forRoot({ path, guards, imports, ...settings }: PayOperatorOptions): DynamicModule {
    return moduleOf({ path, guards, imports }, { useFactory: () => settings });
  }

  /**
   * Configures the module with a factory. `path` and `guards` define the routes, so the factory cannot return them.
   *
   * @throws PayWiringError without a path or a guard.
   * @example
   * PayOperatorModule.forRootAsync({
   *   path: 'payments',
   *   guards: [SupportGuard],
   *   imports: [AuthModule, DatabaseModule],
   *   inject: [Pool, AuditLog],
   *   useFactory: (pool: Pool, audit: AuditLog) => ({ store: postgresStore({ pool }), ...audit.hooks }),
   * })
   */
  static forRootAsync({
    path,
    guards,
    imports,
    inject = [],
    useFactory,
  }: PayOperatorAsyncOptions): DynamicModule {
    return moduleOf({ path, guards, imports }, { inject, useFactory });
  }
}

function moduleOf(
  routes: Pick<PayOperatorOptions, 'path' | 'guards' | 'imports'>,
  settings: Pick<FactoryProvider, 'inject' | 'useFactory'>,
): DynamicModule {
  const { path, guards } = readRoutes(routes);
  return {
    module: PayOperatorModule,
    imports: [PayAccountsModule, PayReconcilerModule, ...(routes.imports ?? [])],
    controllers: [createOperatorController(path, guards)],
    providers: [{ ...settings, provide: PAY_OPERATOR_SETTINGS }, PayOperator],
    exports: [PayOperator],
  };
}
