import type { SqlDatabase } from './sql-store.js';

/**
 * The statements of each version, where `$schema` stands for the schema. Released versions never change; append a version instead.
 */
export type Migrations = readonly (readonly string[])[];

/**
 * Creates or updates the tables of a store. One process migrates while others wait. If the tables are up to date, the database user needs
 * no permission to create tables.
 *
 * @param store - Store of the tables. Versions are stored in `<store>_migrations`.
 */
export async function migrate<Transaction>(
  database: SqlDatabase<Transaction>,
  schema: string,
  store: 'inbox' | 'idempotency',
  migrations: Migrations,
): Promise<void> {
  const quoted = `"${schema}"`;
  const versions = `${store}_migrations`;
  await database.transaction(async (session) => {
    await session.query(`select pg_advisory_xact_lock(hashtext($1))::text`, [`nestjs-pay migrate ${schema}`]);
    const { rows: schemas } = await session.query(`select 1 from pg_namespace where nspname = $1`, [schema]);
    if (schemas.length === 0) await session.query(`create schema ${quoted}`);
    const { rows: tables } = await session.query(
      `select 1 from pg_tables where schemaname = $1 and tablename = $2`,
      [schema, versions],
    );
    if (tables.length === 0) {
      await session.query(
        `create table ${quoted}.${versions} (version integer primary key, done_at timestamptz not null default now())`,
      );
    }
    const { rows } = await session.query<{ version: number }>(
      `select coalesce(max(version), 0)::int as version from ${quoted}.${versions}`,
    );
    const version = rows[0]?.version ?? 0;
    for (const [index, statements] of migrations.entries()) {
      if (index < version) continue;
      for (const statement of statements) await session.query(statement.replaceAll('$schema', quoted));
      await session.query(`insert into ${quoted}.${versions} (version) values ($1)`, [index + 1]);
    }
  });
}
