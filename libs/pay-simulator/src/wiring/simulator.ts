import { randomUUID } from 'node:crypto';
import { checkoutPages } from '../checkout/checkout.pages.js';
import { returnPages } from '../checkout/return.pages.js';
import { DataFile } from '../state/data-file.js';
import { createSend } from '../deliveries/send.js';
import { merchantAccount } from '../domain/merchant.js';
import { AccessGuard } from '../http/access-guard.js';
import { AllowedHosts, isLoopbackHost } from '../http/allowed-hosts.js';
import { BusinessDays } from '../domain/business-days.js';
import type { Confidence } from '../http/confidence.js';
import { ControlToken, newControlToken } from '../http/control-token.js';
import { healthReply } from '../http/health.js';
import type { Page } from '../http/page.js';
import { pageRoute } from '../http/page-route.js';
import { isWildcard, SimulatorServer } from '../http/server.js';
import { ServiceEndpoint } from '../http/service-endpoint.js';
import { invitationPages } from '../onboarding/invitation.pages.js';
import { openApiPages } from '../openapi/openapi.pages.js';
import { chooseOperation } from '../operations/choose-operation.js';
import { OPERATION_HANDLERS } from '../operations/registry.js';
import { ROUTES } from '../operations/routes.generated.js';
import { handleOf } from '../handle/handle.js';
import type { Services } from '../services/services.js';
import { checkSimulatorOptions } from './simulator-options.js';
import type { PaySimulator, PaySimulatorOptions, SimulatorWorld } from './simulator.types.js';
import { describeWorld, worldDesk } from './world-desk.js';
import { Worlds, type World } from './worlds.js';

const ENDPOINTS = new WeakMap<PaySimulator, ServiceEndpoint<Services>>();

/** Returns whether a request of a client has reached a world of a simulator. */
export const wasReached = (simulator: PaySimulator): boolean => ENDPOINTS.get(simulator)?.wasReached === true;

/**
 * Starts a simulator of the payment service, by default on the loopback interface.
 *
 * @throws RangeError if an option is invalid. Rejects if the port is in use.
 */
export async function createPaySimulator(options: PaySimulatorOptions = {}): Promise<PaySimulator> {
  checkSimulatorOptions(options);
  const { port = 0 } = options;
  const { host, hosts, controlToken, guard } = accessFor(options);
  const account = merchantAccount(options.merchant);
  const worlds = new Worlds(
    {
      send: createSend(options.deliveryTimeoutMs, hosts),
      confidence: await confidenceFor(options),
      hosts,
      operationNames: new Set(ROUTES.flatMap(({ key, id }) => [key, id])),
      days: new BusinessDays(options.businessDays),
    },
    { account, controlToken, seed: options.seed ?? randomUUID(), options },
  );
  const { services } = worlds.default;
  let isReady = false;
  // Their schemas are large, and a program that only imports the package needs none.
  const { limitsOfOperation } = await import('../operations/request-limits.js');
  const { controlledRoutes } = await import('./controlled-routes.js');
  const endpoint = new ServiceEndpoint(OPERATION_HANDLERS, chooseOperation, limitsOfOperation);
  const transparent = await transparentMode(options.transparent);
  const server = new SimulatorServer(
    {
      routes: [
        ...simulatorPages().map(pageRoute),
        ...endpoint.routes(ROUTES),
        ...controlledRoutes(worldDesk(worlds)),
      ],
      servicesOf: (request) => worlds.servicesOf(request),
      named: (path) => worlds.named(path),
      health: () => healthReply(isReady, services.clock),
    },
    guard,
    transparent?.createListener,
  );
  const file = options.dataFile === undefined ? undefined : await DataFile.open(options.dataFile);
  let url: string;
  try {
    const stored = file?.read();
    const listenUrl = await server.listen(port, host, options.keepAlive);
    url = options.publicUrl?.replace(/\/$/, '') ?? listenUrl;
    worlds.reachableAt(url, transparent?.apiAddress ?? `${url}/api`);
    // No request is handled before this, because nothing waits in between.
    if (stored) worlds.load(stored);
    file?.keep(worlds.states);
    isReady = true;
  } catch (error) {
    file?.close();
    await server.close();
    throw error;
  }
  const simulator: PaySimulator = {
    ...worldHandle(worlds.default, url),
    ...(transparent && { transparent: transparent.describe(url) }),
    createWorld: (settings) => {
      const world = worlds.create(settings);
      const { console, control } = describeWorld(world, url);
      const close = (): Promise<void> => {
        // It may have ended, and another may have its ID.
        if (worlds.find(world.id) === world) worlds.end(world.id);
        return Promise.resolve();
      };
      return { ...worldHandle(world, url), id: world.id, console, control, close };
    },
    close: async () => {
      // What ends from here on continues at the next start.
      file?.close();
      worlds.close();
      await server.close();
    },
  };
  ENDPOINTS.set(simulator, endpoint);
  return simulator;
}

/** Returns what JavaScript can do with a world, and what a client needs to use it. */
function worldHandle(world: World, url: string): Omit<SimulatorWorld, 'close'> {
  const { credentials, environment } = describeWorld(world, url);
  return {
    ...handleOf(world.services),
    url,
    controlToken: world.controlToken,
    endpoints: { accounts: `${url}/accounts`, api: `${url}/api`, web: `${url}/web` },
    credentials,
    environment,
  };
}

/** Returns who may reach the simulator. Beyond loopback, the console and the control API need a token. */
function accessFor({ host = '127.0.0.1', allowHosts = [], publicUrl, controlToken }: PaySimulatorOptions) {
  const own = [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  const hosts = new AllowedHosts([...own.filter((name) => !isWildcard(name)), ...allowHosts]);
  const token = controlToken ?? (isLoopbackHost(host) ? undefined : newControlToken());
  const guard = new AccessGuard(hosts, token === undefined ? undefined : new ControlToken(token));
  return { host: host.replace(/^\[|\]$/g, ''), hosts, controlToken: token, guard };
}

/** Loads the certificates and the code of transparent mode, only if the option needs them. */
async function transparentMode(option: PaySimulatorOptions['transparent'] = false) {
  if (option === false) return undefined;
  const { createTransparentMode } = await import('../transparent/transparent-mode.js');
  return createTransparentMode(option === true ? undefined : option.caDir);
}

/** Loads the claims of the contract only if an option needs them. */
async function confidenceFor(options: PaySimulatorOptions): Promise<Confidence | undefined> {
  if (options.strict !== true && options.mark !== true) return undefined;
  const { Confidence } = await import('../http/confidence.js');
  const { CLAIMS } = await import('../operations/claims.generated.js');
  return new Confidence(options, CLAIMS);
}

/** Lists the pages of the service and its descriptions. */
function simulatorPages(): readonly Page<Services>[] {
  return [...checkoutPages(), ...invitationPages(), ...returnPages(), ...openApiPages()];
}
