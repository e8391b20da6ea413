/** The service tries for 23 hours and was seen to repeat an hour after a 200: so long a repeat must be known, in milliseconds. */
export const REPEATS_FOR_MS = 25 * 3_600_000;
