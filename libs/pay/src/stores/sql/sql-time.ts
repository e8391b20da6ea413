/** SQL for the time: `$1` of a statement that takes it, or where that is null the database's own: clocks of machines differ. */
export function sqlTime(own: 'clock_timestamp()' | 'statement_timestamp()') {
  const now = `coalesce($1::timestamptz, ${own})`;
  return {
    now,
    /** So many milliseconds from then. @param parameter such as `$4`. */
    after: (parameter: string): string => `${now} + ${parameter}::float8 * interval '1 millisecond'`,
  };
}

/** SQL for a time, or the length of one, in milliseconds; of a time since 1970. */
export function epochMs(time: string): string {
  return `(extract(epoch from ${time}) * 1000)::float8`;
}
