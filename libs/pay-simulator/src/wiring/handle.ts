import type { Deliveries } from '../deliveries/deliveries.js';
import type { FileNotices } from '../deliveries/file-notices.js';
import type { CardTerminals } from '../domain/card-terminals.js';
import type { SimulatorClock } from '../domain/clock.js';
import type { Ledger } from '../domain/ledger.js';
import type { Orders } from '../domain/orders.js';
import type { Permissions } from '../domain/permissions.js';
import type { ResellerDesk } from '../domain/reseller-desk.js';
import type { Sellers } from '../domain/sellers.js';
import type { Transactions } from '../domain/transactions.js';
import type { Transfers } from '../domain/transfers.js';
import type { Wallet } from '../domain/wallet.js';
import type { Wallets } from '../domain/wallets.js';
import type { Faults } from '../http/faults.js';

/** The services that the object in JavaScript offers in part: what a customer, a merchant, the service or time does, and reads. */
interface Offering {
  readonly clock: SimulatorClock;
  readonly deliveries: Deliveries;
  readonly fileNotices: FileNotices;
  readonly resellerDesk: ResellerDesk;
  readonly faults: Faults;
  readonly orders: Orders;
  readonly transactions: Transactions;
  readonly ledger: Ledger;
  readonly wallet: Wallet;
  readonly wallets: Wallets;
  readonly permissions: Permissions;
  readonly terminals: CardTerminals;
  readonly sellers: Sellers;
  readonly transfers: Transfers;
}

/** Names that are offered. The others move money or time without the rules of a payment. */
const OFFERED = {
  clock: ['now', 'advance'],
  deliveries: [
    ...(['delay', 'drop', 'duplicate', 'get', 'hold', 'isHolding', 'leaveToChance', 'list'] as const),
    ...(['newMessageIdOnRetry', 'redeliver', 'release', 'settled'] as const),
  ],
  fileNotices: ['attempts'],
  resellerDesk: ['passwords', 'resendPassword', 'sendPassword', 'tagsNeeded'],
  faults: ['add', 'list', 'remove', 'reset'],
  orders: ['cancel', 'create', 'expire', 'find', 'get', 'list', 'update'],
  transactions: ['find', 'get', 'list', 'ofOrder'],
  ledger: ['accounts', 'balance', 'bookings', 'totals'],
  wallet: ['balance', 'buy', 'deposit', 'withdraw'],
  wallets: ['balance', 'find', 'findByIban', 'findOwn', 'movements', 'other', 'own', 'primary'],
  permissions: ['get', 'set'],
  terminals: [
    ...(['behavior', 'cancel', 'chooseQrCode', 'configure', 'decline', 'insertCard', 'request'] as const),
    ...(['isAbandoned', 'list', 'save', 'session', 'walkAway'] as const),
  ],
  sellers: [
    ...(['balance', 'changePayouts', 'connect', 'get', 'invite', 'list', 'onboardings'] as const),
    ...(['payoutsOf', 'verify', 'walletOf'] as const),
  ],
  transfers: ['get', 'list', 'ofPayment', 'reverse', 'send'],
} as const satisfies { [Name in keyof Offering]: readonly (keyof Offering[Name])[] };

/** What the object in JavaScript offers of a service. */
export type Offered<Name extends keyof Offering> = Pick<
  Offering[Name],
  Extract<(typeof OFFERED)[Name][number], keyof Offering[Name]>
>;

/** Returns an object with the offered members of a service. */
export function offered<Name extends keyof Offering>(name: Name, service: Offering[Name]): Offered<Name> {
  const handle = {};
  for (const member of OFFERED[name]) {
    const value: unknown = Reflect.get(service, member);
    const property =
      typeof value === 'function'
        ? { value: value.bind(service) as unknown }
        : {
            get: (): unknown => Reflect.get(service, member),
            set: (changed: unknown) => Reflect.set(service, member, changed),
          };
    Object.defineProperty(handle, member, { enumerable: true, ...property });
  }
  return handle as Offered<Name>;
}
