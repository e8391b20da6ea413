import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { newPglite } from '../../../../../test/pglite.js';
import type { DeadLetterReason } from '../../inbox/dead-letters.js';
import type { PayInboxStore } from '../../inbox/inbox-store.js';
import { pgliteStore } from '../../inbox/sql/stores.js';
import { readPayWebhook } from '../../webhooks/index.js';
import { runLine } from '../command-io.testing.js';
import type { CommandResult } from '../command-io.testing.js';
import { run } from './inbox.command.js';
import type { InboxAddress } from './open-inbox.js';

const DATABASE_URL = 'postgres://shop:password@db.example/shop';
let db: PGlite;
let store: PayInboxStore;
let addresses: InboxAddress[];
let open: number;
let keys = 0;
let schemas = 0;

beforeAll(async () => {
  db = await newPglite();
});
afterAll(() => db.close());
beforeEach(async () => {
  store = pgliteStore(db, { schema: `cli_${++schemas}`, now: () => new Date('2030-01-01T00:00:00Z') });
  await store.migrate();
  addresses = [];
  open = 0;
});

function openTestInbox(address: InboxAddress) {
  addresses.push(address);
  open++;
  return Promise.resolve({
    store,
    close() {
      open--;
      return Promise.resolve();
    },
  });
}
const command = (args: string[], env: Record<string, string> = {}): Promise<CommandResult> =>
  runLine(args, env, (rest, io) => run(rest, io, openTestInbox));
const inbox = (...args: string[]): Promise<CommandResult> => command(args, { DATABASE_URL });
const json = async (...args: string[]): Promise<unknown> => JSON.parse((await inbox(...args, '--json')).out);

/** Stores a delivery, and moves it to the dead letters if a reason is given. */
async function addDelivery(
  data: object,
  reason?: DeadLetterReason,
  account: string | null = null,
): Promise<void> {
  const reading = readPayWebhook({ rawBody: JSON.stringify({ EventTypeId: 1796, EventData: data }) });
  if (!reading.success) throw new Error(reading.message);
  await addRow({ endpoint: 'Hooks.pay', account, client: 'wallet', event: reading.event }, reason);
}

/** Stores an event, whose delivery may have been changed by hand. */
async function addRow(members: object, reason?: DeadLetterReason): Promise<void> {
  const key = `key ${++keys}`;
  const delivery = { key, signed: false, source: 'webhook', ...members } as never;
  await store.addDelivery({ delivery, sender: 'service' });
  const [lease] = await store.claimDeliveries('service', 1, 1_000);
  if (lease !== undefined) await store.confirm(lease, { delivery, orderingKey: null, confirmed: true });
  if (reason === undefined) return;
  const [claimed] = await store.claimEvents({ worker: 'w', limit: 1, leaseMs: 1_000 });
  if (claimed !== undefined)
    await store.moveToDeadLetters(claimed, reason, `Orders.paid failed \u001b[2J for buyer@example.com`);
}

describe('nestjs-pay inbox list', () => {
  it('prints the number of waiting events and the dead letters, without customer data', async () => {
    await addDelivery(
      { OrderCode: 4271655739472609, Email: 'buyer@example.com', FullName: 'Alex Buyer' },
      'failed',
    );
    await addDelivery({ TransactionId: 'b' }, 'crashed', 'shop-gr');
    await addDelivery({ TransactionId: 'c' });
    const { code, out } = await inbox('list');
    expect(code).toBe(0);
    expect(out).toBe(
      'waiting events: 1; unconfirmed deliveries: 0 (oldest: 0 s); dead letters: 2\n' +
        '     2  crashed  1796 TransactionPaymentCreated  account shop-gr  1 attempt  received 2030-01-01T00:00:00.000Z\n' +
        '        Orders.paid failed \\u001b[2J for [hidden]\n' +
        '     1  failed   1796 TransactionPaymentCreated  order 4271655739472609  1 attempt  received 2030-01-01T00:00:00.000Z\n' +
        '        Orders.paid failed \\u001b[2J for [hidden]\n',
    );
  });

  it('selects dead letters by reason, account, number and page', async () => {
    for (const id of ['a', 'b', 'c']) await addDelivery({ TransactionId: id }, 'failed');
    await addDelivery({ TransactionId: 'd' }, 'crashed', 'shop-gr');
    const idsOf = async (...args: string[]) =>
      ((await json('list', ...args)) as { deadLetters: { id: string }[] }).deadLetters.map(({ id }) => id);
    expect(await idsOf()).toEqual(['4', '3', '2', '1']);
    expect(await idsOf('--reason', 'crashed')).toEqual(['4']);
    expect(await idsOf('--account', 'shop-gr')).toEqual(['4']);
    expect(await idsOf('--account', '')).toEqual(['3', '2', '1']);
    expect(await idsOf('--limit', '2', '--before', '4')).toEqual(['3', '2']);
    expect((await inbox('list', '--limit', '2')).out).toMatch(/^next page: --before 3$/m);
    expect(await json('list', '--limit', '1')).toMatchObject({
      stats: { backlog: 0, oldestAgeMs: null, dead: 4, unconfirmed: 0 },
      deadLetters: [{ id: '4', reason: 'crashed', eventTypeId: 1796, orderCode: null, account: 'shop-gr' }],
      next: '4',
    });
  });
});

const addChanged = (delivery: object): Promise<void> => addRow(delivery, 'failed');

describe('a dead letter that was changed by hand', () => {
  it.each([
    ['no account', { event: { data: {} } }],
    ['a number as its account', { account: 7, event: { eventTypeId: 1796, name: 7, data: {} } }],
    ['an object as its event type', { account: null, event: { eventTypeId: {}, name: {}, data: {} } }],
  ])('does not stop the commands: %s', async (_, delivery) => {
    await addDelivery({ TransactionId: 'a' }, 'failed');
    await addChanged(delivery);
    const { code, out } = await inbox('list');
    expect(code).toBe(0);
    expect(out).toMatch(/^ {5}2 {2}failed .* 1 attempt {2}received 2030/m);
    expect(out).toMatch(/^ {5}1 {2}failed {3}1796 TransactionPaymentCreated/m);
    expect(await json('list')).toMatchObject({ deadLetters: [{ id: '2' }, { id: '1' }] });
    expect(await inbox('show', '2')).toMatchObject({ code: 0 });
  });

  it('prints its names without terminal control characters', async () => {
    const name = 'Paid\u001b[2J\u009b1m\u202e\nevil';
    await addChanged({ account: name, event: { eventTypeId: 1796, name, data: {} } });
    for (const args of [['list'], ['list', '--json'], ['show', '1'], ['show', '1', '--json']]) {
      const { out } = await inbox(...args);
      expect(out).toContain('u009b1m');
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      expect(out).not.toMatch(/^evil/m);
    }
  });
});

describe('nestjs-pay inbox show', () => {
  it('prints the whole delivery without secrets', async () => {
    const secrets = {
      Email: 'buyer@example.com',
      CardToken: '2BFC0000000000001CB5BA76CAFB68D76AB80001',
      Ucaf: 'AAABBWFlmQAAAABjRWWZEEFgFz8=',
      MerchantTrns: 'paid with 4111 1111 1111 1111',
      Number: 4111111111111111,
      Iban: 'DE02120300000000202051',
      '5555555555554444': 1,
    };
    const shown = {
      // It passes the check of card numbers.
      OrderCode: 4111111111111111,
      TransactionId: '11111111-1111-4111-8111-111111111111',
      CardNumber: '411111XXXXXX1111',
      Amount: 24.5,
      Moto: false,
      ParentId: null,
    };
    await addDelivery({ ...secrets, ...shown, Tags: ['a\u202eb'] }, 'failed');
    const { code, out } = await inbox('show', '1');
    expect(code).toBe(0);
    const deadLetter = (await json('show', '1')) as { delivery: { event: { data: object } } };
    expect(deadLetter).toMatchObject({ id: '1', reason: 'failed', delivery: { endpoint: 'Hooks.pay' } });
    expect(deadLetter.delivery.event.data).toMatchObject({
      ...shown,
      OrderCodeText: '4111111111111111',
      Tags: ['a\\u202eb'],
    });
    for (const secret of [
      'buyer@',
      '2BFC',
      'AAABB',
      '4111 1111',
      'DE0212',
      '5555555555554444',
      '"Number": 4',
    ]) {
      expect(out).not.toContain(secret);
      expect(JSON.stringify(deadLetter)).not.toContain(secret.replace(': ', ':'));
    }
  });

  it('fails for an unknown ID', async () => {
    for (const action of ['show', 'replay', 'discard'])
      expect((await inbox(action, '\u001b[2J')).out).toBe('\\u001b[2J: no dead letter has this ID\n');
    expect(await inbox('show', '7')).toMatchObject({
      code: 1,
      out: '7: no dead letter has this ID\n',
    });
    expect(await json('show', '7')).toBeNull();
  });
});

describe('nestjs-pay inbox replay and discard', () => {
  it('replays the named dead letters, and lists unknown IDs', async () => {
    for (const id of ['a', 'b']) await addDelivery({ TransactionId: id }, 'failed');
    const { code, out } = await inbox('replay', '1', '9');
    expect(out).toBe(
      '1: replayed, the application processes it again when it runs\n9: no dead letter has this ID\n',
    );
    expect(code).toBe(1);
    expect(await store.stats()).toMatchObject({ backlog: 1, dead: 1 });
    expect(await inbox('replay', '2')).toMatchObject({ code: 0 });
  });

  it('replays all dead letters of a reason, or only those of one account', async () => {
    for (const id of ['a', 'b', 'c']) await addDelivery({ TransactionId: id }, 'crashed');
    await addDelivery({ TransactionId: 'd' }, 'failed');
    await addDelivery({ TransactionId: 'e' }, 'crashed', 'shop-gr');
    expect(await json('replay', '--all', '--reason', 'crashed', '--account', 'shop-gr')).toEqual({
      replayed: 1,
    });
    expect((await inbox('replay', '--all', '--reason', 'crashed')).out).toMatch(/^3 replayed: /);
    expect(await store.stats()).toMatchObject({ backlog: 4, dead: 1 });
  });

  it('discards the named dead letters, and lists unknown IDs', async () => {
    for (const id of ['a', 'b']) await addDelivery({ TransactionId: id }, 'failed');
    expect(await json('discard', '1', '9')).toEqual({ discarded: ['1'], missing: ['9'] });
    expect(await store.stats()).toMatchObject({ backlog: 0, dead: 1 });
    expect((await inbox('discard', '2')).out).toBe('2: discarded, it will not be processed\n');
  });
});

describe('the address of the database', () => {
  const timeoutMs = 5_000;
  it.each([
    [[], { DATABASE_URL }, { url: DATABASE_URL, timeoutMs }],
    [
      ['--database-url', 'postgres://other', '--schema', 'shop', '--timeout', '9'],
      { DATABASE_URL },
      { url: 'postgres://other', schema: 'shop', timeoutMs: 9 },
    ],
  ])('is read from %j and %j', async (args, env, address) => {
    expect(await command(['list', ...args], env)).toMatchObject({ code: 0 });
    expect(addresses).toEqual([address]);
    expect(open).toBe(0);
  });

  it('is read from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-inbox-'));
    try {
      const file = join(folder, 'shop.env');
      writeFileSync(file, `DATABASE_URL=${DATABASE_URL}\n`);
      expect(await command(['list', '--env-file', file])).toMatchObject({ code: 0 });
      expect(addresses).toEqual([{ url: DATABASE_URL, timeoutMs }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is required, and the error refers BullMQ users to a dashboard', async () => {
    await expect(command(['list'], {})).rejects.toThrow(
      /set --database-url or DATABASE_URL .* use a BullMQ dashboard/,
    );
    expect(addresses).toEqual([]);
  });
});

it.each([
  [[], 'inbox: expected list, show, replay or discard'],
  [['lst'], 'inbox: expected list, show, replay or discard: did you mean list?'],
  [['list', '7'], 'inbox list does not take 7; to show one dead letter, use inbox show 7'],
  [['list', '--all'], 'inbox list does not take --all'],
  [['list', '--reason', 'lost'], '--reason: expected failed or crashed'],
  [['list', '--limit', '0'], '--limit: expected a number from 1 to 9999'],
  // With the first page instead of none, a script that reads page after page would never end.
  [['list', '--before', 'null'], '--before: expected the ID of a dead letter'],
  [['show'], 'inbox show: expected one ID; inbox list shows the IDs'],
  [['show', '1', '2'], 'inbox show: expected one ID; inbox list shows the IDs'],
  [['replay'], 'inbox replay: expected IDs; inbox list shows the IDs'],
  [['replay', '--all'], 'inbox replay --all: add --reason failed or crashed'],
  [['replay', '--all', '--reason', 'failed', '1'], 'inbox replay takes IDs or --all, not both'],
  [['replay', '1', '--reason', 'failed'], 'inbox replay: --reason and --account go with --all'],
  [['discard', '--all'], 'inbox discard does not take --all'],
  [['discard'], 'inbox discard: expected IDs; inbox list shows the IDs'],
])('inbox %j is rejected before a database is opened', async (args, message) => {
  await expect(inbox(...args)).rejects.toThrow(new Error(message));
  expect(addresses).toEqual([]);
});
