import { databaseOf } from '../../inbox/sql/postgres-store.js';
import type { PostgresClient, PostgresStoreOptions } from '../../inbox/sql/postgres-store.js';
import type { PgliteDatabase, PgliteTransaction } from '../../inbox/sql/pglite-store.js';
import type { SqlInboxStoreOptions } from '../../inbox/sql/sql-inbox-store.js';
import type { PayJournalStore } from '../journal-store.js';
import { SqlJournalStore } from './sql-journal-store.js';

/**
 * Keeps a journal in PostgreSQL, in a table of its own beside the inbox's.
 *
 * @example new PayJournal({ store: postgresJournal({ pool: new Pool({ connectionString }) }) })
 */
export function postgresJournal<Client extends PostgresClient>({
  pool,
  ...options
}: PostgresStoreOptions<Client>): PayJournalStore {
  // A pool whose server went away says so by an event, and an `error` event without a listener ends the process.
  pool.on('error', () => undefined);
  return new SqlJournalStore(databaseOf(pool), options);
}

/**
 * Keeps a journal in PGlite: PostgreSQL inside this process, in memory or in a folder, no server.
 *
 * @example new PayJournal({ store: pgliteJournal(await PGlite.create('./data')) })
 */
export function pgliteJournal<Transaction extends PgliteTransaction>(
  database: PgliteDatabase<Transaction>,
  options: SqlInboxStoreOptions = {},
): PayJournalStore {
  return new SqlJournalStore<Transaction>(
    {
      query: <Row>(text: string, values?: unknown[]) => database.query<Row>(text, values),
      transaction: (run) => database.transaction((transaction) => run(transaction, transaction)),
    },
    options,
  );
}
