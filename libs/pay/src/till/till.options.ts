import type { PayInboxStore } from '../inbox/inbox-store.js';
import { BOOLEAN, milliseconds, oneOf, requireOptions, rule } from '../core/options/option-rules.js';
import { isObject } from '../core/values/plain-data.js';
import type { SqlTarget } from '../stores/sql/sql-store.js';

/** Options of `PayTillModule`. */
export interface PayTillOptions {
  /** Database of the sales: `postgresStore(…)`, `pgliteStore(…)`, `typeormStore(…)`, `prismaStore(…)` or `sqlStore(…)`. */
  store: PayInboxStore;
  /** Name of the PayModule; null for the one without a name. @default the one without a name, or the only one */
  account?: string | null;
  /** Client whose terminals are used. @default the first configured of wallet, isv */
  client?: 'wallet' | 'isv';
  /** Cash register of each terminal, by terminal ID. @default `till-<terminalId>` */
  cashRegisters?: Readonly<Record<string, string>>;
  /** How often each process looks for open sales, in milliseconds. @default 1_000 */
  pollMs?: number;
  /** How long a terminal may take, in milliseconds. Then the sale is aborted. @default 120_000 */
  deadlineMs?: number;
  /** Whether the tables are created and updated at boot. @default true */
  migrate?: boolean;
}

const STORE = 'a store in a SQL database, such as postgresStore({ pool })';
const RULES = {
  store: { ...rule((value) => isObject(value) && 'sql' in value, STORE), required: `pass ${STORE}` },
  account: rule((value) => value === null || typeof value === 'string', 'the name of a PayModule, or null'),
  client: oneOf('wallet', 'isv'),
  cashRegisters: rule(isObject, "an object with terminal IDs and names, as in { '16000010': 'till-1' }"),
  pollMs: milliseconds(1, 60_000, 1_000),
  deadlineMs: milliseconds(1_000, 3_600_000, 120_000),
  migrate: BOOLEAN,
};

/** Adds the defaults. @throws RangeError that names each wrong option. */
export function readTillOptions(options: PayTillOptions) {
  requireOptions(RULES, options, 'PayTillModule.');
  const sql = options.store.sql as SqlTarget<unknown>;
  return { pollMs: 1_000, deadlineMs: 120_000, migrate: true, ...options, sql };
}
