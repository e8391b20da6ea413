import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { MethodReturn } from 'nestjs-pay/client';
import { builtRows, findMethod } from './contract-calls.js';
import type { Clients } from './contract-calls.js';
import { areaOf, exampleOf } from './contract.js';
import type { ContractRow } from './contract.js';
import { roundTripOf } from './round-trips/index.js';
import { World } from './round-trips/world.js';

const EXAMPLES = join(import.meta.dirname, '../../docs/examples');

/** One row for each operation. Clients that share a method share the row of the first client. */
const rows = [
  ...new Map(builtRows.toReversed().map((row) => [`${areaOf(row.operation)} › ${row.operation.id}`, row])),
].map(([name, row]) => ({ name, row }));

type Result = MethodReturn<unknown, string>;
type Owner = Record<string, (...args: unknown[]) => Promise<Result>>;

/** Runs the operation's example from the docs and returns the last successful result of the operation's method. */
async function runExample(row: ContractRow, world: World): Promise<Result | undefined> {
  const { run } = (await import(join(EXAMPLES, exampleOf(row.operation)))) as {
    run: (world: World) => Promise<void>;
  };
  const clients: Clients = { PayWallet: world.wallet, PayISV: world.isv, Marketplace: world.marketplace };
  const { owner, name } = findMethod(clients, row);
  // The method of the class, because an example may create clients of its own.
  const spy = jest.spyOn(Object.getPrototypeOf(owner) as Owner, name);
  try {
    await run(world);
    const results = await Promise.all(spy.mock.results.map(({ value }) => value as Promise<Result>));
    return results.findLast(({ success }) => success);
  } finally {
    spy.mockRestore();
  }
}

/** Whether a member exists. `items[].name` and `[].name` look into the first item of a list, which must have one. */
function hasMember(data: unknown, [head = '', ...rest]: string[]): boolean {
  const name = head.replace(/\[\]$/, '');
  const member =
    name === '' || (Array.isArray(data) && name === 'items')
      ? data
      : (data as Record<string, unknown> | null)?.[name];
  if (member === undefined) return false;
  return rest.length === 0 || hasMember(head.endsWith('[]') ? (member as unknown[])[0] : member, rest);
}

describe.each(rows)('$name against the simulator', ({ row }) => {
  const { operation } = row;
  const roundTrip = roundTripOf(operation);
  let world: World;
  beforeAll(async () => {
    world = await World.create(`round trip of ${operation.id}`);
  });
  beforeEach(() => {
    world.simulator.reset();
  });
  afterAll(() => world.close());

  it('succeeds with every field of the contract', async () => {
    const result = await (roundTrip?.succeeds?.(world) ?? runExample(row, world));
    expect(result).toMatchObject({
      success: true,
      meta: { correlationId: expect.stringMatching(/^\d{2}-\d{3}-[0-9A-F]{8}$/) },
    });
    // `(body)` is a response without members, for example a file.
    const fields = operation.response.fields
      .map(({ name, member = name }) => member)
      .filter((name) => !name.startsWith('('));
    const data = result?.data;
    if (typeof data === 'object' && data !== null)
      expect(fields.filter((name) => !hasMember(data, name.split('.')))).toEqual([]);
    // Logs show such objects as `[Object: null prototype]`, and libraries for JSON and tests refuse them.
    expect(inspect(data, { depth: null })).not.toContain('null prototype');
  });

  it('fails with its code and a known outcome', async () => {
    expect(await roundTrip?.fails(world)).toMatchObject({
      success: false,
      code: roundTrip?.code,
      error: { outcome: expect.stringMatching(/rejected|not-sent/) },
    });
  });
});
