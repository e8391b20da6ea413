import { epochMs, sqlTime } from '../../stores/sql/sql-store.js';

const { now: NOW, after: AFTER } = sqlTime('statement_timestamp()');
/** Mark of a transaction in which handlers run. A handler that ends the transaction itself loses it. */
export const MARK = 'handler';
const CURRENT_MARK = `coalesce(current_setting('nestjs_pay.transaction', true), '')`;
/** A claim takes milliseconds. A claim that takes longer than this is stuck. */
const CLAIM_LIMIT = '5s';
/** Limits the wait after crashes to 26 minutes, with a lease of 6 seconds. */
const MAX_CRASH_DOUBLINGS = 8;
/** Matches the event of a lease: $2 ID, $3 token. */
const LEASED = `id = $2::bigint and token = $3 and state = 'working'`;

const isoTime = (time: string): string =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL for a time in the server's configuration, in ms. 0: no limit, or a server that does not have the setting. */
const settingMs = (name: string): string =>
  epochMs(`coalesce(nullif(current_setting('${name}', true), ''), '0')::interval`);

/** Builds the statements for the tables in a schema. `$1` is the time, unless a statement says otherwise. */
export function inboxStatements(schema: string) {
  const deliveries = `"${schema}".inbox_deliveries`;
  const events = `"${schema}".inbox_events`;
  // `limit 1` in a scalar subquery makes the planner probe the index for each row, whatever its statistics say.
  const isBlocked = `
    (select true from ${events} o
     where o.ordering_key = e.ordering_key and o.finished_at is null and (o.id < e.id or (o.state = 'working' and o.id <> e.id))
     limit 1) is not null`;
  const deadLetterColumns =
    `id::text as id, reason, coalesce(error, '') as error, attempts, delivery, event_key, account, ` +
    `${isoTime('received_at')} as "receivedAt", ${isoTime('finished_at')} as "deadLetteredAt"`;
  // Each crash costs a process, so an event that runs alone waits longer after each of its crashes.
  const leaseFactor = `
    (case when e.state = 'working' or e.alone then power(2, least(e.attempts + 1, ${MAX_CRASH_DOUBLINGS})) else 1 end)`;
  return {
    /**
     * $2 keys, $3 accounts, $4 senders, $5 deliveries. Each key occurs once. Rows are inserted in the order of their keys, so that two
     * processes that store the same deliveries do not deadlock.
     */
    addDeliveries: `
      insert into ${deliveries} as d (delivery_key, account, sender, delivery, due_at, received_at)
      select n.delivery_key, n.account, n.sender, n.delivery, ${NOW}, ${NOW}
      from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as n (delivery_key, account, sender, delivery)
      where (select true from ${events} e where e.event_key = n.delivery_key limit 1) is null
      order by n.delivery_key
      on conflict (delivery_key) do update
      set sender = excluded.sender, delivery = excluded.delivery, denials = 0, failures = 0, due_at = excluded.due_at, token = null,
        error = null
      where excluded.sender = 'service' and (d.sender = 'unknown' or (d.token is null and d.error is not null))
      returning d.delivery_key`,

    /** $2 sender, $3 limit, $4 lease in ms, $5 prefix of the tokens. As a claim of events, it does not wait for the disk. */
    claimDeliveries: `
      with due as (
        select id from ${deliveries}
        where sender = $2 and due_at <= ${NOW} and (select set_config('synchronous_commit', 'off', true)) = 'off'
        order by due_at, id limit $3::int for update skip locked
      )
      update ${deliveries} d set due_at = ${AFTER('$4')}, token = $5::text || d.id::text
      from due where d.id = due.id
      returning d.id::text as id, d.token, d.delivery, d.denials, d.failures`,

    /**
     * $2 IDs, $3 tokens, $4 keys, $5 ordering keys, $6 deliveries, $7 confirmed, $8 topics, $9 notes. It locks the rows in the order
     * in which addDeliveries does, because two orders are a deadlock.
     */
    confirm: `
      with locked as (
        select d.account, n.* from ${deliveries} d
        join unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::text[], $9::text[])
          as n (id, token, event_key, ordering_key, delivery, confirmed, topic, note) on d.id = n.id and d.token = n.token
        order by d.delivery_key for update of d
      ), removed as (
        delete from ${deliveries} d using locked where d.id = locked.id returning locked.*
      ), added as (
        insert into ${events} (event_key, account, ordering_key, confirmed, delivery, topic, note, due_at, received_at)
        select event_key, account, ordering_key, confirmed, delivery, topic, note, ${NOW}, ${NOW} from removed
        order by id
        on conflict (event_key) do nothing
      )
      select token from removed`,

    /** $4 error, $5 wait in ms, $6 what the attempt counts as. */
    postponeDelivery: `
      update ${deliveries}
      set token = null, error = $4, due_at = ${AFTER('$5')},
        denials = denials + (case $6::text when 'denied' then 1 else 0 end),
        failures = case $6::text when 'failed' then failures + 1 when 'denied' then 0 else failures end
      where id = $2::bigint and token = $3 returning id`,

    /** $4 lease in ms. */
    renewDelivery: `
      update ${deliveries} set due_at = ${AFTER('$4')} where id = $2::bigint and token = $3 returning id`,

    /** $1 ID, $2 token. */
    dropDelivery: `delete from ${deliveries} where id = $1::bigint and token = $2 returning id`,

    /** $1 account. Events that the service cannot confirm count as deliveries of unknown senders, because anyone can post them. */
    countDeliveries: `
      select sender, count(*)::int as waiting from (
        select sender from ${deliveries} where account is not distinct from $1::text
        union all
        select 'unknown' from ${events} where not confirmed and finished_at is null and account is not distinct from $1::text
      ) waiting group by sender`,

    /**
     * Lets one process claim at a time, because two at once could claim events of the same ordering key. A process that freezes during
     * its claim delays the others by CLAIM_LIMIT at most. The planner must use the indexes even if its statistics date from when the table was
     * empty. A claim does not wait for the disk: if the database crashes and forgets it, the event waits again and its lease is lost.
     * Without parameters, the statement needs no round trip of its own for the begin of the transaction.
     */
    lockClaims: `
      select set_config('lock_timeout', '${CLAIM_LIMIT}', true), set_config('statement_timeout', '${CLAIM_LIMIT}', true),
        set_config('idle_in_transaction_session_timeout', '${CLAIM_LIMIT}', true), set_config('enable_seqscan', 'off', true),
        set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true), set_config('synchronous_commit', 'off', true),
        pg_advisory_xact_lock(hashtext('nestjs-pay claim ${schema}'))::text`,

    /** $2 limit, $3 lease in ms, $4 worker, $5 prefix of the tokens, $6 whether the worker is busy. */
    claimEvents: `
      with candidates as (
        select e.id, e.due_at, e.state = 'working' or e.alone as alone from ${events} e
        where e.finished_at is null and e.due_at <= (select ${NOW}) and not ${isBlocked}
        order by e.due_at, e.id limit $2::int
      ), ranked as (
        select id, alone, row_number() over (order by due_at, id) as place,
          count(*) filter (where alone) over (order by due_at, id) as alone_until
        from candidates
      ), due as (
        select e.id from ranked r join ${events} e on e.id = r.id
        where case when r.place = 1 then not (r.alone and $6::boolean) else r.alone_until = 0 end
        for update of e skip locked
      )
      update ${events} e
      set state = 'working', attempts = e.attempts + (case when e.state = 'working' and not e.alone then 0 else 1 end),
        alone = e.state = 'working' or e.alone, worker = $4, token = $5::text || e.id::text,
        due_at = ${AFTER(`${leaseFactor} * $3`)}
      from due where e.id = due.id
      returning e.id::text as id, e.token, e.ordering_key as "orderingKey", e.attempts as attempt, e.alone, e.delivery,
        ${epochMs(`${NOW} - e.received_at`)} as "ageMs"`,

    /** $4 lease in ms. */
    renew: `update ${events} set due_at = greatest(due_at, ${AFTER('$4')}) where ${LEASED} returning id`,

    /** Marks the transaction. The mark is lost when the transaction ends. Returns the times after which the server ends it. */
    mark: `
      select set_config('nestjs_pay.transaction', '${MARK}', true), ${settingMs('idle_in_transaction_session_timeout')} as "idleMs",
        ${settingMs('transaction_timeout')} as "transactionMs"`,

    isMarked: `select ${CURRENT_MARK} = '${MARK}' as is_marked`,

    /** $2 IDs, $3 tokens, $4 mark of the transaction, or an empty text outside of `work`. */
    complete: `
      update ${events} e
      set state = 'done', token = null, worker = null, delivery = null, error = null, finished_at = ${NOW}
      from unnest($2::bigint[], $3::text[]) as l (id, token)
      where e.id = l.id and e.token = l.token and e.state = 'working' and ${CURRENT_MARK} = $4::text
      returning l.token`,

    /** $4 error, $5 wait in ms, $6 whether the event stays ordered and the attempt counts. The claim has already counted it. */
    fail: `
      update ${events}
      set state = 'waiting', token = null, worker = null, error = $4, due_at = ${AFTER('$5')},
        alone = alone and not $6::boolean, attempts = attempts - (case when $6::boolean then 0 else 1 end),
        ordering_key = case when $6::boolean then ordering_key end
      where ${LEASED} returning id`,

    /** $4 reason, $5 error. */
    moveToDeadLetters: `
      update ${events}
      set state = 'dead', token = null, worker = null, reason = $4, error = $5, finished_at = ${NOW}
      where ${LEASED} returning id`,

    /** $2 IDs, $3 tokens. */
    release: `
      update ${events} e
      set state = 'waiting', token = null, worker = null, attempts = greatest(attempts - 1, 0), due_at = ${NOW}
      from unnest($2::bigint[], $3::text[]) as l (id, token)
      where e.id = l.id and e.token = l.token and e.state = 'working'
      returning l.token`,

    /** $1 reason, $2 before, $3 limit, $4 whether to filter by account, $5 its name. */
    deadLetters: `
      select ${deadLetterColumns} from ${events} e
      where state = 'dead' and ($1::text is null or reason = $1) and ($2::bigint is null or id < $2::bigint)
        and (not $4::boolean or account is not distinct from $5::text)
      order by e.id desc limit $3`,

    /** $1 ID. */
    deadLetter: `select ${deadLetterColumns} from ${events} where state = 'dead' and id = $1::bigint`,

    /** $2 ID. */
    replay: `
      update ${events}
      set state = 'waiting', attempts = 0, alone = false, reason = null, finished_at = null, due_at = ${NOW}, received_at = ${NOW}
      where state = 'dead' and id = $2::bigint returning id`,

    /** $2 ID. */
    discard: `
      update ${events} set state = 'done', delivery = null, finished_at = ${NOW}
      where state = 'dead' and id = $2::bigint returning id`,

    /** $2 whether to filter by account, $3 its name. */
    stats: `
      select e.backlog, e.dead, d.unconfirmed, ${epochMs(`${NOW} - least(e.oldest, d.oldest)`)} as "oldestAgeMs"
      from (
        select count(*) filter (where finished_at is null)::int as backlog, count(*) filter (where state = 'dead')::int as dead,
          min(received_at) filter (where finished_at is null) as oldest
        from ${events}
        where (finished_at is null or state = 'dead') and (not $2::boolean or account is not distinct from $3::text)
      ) e, (
        select count(*)::int as unconfirmed, min(received_at) filter (where sender = 'service') as oldest
        from ${deliveries} where not $2::boolean or account is not distinct from $3::text
      ) d`,

    /** $1 topic, $2 limit. */
    notes: `select note from ${events} where topic = $1 order by id desc limit $2`,

    /** $2 age in ms, $3 number of finished events to keep that the service cannot confirm, by account. */
    deleteOld: `
      with ranked as (
        select id, row_number() over (partition by account, state order by id desc) as place
        from ${events} where finished_at is not null and not confirmed
      ), old_events as (
        delete from ${events}
        where (state = 'done' and finished_at <= ${AFTER('-$2')}) or id in (select id from ranked where place > $3::bigint)
        returning id
      ), old_deliveries as (
        delete from ${deliveries} where received_at <= ${AFTER('-$2')} returning id
      )
      select ((select count(*) from old_events) + (select count(*) from old_deliveries))::int as count`,
  };
}
