import { epochMs, sqlTime } from '../../stores/sql/sql-store.js';
import { POSSIBLY_FORGED, RETRIED_WHEN_RECEIVED_AGAIN } from '../dead-letters.js';
import type { DeadLetterReason } from '../dead-letters.js';

const { now: NOW, after: AFTER } = sqlTime('statement_timestamp()');
/** The two classes of senders, as conditions on the column `source`. Each one has an index of due entries. */
const KNOWN = `is distinct from 'unknown'`;
const UNKNOWN = `= 'unknown'`;
type Sender = typeof KNOWN | typeof UNKNOWN;
const OPEN = `('waiting', 'working')`;
/** Matches the row of a lease: $2 ID, $3 token. */
const LEASED = `id = $2::bigint and token = $3 and state = 'working'`;
const listOf = (reasons: readonly DeadLetterReason[]): string => `('${reasons.join("', '")}')`;
/** Value of a setting of the transaction in which a handler runs. */
export const MARK = 'handler';
const CURRENT_MARK = `coalesce(current_setting('nestjs_pay.transaction', true), '')`;
/** Resets an entry to the state in which it was received. */
const INITIAL_STATE = `state = 'waiting', attempts = 0, rejected_attempts = 0, unconfirmed_attempts = 0, alone = false, reason = null, finished_at = null`;
/** Sets the due time of an entry. */
const due = (time: string): string => `due_at = ${time}, look_at = ${time}`;

/** Builds the statements for the table in a schema. */
export function inboxStatements(schema: string) {
  const entries = `"${schema}".inbox_entries`;
  // `limit 1` in a scalar subquery makes the planner probe the index for each row, whatever its statistics say.
  const atWork = (column: 'ordering_key' | 'entry_key', value: string): string =>
    `(select true from ${entries} o where o.${column} = ${value} and o.state = 'working' and o.ordered limit 1)`;
  const isDone = (key: string): string =>
    `(select true from ${entries} o where o.entry_key = ${key} and o.state = 'done' limit 1) is not null`;
  /** Selects the first due entries of a class of senders. @param window - Parameter with the number of due entries to read. */
  const dueEntries = (sender: Sender, window: string): string => `
    (select e.id, e.entry_key, e.ordering_key, e.ordered, e.state, e.alone, e.look_at, e.received_at from ${entries} e
    where e.finished_at is null and e.source ${sender} and e.look_at <= (select ${NOW})
    order by e.look_at, e.id limit ${window}::int)`;
  /** Selects the earlier entry of the same ordering key that a waiting entry waits for. */
  const blocker = `
    select o.id, o.entry_key, o.alone, o.due_at from ${entries} o
    where s.state = 'waiting' and s.ordered and o.ordering_key = s.ordering_key and o.state = 'waiting' and o.blocks_later_entries and o.id < s.id
    order by o.id limit 1`;
  const candidates = (sender: Sender): string => `
    (select coalesce(h.id, s.id) as id, case when s.ordered then coalesce(h.entry_key, s.entry_key) else '#' || s.id::text end as entry_key,
      case when s.ordered then coalesce(s.ordering_key, '#' || s.id::text) else '#' || s.id::text end as ordering_key,
      ${sender === UNKNOWN} as is_last, s.look_at, s.id as seen_id, s.state = 'working' or coalesce(h.alone, s.alone) as alone
    from ${dueEntries(sender, '$7')} s left join lateral (${blocker}) h on true
    where s.state = 'working' or not s.ordered or (
      (h.id is null or h.due_at <= ${NOW}) and ${atWork('ordering_key', 's.ordering_key')} is null
      and ${atWork('entry_key', 'coalesce(h.entry_key, s.entry_key)')} is null)
    order by s.look_at, s.id
    limit 4 * $2::int)`;
  const isFull = (sender: Sender): string =>
    `(select true from ${dueEntries(sender, '$7')} s offset $7::int - 1 limit 1) is not null`;
  const deadLetterColumns =
    `id::text as id, reason, error, attempts + rejected_attempts + unconfirmed_attempts as attempts, delivery, entry_key, account, ` +
    `${epochMs('received_at')} as received_ms, ${epochMs('finished_at')} as dead_lettered_ms`;
  return {
    /**
     * Lets one process claim at a time, because two at once could claim entries of the same ordering key. A process that freezes during its
     * claim delays the others by $2 at most. The planner must use the indexes even if its statistics date from when the table was empty.
     * A claim does not wait for the disk: if the database crashes and forgets it, the entry waits again and its lease is lost.
     */
    lockClaims: `
      select set_config('lock_timeout', $2, true), set_config('statement_timeout', $2, true),
        set_config('idle_in_transaction_session_timeout', $2, true), set_config('enable_seqscan', 'off', true),
        set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true), set_config('synchronous_commit', 'off', true),
        pg_advisory_xact_lock(hashtext($1))::text`,

    /**
     * $2 keys, $3 fingerprints, $4 accounts, $5 ordering keys, $6 deliveries, $7 sources, $8 confirmable, $9 ordered. Each pair of key and
     * fingerprint occurs once. Rows are inserted in key order, so that two processes that store the same deliveries do not deadlock.
     */
    add: `
      insert into ${entries} as e
        (entry_key, fingerprint, account, ordering_key, delivery, source, confirmable, ordered, blocks_later_entries, due_at, look_at, received_at)
      select n.entry_key, n.fingerprint, n.account, n.ordering_key, n.delivery, n.source, n.confirmable, n.ordered, n.ordered, ${NOW}, ${NOW}, ${NOW}
      from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::boolean[])
        with ordinality as n (entry_key, fingerprint, account, ordering_key, delivery, source, confirmable, ordered, place)
      where not ${isDone('n.entry_key')}
      order by n.entry_key, n.fingerprint, n.place
      on conflict (entry_key, fingerprint) do update
      set ${INITIAL_STATE}, delivery = excluded.delivery, ordering_key = excluded.ordering_key, source = excluded.source,
        confirmable = excluded.confirmable, ordered = excluded.ordered, blocks_later_entries = excluded.ordered, due_at = excluded.due_at, look_at = excluded.look_at,
        received_at = excluded.received_at, since = null
      where e.state = 'dead' and e.reason in ${listOf(RETRIED_WHEN_RECEIVED_AGAIN)}
      returning e.entry_key, e.fingerprint`,

    /** $1 topic, $2 limit. */
    notes: `select note from ${entries} where topic = $1 order by id desc limit $2`,

    /**
     * $2 limit, $3 lease in ms, $4 worker, $5 prefix of the tokens, $6 whether the worker is busy, $7 number of due
     * entries to read.
     *
     * Each due entry represents the first entry of its ordering key. If no entry of that key is at work, the first one is claimed,
     * even if it was postponed. The subqueries run row by row until there are enough candidates, so a claim reads few rows unless most
     * of them are blocked. Entries of unknown senders come last. \`is_full\` means that entries behind the window may also be due.
     */
    claim: `
      with candidates as (
        ${candidates(KNOWN)} union all ${candidates(UNKNOWN)}
      ), firsts as (
        select *, row_number() over (partition by entry_key order by is_last, look_at, seen_id) as of_key
        from (
          select *, row_number() over (partition by ordering_key order by is_last, look_at, seen_id) as of_ordering_key from candidates
        ) c
        where of_ordering_key = 1
      ), ranked as (
        select id, alone, row_number() over (order by is_last, look_at, seen_id) as place,
          count(*) filter (where alone) over (order by is_last, look_at, seen_id) as alone_until
        from firsts where of_key = 1
      ), due as (
        select e.id from ranked r join ${entries} e on e.id = r.id
        where (case when r.place = 1 then not (r.alone and $6::boolean) else r.alone_until = 0 end)
          and r.place <= $2::int and e.finished_at is null and e.due_at <= ${NOW}
        for update of e skip locked
      ), claimed as (
        update ${entries} e
        set state = 'working', attempts = e.attempts + (case when e.state = 'working' and not e.alone then 0 else 1 end),
          alone = e.state = 'working' or e.alone, worker = $4, token = $5::text || e.id::text, ${due(AFTER('$3'))}
        from due where e.id = due.id
        returning e.id, e.entry_key, e.token, e.ordering_key, e.ordered, e.attempts, e.rejected_attempts, e.unconfirmed_attempts, e.alone, e.delivery,
          ${epochMs(`${NOW} - coalesce(e.since, e.received_at)`)} as age_ms
      )
      select f.is_full, c.id::text as id, c.token, c.ordering_key, c.ordered, c.attempts, c.rejected_attempts, c.unconfirmed_attempts, c.alone, c.delivery,
        c.age_ms, ${isDone('c.entry_key')} as is_duplicate
      from (
        select case when (select count(*) from claimed) >= $2::int then false
          else ${isFull(KNOWN)} or ${isFull(UNKNOWN)} end as is_full
      ) f left join claimed c on true
      order by c.id`,

    /**
     * Postpones the blocked ones among the first $2 due entries of each class of senders, so that the next claim reads the entries behind them. If the blocking
     * entry is not due, the blocked one is read again when it is. Otherwise it is read again after about its age, between
     * 5 seconds and a minute. This does not change the order, because any entry represents the first one of its ordering key.
     */
    postpone: `
      with blocked as (
        select s.id, s.received_at, h.due_at
        from (${dueEntries(KNOWN, '$2')} union all ${dueEntries(UNKNOWN, '$2')}) s left join lateral (${blocker}) h on true
        where s.state = 'waiting' and s.ordered and (h.id is not null or ${atWork('ordering_key', 's.ordering_key')} is not null
          or ${atWork('entry_key', 's.entry_key')} is not null)
      )
      update ${entries} e
      set look_at = greatest(b.due_at, ${NOW} + (0.5 + random() / 2) *
        least(interval '1 minute', greatest(interval '5 seconds', ${NOW} - b.received_at)))
      from blocked b where e.id = b.id and e.state = 'waiting' and e.finished_at is null`,

    /** $1 IDs. */
    drop: `delete from ${entries} where id = any($1::bigint[])`,

    /** $4 lease in ms. */
    renew: `update ${entries} set ${due(AFTER('$4'))} where ${LEASED} returning id`,

    /** Marks the transaction. The mark is lost when the transaction ends. */
    mark: `select set_config('nestjs_pay.transaction', '${MARK}', true)`,

    isMarked: `select ${CURRENT_MARK} = '${MARK}' as is_marked`,

    /** $2 IDs, $3 tokens, $4 topics, $5 notes, $6 mark of the transaction, or an empty text outside of `work`. */
    complete: `
      with finished as (
        update ${entries} e
        set state = 'done', token = null, worker = null, delivery = null, error = null, finished_at = ${NOW},
          topic = l.topic, note = l.note
        from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) as l (id, token, topic, note)
        where e.id = l.id and e.token = l.token and e.state = 'working' and ${CURRENT_MARK} = $6::text
        returning e.id, e.entry_key, l.token
      ), dropped as (
        delete from ${entries} e using finished f where e.entry_key = f.entry_key and e.id <> f.id
      )
      select token from finished`,

    /** $4 error, $5 wait in ms, $6 whether it blocks later entries, $7 what the attempt counts as. The claim has already counted it. */
    fail: `
      update ${entries}
      set state = 'waiting', token = null, worker = null, error = $4, ${due(AFTER('$5'))}, blocks_later_entries = $6, ordered = ordered or $6,
        alone = alone and $7::text = 'none',
        attempts = attempts - (case $7::text when 'attempt' then 0 else 1 end),
        rejected_attempts = case $7::text when 'attempt' then 0 when 'rejected' then rejected_attempts + 1 else rejected_attempts end,
        unconfirmed_attempts = case $7::text when 'unconfirmed' then unconfirmed_attempts + 1 when 'none' then unconfirmed_attempts else 0 end
      where ${LEASED} returning id`,

    /** $4 reason, $5 error. */
    moveToDeadLetters: `
      update ${entries}
      set state = 'dead', token = null, worker = null, reason = $4, error = $5, finished_at = ${NOW}
      where ${LEASED} returning id`,

    /** $2 IDs, $3 tokens. */
    release: `
      update ${entries} e
      set state = 'waiting', token = null, worker = null, attempts = attempts - 1, ${due(NOW)}
      from unnest($2::bigint[], $3::text[]) as l (id, token)
      where e.id = l.id and e.token = l.token and e.state = 'working'
      returning l.token`,

    /** $1 reason, $2 before, $3 limit, $4 whether to filter by account, $5 its name. */
    deadLetters: `
      select ${deadLetterColumns} from ${entries}
      where state = 'dead' and ($1::text is null or reason = $1) and ($2::bigint is null or id < $2::bigint)
        and (not $4::boolean or account is not distinct from $5::text)
      order by id desc limit $3`,

    /** $1 ID. */
    deadLetter: `select ${deadLetterColumns} from ${entries} where state = 'dead' and id = $1::bigint`,

    /** $2 ID. */
    replay: `
      update ${entries}
      set ${INITIAL_STATE}, blocks_later_entries = ordered, ${due(NOW)}, since = ${NOW}
      where state = 'dead' and id = $2::bigint returning id`,

    /** $2 ID. Discarding a confirmed event marks its key as done. Any other dead letter may be forged, so its key stays open. */
    discard: `
      with discarded as (
        update ${entries} e
        set delivery = null, finished_at = ${NOW}, state = case
          when reason = 'failed' and not ${isDone('e.entry_key')} then 'done'
          else 'discarded' end
        where state = 'dead' and id = $2::bigint returning id, entry_key, reason
      ), dropped as (
        delete from ${entries} e using discarded d
        where d.reason = 'failed' and e.entry_key = d.entry_key and e.id <> d.id and e.state in ('waiting', 'dead')
      )
      select id from discarded`,

    /** $2 whether to filter by account, $3 its name. */
    stats: `
      select count(*) filter (where state in ${OPEN})::int as backlog,
        ${epochMs(`${NOW} - min(received_at) filter (where state in ${OPEN})`)} as age_ms,
        count(*) filter (where state = 'dead' and reason in ('failed', 'crashed'))::int as dead,
        count(*) filter (where state = 'dead' and reason = 'unconfirmed')::int as unconfirmed,
        count(*) filter (where state = 'dead' and reason = 'refused')::int as refused
      from ${entries}
      where state in ('waiting', 'working', 'dead') and (not $2::boolean or account is not distinct from $3::text)`,

    /** $1 account. */
    unconfirmed: `
      select source, count(*)::int as waiting from ${entries}
      where state = 'waiting' and (attempts = 0 or not blocks_later_entries) and account is not distinct from $1::text
      group by source`,

    /** Of entries that may be forged: $1 number of done entries to keep, $2 number of dead letters to keep. */
    trim: `
      with ranked as (
        select id, state, row_number() over (
          partition by account, state, state = 'dead' and source is distinct from 'unknown' order by id desc
        ) as place
        from ${entries}
        where (state = 'done' and not confirmable)
          or (state = 'dead' and reason in ${listOf(POSSIBLY_FORGED)})
      ), deleted as (
        delete from ${entries} e using ranked r
        where e.id = r.id and r.place > case r.state when 'done' then $1::bigint else $2::bigint end
        returning e.id
      )
      select count(*)::int as count from deleted`,

    /** $2 age in ms. */
    deleteFinished: `
      with deleted as (
        delete from ${entries}
        where (state in ('done', 'discarded') or (state = 'dead' and reason = 'refused'))
          and finished_at <= ${AFTER('-$2')}
        returning id
      )
      select count(*)::int as count from deleted`,
  };
}
