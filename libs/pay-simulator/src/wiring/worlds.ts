import { clientIdOf } from '../domain/access-tokens.js';
import { SimulatorClock } from '../domain/clock.js';
import { Ids } from '../domain/ids.js';
import type { MerchantAccount } from '../domain/merchant.js';
import { OrderOwners } from '../domain/order-owners.js';
import { Refusal } from '../domain/refusal.js';
import { callerIdsOf, worldAccount } from '../domain/world-account.js';
import { basicCredentials, bearerToken } from '../http/authentication.js';
import { peekBody } from '../http/body.js';
import { ControlToken, worldControlToken } from '../http/control-token.js';
import { recordsOfDefault, recordsOfWorld, WorldStates, type StoredWorld } from '../state/world-states.js';
import type { RoutedRequest } from '../http/route.js';
import type { StoredRecords } from '../state/stored-value.js';
import { createServices, type ServiceParts, type Services } from '../services/services.js';
import type { PaySimulatorOptions, WorldOptions } from './simulator.types.js';
import { checkWorldOptions } from './simulator-options.js';

/** ID of the world that exists at the start. */
export const DEFAULT_WORLD = 'default';
/** Worlds beside `default` that one process serves. */
const MAX_WORLDS = 1000;
/**
 * Paths of the pages and of the control API of a world. No path names two worlds, or leads from a world to
 * the list of worlds, because the token of a world opens this world only.
 */
const NAMED_PATH =
  /^(?:(\/_simulator)(?=\/worlds\/[^/]+\/))?\/worlds\/([^/]+)(\/(?!worlds(?:\/|$)|_simulator(?:\/|$)).*)?$/;
/** Path that describes and ends a world. */
const OWN_PATH = /^\/_simulator\/worlds\/([^/]+)$/;
/** @see contract/openapi/legacy-misc.yaml rfCodePayments.generateRfCodes */
const RF_CODE_PATH = '/web/web2/checkout/v2/paymentsessions';
const ORDER_CODE = /"orderCode"\s*:\s*"?(\d{16})(?!\d)/i;
const LONGEST_TIMEOUT_MS = 2_000_000_000;

/** A world: an account with everything that belongs to it. */
export interface World {
  readonly id: string;
  /** Path before the paths of its pages: empty for `default`. */
  readonly base: string;
  readonly services: Services;
  /** Real time of its end in milliseconds, or null. */
  readonly endsAt: number | null;
  /** Token that the control API and the console of this world take. Undefined if they need none. */
  readonly controlToken: string | undefined;
  /** Checks the token. Undefined for `default`, which takes that of the simulator. */
  readonly access: ControlToken | undefined;
}

/** Options of a world as the data file stores them, which has no dates. */
type StoredOptions = Omit<WorldOptions, 'now'> & {
  /** Milliseconds since 1970. */
  readonly now?: number;
};

/** What all worlds share. */
type SharedParts = Pick<ServiceParts, 'send' | 'confidence' | 'hosts' | 'days' | 'operationNames'>;

interface WorldSettings {
  readonly account: MerchantAccount;
  /** From which the IDs of all worlds follow. */
  readonly seed: string;
  /** Token of the simulator. Undefined if it needs none. */
  readonly controlToken: string | undefined;
  /** Options of the world `default`, and defaults of the others. */
  readonly options: PaySimulatorOptions;
}

/** The worlds of a process. */
export class Worlds {
  readonly default: World;
  /** Everything that a data file stores. */
  readonly states: WorldStates<StoredOptions>;
  /** All worlds but `default`. */
  private readonly others = new Map<string, World>();
  /** The same, by the IDs that their requests name. */
  private readonly callers = new Map<string, World>();
  private readonly owners = new OrderOwners<string>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private url = '';
  private fileAddress = '';

  constructor(
    private readonly shared: SharedParts,
    private readonly settings: WorldSettings,
  ) {
    const { account, controlToken, seed, options } = settings;
    const services = this.createServices(DEFAULT_WORLD, seed, account, options);
    this.default = { id: DEFAULT_WORLD, base: '', services, endsAt: null, controlToken, access: undefined };
    this.states = new WorldStates(services.state);
  }

  /** Sets the addresses of links. They are known after the server starts to listen. */
  reachableAt(url: string, fileAddress: string): void {
    this.url = url;
    this.fileAddress = fileAddress;
    for (const world of this.list()) this.announce(world);
  }

  /**
   * Creates a world.
   *
   * @throws RangeError if an option is invalid. Refusal 409 if a world has the ID, or no more worlds fit.
   */
  create(options: WorldOptions = {}): World {
    checkWorldOptions(options);
    const { now, ...more } = options;
    const { ttlSeconds } = more;
    if (this.others.size >= MAX_WORLDS)
      throw new Refusal(
        409,
        `${MAX_WORLDS} worlds exist, and no more fit. End some, or create them with ttlSeconds`,
      );
    const number = this.states.nextNumber();
    const id = options.id ?? this.freeId(number);
    if (id === DEFAULT_WORLD || this.others.has(id))
      throw new Refusal(409, `id: a world ${id} exists. End it first, or choose another ID`);
    const endsAt = ttlSeconds === undefined ? null : Date.now() + ttlSeconds * 1000;
    const seed = `${this.settings.seed} ${number}`;
    const stored = now === undefined ? more : { ...more, now: new Date(now).getTime() };
    return this.add(id, { number, seed, options: stored, endsAt });
  }

  /** Returns a world. @throws Refusal 404 if none has the ID. */
  get(id: string): World {
    const world = this.find(id);
    if (!world) throw new Refusal(404, `No world has the ID ${id}. It ended, or was never created`);
    return world;
  }

  find(id: string): World | undefined {
    return id === DEFAULT_WORLD ? this.default : this.others.get(id);
  }

  /** Lists all worlds, `default` first. */
  list(): readonly World[] {
    return [this.default, ...this.others.values()];
  }

  /** Ends a world at once. @throws Refusal 404 if none has the ID, 409 for `default`. */
  end(id: string): void {
    const { services } = this.get(id);
    if (id === DEFAULT_WORLD) throw new Refusal(409, 'id: the world default ends with the simulator');
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    this.states.remove(id, services.state);
    this.others.delete(id);
    for (const callerId of callerIdsOf(services.account)) this.callers.delete(callerId);
    this.owners.release(id);
    stop(services);
  }

  /** Stops all work of all worlds. */
  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const { services } of this.list()) stop(services);
  }

  /** Returns the services of the world that a request is for: that of its credentials, or of the order of a customer's page. */
  servicesOf({
    request,
    path,
    query,
  }: Pick<RoutedRequest, 'request' | 'path' | 'query'>): Services | Promise<Services> {
    if (this.others.size === 0) return this.default.services;
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const bearer = bearerToken(authorization);
      return this.ofCaller(
        bearer === undefined ? basicCredentials(authorization)?.user.split(':', 1)[0] : clientIdOf(bearer),
      );
    }
    // A client can send its credentials in the form that asks for a token.
    if (path.startsWith('/accounts/'))
      return peekBody(request).then((text) => this.ofCaller(new URLSearchParams(text).get('client_id')));
    // Any client can ask for the RF code of an order.
    if (path === RF_CODE_PATH)
      return peekBody(request).then((text) => this.ofOrder(ORDER_CODE.exec(text)?.[1]));
    if (!path.startsWith('/web/')) return this.default.services;
    return this.ofOrder([...query].find(([name]) => name.toLowerCase() === 'ref')?.[1]);
  }

  /** Returns the services of a merchant, a reseller or a client. Unknown ones belong to `default`. */
  private ofCaller(id: string | null = ''): Services {
    return (this.callers.get(id?.toLowerCase() ?? '') ?? this.default).services;
  }

  private ofOrder(code = ''): Services {
    return (this.others.get(this.owners.of(code) ?? '') ?? this.default).services;
  }

  /** Returns the world that a path names, for `/worlds/{id}/…`, `/_simulator/worlds/{id}/…` and `/_simulator/worlds/{id}`. */
  named(path: string) {
    if (!path.includes('/worlds/')) return undefined;
    const [, own] = OWN_PATH.exec(path) ?? [];
    const [, control = '', id = '', rest = '/'] = NAMED_PATH.exec(path) ?? [];
    const world = this.find(own ?? id);
    if (world === undefined) return undefined;
    const { base, services, access: controlToken } = world;
    if (own !== undefined) return { services, base: '', path, controlToken };
    return { services, base: control === '' ? base : '', path: control + rest, controlToken };
  }

  /** Replaces all state by that of a data file, and creates its worlds. */
  load(records: StoredRecords): void {
    this.default.services.load(recordsOfDefault(records));
    this.states.loadDefinitions(records);
    for (const [id, world] of [...this.states.stored]) {
      if (world.endsAt !== null && world.endsAt <= Date.now()) this.states.stored.delete(id);
      else this.add(id, world).services.load(recordsOfWorld(world.number, records));
    }
  }

  private add(id: string, stored: StoredWorld<StoredOptions>): World {
    const { seed, options, endsAt } = stored;
    const account = worldAccount(id, new Ids(`${seed} account`, 'mixed'), options.merchant);
    const { now } = options;
    const services = this.createServices(id, seed, account, {
      ...this.settings.options,
      account: undefined,
      ...options,
      now: now === undefined ? this.settings.options.now : new Date(now),
    });
    const { controlToken: token } = this.settings;
    const controlToken = token === undefined ? undefined : worldControlToken(token, seed);
    const access = controlToken === undefined ? undefined : new ControlToken(controlToken);
    const world = { id, base: `/worlds/${id}`, services, endsAt, controlToken, access };
    this.others.set(id, world);
    for (const callerId of callerIdsOf(account)) this.callers.set(callerId, world);
    this.states.add(id, stored, services.state);
    this.announce(world);
    if (endsAt !== null) this.endAt(id, endsAt);
    return world;
  }

  private endAt(id: string, endsAt: number): void {
    const wait = Math.min(Math.max(0, endsAt - Date.now()), LONGEST_TIMEOUT_MS);
    const timer = setTimeout(() => (endsAt > Date.now() ? this.endAt(id, endsAt) : this.end(id)), wait);
    this.timers.set(id, timer.unref());
  }

  private freeId(number: number): string {
    return this.find(`w${number}`) ? this.freeId(number + 1) : `w${number}`;
  }

  private announce({ base, services }: World): void {
    services.fileNotices.reachableAt(this.fileAddress);
    services.invitations.reachableAt(this.url + base);
  }

  private createServices(
    id: string,
    seed: string,
    account: MerchantAccount,
    options: Omit<WorldOptions, 'merchant'>,
  ): Services {
    const { clock: mode = 'ticking', now, orderCodes = 'mixed' } = options;
    const isDefault = id === DEFAULT_WORLD;
    const claim = (code: string): boolean =>
      isDefault
        ? this.owners.of(code) === undefined
        : !this.default.services.hasOrder(code) && this.owners.claim(code, id);
    return createServices({
      ...this.shared,
      account,
      clock: new SimulatorClock({ mode, now }),
      ids: new Ids(seed, orderCodes, claim, !isDefault),
      codes: { claim, release: () => this.owners.release(id) },
      world: {
        id: isDefault ? null : id,
        others: () =>
          isDefault || this.settings.controlToken === undefined
            ? [...this.others.keys()].filter((other) => other !== id)
            : [],
      },
      preset: options.account,
      successUrl: options.successUrl ?? 'http://localhost:3000/success',
      failureUrl: options.failureUrl ?? 'http://localhost:3000/failure',
    });
  }
}

/** Ends the work of a world. A request or a step of time that is in progress delivers nothing afterwards. */
function stop({ clock, connectedMerchants, deliveries, fileNotices }: Services): void {
  clock.end();
  deliveries.end();
  for (const notices of [fileNotices, ...connectedMerchants.list().map((merchant) => merchant.fileNotices)])
    notices.end();
}
