import { randomUUID } from 'node:crypto';
import { checkoutPages } from '../checkout/checkout.pages.js';
import { returnPages } from '../checkout/return.pages.js';
import { consolePages } from '../console/console.pages.js';
import { SimulatorClock } from '../domain/clock.js';
import { ControlEndpoint } from '../control/control-endpoint.js';
import { DataFile } from '../data-file/data-file.js';
import { replayCall, recordedHandle } from '../data-file/recorded-handle.js';
import { Recording } from '../data-file/recording.js';
import { createSend } from '../deliveries/send.js';
import { merchantAccount } from '../domain/merchant.js';
import { AccessGuard } from '../http/access-guard.js';
import { AllowedHosts, isLoopbackHost } from '../http/allowed-hosts.js';
import type { Confidence } from '../http/confidence.js';
import { ControlToken, newControlToken } from '../http/control-token.js';
import { healthReply } from '../http/health.js';
import type { Page } from '../http/page.js';
import { PageEndpoint } from '../http/page-endpoint.js';
import { Router } from '../http/router.js';
import { isWildcard, SimulatorServer } from '../http/server.js';
import { ServiceEndpoint } from '../http/service-endpoint.js';
import { Ids } from '../domain/ids.js';
import { invitationPages } from '../onboarding/invitation.pages.js';
import { openApiPages } from '../openapi/openapi.pages.js';
import { chooseOperation } from '../operations/choose-operation.js';
import { operationHandlers } from '../operations/registry.js';
import { ROUTES } from '../operations/routes.generated.js';
import { terminalPages } from '../terminal/terminal.pages.js';
import { environmentOf } from './environment.js';
import { createServices, type Services } from './services.js';
import { millisecondsOf } from './duration.js';
import { checkSimulatorOptions } from './simulator-options.js';
import type { PaySimulator, PaySimulatorOptions } from './simulator.types.js';

/**
 * Starts a simulator of the payment service, by default on the loopback interface.
 *
 * @throws RangeError if an option is invalid. Rejects if the port is in use.
 */
export async function createPaySimulator(options: PaySimulatorOptions = {}): Promise<PaySimulator> {
  checkSimulatorOptions(options);
  const { port = 0, clock: mode = 'ticking', orderCodes = 'mixed' } = options;
  const { host, hosts, controlToken, guard } = accessFor(options);
  const account = merchantAccount(options.merchant);
  const file = options.dataFile === undefined ? undefined : new DataFile(options.dataFile, options.seed);
  const ids = new Ids(file?.seed ?? options.seed ?? randomUUID(), orderCodes);
  const sendNow = createSend(options.deliveryTimeoutMs, hosts);
  const recording = file && new Recording(file, ids, sendNow);
  const services = createServices({
    account,
    clock: new SimulatorClock({ mode, now: options.now, realNow: recording?.now, canRun: recording?.wake }),
    ids,
    successUrl: options.successUrl ?? 'http://localhost:3000/success',
    failureUrl: options.failureUrl ?? 'http://localhost:3000/failure',
    send: recording?.send ?? sendNow,
    confidence: await confidenceFor(options),
    hosts,
  });
  let isReady = false;
  const transparent = await transparentMode(options.transparent);
  const server = new SimulatorServer(
    {
      service: new ServiceEndpoint(
        services,
        new Router(ROUTES),
        operationHandlers(services),
        chooseOperation,
      ),
      pages: new PageEndpoint(services, simulatorPages(services)),
      control: new ControlEndpoint(services),
      health: () => healthReply(isReady, services.clock),
    },
    recording?.receive,
    guard,
    transparent?.createListener,
  );
  const listenUrl = await server.listen(port, host, options.keepAlive);
  const url = options.publicUrl?.replace(/\/$/, '') ?? listenUrl;
  services.fileNotices.reachableAt(transparent?.apiAddress ?? `${url}/api`);
  services.invitations.reachableAt(url);
  const { credentials } = account;
  const endpoints = { accounts: `${url}/accounts`, api: `${url}/api`, web: `${url}/web` };
  const { clock, deliveries, fileNotices } = services;
  const simulator: PaySimulator = {
    ...services.actions(),
    advance: (duration) => clock.advance(millisecondsOf(duration, clock.now())),
    url,
    controlToken,
    endpoints,
    credentials,
    environment: environmentOf({ credentials, url }),
    ...(transparent && { transparent: transparent.describe(url) }),
    clock,
    deliveries,
    fileNotices,
    webhooks: services.webhooks,
    resellerDesk: services.resellerDesk,
    faults: services.faults,
    orders: services.orders,
    transactions: services.transactions,
    ledger: services.ledger,
    wallet: services.wallet,
    wallets: services.wallets,
    sources: services.sources,
    permissions: services.permissions,
    terminals: services.cardTerminals,
    checkout: services.hostedCheckout,
    connectedMerchants: services.connectedMerchants,
    isvAccounts: services.connectedAccounts,
    isvWebhooks: services.isvWebhooks,
    sellers: services.sellers,
    transfers: services.transfers,
    requests: () => services.log.list(),
    reset: () => services.reset('start'),
    close: async () => {
      recording?.close();
      deliveries.reset();
      fileNotices.reset();
      clock.stop();
      await server.close();
    },
  };
  if (recording === undefined) {
    isReady = true;
    return simulator;
  }
  await recording.replay({
    request: (request) => server.respond(request),
    call: (part, method, args) => replayCall(simulator, part, method, args),
    tick: () => clock.advance(0),
  });
  isReady = true;
  return recordedHandle(simulator, recording);
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

/** Lists all HTML pages. */
function simulatorPages(services: Services): readonly Page[] {
  return [
    ...checkoutPages(services),
    ...invitationPages(services),
    ...returnPages(),
    ...consolePages(services),
    ...terminalPages(services),
    ...openApiPages(),
  ];
}
