import { epochMs, sqlTime } from '../../stores/sql/sql-time.js';

const { now: NOW, after: AFTER } = sqlTime('statement_timestamp()');
const OPEN = `('waiting', 'working')`;
/** Matches the row of a lease: $2 ID, $3 token. */
const LEASED = `id = $2::bigint and token = $3 and state = 'working'`;
/** Reasons of dead letters whose events anyone can have made up. */
const NEVER_CONFIRMED = `('crashed', 'unconfirmed', 'refused')`;
/** Reasons of dead letters that are worked on again when the same delivery comes again. */
const CAN_COME_AGAIN = `('unconfirmed', 'refused')`;
/** Sets an entry back to the state in which it was received. */
const UNTRIED = `state = 'waiting', attempts = 0, refusals = 0, doubts = 0, holds_lane = true, alone = false, reason = null, finished_at = null`;
/** Sets when an entry is due. */
const due = (time: string): string => `due_at = ${time}, look_at = ${time}`;

/** The statements for the table in a schema. */
export function inboxStatements(schema: string) {
  const entries = `"${schema}".inbox_entries`;
  // `limit 1` in a scalar subquery makes the planner probe the index for each row, whatever its statistics say.
  const atWork = (column: 'lane' | 'entry_key', value: string): string =>
    `(select true from ${entries} o where o.${column} = ${value} and o.state = 'working' limit 1)`;
  const isDone = (key: string): string =>
    `(select true from ${entries} o where o.entry_key = ${key} and o.state = 'done' limit 1) is not null`;
  /** @param window - Parameter with how many due entries to look at. */
  const seen = (window: string): string => `
    select e.id, e.entry_key, e.lane, e.state, e.alone, e.look_at, e.received_at from ${entries} e
    where e.finished_at is null and e.look_at <= (select ${NOW})
    order by e.look_at, e.id limit ${window}::int`;
  /** The entry that a waiting one of the same lane waits for. */
  const holder = `
    select o.id, o.entry_key, o.alone, o.due_at from ${entries} o
    where s.state = 'waiting' and o.lane = s.lane and o.state = 'waiting' and o.holds_lane and o.id < s.id
    order by o.id limit 1`;
  const letter =
    `id::text as id, reason, error, attempts + refusals + doubts as attempts, delivery, entry_key, account, ` +
    `${epochMs('received_at')} as received_ms, ${epochMs('finished_at')} as buried_ms`;
  return {
    /**
     * Lets one process claim at a time: two at once could both see a free lane. A process that freezes in its claim delays the others by
     * $2 at most. The planner must use the indexes even if the statistics are from a time when the table was empty.
     */
    lockClaims: `
      select set_config('lock_timeout', $2, true), set_config('statement_timeout', $2, true),
        set_config('idle_in_transaction_session_timeout', $2, true), set_config('enable_seqscan', 'off', true),
        set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true),
        pg_advisory_xact_lock(hashtext($1))`,

    /**
     * $2 keys, $3 fingerprints, $4 accounts, $5 lanes, $6 deliveries, $7 sources, $8 confirmable; each key and fingerprint once. Rows are
     * inserted in the order of their keys, so that two processes that store the same deliveries do not deadlock.
     */
    add: `
      insert into ${entries} as e
        (entry_key, fingerprint, account, lane, delivery, source, confirmable, due_at, look_at, received_at)
      select n.entry_key, n.fingerprint, n.account, n.lane, n.delivery, n.source, n.confirmable, ${NOW}, ${NOW}, ${NOW}
      from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[])
        with ordinality as n (entry_key, fingerprint, account, lane, delivery, source, confirmable, place)
      where not ${isDone('n.entry_key')}
      order by n.entry_key, n.fingerprint, n.place
      on conflict (entry_key, fingerprint) do update
      set ${UNTRIED}, delivery = excluded.delivery, lane = excluded.lane, source = excluded.source,
        confirmable = excluded.confirmable, due_at = excluded.due_at, look_at = excluded.look_at,
        received_at = excluded.received_at, since = null
      where e.state = 'dead' and e.reason in ${CAN_COME_AGAIN}
      returning e.entry_key, e.fingerprint`,

    /**
     * $2 limit, $3 lease in ms, $4 worker, $5 prefix of the tokens, $6 whether the worker is busy, $7 how many due
     * entries to look at.
     *
     * Each due entry stands for the first entry of its lane: if the lane is free, that one is claimed, even if it was postponed. The
     * subqueries are evaluated row by row until there are enough candidates, so a claim reads few rows unless most of them are blocked.
     * \`is_full\` then says that entries behind the window may be due as well.
     */
    claim: `
      with candidates as (
        select coalesce(h.id, s.id) as id, coalesce(h.entry_key, s.entry_key) as entry_key,
          coalesce(s.lane, '#' || s.id::text) as lane, s.look_at, s.id as seen_id,
          s.state = 'working' or coalesce(h.alone, s.alone) as alone
        from (${seen('$7')}) s left join lateral (${holder}) h on true
        where s.state = 'working' or (
          (h.id is null or h.due_at <= ${NOW}) and ${atWork('lane', 's.lane')} is null
          and ${atWork('entry_key', 'coalesce(h.entry_key, s.entry_key)')} is null)
        order by s.look_at, s.id
        limit 4 * $2::int
      ), firsts as (
        select *, row_number() over (partition by entry_key order by look_at, seen_id) as of_key
        from (
          select *, row_number() over (partition by lane order by look_at, seen_id) as of_lane from candidates
        ) c
        where of_lane = 1
      ), ranked as (
        select id, alone, row_number() over (order by look_at, seen_id) as place,
          count(*) filter (where alone) over (order by look_at, seen_id) as alone_until
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
        returning e.id, e.entry_key, e.token, e.lane, e.attempts, e.refusals, e.doubts, e.alone, e.delivery,
          ${epochMs(`${NOW} - coalesce(e.since, e.received_at)`)} as age_ms
      )
      select f.is_full, c.id::text as id, c.token, c.lane, c.attempts, c.refusals, c.doubts, c.alone, c.delivery,
        c.age_ms, ${isDone('c.entry_key')} as repeat
      from (
        select case when (select count(*) from claimed) >= $2::int then false
          else (select true from (${seen('$7')}) s offset $7::int - 1 limit 1) is not null end as is_full
      ) f left join claimed c on true
      order by c.id`,

    /**
     * Postpones those of the first $2 due entries that wait for others, so that the next claim looks at those behind them. An entry that waits for one
     * that is not due is looked at when that one is due; any other after about as long as it has waited so far, 5 seconds
     * to a minute. Its turn
     * does not depend on it: any entry of its lane that a claim looks at stands for the first one.
     */
    postpone: `
      with blocked as (
        select s.id, s.received_at, h.due_at from (${seen('$2')}) s left join lateral (${holder}) h on true
        where s.state = 'waiting' and (h.id is not null or ${atWork('lane', 's.lane')} is not null
          or ${atWork('entry_key', 's.entry_key')} is not null)
      )
      update ${entries} e
      set look_at = greatest(b.due_at, ${NOW} + (0.5 + random() / 2) *
        least(interval '1 minute', greatest(interval '5 seconds', ${NOW} - b.received_at)))
      from blocked b where e.id = b.id and e.state = 'waiting' and e.finished_at is null`,

    /** $1 ids. */
    drop: `delete from ${entries} where id = any($1::bigint[])`,

    /** $4 lease in ms. */
    renew: `update ${entries} set ${due(AFTER('$4'))} where ${LEASED} returning id`,

    /** $2 ids, $3 tokens. */
    complete: `
      with finished as (
        update ${entries} e
        set state = 'done', token = null, worker = null, delivery = null, error = null, finished_at = ${NOW}
        from unnest($2::bigint[], $3::text[]) as l (id, token)
        where e.id = l.id and e.token = l.token and e.state = 'working'
        returning e.id, e.entry_key, l.token
      ), dropped as (
        delete from ${entries} e using finished f where e.entry_key = f.entry_key and e.id <> f.id
      )
      select token from finished`,

    /** $4 error, $5 wait in ms, $6 whether it holds its lane, $7 what the attempt counts as: the claim has counted an attempt. */
    fail: `
      update ${entries}
      set state = 'waiting', token = null, worker = null, error = $4, ${due(AFTER('$5'))}, holds_lane = $6,
        alone = alone and $7::text = 'nothing',
        attempts = attempts - (case $7::text when 'attempt' then 0 else 1 end),
        refusals = case $7::text when 'attempt' then 0 when 'refusal' then refusals + 1 else refusals end,
        doubts = case $7::text when 'doubt' then doubts + 1 when 'nothing' then doubts else 0 end
      where ${LEASED} returning id`,

    /** $4 reason, $5 error. */
    bury: `
      update ${entries}
      set state = 'dead', token = null, worker = null, reason = $4, error = $5, finished_at = ${NOW}
      where ${LEASED} returning id`,

    release: `
      update ${entries}
      set state = 'waiting', token = null, worker = null, attempts = attempts - 1, ${due(NOW)}
      where ${LEASED} returning id`,

    /** $1 reason, $2 before, $3 limit, $4 whether an account is asked for, $5 its name. */
    deadLetters: `
      select ${letter} from ${entries}
      where state = 'dead' and ($1::text is null or reason = $1) and ($2::bigint is null or id < $2::bigint)
        and (not $4::boolean or account is not distinct from $5::text)
      order by id desc limit $3`,

    /** $1 id. */
    deadLetter: `select ${letter} from ${entries} where state = 'dead' and id = $1::bigint`,

    /** $2 id. */
    replay: `
      update ${entries}
      set ${UNTRIED}, ${due(NOW)}, since = ${NOW}
      where state = 'dead' and id = $2::bigint returning id`,

    /** $2 ID. A confirmed event is settled with its key; any other dead letter says nothing about the true event. */
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

    /** $2 whether an account is asked for, $3 its name. */
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
      where state = 'waiting' and (attempts = 0 or not holds_lane) and account is not distinct from $1::text
      group by source`,

    /** $1 how many that are done, $2 how many dead letters: of what anybody can have made up. */
    trim: `
      with ranked as (
        select id, state, row_number() over (
          partition by account, state, state = 'dead' and source is distinct from 'unknown' order by id desc
        ) as place
        from ${entries}
        where (state = 'done' and not confirmable)
          or (state = 'dead' and reason in ${NEVER_CONFIRMED})
      ), gone as (
        delete from ${entries} e using ranked r
        where e.id = r.id and r.place > case r.state when 'done' then $1::bigint else $2::bigint end
        returning e.id
      )
      select count(*)::int as count from gone`,

    /** $2 age in ms. */
    forget: `
      with gone as (
        delete from ${entries}
        where (state in ('done', 'discarded') or (state = 'dead' and reason = 'refused'))
          and finished_at <= ${AFTER('-$2')}
        returning id
      )
      select count(*)::int as count from gone`,
  };
}
