/** Says what was skipped, why, and how to get it: one line. */
export function noteSkipped(why: string): void;
