import { afterAll, beforeAll, describe } from '@jest/globals';
import { MemoryJournalStore } from 'nestjs-pay/client';
import type { PayJournalStore } from 'nestjs-pay/client';
import { pgliteJournal } from 'nestjs-pay/pglite';
import { postgresJournal } from 'nestjs-pay/postgres';
import { POSTGRES_URL } from '../inbox/stores.js';
import { journalCases } from './journal-cases.js';
import { memory, pglite, postgres } from './places.js';
import type { Place, UnderTest } from './places.js';

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;

function cases<Options>(
  start: () => Place<Options> | Promise<Place<Options>>,
  journal: (options: Options) => PayJournalStore,
): void {
  let place: Place<Options>;
  beforeAll(async () => {
    place = await start();
  }, 60_000);
  afterAll(() => place.close());
  describe('a journal', () => journalCases(() => migrated(place.open(journal))));
}

async function migrated(opening: Promise<UnderTest<PayJournalStore>>): Promise<UnderTest<PayJournalStore>> {
  const under = await opening;
  await under.store.migrate();
  return under;
}

describe('in memory', () =>
  cases(
    () => memory,
    (options) => new MemoryJournalStore(options),
  ));

describe('in PGlite', () => cases(pglite, ({ database, ...options }) => pgliteJournal(database, options)));

onServer('in PostgreSQL', () => cases(postgres, postgresJournal));
