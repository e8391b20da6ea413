import { registerAs } from '@nestjs/config';
import { editDistance } from '../../core/nearest-name.js';
import { nearestName } from '../../core/nearest-name.js';
import { ownMembers } from '../../core/plain-data.js';
import { PAY_CLIENT_NAMES } from '../pay.client-table.js';
import { PayOptionsError } from '../pay.exceptions.js';
import { assign, textOf } from './environment.js';
import type { Environment } from './environment.js';
import {
  CLIENT_VARIABLES,
  PREFIX,
  prefixOf,
  SHARED_VARIABLES,
  WEBHOOK_URL,
  WEBHOOK_VARIABLES,
} from './environment-variables.js';
import type { EnvironmentVariable } from './environment-variables.js';
import { moduleOptionsProblems } from './options-check.js';
import type { PayModuleOptions } from './pay.options.js';

/**
 * PayModule's options from environment variables, as a namespace of @nestjs/config. A client is configured when any
 * variable of its own is set. The variables are listed in docs/nest.md.
 *
 * @example PayModule.forRootAsync(payConfig.asProvider())
 */
export const payConfig = registerAs('pay', () => readPayEnvironment(process.env));

/**
 * The same for a PayModule with a name: its variables begin with `PAY_`, the name in capitals and `_`. What is the
 * application's rather than the account's (`PAY_DEV`, `PAY_ENDPOINT_API`, `PAY_WEBHOOK_TRUSTED_PROXIES`, …) counts for it
 * too, unless it has its own.
 *
 * @param options.prefix what its variables begin with instead.
 * @example PayModule.forRootAsync({ name: 'shop-gr', ...payConfigFor('shop-gr').asProvider() }) // PAY_SHOP_GR_CLIENT_ID, …
 */
export function payConfigFor(name: string, { prefix = prefixOf(name) }: { prefix?: string } = {}) {
  return registerAs(`pay:${name}`, () => readPayEnvironment(process.env, prefix));
}

/**
 * PayModule's options from a set of variables. An empty variable counts as not set.
 *
 * @throws PayOptionsError naming every variable that is missing or wrong.
 */
function readPayEnvironment(env: Environment, prefix = PREFIX): PayModuleOptions {
  const problems: string[] = [];
  const names = new Map<string, string>();
  const options: Record<string, unknown> = ownMembers({});

  const read = (section: string, variables: readonly EnvironmentVariable[]): void => {
    for (const { variable: name, option, kind, isOwn } of variables) {
      const path = `${section}.${option}`;
      const candidates = isOwn ? [prefix + name] : [prefix + name, PREFIX + name];
      const variable = candidates.find((one) => textOf(env, one) !== '') ?? prefix + name;
      names.set(path, variable);
      const text = textOf(env, variable);
      if (text === '') continue;
      const value = kind.read(text);
      if (value === undefined) problems.push(`${variable} ${kind.expected}`);
      else assign(options, path, value);
    }
  };

  for (const client of PAY_CLIENT_NAMES) {
    read(client, CLIENT_VARIABLES[client]);
    if (options[client] !== undefined) read(client, SHARED_VARIABLES);
  }
  read('webhooks', WEBHOOK_VARIABLES);
  const nameOf = (path: string): string => {
    const variable = names.get(path) ?? names.get(`${path}.clientId`);
    return variable === undefined ? path : `${variable} (${path})`;
  };
  problems.push(...moduleOptionsProblems(options, nameOf), ...slips(env, prefix));
  if (problems.length > 0) throw new PayOptionsError([...new Set(problems)]);
  return options;
}

/** Variables that are set, are not read, and are named so much like one that is read that a slip is probable. */
function slips(env: Environment, prefix: string): string[] {
  const known = [...Object.values(CLIENT_VARIABLES).flat(), ...SHARED_VARIABLES, ...WEBHOOK_VARIABLES].map(
    ({ variable }) => variable,
  );
  const read = [...known, WEBHOOK_URL];
  return [...new Set([prefix, PREFIX])].flatMap((start) =>
    Object.keys(env)
      .filter((variable) => start !== '' && variable.startsWith(start) && textOf(env, variable) !== '')
      .flatMap((variable) => {
        const name = variable.slice(start.length);
        const isOfAnotherAccount = known.some((one) => name.endsWith(`_${one}`));
        if (read.includes(name) || isOfAnotherAccount) return [];
        const nearest = nearestName(name, read);
        const isLikely =
          nearest !== undefined && editDistance(name, nearest) <= Math.max(1, nearest.length / 5);
        return isLikely
          ? [`${variable} is not a variable of nestjs-pay: did you mean ${start}${nearest}?`]
          : [];
      }),
  );
}
