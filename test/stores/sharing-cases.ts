import { expect, it } from '@jest/globals';
import { PayWallet, unwrap } from 'nestjs-pay/client';
import type { TokenStore } from 'nestjs-pay/client';
import type { PaySimulator } from 'nestjs-pay/simulator';
import type { UnderTest } from './places.js';

const CLIENTS = 20;
const CALLS_OF_EACH = 2;

const exchangesOf = (simulator: PaySimulator): number =>
  simulator.requests().filter(({ path }) => path.endsWith('/connect/token')).length;

function clientOf(
  { credentials, endpoints }: PaySimulator,
  tokens: TokenStore,
  said: string[] = [],
): PayWallet {
  const logger = { error: (line: string) => void said.push(line) };
  return new PayWallet({ ...credentials.merchant, endpoints, dev: true, tokens, logs: true, logger });
}

async function callAll(clients: PayWallet[]): Promise<void> {
  const all = clients.flatMap((client) => Array.from({ length: CALLS_OF_EACH }, () => client));
  const results = await Promise.all(all.map((client) => client.payments.createOrder({ amount: 100 })));
  results.forEach(unwrap);
  await Promise.all(clients.map((client) => client.close()));
}

/** What clients have of a token store, by what the service sees of them. */
export function sharingCases(
  simulator: () => PaySimulator,
  open: () => Promise<UnderTest<TokenStore>>,
): void {
  it(`serve the calls of ${CLIENTS} clients at once with one token request`, async () => {
    const { store, other, close } = await open();
    const before = exchangesOf(simulator());
    await callAll(
      Array.from({ length: CLIENTS }, (_, at) => clientOf(simulator(), at % 2 === 0 ? store : other)),
    );
    expect(exchangesOf(simulator()) - before).toBe(1);
    await close();
  }, 20_000);
}

/** A store of which nothing answers. @param cause what is told of it. */
export async function awayCase(simulator: PaySimulator, store: TokenStore, cause: RegExp): Promise<void> {
  const said: string[] = [];
  const before = exchangesOf(simulator);
  await callAll([clientOf(simulator, store, said)]);
  expect(exchangesOf(simulator) - before).toBe(1);
  expect(said).toEqual([expect.stringMatching(/^the token store is away: /)]);
  expect(said[0]).toMatch(cause);
}
