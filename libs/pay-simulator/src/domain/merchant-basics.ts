import type { BusinessDays } from './business-days.js';
import type { SimulatorClock } from './clock.js';
import type { PublishEvent } from './events.js';
import type { Ids } from './ids.js';
import type { Books } from './ledger.js';
import type { MerchantAccount } from './merchant.js';
import type { Permissions } from './permissions.js';
import type { Sources } from './sources.js';

/** What each service of a merchant can use. */
export interface MerchantBasics {
  readonly account: MerchantAccount;
  /** The merchant's view of the ledger. */
  readonly books: Books;
  readonly clock: SimulatorClock;
  /** Days on which payments clear and money goes to banks. */
  readonly days: BusinessDays;
  readonly ids: Ids;
  readonly permissions: Permissions;
  readonly publish: PublishEvent;
  readonly sources: Sources;
}
