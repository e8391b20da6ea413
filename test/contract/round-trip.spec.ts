import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_METHOD } from './calls.js';
import { contractRows, unbuilt } from './contract.js';
import type { ContractOperation } from './contract.js';
import { authRoundTrips } from './round-trips/auth.js';
import { bankTransfersRoundTrips } from './round-trips/bank-transfers.js';
import { dataServicesRoundTrips } from './round-trips/data-services.js';
import { feesRoundTrips } from './round-trips/fees.js';
import { isvAccountsRoundTrips } from './round-trips/isv-accounts.js';
import { isvPaymentsRoundTrips } from './round-trips/isv-payments.js';
import { isvPosRoundTrips } from './round-trips/isv-pos.js';
import { isvSourceRoundTrips } from './round-trips/isv-source.js';
import { isvTransactionsRoundTrips } from './round-trips/isv-transactions.js';
import { legacyBankAccountsRoundTrips } from './round-trips/legacy-bank-accounts.js';
import { marketplaceRoundTrips } from './round-trips/marketplace.js';
import { obligationsRoundTrips } from './round-trips/obligations.js';
import { paymentsRoundTrips } from './round-trips/payments.js';
import { posRoundTrips } from './round-trips/pos.js';
import { resellersRoundTrips } from './round-trips/resellers.js';
import { rfCodePaymentsRoundTrips } from './round-trips/rf-code-payments.js';
import { sourceRoundTrips } from './round-trips/source.js';
import { transactionsRoundTrips } from './round-trips/transactions.js';
import { walletsRoundTrips } from './round-trips/wallets.js';
import { webhooksRoundTrips } from './round-trips/webhooks.js';
import { World } from './round-trips/world.js';
import type { RoundTrip } from './round-trips/world.js';

const ROUND_TRIPS: Record<string, RoundTrip> = {
  ...authRoundTrips,
  ...bankTransfersRoundTrips,
  ...dataServicesRoundTrips,
  ...feesRoundTrips,
  ...isvAccountsRoundTrips,
  ...isvPaymentsRoundTrips,
  ...isvPosRoundTrips,
  ...isvSourceRoundTrips,
  ...isvTransactionsRoundTrips,
  ...legacyBankAccountsRoundTrips,
  ...marketplaceRoundTrips,
  ...obligationsRoundTrips,
  ...paymentsRoundTrips,
  ...posRoundTrips,
  ...resellersRoundTrips,
  ...rfCodePaymentsRoundTrips,
  ...sourceRoundTrips,
  ...transactionsRoundTrips,
  ...walletsRoundTrips,
  ...webhooksRoundTrips,
};

/** An operation's id; one that is not a merchant's with its client before it, for ids repeat. */
function nameOf({ id, clients: [client, ...others] }: ContractOperation): string {
  if (id === 'getCloudTerminalAccessToken') return `auth.${id}`;
  return [client, ...others].includes('PayWallet') ? id : `${client} ${id}`;
}

/** The contract's row of an operation. The cloud terminal token stands in two areas. */
const built = new Map(
  contractRows()
    .filter(({ name, operation }) => !unbuilt.has(name) && !NO_METHOD.test(name) && operation.http !== null)
    .map(({ operation }) => [nameOf(operation), operation]),
);

/** Whether a member is there: `items[].name` and `[].name` look into the first of a list, which must have one. */
function has(data: unknown, [head = '', ...rest]: string[]): boolean {
  const name = head.replace(/\[\]$/, '');
  const member =
    name === '' || (Array.isArray(data) && name === 'items')
      ? data
      : (data as Record<string, unknown> | null)?.[name];
  if (member === undefined) return false;
  return rest.length === 0 || has(head.endsWith('[]') ? (member as unknown[])[0] : member, rest);
}

describe.each([...built.keys()])('%s, client → simulator', (id) => {
  let world: World;
  beforeAll(async () => {
    world = await World.create(`round trip of ${id}`);
  });
  beforeEach(() => {
    world.simulator.reset();
  });
  afterAll(() => world.close());

  it('has a round trip', () => {
    const file = `test/contract/round-trips/${id.split('.')[0]}.ts`;
    expect(ROUND_TRIPS[id] === undefined ? `write the round trip of ${id}, in ${file}` : '').toBe('');
  });

  it('succeeds, with every field that the contract gives the answer', async () => {
    const result = await ROUND_TRIPS[id]?.succeeds(world);
    expect(result).toMatchObject({
      success: true,
      meta: { correlationId: expect.stringMatching(/^\d{2}-\d{3}-[0-9A-F]{8}$/) },
    });
    // `(body)` stands for an answer without members: a file, a text.
    const fields = (built.get(id)?.response.fields ?? [])
      .map(({ name, member = name }) => member)
      .filter((name) => !name.startsWith('('));
    const { data } = result as { data: unknown };
    if (typeof data === 'object' && data !== null)
      expect(fields.filter((name) => !has(data, name.split('.')))).toEqual([]);
  });

  it('is refused with its code, and the outcome is known', async () => {
    const result = await ROUND_TRIPS[id]?.refuses(world);
    expect(result).toMatchObject({
      success: false,
      code: ROUND_TRIPS[id]?.code,
      error: { outcome: expect.stringMatching(/rejected|not-sent/) },
    });
  });
});
