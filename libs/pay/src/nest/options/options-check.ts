import { isDeepStrictEqual } from 'node:util';
import { checkOptions, unreadableOptions } from '../../core/options/option-rules.js';
import type { OptionRules } from '../../core/options/option-rules.js';
import { isObject, ownMembers } from '../../core/values/plain-data.js';
import { accountNameProblem } from '../accounts/account-names.js';
import { PAY_CLIENT_NAMES } from '../pay.client-table.js';
import { PayOptionsError } from '../pay.exceptions.js';
import { COMMON_SETTINGS, MODULE_OPTIONS } from './option-rules.js';
import type { PayModuleOptions } from './pay.options.js';

/** Returns the name of an option for a message: its path, or an environment variable. */
export type OptionName = (path: string) => string;

type Options = Readonly<Record<string, unknown>>;

/** Changes merged options before they are checked. */
export type OptionsOverride = (options: Options) => Record<string, unknown>;

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
  added?: Options,
  config: Options = {},
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
    const merged = merge(MODULE_OPTIONS, [given, config, added ?? {}], problems);
    options = override?.(merged) ?? merged;
  }
  problems.push(...moduleOptionsProblems(options));
  if (problems.length > 0) throw new PayOptionsError(problems, nameProblem === null ? name : null);
  return withCommonSettings(options as PayModuleOptions);
}

/** Gives each client the settings that all clients have in common. A client's own value wins. */
function withCommonSettings(options: PayModuleOptions): PayModuleOptions {
  const common = Object.entries(options).filter(([name]) => Object.hasOwn(COMMON_SETTINGS, name));
  const clients = PAY_CLIENT_NAMES.flatMap((name) => {
    const client: unknown = options[name];
    return isObject(client) ? [[name, merge(COMMON_SETTINGS, [Object.fromEntries(common), client])]] : [];
  });
  return { ...options, ...(Object.fromEntries(clients) as Partial<PayModuleOptions>) };
}

function webhookPathOf(options: unknown): unknown {
  const webhooks = isObject(options) ? options['webhooks'] : undefined;
  return isObject(webhooks) ? webhooks['path'] : undefined;
}

/** Merges options one by one, also within groups of options. The last value wins; `problems` gets each option with two values. */
function merge(
  rules: OptionRules,
  sources: readonly Options[],
  problems: string[] = [],
  parent = '',
): Record<string, unknown> {
  for (const { field, problem } of sources.flatMap((source) => unreadableOptions(rules, source, parent)))
    problems.push(`${field} ${problem}`);
  const merged: Record<string, unknown> = ownMembers({});
  const own = sources.map((source) => ownMembers(source));
  for (const name of new Set(own.flatMap(Object.keys))) {
    const values = own.map((source) => source[name]).filter((value) => value !== undefined);
    const fields = rules[name]?.fields;
    if (fields !== undefined && values.length > 0 && values.every(isObject)) {
      merged[name] = merge(fields, values, problems, `${parent}${name}.`);
      continue;
    }
    if (!values.every((value) => isSameOption(values[0], value)))
      problems.push(
        `${parent}${name} has two values: set it in one place only (the environment, the factory, or forRootAsync)`,
      );
    merged[name] = values.at(-1);
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

/** Checks an object of options and returns a sentence for each problem. */
export function fieldProblems(rules: OptionRules, options: Options, nameOf: OptionName = byPath): string[] {
  return checkOptions(rules, options).map(({ field, problem }) => `${nameOf(field)} ${problem}`);
}

/** Checks options that depend on each other. */
function jointProblems(options: Options, nameOf: OptionName): string[] {
  const problems: string[] = [];
  if (PAY_CLIENT_NAMES.every((name) => options[name] === undefined)) {
    problems.push(
      `no client is configured: give at least one of ${PAY_CLIENT_NAMES.map(nameOf).join(', ')}. ` +
        'Without an account, `npx pay-simulator --write-env .env` starts a simulator and writes what is missing. ' +
        'ConfigModule.forRoot() of @nestjs/config reads the file',
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
