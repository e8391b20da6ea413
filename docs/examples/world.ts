// Helpers for the examples: a simulator, the clients of its account, and actions of a customer.
export { GOOD_CARD } from '../../test/cards.js';
export { linkedAccount, OUTSIDE_IBAN } from '../../test/contract/round-trips/bank-transfers.js';
export { dataClient } from '../../test/contract/round-trips/data-client.js';
export { DAY_MS, dayOf, fileLink } from '../../test/contract/round-trips/data-services.js';
export { respondingKey } from '../../test/contract/round-trips/endpoint.js';
export { isvSale, soldThroughIsv } from '../../test/contract/round-trips/isv-pos.js';
export { legacyAccount } from '../../test/contract/round-trips/legacy-bank-accounts.js';
export {
  connectedSeller,
  paidWithTransfer,
  sentFunds,
} from '../../test/contract/round-trips/marketplace-transfers.js';
export { SALE, soldAtTill } from '../../test/contract/round-trips/pos.js';
export { subscribed, SUBSCRIPTION } from '../../test/contract/round-trips/webhooks.js';
export type { World } from '../../test/contract/round-trips/world.js';

/** Format of the service's IDs. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
