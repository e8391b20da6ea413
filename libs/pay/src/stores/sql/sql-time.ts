/** Returns SQL for the current time: `$1`, or the database's clock if `$1` is null, because the clocks of processes differ. */
export function sqlTime(own: 'clock_timestamp()' | 'statement_timestamp()') {
  const now = `coalesce($1::timestamptz, ${own})`;
  return {
    now,
    /** SQL for a time in the future. @param parameter - Parameter with the milliseconds, such as `$4`. */
    after: (parameter: string): string => `${now} + ${parameter}::float8 * interval '1 millisecond'`,
  };
}

/** Returns SQL that converts a time (since 1970) or an interval to milliseconds. */
export function epochMs(time: string): string {
  return `(extract(epoch from ${time}) * 1000)::float8`;
}
