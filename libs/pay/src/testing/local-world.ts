import type { CreatedWorld, PaySimulator, PaySimulatorOptions, WorldOptions } from 'pay-simulator';
import { systemClock } from '../core/values/clock.js';
import type { LocalHandle, TestWorld, WebhookOwner } from './test-world.js';

/** How long a simulator without a world stays open, so that the next test finds it. */
const IDLE_MS = 1_000;
/** Options that a world takes. With any other option, an application gets a simulator of its own. */
const WORLD_OPTIONS = ['account', 'clock', 'failureUrl', 'merchant', 'now', 'orderCodes', 'successUrl'];
const OWN_SIMULATOR = ['credentials', 'otherMerchant'];

/** The simulator of this process, in which each application has a world. */
let shared: Promise<PaySimulator> | undefined;
let openWorlds = 0;
let keepOpen = (): void => undefined;

/**
 * Opens a world in the simulator of this process, or a simulator of its own for options that concern a whole simulator.
 *
 * @throws RangeError if an option is invalid.
 */
export async function openLocalWorld(options: PaySimulatorOptions): Promise<TestWorld> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  const isOfWorld = entries.every(
    ([name]) => WORLD_OPTIONS.includes(name) && !OWN_SIMULATOR.some((one) => one in (options.merchant ?? {})),
  );
  return localWorld(await (isOfWorld ? openSharedWorld(options) : openSimulator(options)));
}

async function openSharedWorld(options: WorldOptions): Promise<LocalHandle> {
  keepOpen();
  openWorlds += 1;
  try {
    const simulator = await (shared ??= createSimulator({}));
    const worlds: CreatedWorld[] = [];
    const createWorld: PaySimulator['createWorld'] = (settings) => {
      const world = simulator.createWorld(settings);
      worlds.push(world);
      return world;
    };
    const world = createWorld(options);
    const close = async (): Promise<void> => {
      // The test may close it before the application does.
      if (worlds.length === 0) return;
      await Promise.all(worlds.splice(0).map((one) => one.close()));
      release();
    };
    return { ...world, createWorld, close };
  } catch (error) {
    release();
    throw error;
  }
}

/** Closes the simulator if no application opens a world for a while. Neither it nor the timer keeps the process alive. */
function release(): void {
  openWorlds -= 1;
  if (openWorlds > 0) return;
  const simulator = shared;
  keepOpen = systemClock.after(
    IDLE_MS,
    () => {
      shared = undefined;
      void simulator?.then(
        (one) => one.close(),
        () => undefined,
      );
    },
    { idle: true },
  );
}

/** Opens a simulator of its own. The application is in its world `default`. */
async function openSimulator(options: PaySimulatorOptions): Promise<LocalHandle> {
  const simulator = await createSimulator(options);
  const { url } = simulator;
  const id = 'default';
  return { ...simulator, id, console: `${url}/console`, control: `${url}/_simulator/worlds/${id}` };
}

async function createSimulator(options: PaySimulatorOptions): Promise<PaySimulator> {
  const { createPaySimulator } = await import('pay-simulator').catch((error: unknown) => {
    if (!isMissingPackage(error)) throw error;
    throw new Error(
      'PayTestingModule needs the package pay-simulator: run npm install --save-dev pay-simulator',
    );
  });
  return createPaySimulator({ ...options, keepAlive: false });
}

/** Whether an import failed because the package is not installed. Node and Jest use different codes. */
function isMissingPackage(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(String(code)) &&
    String(message).includes("'pay-simulator'")
  );
}

function localWorld(simulator: LocalHandle): TestWorld {
  const webhooksOf = (owner: WebhookOwner) => (owner === 'isv' ? simulator.isvWebhooks : simulator.webhooks);
  return {
    account: simulator,
    simulator,
    deliveries: () =>
      simulator.deliveries.list().map(({ id, state, attempts, message, webhook }) => ({
        id,
        state,
        attempts,
        url: webhook.url,
        eventTypeId: message.eventTypeId,
      })),
    deliveriesSettled: () => simulator.deliveries.settled(),
    eventTypes: (owner) => webhooksOf(owner).eventTypes,
    webhooks: (owner) => webhooksOf(owner).list(),
    register: (owner, registration) => webhooksOf(owner).register(registration),
    close: () => simulator.close(),
  };
}
