// What could not be tested here is said at once, and again at the end of `npm test`, which names the file to note it in.
import { appendFileSync } from 'node:fs';

/** @param {string} why what was skipped, why, and how to get it: one line. */
export function noteSkipped(why) {
  process.stderr.write(`${why}\n`);
  const { PAY_TEST_SKIPPED } = process.env;
  if (PAY_TEST_SKIPPED !== undefined) appendFileSync(PAY_TEST_SKIPPED, `${why}\n`);
}
