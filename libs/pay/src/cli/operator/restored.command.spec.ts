import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PayIdempotency } from 'nestjs-pay/client';
import { pgliteIdempotency } from 'nestjs-pay/pglite';
import { runLine } from '../command-io.testing.js';
import { heldToken } from '../../idempotency/restore.js';
import { run } from './restored.command.js';
import { newPglite } from '../../../../../test/pglite.js';

let db: PGlite;
let idempotency: PayIdempotency;
beforeAll(async () => {
  db = await newPglite();
  idempotency = pgliteIdempotency(db);
  await idempotency.migrate();
});
afterAll(() => db.close());
beforeEach(() => db.exec('delete from pay.idempotency_keys'));

const env = { DATABASE_URL: 'postgres://shop:password@db.example/shop' };
const line = (args: string[], variables: Record<string, string> = env) =>
  runLine(args, variables, (all, io) =>
    run(all, io, () =>
      Promise.resolve({
        idempotency: pgliteIdempotency(db, { migrate: false }),
        close: () => Promise.resolve(),
      }),
    ),
  );
const hold = (key: string, now = Date.now()) =>
  idempotency.store.insert({
    key,
    fingerprint: 'f',
    state: 'unknown',
    token: heldToken(),
    leasedUntil: now,
    outcomeLookup: null,
    response: null,
    transactionId: null,
    sentAt: now,
    finishedAt: null,
  });

describe('nestjs-pay restored', () => {
  it('states a restore, shows it and what waits, and ends it', async () => {
    expect((await line([])).out).toContain('no statement holds');
    const lostSince = new Date(Date.now() - 3_600_000).toISOString();
    const { code, out } = await line(['state', '--lost-since', lostSince]);
    expect(code).toBe(0);
    expect(out).toContain(`lost since ${lostSince}`);
    expect(await idempotency.restore()).toMatchObject({ lostSince: new Date(lostSince) });
    await hold('transfer:17');
    expect((await line(['show'])).out).toContain('1 call waits and was not sent\n');
    expect((await line(['show'])).out).toContain(
      'transfer:17: look at your account, then not-done or resolve',
    );
    expect(JSON.parse((await line(['--json'])).out)).toMatchObject({
      restore: { lostSince },
      held: [{ key: 'transfer:17' }],
    });
    expect((await line(['not-done', 'transfer:17'])).out).toContain('0 calls wait');
    expect(await idempotency.find('transfer:17')).toMatchObject({ state: 'done', response: null });
    expect((await line(['end'])).code).toBe(0);
    expect(await idempotency.restore()).toBeNull();
  });

  it.each<[string[], RegExp]>([
    [['stat'], /expected show, state, end or not-done: did you mean state\?$/],
    [['pay'], /expected show, state, end or not-done$/],
    [['state', '--lost-since', '2026-11-28 09:55'], /--lost-since: expected a time with a zone/],
    [['state', '--lost-since', '2026-02-29T00:00:00Z'], /--lost-since: expected a time with a zone/],
    [['state', '--at', '2999-01-01T00:00:00Z'], /--at must not be in the future/],
    [['state', '--lost-since', '2998-01-01T00:00:00Z'], /--lost-since must be before --at/],
    [
      ['state', '--at', '2000-01-01T00:00:00Z'],
      /--until must be in the future\. Without --until, the statement ends seven days after --at/,
    ],
    [['end', '--at', '2026-11-28T09:55:00Z'], /restored end does not take --at/],
    [['not-done'], /expected the keys/],
    [['end', 'a'], /takes only options/],
    [['not-done', 'a'], /no call with the key a waits.*npx nestjs-pay restored lists/s],
    [['end'], /no statement holds/],
    [['show', '--limit', '0'], /--limit/],
  ])('rejects %j', async (args, problem) => {
    const error = await line(args).then(
      () => null,
      (thrown: Error) => thrown.message,
    );
    expect(error).toMatch(problem);
  });

  it('says how to create the table of the keys', async () => {
    const lines = runLine([], env, (all, io) =>
      run(all, io, () =>
        Promise.resolve({
          idempotency: pgliteIdempotency(db, { migrate: false, schema: 'without_tables' }),
          close: () => Promise.resolve(),
        }),
      ),
    );
    await expect(lines).rejects.toThrow(/idempotency keys.*migrations --print/s);
  });

  it('needs a database', async () => {
    await expect(line([], {})).rejects.toThrow(/set --database-url or DATABASE_URL/);
  });
});
