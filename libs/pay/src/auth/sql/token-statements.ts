import type { Migrations } from '../../stores/sql/migrate.js';
import { epochMs, sqlTime } from '../../stores/sql/sql-time.js';

const { now: NOW, after: AFTER } = sqlTime('clock_timestamp()');

export const TOKEN_MIGRATIONS: Migrations = [
  [
    `create table $schema.tokens (
       token_key text primary key,
       sealed text,
       expires_at timestamptz,
       locked_by text,
       locked_until timestamptz
     )`,
  ],
];

/** The statements for one table, by what they do. */
export function tokenStatements(schema: string) {
  const tokens = `"${schema}".tokens`;
  return {
    /** $1 key. */
    read: `
      select sealed, ${epochMs('expires_at')} as expires_ms
      from ${tokens} where token_key = $1 and sealed is not null`,

    /** $2 key, $3 lock, $4 lease in ms. */
    lock: `
      insert into ${tokens} as t (token_key, locked_by, locked_until) values ($2, $3, ${AFTER('$4')})
      on conflict (token_key) do update set locked_by = excluded.locked_by, locked_until = excluded.locked_until
      where t.locked_by is null or t.locked_until <= ${NOW}
      returning token_key`,

    /**
     * $2 key, $3 sealed, $4 when it expires, ms since 1970. What nobody has used for a day goes: the credentials were replaced, and
     * clocks that differ by less than that take no token away.
     */
    write: `
      with gone as (
        select token_key from ${tokens}
        where coalesce(expires_at, locked_until) < ${NOW} - interval '1 day' and token_key <> $2
        for update skip locked
      ), dropped as (
        delete from ${tokens} t using gone where t.token_key = gone.token_key
      )
      insert into ${tokens} (token_key, sealed, expires_at) values ($2, $3, to_timestamp($4::float8 / 1000))
      on conflict (token_key) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`,

    /** $1 key, $2 lock. */
    unlock: `update ${tokens} set locked_by = null, locked_until = null where token_key = $1 and locked_by = $2`,
  };
}
