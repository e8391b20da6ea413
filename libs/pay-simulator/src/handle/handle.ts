import {
  createActions,
  type TriggerInputOf,
  type TriggerKind,
  type TriggerOutcome,
} from '../control/actions.js';
import { ledgerView, sellerView, terminalView, walletView } from '../control/account-views.js';
import { millisecondsOf, type Duration } from '../domain/duration.js';
import { INSUFFICIENT_FUNDS } from '../domain/issuer.js';
import { serializable } from '../domain/wire-json.js';
import type { AccountServices } from '../services/merchant-services.js';
import { jumpTo } from '../services/clock-jump.js';
import type { Services } from '../services/services.js';
import type { ClockJump, ConnectedMerchant, MerchantHandle, SimulatorHandle } from './handle.types.js';

const SERVICES = new WeakMap<SimulatorHandle['orders'], Services>();

/** Returns the services behind a handle, for the tests of this package. */
export function servicesOf({ orders }: Pick<SimulatorHandle, 'orders'>): Services {
  const services = SERVICES.get(orders);
  if (!services) throw new RangeError('expected a simulator');
  return services;
}

/** Returns what JavaScript can do with the services of one simulator: the operations of the control API, without a request. */
export function handleOf(services: Services): SimulatorHandle {
  const { clock, connectedMerchants, deliveries, faults, invitations, sellers } = services;
  const actions = createActions(services);
  const merchant = merchantHandle(services);
  SERVICES.set(merchant.orders, services);
  return {
    ...merchant,
    pay: (orderCode, options) => actions.payment({ ...options, orderCode }),
    refund: (transactionId, options) => actions.refund({ ...options, transactionId }),
    trigger: <Kind extends TriggerKind>(kind: Kind, input?: TriggerInputOf<Kind>) => {
      if (!Object.hasOwn(actions, kind))
        throw new RangeError(`kind: expected one of ${Object.keys(actions).join(', ')}`);
      return actions[kind](input ?? {}) as TriggerOutcome<Kind>;
    },
    clock: {
      now: () => clock.now(),
      advance: (by) =>
        isJump(by) ? jumpTo(services, by.to) : clock.advance(millisecondsOf(by, clock.now())),
    },
    deliveries: members(
      deliveries,
      'configure',
      'drop',
      'duplicate',
      'hold',
      'list',
      'redeliver',
      'release',
      'settled',
    ),
    fileNotices: () => services.fileNotices.attempts(),
    resellerDesk: members(services.resellerDesk, 'configure', 'passwords'),
    faults: members(faults, 'add', 'list', 'remove'),
    ledger: () => ledgerView(services.ledger),
    connectedMerchants: {
      connect: (terms) => connectedMerchant(connectedMerchants.connect(terms)),
      get: (merchantId) => connectedMerchant(connectedMerchants.get(merchantId)),
      list: () => connectedMerchants.list().map(connectedMerchant),
    },
    // Itself: what waits for receivers is kept for this object.
    isvWebhooks: services.isvWebhooks,
    accounts: {
      accept: (id, details) => invitations.getOnboardings(id).accept(id, details),
      get: (id) => invitations.getOnboardings(id).get(id),
      configure: (changes) => {
        services.connectedAccounts.configure(changes);
        sellers.onboardings.configure(changes);
      },
      verify: (id, verified) => invitations.getOnboardings(id).verify(id, verified),
    },
    sellers: {
      ...members(sellers, 'connect', 'list'),
      get: (accountId) => sellerView(sellers, accountId),
    },
    transfers: members(services.transfers, 'list', 'reverse'),
    checkout: members(services.hostedCheckout, 'answerChallenge', 'cancel', 'pay'),
    requests: () => services.log.list(),
    reset: () => services.reset('start'),
    snapshot: services.snapshot,
    restore: services.restore,
  };
}

const isJump = (by: Duration | ClockJump): by is ClockJump =>
  typeof by === 'object' && by !== null && 'to' in by;

/** What the handle offers of the main merchant and of each connected merchant. */
function merchantHandle(services: AccountServices): MerchantHandle {
  const { cardTerminals, transactions, wallets } = services;
  return {
    declineNext: (eventId = INSUFFICIENT_FUNDS) => services.payments.declineNext(eventId),
    orders: members(services.orders, 'create', 'get', 'list'),
    transactions: {
      get: (id) => transactions.get(id),
      list: (of) => (of === undefined ? transactions.list() : transactions.ofOrder(of.orderCode)),
    },
    wallet: members(services.wallet, 'balance', 'buy', 'deposit', 'withdraw'),
    wallets: {
      list: () => wallets.own().map((wallet) => walletView(wallets, wallet)),
      get primary() {
        return walletView(wallets, wallets.primary);
      },
      get other() {
        return serializable({ ...walletView(wallets, wallets.other), ownerId: wallets.other.ownerId });
      },
    },
    sources: members(services.sources, 'list', 'save'),
    permissions: members(services.permissions, 'set'),
    webhooks: services.webhooks,
    terminals: {
      ...members(
        cardTerminals,
        'cancel',
        'chooseQrCode',
        'configure',
        'decline',
        'insertCard',
        'save',
        'walkAway',
      ),
      list: () => cardTerminals.list().map(({ terminalId }) => terminalView(cardTerminals, terminalId)),
    },
  };
}

const connectedMerchant = (merchant: AccountServices): ConnectedMerchant => ({
  ...merchantHandle(merchant),
  account: merchant.account,
});

/** Returns methods of a service, which can also be called without it. */
function members<Service extends object, Name extends keyof Service>(
  service: Service,
  ...names: readonly Name[]
): Pick<Service, Name> {
  const bound = names.map((name) => {
    const method = service[name];
    return [name, typeof method === 'function' ? (method.bind(service) as unknown) : method];
  });
  return Object.fromEntries(bound) as Pick<Service, Name>;
}
