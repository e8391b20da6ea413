import { Module } from '@nestjs/common';
import type { DynamicModule, Provider } from '@nestjs/common';
import { HttpAdapterHost, ModuleRef } from '@nestjs/core';
import type { PaySimulator, PaySimulatorOptions } from 'pay-simulator';
import type { PayAddedOptions, PayModuleOptions } from '../nest/options/pay.options.js';
import { PAY_CLIENT_NAMES } from '../nest/pay.client-table.js';
import type { PayClientName } from '../nest/pay.client-table.js';
import { PAY_OPTIONS_OVERRIDE } from '../nest/pay.module-tokens.js';
import { PayModule } from '../nest/pay.module.js';
import { PayTestSimulator } from './pay-test-simulator.js';
import { PayTestingHost } from './pay-testing-host.js';
import {
  clientOptionsOf,
  clientsInEnvironment,
  environmentOf,
  simulatorOverride,
} from './simulator-options.js';
import { TestEnvironment } from './test-environment.js';

/** Options of a test's simulator. */
interface TestSimulatorOptions {
  /** Options of the simulator, for example `{ clock: 'manual' }`. It listens on a free port. */
  simulator?: Omit<PaySimulatorOptions, 'port' | 'host' | 'keepAlive'>;
  /** Whether the webhooks of the application are registered when it starts. @default true */
  registerWebhooks?: boolean;
}

/** Options of `PayTestingModule.forApp`. */
export interface PayTestingAppOptions extends TestSimulatorOptions {
  /**
   * Clients whose environment variables are set, for an application that reads `payConfig`.
   * @default the clients that the environment configures, or `wallet`
   */
  clients?: readonly PayClientName[];
}

/** Options of `PayTestingModule.forRoot`: those of PayModule, without account. Without a client, `wallet` is configured. */
export type PayTestingOptions = PayAddedOptions & TestSimulatorOptions;

/**
 * Runs an application or a single module on a simulator in the same process. The simulator listens on a free port and closes with the
 * application. `app.get(PayTestSimulator)` returns it.
 */
@Module({})
export class PayTestingModule {
  /**
   * Puts the PayModule of your application on a simulator. Import it beside your own module. It replaces the account (credentials,
   * endpoints, `dev`) in the options of every PayModule, and sets the variables that `payConfig` reads until the application closes.
   * When the application starts, the webhooks of your controllers are registered for the events that your handlers subscribe to. The
   * application does not have to listen: `app.init()` is enough.
   *
   * @throws Error if an earlier application with `forApp()` is still open: the variables belong to the process.
   * @example
   * const module = await Test.createTestingModule({ imports: [AppModule, PayTestingModule.forApp()] }).compile();
   * const app = module.createNestApplication({ rawBody: true });
   * await app.init();
   */
  static async forApp({ clients, ...options }: PayTestingAppOptions = {}): Promise<DynamicModule> {
    TestEnvironment.makeFree();
    const simulator = await startSimulator(options);
    const variables = environmentOf(simulator, clients ?? clientsInEnvironment(process.env));
    return {
      module: PayTestingModule,
      // Every PayModule gets the override.
      global: true,
      providers: [
        ...providersOf(simulator, options, new TestEnvironment(variables)),
        { provide: PAY_OPTIONS_OVERRIDE, useValue: simulatorOverride(simulator) },
      ],
      exports: [PayTestSimulator, PAY_OPTIONS_OVERRIDE],
    };
  }

  /**
   * Provides a PayModule on a simulator, for a test of some of your modules. Its clients are injectable in every module.
   *
   * @example
   * const module = await Test.createTestingModule({ imports: [PayTestingModule.forRoot()], providers: [Orders] }).compile();
   */
  static async forRoot({
    simulator: simulatorOptions,
    registerWebhooks,
    ...options
  }: PayTestingOptions = {}): Promise<DynamicModule> {
    const simulator = await startSimulator({ simulator: simulatorOptions });
    return {
      module: PayTestingModule,
      imports: [PayModule.forRoot({ isGlobal: true, ...withAccount(options, simulator) })],
      providers: providersOf(simulator, { registerWebhooks }),
      exports: [PayModule, PayTestSimulator],
    };
  }
}

async function startSimulator({ simulator }: TestSimulatorOptions): Promise<PaySimulator> {
  const { createPaySimulator } = await import('pay-simulator').catch((error: unknown) => {
    if (!isMissingPackage(error)) throw error;
    throw new Error(
      'PayTestingModule needs the package pay-simulator: run npm install --save-dev pay-simulator',
    );
  });
  return createPaySimulator({ ...simulator, keepAlive: false });
}

/** Whether an import failed because the package is not installed. Node and Jest use different codes. */
function isMissingPackage(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(String(code)) &&
    String(message).includes("'pay-simulator'")
  );
}

function providersOf(
  simulator: PaySimulator,
  { registerWebhooks = true }: TestSimulatorOptions,
  environment?: TestEnvironment,
): Provider[] {
  return [
    {
      provide: PayTestingHost,
      useFactory: (adapterHost: HttpAdapterHost, moduleRef: ModuleRef) =>
        new PayTestingHost(simulator, { registerWebhooks, environment }, adapterHost, moduleRef),
      inject: [HttpAdapterHost, ModuleRef],
    },
    {
      provide: PayTestSimulator,
      useFactory: (host: PayTestingHost) => new PayTestSimulator(simulator, host),
      inject: [PayTestingHost],
    },
  ];
}

/** Adds the simulator's account to the options of the chosen clients. */
function withAccount(options: PayAddedOptions, simulator: PaySimulator): PayModuleOptions {
  const { wallet, isv, marketplace, ...rest } = options;
  const accounts = clientOptionsOf(simulator);
  const chosen = { wallet, isv, marketplace };
  const names = PAY_CLIENT_NAMES.filter((name) => chosen[name] !== undefined);
  const clients = names.length === 0 ? (['wallet'] as const) : names;
  return {
    ...rest,
    ...Object.fromEntries(clients.map((name) => [name, { ...accounts[name], ...chosen[name] }])),
  };
}
