import { rowsOf } from './sql-store.js';
import type { SqlDatabase, SqlSession } from './sql-store.js';

/**
 * The statements of each version, where `$schema` stands for the schema. Released versions never change; append a version instead.
 */
export type Migrations = readonly (readonly string[])[];

/** The tables or the adapter do not fit this version of the library. The message says how to fix it. */
export class SqlSetupError extends Error {
  override readonly name = 'SqlSetupError';
}

/** What the tables of a store hold, in messages. */
const CONTENTS = {
  inbox: 'the inbox',
  idempotency: 'idempotency keys',
  till: 'the till',
  subscriptions: 'subscriptions',
  splits: 'splits',
  fiscal: 'fiscal sales',
  operator: 'the operator',
};

/** A store with tables of its own. Its versions are in `<store>_migrations`. */
export type StoreName = keyof typeof CONTENTS;

/**
 * Creates or updates the tables of a store. One process migrates while others wait. If the tables are up to date, the database user needs
 * no permission to create tables.
 *
 * @param store - Store of the tables. Versions are stored in `<store>_migrations`.
 * @throws Error with the fix if a later version of the library has created the tables.
 */
export async function migrate<Transaction>(
  database: SqlDatabase<Transaction>,
  schema: string,
  store: StoreName,
  migrations: Migrations,
): Promise<void> {
  const quoted = `"${schema}"`;
  const versions = `${quoted}.${store}_migrations`;
  await database.transaction(async (session) => {
    await requireReadCommitted(session);
    await session.query(`select pg_advisory_xact_lock(hashtext($1))::text`, [`nestjs-pay migrate ${schema}`]);
    const schemas = await rowsOf(session, `select 1 from pg_namespace where nspname = $1`, [schema]);
    if (schemas.length === 0) await session.query(`create schema ${quoted}`);
    const found = `select 1 from pg_tables where schemaname = $1 and tablename = $2`;
    const tables = await rowsOf(session, found, [schema, `${store}_migrations`]);
    if (tables.length === 0) await session.query(`create table ${versions} ${VERSION_COLUMNS}`);
    const version = await versionOf(session, schema, store, migrations);
    for (const [index, statements] of migrations.entries()) {
      if (index < version) continue;
      for (const statement of statements) await session.query(statement.replaceAll('$schema', quoted));
      await session.query(`insert into ${versions} (version) values ($1)`, [index + 1]);
    }
  });
}

/**
 * Checks the tables of a store, for an application that does not migrate.
 *
 * @throws Error with the fix if the tables are missing, or do not have the version of `migrations`.
 */
export async function checkTables<Transaction>(
  database: SqlDatabase<Transaction>,
  schema: string,
  store: StoreName,
  migrations: Migrations,
): Promise<void> {
  await database.transaction((session) => requireReadCommitted(session));
  const [found] = await rowsOf<{ exists: boolean }>(
    database,
    `select to_regclass($1::text) is not null as exists`,
    [`"${schema}".${store}_migrations`],
  );
  const what = CONTENTS[store];
  const fix =
    `run the SQL that \`npx nestjs-pay migrations --print --only ${store} --schema ${schema}\` prints, ` +
    'or call migrate() with a user who may create tables';
  if (found?.exists !== true) throw new Error(`the schema "${schema}" has no tables for ${what}: ${fix}`);
  const version = await versionOf(database, schema, store, migrations);
  if (version === migrations.length) return;
  throw new Error(
    `the tables for ${what} in the schema "${schema}" have version ${version}, and this version of nestjs-pay needs ` +
      `version ${migrations.length}: ${fix}`,
  );
}

const VERSION_COLUMNS = '(version integer primary key, done_at timestamptz not null default now())';

/** Returns the version of the tables. Refuses a later one: an older library would not write what the later one needs. */
async function versionOf(
  session: Pick<SqlSession, 'query'>,
  schema: string,
  store: StoreName,
  { length }: Migrations,
): Promise<number> {
  const [{ version } = { version: 0 }] = await rowsOf<{ version: number }>(
    session,
    `select coalesce(max(version), 0)::int as version from "${schema}".${store}_migrations`,
  );
  if (version <= length) return version;
  throw new SqlSetupError(
    `the tables for ${CONTENTS[store]} in the schema "${schema}" have version ${version}, and this version of nestjs-pay ` +
      `knows version ${length}: install the version of nestjs-pay that updated them, or a later one. ` +
      'Tables of an unreleased version must be created again',
  );
}

/** With another isolation, concurrent changes fail, so events and keys would be repeated or refused. */
async function requireReadCommitted(session: SqlSession): Promise<void> {
  const text = `select current_setting('transaction_isolation') as isolation`;
  const [{ isolation } = { isolation: 'read committed' }] = await rowsOf<{ isolation: string }>(
    session,
    text,
  );
  if (isolation !== 'read committed')
    throw new SqlSetupError(
      `transaction() of your SqlDatabase begins with the isolation "${isolation}", and this library needs "read committed": ` +
        'begin with "begin isolation level read committed", or the option of your library',
    );
}

/** Returns the SQL of all versions of a store's tables, for a migration tool. */
export function migrationSql(schema: string, store: StoreName, migrations: Migrations): string {
  const quoted = `"${schema}"`;
  const table = `${quoted}.${store}_migrations`;
  const statements = [`create schema if not exists ${quoted}`, `create table ${table} ${VERSION_COLUMNS}`];
  const versions = migrations.map((version, index) =>
    sqlText(`${store}: version ${index + 1}`, [
      ...version.map((statement) => statement.replaceAll('$schema', quoted)),
      `insert into ${table} (version) values (${index + 1})`,
    ]),
  );
  return [sqlText(`${store}: versions of its tables`, statements), ...versions].join('\n');
}

/** Returns the SQL that deletes a store's tables with their data. */
export function removalSql(schema: string, store: StoreName, migrations: Migrations): string {
  const tables = migrations.flat().flatMap((sql) => /^create table \$schema\.(\w+)/.exec(sql)?.[1] ?? []);
  return sqlText(
    `${store}: deletes its tables and their data`,
    [...tables, `${store}_migrations`].map((name) => `drop table "${schema}".${name}`),
  );
}

function sqlText(title: string, statements: readonly string[]): string {
  return `-- ${title}\n${statements.map((statement) => `${statement.replaceAll(/\n {5}/g, '\n')};\n`).join('')}`;
}
