import { HostedCheckout } from '../checkout/hosted-checkout.js';
import type { BusinessDays } from '../domain/business-days.js';
import type { SimulatorClock } from '../domain/clock.js';
import { createActions, type ActionStep, type SimulatorActions } from '../control/actions.js';
import type { Send } from '../deliveries/send.js';
import { AccessTokens } from '../domain/access-tokens.js';
import { oauthClients, type MerchantAccount } from '../domain/merchant.js';
import type { AccountPreset } from '../domain/permissions.js';
import type { Ids } from '../domain/ids.js';
import { resetServices, type ResetTo } from '../domain/table.js';
import type { AllowedHosts } from '../http/allowed-hosts.js';
import type { Confidence } from '../http/confidence.js';
import { createIsvServices } from './isv-services.js';
import { createMerchantServices, type AccountServices } from './merchant-services.js';
import { Invitations } from '../onboarding/invitations.js';
import { createPlatformServices } from './platform-services.js';
import { createSharedServices } from './shared-services.js';
import { recordsOf, type SimulatorSnapshot } from '../state/state.js';
import type { StoredRecords } from '../state/stored-value.js';

/** Input for the simulated services. */
export interface ServiceParts {
  readonly account: MerchantAccount;
  readonly clock: SimulatorClock;
  readonly ids: Ids;
  readonly successUrl: string;
  readonly failureUrl: string;
  /** Initial permissions of the main merchant. @default 'demo' */
  readonly preset?: AccountPreset | undefined;
  /** Sends requests to webhook receivers. */
  readonly send: Send;
  /** None if the options `strict` and `mark` are off. */
  readonly confidence?: Confidence | undefined;
  /** Hosts of webhook receivers. @default loopback only */
  readonly hosts?: AllowedHosts;
  /** Days on which payments clear and money goes to banks. @default every day */
  readonly days?: BusinessDays;
  /** Keeps the order codes of worlds apart. @default there is one world */
  readonly codes?: OrderCodes;
}

/** The order codes of a world among those of the others. */
export interface OrderCodes {
  /** Takes a code. @returns Whether no other world has it. */
  readonly claim: (code: string) => boolean;
  /** Frees all codes of the world. */
  readonly release: () => void;
}

/** Services that operations, pages and the control API can use. Merchant services belong to the main merchant. */
export type Services = ReturnType<typeof createServices>;

/** Creates all services of the simulator. */
export function createServices(parts: ServiceParts) {
  const { account, clock, ids, send, successUrl, failureUrl, preset, confidence, hosts, days, codes } = parts;
  const shared = createSharedServices(clock, ids, send, confidence, hosts, days);
  const tokens = new AccessTokens(clock, ids, oauthClients(account));
  shared.state.add('', tokens);
  const addresses = { successUrl, failureUrl };
  const merchant = createMerchantServices(shared, {
    account,
    books: shared.ledger,
    scope: '',
    preset,
    ...addresses,
  });
  const main = { ...shared, ...merchant };
  const isv = createIsvServices(shared, account, addresses, merchant.sources);
  const { connectedMerchants, connectedAccounts, isvWebhooks } = isv;
  const platform = createPlatformServices(shared, merchant);
  const invitations = new Invitations([connectedAccounts, platform.sellers.onboardings]);
  /** Returns the services of the merchant that owns the order, or those of the main merchant if no merchant owns it. */
  const servicesForOrder = (orderCode: string): AccountServices =>
    connectedMerchants.list().find(({ orders }) => orders.find(orderCode)) ?? main;
  const hasOrder = (orderCode: string): boolean =>
    servicesForOrder(orderCode).orders.find(orderCode) !== undefined;
  const servicesForTransaction = (transactionId: string): AccountServices =>
    connectedMerchants.list().find(({ transactions }) => transactions.find(transactionId)) ?? main;
  const hostedCheckout = new HostedCheckout(
    (orderCode) => servicesForOrder(orderCode).checkout,
    (challengeId) =>
      connectedMerchants.list().find(({ checkout }) => checkout.challenge(challengeId))?.checkout ??
      merchant.checkout,
  );
  const reset = (to: ResetTo): void => {
    const { deliveries, ledger, faults, forms, log } = shared;
    // The clock resets first to cancel planned work. The ledger resets before the wallet, which posts its opening balance.
    clock.reset();
    resetServices([deliveries, tokens, ledger, faults, forms, log], to);
    connectedMerchants.reset();
    resetServices([connectedAccounts, isvWebhooks], to);
    platform.resetPlatform(to);
    merchant.resetMerchant(to);
    codes?.release();
  };
  const { state } = shared;
  /** Returns the state as plain JSON. */
  const snapshot = (): SimulatorSnapshot => {
    clock.storeTime();
    return state.snapshot();
  };
  /** Loads stored records into tables that have their initial ones. @throws RangeError if another world has one of the orders. */
  const load = (records: StoredRecords): void => {
    state.load(records);
    for (const { orders } of [main, ...connectedMerchants.list()])
      for (const { code } of orders.list())
        if (codes?.claim(code) === false)
          throw new RangeError(`tables.orders: order ${code} belongs to another world; end that world first`);
  };
  const replace = (records: StoredRecords): void => {
    reset('start');
    load(records);
    clock.continueFromStored();
  };
  /** Replaces the state. @throws RangeError if the value is not a snapshot of this version. The state is then as before. */
  const restore = (value: unknown): void => {
    const records = recordsOf(value);
    clock.storeTime();
    const before = state.copy();
    try {
      replace(records);
    } catch (error) {
      replace(before);
      throw error;
    }
  };
  const services = {
    ...main,
    ...isv,
    ...platform,
    tokens,
    invitations,
    servicesForOrder,
    hasOrder,
    load,
    servicesForTransaction,
    hostedCheckout,
    reset,
    snapshot,
    restore,
  };
  return {
    ...services,
    /** Creates the actions. @param onStep - Called after each step of an action. */
    actions: (onStep?: (step: ActionStep) => void): SimulatorActions => createActions(services, onStep),
  };
}
