import { milliseconds, oneOf, rule } from '../core/options/option-rules.js';
import { isObject } from '../core/values/plain-data.js';
import { readJobOptions } from '../jobs/job-options.js';
import type { JobOptions } from '../jobs/job-options.js';

/** Options of `PayTillModule`. */
export interface PayTillOptions extends JobOptions {
  /** Client whose terminals are used. @default the first configured of wallet, isv */
  client?: 'wallet' | 'isv';
  /** Cash register of each terminal, by terminal ID. @default `till-<terminalId>` */
  cashRegisters?: Readonly<Record<string, string>>;
  /** How often each process looks for open sales, in milliseconds. @default 1_000 */
  pollMs?: number;
  /** How long a terminal may take, in milliseconds. Then the sale is aborted. @default 120_000 */
  deadlineMs?: number;
}

const RULES = {
  client: oneOf('wallet', 'isv'),
  cashRegisters: rule(isObject, "an object with terminal IDs and names, as in { '16000010': 'till-1' }"),
  pollMs: milliseconds(1, 60_000, 1_000),
  deadlineMs: milliseconds(1_000, 3_600_000, 120_000),
};

/** Adds the defaults. @throws RangeError that names each wrong option. */
export const readTillOptions = (options: PayTillOptions) =>
  readJobOptions('PayTillModule', options, RULES, { pollMs: 1_000, deadlineMs: 120_000 });
