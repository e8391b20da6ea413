import { epochMs, sqlTime } from '../../stores/sql/sql-time.js';

const { now: NOW, after: AFTER } = sqlTime('statement_timestamp()');
const OPEN = `('waiting', 'working')`;
/** The row that the lease ($2 id, $3 token) is of. */
const LEASED = `id = $2::bigint and token = $3 and state = 'working'`;
/** Anyone can have made them up. */
const NEVER_CONFIRMED = `('unconfirmed', 'refused')`;
/** Sets an entry back to how it came. */
const UNTRIED = `state = 'waiting', attempts = 0, refusals = 0, doubts = 0, holds_lane = true, reason = null, finished_at = null`;

/** The statements for one table, by what they do. */
export function inboxStatements(schema: string) {
  const entries = `"${schema}".inbox_entries`;
  // `offset 0` leaves the planner one way, the index of the keys: by statistics from when the table was small it would read
  // all that was ever done for each statement.
  const ofKey = (key: string): string => `(select * from ${entries} o where o.entry_key = ${key} offset 0) o`;
  const letter =
    `id::text as id, reason, error, attempts + refusals + doubts as attempts, delivery, entry_key, account, ` +
    `${epochMs('received_at')} as received_ms, ${epochMs('finished_at')} as buried_ms`;
  return {
    /**
     * One claim after another: two at a time could each see a lane free. A process that freezes in its claim holds up the others for
     * $2 at most, and none waits longer.
     */
    lockClaims: `
      select set_config('lock_timeout', $2, true), set_config('statement_timeout', $2, true),
        set_config('idle_in_transaction_session_timeout', $2, true), pg_advisory_xact_lock(hashtext($1))`,

    /**
     * $2 keys, $3 fingerprints, $4 accounts, $5 lanes, $6 deliveries, $7 sources, $8 confirmable; each key and fingerprint once. In the
     * order of their keys: two processes that keep the same ones at once would otherwise wait for each other.
     */
    add: `
      insert into ${entries} as e
        (entry_key, fingerprint, account, lane, delivery, source, confirmable, due_at, received_at)
      select n.entry_key, n.fingerprint, n.account, n.lane, n.delivery, n.source, n.confirmable, ${NOW}, ${NOW}
      from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[])
        with ordinality as n (entry_key, fingerprint, account, lane, delivery, source, confirmable, place)
      where not exists (select 1 from ${ofKey('n.entry_key')} where o.state = 'done')
      order by n.entry_key, n.fingerprint, n.place
      on conflict (entry_key, fingerprint) do update
      set ${UNTRIED}, delivery = excluded.delivery, lane = excluded.lane, source = excluded.source,
        confirmable = excluded.confirmable, due_at = excluded.due_at, received_at = excluded.received_at, since = null
      where e.state = 'dead' and e.reason in ${NEVER_CONFIRMED}
      returning e.entry_key, e.fingerprint`,

    /**
     * $2 limit, $3 lease in ms, $4 worker, $5 what the tokens begin with. What was at work already goes before what waits: it holds
     * up all others.
     *
     * Unfinished entries are named in two ways, so that the lane has an index of its own, as `ofKey` has.
     */
    claim: `
      with due as (
        select e.id from ${entries} e
        where e.finished_at is null and e.due_at <= (select ${NOW})
          and not exists (
            select 1 from (select * from ${entries} o where o.lane = e.lane and o.state in ${OPEN} offset 0) o
            where o.id <> e.id
              and (o.state = 'working' or (e.state = 'waiting' and o.id < e.id and (o.holds_lane or o.due_at <= ${NOW}))))
          and not exists (
            select 1 from ${ofKey('e.entry_key')}
            where o.state in ${OPEN} and o.id <> e.id
              and (o.state = 'working' or (e.state = 'waiting' and o.id < e.id and o.due_at <= ${NOW})))
        order by e.id
        limit $2
        for update of e skip locked
      ), claimed as (
        update ${entries} e
        set state = 'working', attempts = e.attempts + 1, worker = $4, token = $5::text || e.id::text,
          due_at = ${AFTER('$3')}
        from due where e.id = due.id
        returning e.id, e.entry_key, e.token, e.lane, e.attempts, e.refusals, e.doubts, e.delivery,
          ${epochMs(`${NOW} - coalesce(e.since, e.received_at)`)} as age_ms
      )
      select c.id::text as id, c.token, c.lane, c.attempts, c.refusals, c.doubts, c.delivery, c.age_ms,
        exists (select 1 from ${ofKey('c.entry_key')} where o.state = 'done') as repeat
      from claimed c order by c.id`,

    /** $1 ids. */
    drop: `delete from ${entries} where id = any($1::bigint[])`,

    /** $4 lease in ms. */
    renew: `update ${entries} set due_at = ${AFTER('$4')} where ${LEASED} returning id`,

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

    /** $4 error, $5 wait in ms, $6 holds its lane, $7 as what the try counts: the claim has counted it as an attempt. */
    fail: `
      update ${entries}
      set state = 'waiting', token = null, worker = null, error = $4, due_at = ${AFTER('$5')}, holds_lane = $6,
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
      set state = 'waiting', token = null, worker = null, attempts = attempts - 1, due_at = ${NOW}
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
      set ${UNTRIED}, due_at = ${NOW}, since = ${NOW}
      where state = 'dead' and id = $2::bigint returning id`,

    /** $2 id. What the service confirmed is settled with its key, unless that is done; all else says nothing of the true event. */
    discard: `
      with discarded as (
        update ${entries} e
        set delivery = null, finished_at = ${NOW}, state = case
          when reason = 'failed' and not exists (select 1 from ${ofKey('e.entry_key')} where o.state = 'done') then 'done'
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
        count(*) filter (where state = 'dead' and reason = 'failed')::int as dead,
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
