import { Logger, Module } from '@nestjs/common';
import type { DynamicModule, Provider } from '@nestjs/common';
import { HttpAdapterHost, ModuleRef } from '@nestjs/core';
import type { PaySimulatorOptions, WorldOptions } from 'pay-simulator';
import type { PayAddedOptions, PayModuleOptions } from '../nest/options/pay.options.js';
import { PAY_CLIENT_NAMES } from '../nest/pay.client-table.js';
import type { PayClientName } from '../nest/pay.client-table.js';
import { PAY_OPTIONS_OVERRIDE } from '../nest/pay.module-tokens.js';
import { PayModule } from '../nest/pay.module.js';
import { openLocalWorld } from './local-world.js';
import { PayTestSimulator } from './pay-test-simulator.js';
import { PayTestWorld } from './pay-test-world.js';
import { PayTestingHost } from './pay-testing-host.js';
import { openRemoteWorld } from './remote-world.js';
import { chosenClients, clientOptionsOf, environmentOf, simulatorOverride } from './simulator-options.js';
import { TestEnvironment } from './test-environment.js';
import type { TestWorld } from './test-world.js';

/** Options of a test's simulator. */
interface TestSimulatorOptions {
  /**
   * Options of the world that the application gets, for example `{ clock: 'manual' }`. An application with an option that concerns a
   * whole simulator, such as `seed` or `strict`, gets a simulator of its own.
   */
  simulator?: TestWorldOptions;
  /** Whether the webhooks of the application are registered when it starts. @default true */
  registerWebhooks?: boolean;
}

/** Options of a test's world. */
interface TestWorldOptions extends Omit<PaySimulatorOptions, 'port' | 'host' | 'keepAlive' | 'controlToken'> {
  /**
   * Address of a running simulator. The application gets a world in it, and the test uses `PayTestWorld`: the members of
   * `PayTestSimulator` are synchronous, and work in the process of the test only. `undefined` uses the simulator of this process.
   *
   * @example PayTestingModule.forApp({ simulator: { url: process.env.PAY_SIMULATOR_URL } })
   */
  url?: string | undefined;
  /** Control token of the simulator. With `url`, the token that creates worlds. @default none */
  controlToken?: string | undefined;
  /** Seconds after which a world of `url` ends, also if the test was killed. @default 3600 */
  ttlSeconds?: WorldOptions['ttlSeconds'];
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
 * Runs an application or a single module in a world of a simulator: an account of its own. The simulator is that of this process, or a
 * running one (`simulator.url`). The world ends with the application. `app.get(PayTestSimulator)` returns it, or
 * `app.get(PayTestWorld)` for a simulator in another process.
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
    await TestEnvironment.makeFree();
    const names = chosenClients(clients);
    const world = await openWorld(options);
    const variables = environmentOf(world.account, names);
    return {
      module: PayTestingModule,
      // Every PayModule gets the override.
      global: true,
      providers: [
        ...providersOf(world, options, new TestEnvironment(variables, () => world.close())),
        { provide: PAY_OPTIONS_OVERRIDE, useValue: simulatorOverride(world.account) },
      ],
      exports: [PayTestSimulator, PayTestWorld, PAY_OPTIONS_OVERRIDE],
    };
  }

  /**
   * Provides a PayModule on a simulator, for a test of some of your modules. Its clients are injectable in every module.
   *
   * @example
   * const module = await Test.createTestingModule({ imports: [PayTestingModule.forRoot()], providers: [Orders] }).compile();
   */
  static async forRoot({
    simulator,
    registerWebhooks,
    ...options
  }: PayTestingOptions = {}): Promise<DynamicModule> {
    const world = await openWorld({ simulator });
    return {
      module: PayTestingModule,
      imports: [PayModule.forRoot({ isGlobal: true, ...withAccount(options, world) })],
      providers: providersOf(world, { registerWebhooks }),
      exports: [PayModule, PayTestSimulator, PayTestWorld],
    };
  }
}

/** Opens a world: in the running simulator of `url`, or in that of this process. */
async function openWorld({
  simulator: { url, ttlSeconds, ...options } = {},
}: TestSimulatorOptions): Promise<TestWorld> {
  // An empty variable counts as unset, as in payConfig.
  if (url === undefined || url === '') return openLocalWorld(options);
  const { controlToken, ...settings } = options;
  const world = await openRemoteWorld(
    { url, controlToken },
    { ...settings, ...(ttlSeconds !== undefined && { ttlSeconds }) },
  );
  const { console, id } = world.account;
  new Logger('PayTestingModule').log(`Uses the world ${id} of the simulator at ${url}: ${console}`);
  return world;
}

function providersOf(
  world: TestWorld,
  { registerWebhooks = true }: TestSimulatorOptions,
  environment?: TestEnvironment,
): Provider[] {
  return [
    {
      provide: PayTestingHost,
      useFactory: (adapterHost: HttpAdapterHost, moduleRef: ModuleRef) =>
        new PayTestingHost(world, { registerWebhooks, environment }, adapterHost, moduleRef),
      inject: [HttpAdapterHost, ModuleRef],
    },
    {
      provide: PayTestSimulator,
      useFactory: (host: PayTestingHost) => new PayTestSimulator(world, host),
      inject: [PayTestingHost],
    },
    {
      provide: PayTestWorld,
      useFactory: (host: PayTestingHost) => new PayTestWorld(world.account, host),
      inject: [PayTestingHost],
    },
  ];
}

/** Adds the world's account to the options of the chosen clients. */
function withAccount(options: PayAddedOptions, { account }: TestWorld): PayModuleOptions {
  const { wallet, isv, marketplace, ...rest } = options;
  const accounts = clientOptionsOf(account);
  const chosen = { wallet, isv, marketplace };
  const names = PAY_CLIENT_NAMES.filter((name) => chosen[name] !== undefined);
  const clients = names.length === 0 ? (['wallet'] as const) : names;
  return {
    ...rest,
    ...Object.fromEntries(clients.map((name) => [name, { ...accounts[name], ...chosen[name] }])),
  };
}
