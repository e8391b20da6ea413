/** All statements of the store. `$1` is the time in each, null for the database's own: clocks of machines differ. */
const NOW = `coalesce($1::timestamptz, clock_timestamp())`;
const OPEN = `('waiting', 'working')`;
const AFTER = (parameter: string): string => `${NOW} + ${parameter}::float8 * interval '1 millisecond'`;
/** The row that the lease ($2 id, $3 token) is of. */
const LEASED = `id = $2::bigint and token = $3 and state = 'working'`;
const EPOCH_MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/** The statements for one table, by what they do. */
export function inboxStatements(schema: string) {
  const entries = `"${schema}".inbox_entries`;
  const letter =
    `id::text as id, reason, error, attempts, delivery, ` +
    `${EPOCH_MS('received_at')} as received_ms, ${EPOCH_MS('finished_at')} as buried_ms`;
  return {
    /** One claim after another: two at a time could each see a lane free. */
    lockClaims: `select pg_advisory_xact_lock(hashtext($1))`,

    /** $2 key, $3 fingerprint, $4 account, $5 lane, $6 delivery, $7 source, $8 confirmable. */
    add: `
      insert into ${entries} (entry_key, fingerprint, account, lane, delivery, source, confirmable, due_at, received_at)
      select $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::boolean, ${NOW}, ${NOW}
      where not exists (select 1 from ${entries} where entry_key = $2::text and state = 'done')
      on conflict (entry_key, fingerprint) do nothing
      returning id`,

    /** $2 limit, $3 lease in ms, $4 worker. What was at work already goes before what waits: it holds up all others. */
    claim: `
      with due as (
        select e.id from ${entries} e
        where e.state in ${OPEN} and e.due_at <= ${NOW}
          and not exists (
            select 1 from ${entries} o
            where o.lane = e.lane and o.state in ${OPEN} and o.id <> e.id
              and (o.state = 'working' or (e.state = 'waiting' and o.id < e.id and (o.holds_lane or o.due_at <= ${NOW}))))
          and not exists (
            select 1 from ${entries} o
            where o.entry_key = e.entry_key and o.state in ${OPEN} and o.id <> e.id
              and (o.state = 'working' or (e.state = 'waiting' and o.id < e.id and o.due_at <= ${NOW})))
        order by e.id
        limit $2
        for update of e skip locked
      ), claimed as (
        update ${entries} e
        set state = 'working', attempts = e.attempts + 1, worker = $4, token = gen_random_uuid()::text,
          due_at = ${AFTER('$3')}
        from due where e.id = due.id
        returning e.id, e.entry_key, e.token, e.lane, e.attempts, e.delivery
      )
      select c.id::text as id, c.token, c.lane, c.attempts, c.delivery,
        exists (select 1 from ${entries} o where o.entry_key = c.entry_key and o.state = 'done') as repeat
      from claimed c order by c.id`,

    /** $1 ids. */
    drop: `delete from ${entries} where id = any($1::bigint[])`,

    /** $4 lease in ms. */
    renew: `update ${entries} set due_at = ${AFTER('$4')} where ${LEASED} returning id`,

    complete: `
      with finished as (
        update ${entries}
        set state = 'done', token = null, worker = null, delivery = null, error = null, finished_at = ${NOW}
        where ${LEASED} returning id, entry_key
      ), dropped as (
        delete from ${entries} e using finished f where e.entry_key = f.entry_key and e.id <> f.id
      )
      select id from finished`,

    /** $4 error, $5 wait in ms, $6 holds its lane, $7 the attempt does not count. */
    fail: `
      update ${entries}
      set state = 'waiting', token = null, worker = null, error = $4, due_at = ${AFTER('$5')}, holds_lane = $6,
        attempts = attempts - (case when $7::boolean then 1 else 0 end)
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
      set state = 'waiting', attempts = 0, holds_lane = true, reason = null, finished_at = null, due_at = ${NOW}
      where state = 'dead' and id = $2::bigint returning id`,

    /** $2 id. What the service confirmed is settled with its key; what it refused says nothing of the true event. */
    discard: `
      with discarded as (
        update ${entries}
        set state = case reason when 'failed' then 'done' else 'discarded' end, delivery = null, finished_at = ${NOW}
        where state = 'dead' and id = $2::bigint returning id, entry_key, state
      ), dropped as (
        delete from ${entries} e using discarded d
        where d.state = 'done' and e.entry_key = d.entry_key and e.id <> d.id and e.state in ('waiting', 'dead')
      )
      select id from discarded`,

    /** $2 whether an account is asked for, $3 its name. */
    stats: `
      select count(*) filter (where state in ${OPEN})::int as backlog,
        ${EPOCH_MS(`${NOW} - min(received_at) filter (where state in ${OPEN})`)} as age_ms,
        count(*) filter (where state = 'dead' and reason = 'failed')::int as dead,
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
          partition by account, state, state = 'dead' and coalesce(source like 'service %', true) order by id desc
        ) as place
        from ${entries}
        where (state = 'done' and not confirmable)
          or (state = 'dead' and (reason = 'refused' or not confirmable or not holds_lane))
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
