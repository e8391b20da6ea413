import { isDeepStrictEqual } from 'node:util';
import { checkOptions } from '../../core/options/option-rules.js';
import type { OptionRules } from '../../core/options/option-rules.js';
import { isObject, ownMembers } from '../../core/values/plain-data.js';
import { accountNameProblem } from '../accounts/account-names.js';
import { PAY_CLIENT_NAMES } from '../pay.client-table.js';
import { PayOptionsError } from '../pay.exceptions.js';
import { COMMON_SETTINGS, MODULE_OPTIONS } from './option-rules.js';
import type { PayModuleOptions } from './pay.options.js';

/** Returns the name of an option for a message: its path, or an environment variable. */
export type OptionName = (path: string) => string;

/** Changes merged options before they are checked. */
export type OptionsOverride = (options: Readonly<Record<string, unknown>>) => Record<string, unknown>;

const byPath: OptionName = (path) => path;

/**
 * Checks PayModule's name and its options, merged from up to three places. Returns them with the common settings in each client.
 *
 * @param given - Options of `forRoot`, or of the factory of `forRootAsync`.
 * @param added - Options beside the factory of `forRootAsync`; undefined for `forRoot`.
 * @param config - Options of the `config` of `forRootAsync`.
 * @param override - Changes the merged options.
 * @throws PayOptionsError that names every problem.
 */
export function checkModuleOptions(
  given: unknown,
  name: string | null,
  added?: Readonly<Record<string, unknown>>,
  config: Readonly<Record<string, unknown>> = {},
  override?: OptionsOverride,
): PayModuleOptions {
  const nameProblem = accountNameProblem(name);
  const problems = nameProblem === null ? [] : [`name ${nameProblem}`];
  let options = given;
  if (added !== undefined && webhookPathOf(given) !== undefined && webhookPathOf(added) === undefined)
    problems.push(
      'webhooks.path must be beside the factory, as in PayModule.forRootAsync({ useFactory, ' +
        "webhooks: { path: 'pay/webhook' } }): Nest needs it before the factory runs",
    );
  if (isObject(given)) {
    const withConfig = merge(MODULE_OPTIONS, ownFields(MODULE_OPTIONS, given), config, '', problems);
    const merged = merge(MODULE_OPTIONS, withConfig, added ?? {}, '', problems);
    options = override?.(merged) ?? merged;
  }
  problems.push(...moduleOptionsProblems(options));
  if (problems.length > 0) throw new PayOptionsError(problems, nameProblem === null ? name : null);
  return withCommonSettings(options as PayModuleOptions);
}

/** Gives each client the settings that all clients have in common. A client's own value wins. */
function withCommonSettings(options: PayModuleOptions): PayModuleOptions {
  const clients = PAY_CLIENT_NAMES.flatMap((name) => {
    const client: unknown = options[name];
    return isObject(client) ? [[name, fill(COMMON_SETTINGS, client, { ...options })]] : [];
  });
  return { ...options, ...(Object.fromEntries(clients) as Partial<PayModuleOptions>) };
}

/** Adds the options that are not set, also within groups of options. */
function fill(
  rules: OptionRules,
  own: Readonly<Record<string, unknown>>,
  common: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const filled = ownMembers({ ...own });
  for (const [name, { fields }] of Object.entries(rules)) {
    const [current, value] = [own[name], common[name]];
    if (current === undefined && value !== undefined) filled[name] = value;
    else if (fields !== undefined && isObject(current) && isObject(value))
      filled[name] = fill(fields, current, value);
  }
  return filled;
}

function webhookPathOf(options: unknown): unknown {
  const webhooks = isObject(options) ? options['webhooks'] : undefined;
  return isObject(webhooks) ? webhooks['path'] : undefined;
}

/** Merges options one by one, also within groups of options. */
function merge(
  rules: OptionRules,
  given: Readonly<Record<string, unknown>>,
  added: Readonly<Record<string, unknown>>,
  parent: string,
  problems: string[],
): Record<string, unknown> {
  const merged = ownMembers({ ...given });
  for (const [key, value] of Object.entries(added)) {
    const [path, current, fields] = [parent + key, given[key], rules[key]?.fields];
    if (value === undefined) continue;
    if (fields !== undefined && isObject(value) && isObject(current)) {
      merged[key] = merge(fields, current, value, `${path}.`, problems);
      continue;
    }
    if (current !== undefined && !isSameOption(current, value))
      problems.push(
        `${path} has two values: set it in one place only (the environment, the factory, or forRootAsync)`,
      );
    merged[key] = value;
  }
  return merged;
}

function isSameOption(one: unknown, other: unknown): boolean {
  // Only lists are compared by content: environment variables can contain them, and other values are scalars or single objects.
  return one === other || (Array.isArray(one) && isDeepStrictEqual(one, other));
}

/** Checks PayModule's options and returns a sentence for each problem. */
export function moduleOptionsProblems(options: unknown, nameOf: OptionName = byPath): string[] {
  if (!isObject(options)) return ['the options must be an object'];
  return [...fieldProblems(MODULE_OPTIONS, options, nameOf), ...jointProblems(options, nameOf)];
}

/** Copies options and their groups without inherited members. */
function ownFields(rules: OptionRules, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own: Record<string, unknown> = ownMembers(given);
  for (const [name, { fields }] of Object.entries(rules)) {
    const group = own[name];
    if (fields !== undefined && isObject(group)) own[name] = ownFields(fields, group);
  }
  return own;
}

/** Checks an object of options and returns a sentence for each problem. */
export function fieldProblems(
  rules: OptionRules,
  options: Readonly<Record<string, unknown>>,
  nameOf: OptionName = byPath,
): string[] {
  return checkOptions(rules, options).map(({ field, problem }) => `${nameOf(field)} ${problem}`);
}

/** Checks options that depend on each other. */
function jointProblems(options: Readonly<Record<string, unknown>>, nameOf: OptionName): string[] {
  const problems: string[] = [];
  if (PAY_CLIENT_NAMES.every((name) => options[name] === undefined)) {
    problems.push(
      `no client is configured: give at least one of ${PAY_CLIENT_NAMES.map(nameOf).join(', ')}. ` +
        'Without an account, `npx pay-simulator --write-env .env` starts a simulator and writes what is missing',
    );
  }
  const { isv, webhooks } = options;
  if (isObject(isv) && (isv['resellerId'] === undefined) !== (isv['resellerApiKey'] === undefined)) {
    problems.push(`${nameOf('isv.resellerId')} and ${nameOf('isv.resellerApiKey')} must be set together`);
  }
  const client = isObject(webhooks) ? webhooks['client'] : undefined;
  if (PAY_CLIENT_NAMES.some((name) => name === client && options[name] === undefined)) {
    problems.push(`${nameOf('webhooks.client')} is ${String(client)}, which is not configured`);
  }
  return problems;
}
