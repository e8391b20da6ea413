import type { PayIdempotency } from '../../idempotency/index.js';
import { postgresIdempotency } from '../../idempotency/sql/stores.js';
import { applicationRecords } from '../../stores/sql/application-records.js';
import { postgresDatabase } from '../../stores/sql/postgres-database.js';
import { readSqlOptions } from '../../stores/sql/sql-store.js';
import type { SqlDatabase } from '../../stores/sql/sql-store.js';
import { CommandError } from '../command.js';
import { inboxProblem, openPool } from '../inbox/open-inbox.js';
import type { InboxAddress } from '../inbox/open-inbox.js';

/** Opens the database. @throws RangeError if the schema is no name. @throws CommandError if `pg` is not installed. */
export async function openKeys(address: InboxAddress) {
  const { schema } = readSqlOptions({ schema: address.schema });
  const pool = await openPool(address);
  const idempotency = postgresIdempotency({ pool, schema, migrate: false });
  return { pool, schema, idempotency, close: (): Promise<void> => pool.end() };
}

/** Opens the database, like {@link openKeys}. */
export async function openRecords(address: InboxAddress) {
  const { pool, schema, idempotency, close } = await openKeys(address);
  return recordsIn(postgresDatabase(pool), schema, idempotency, close);
}

/** Reads the tables of an application in a schema. Nothing is created or changed. */
export function recordsIn(
  database: Pick<SqlDatabase<unknown>, 'query'>,
  schema: string,
  idempotency: PayIdempotency,
  close: () => Promise<void>,
) {
  // The error of the database may contain its password.
  const explain = (error: unknown): never => {
    throw new CommandError(inboxProblem(error, schema), { cause: error });
  };
  const { events, calls } = applicationRecords(database, schema);
  return {
    events: (ids: readonly string[]) => events(ids).catch(explain),
    calls: (ids: readonly string[]) => calls(ids).catch(explain),
    /** Reads the record of a key, and the time of the database. */
    call: (key: string) =>
      idempotency
        .migrate()
        .then(() => idempotency.store.get(key))
        .catch(explain),
    close,
  };
}
export type OpenRecords = ReturnType<typeof recordsIn>;
