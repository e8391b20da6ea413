import type { HostedCheckout } from '../domain/checkout.service.js';
import { AccessTokens } from '../domain/access-tokens.js';
import type { MerchantAccount } from '../domain/merchant.js';
import type { AccountPreset } from '../domain/permissions.js';
import { resetServices, type ResetTo } from '../domain/table.js';
import { createIsvServices } from './isv-services.js';
import { createMerchantServices, type AccountServices } from './merchant-services.js';
import { Invitations } from '../domain/invitations.js';
import { createPlatformServices } from './platform-services.js';
import { createSharedServices, type SharedParts } from './shared-services.js';
import { recordsOf, type SimulatorSnapshot } from '../state/state.js';
import type { StoredRecords } from '../state/stored-value.js';

/** Input for the simulated services. */
export interface ServiceParts extends SharedParts {
  readonly account: MerchantAccount;
  readonly successUrl: string;
  readonly failureUrl: string;
  /** Initial permissions of the main merchant. @default 'demo' */
  readonly preset?: AccountPreset | undefined;
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
  const { account, clock, ids, successUrl, failureUrl, preset, codes } = parts;
  const shared = createSharedServices(parts);
  const tokens = new AccessTokens({ account, clock, ids });
  shared.state.add('', tokens);
  const addresses = { successUrl, failureUrl };
  const merchant = createMerchantServices(shared, {
    account,
    books: shared.ledger,
    scope: '',
    preset,
    ...addresses,
  });
  const isv = createIsvServices(shared, account, addresses, merchant.sources);
  const { connectedMerchants, connectedAccounts, isvWebhooks } = isv;
  const platform = createPlatformServices(merchant);
  const invitations = new Invitations([connectedAccounts, platform.sellers.onboardings]);
  const ownerOf = (isOwner: (one: AccountServices) => unknown): AccountServices =>
    connectedMerchants.list().find(isOwner) ?? merchant;
  /** Returns the services of the merchant that owns the order, or those of the main merchant if no merchant owns it. */
  const servicesForOrder = (orderCode: string) => ownerOf(({ orders }) => orders.find(orderCode));
  const hasOrder = (orderCode: string): boolean =>
    servicesForOrder(orderCode).orders.find(orderCode) !== undefined;
  const servicesForTransaction = (id: string) => ownerOf(({ transactions }) => transactions.find(id));
  const checkoutFor = (orderCode: string) => servicesForOrder(orderCode).checkout;
  const checkoutWith = (challengeId: string) =>
    ownerOf(({ checkout }) => checkout.challenge(challengeId)).checkout;
  const hostedCheckout: HostedCheckout = {
    view: (code, ...rest) => checkoutFor(code).view(code, ...rest),
    pay: (code, ...rest) => checkoutFor(code).pay(code, ...rest),
    payLater: (code, ...rest) => checkoutFor(code).payLater(code, ...rest),
    payWithIris: (code, ...rest) => checkoutFor(code).payWithIris(code, ...rest),
    payWithSavedCard: (code, ...rest) => checkoutFor(code).payWithSavedCard(code, ...rest),
    cancel: (code, ...rest) => checkoutFor(code).cancel(code, ...rest),
    challenge: (id) => checkoutWith(id).challenge(id),
    answerChallenge: (id, answer) => checkoutWith(id).answerChallenge(id, answer),
    leaveChallenge: (id) => checkoutWith(id).leaveChallenge(id),
  };
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
    for (const { orders } of [merchant, ...connectedMerchants.list()])
      for (const code of orders.codes())
        if (codes?.claim(code) === false)
          throw new RangeError(
            `tables.orders: order ${code} belongs to another world; reset or end that world first`,
          );
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
  return {
    ...platform,
    ...isv,
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
}
