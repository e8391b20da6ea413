import type { Credentials } from '../auth/credentials.js';
import type { PayHooks } from '../core/http/instrumentation.js';
import { isSlip, unknownOptions } from '../core/values/nearest-name.js';
import { isObject } from '../core/values/plain-data.js';
import type { ClientOptions } from './client-options.js';

/** What any client takes; the compiler sees that none is missing. */
const NAMES = Object.keys({
  clientId: true,
  clientSecret: true,
  merchantId: true,
  apikey: true,
  resellerId: true,
  resellerApiKey: true,
  cloudTerminal: true,
  credentials: true,
  sourceCode: true,
  dev: true,
  logs: true,
  logger: true,
  endpoints: true,
  timeoutMs: true,
  attemptTimeoutMs: true,
  connectTimeoutMs: true,
  maxRetries: true,
  tokens: true,
  idempotency: true,
  hooks: true,
  instrumentation: true,
  transport: true,
} satisfies Record<keyof ClientOptions | keyof Credentials | 'credentials', true>);

const HOOKS = Object.keys({ onAttempt: true, onCall: true } satisfies Record<keyof PayHooks, true>);

/**
 * A slip in the name of an option or a hook, as a sentence without its full stop; null when there is none. JavaScript and objects
 * that are spread get past the compiler, and `maxRetires: 0` must not stand for nothing. An option that resembles none is left
 * alone: it may be the application's own.
 */
export function slipProblem(options: object): string | null {
  const given = new Map(Object.entries(options));
  for (const name of [...given.keys()].filter((key) => !NAMES.includes(key))) {
    const meant = NAMES.find((option) => isSlip(name, option));
    if (meant !== undefined && given.get(meant) === undefined)
      return `${name} is not an option: did you mean ${meant}?`;
  }
  const hooks: unknown = given.get('hooks');
  const [unknown] = isObject(hooks) ? unknownOptions(hooks, HOOKS) : [];
  return unknown === undefined ? null : `hooks.${unknown.field} ${unknown.problem}`;
}
