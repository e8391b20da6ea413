import { registerAs } from '@nestjs/config';
import { editDistance, nearestName } from '../../core/values/nearest-name.js';
import { ownMembers } from '../../core/values/plain-data.js';
import { PAY_CLIENT_NAMES } from '../pay.client-table.js';
import { PayOptionsError } from '../pay.exceptions.js';
import { assign, removedVariables, textOf } from './environment.js';
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
 * Reads PayModule's options from environment variables, as a namespace of `@nestjs/config`. A client is configured if one of its
 * own variables is set. docs/reference/environment-variables.md lists the variables.
 *
 * @example PayModule.forRootAsync({ config: payConfig })
 */
export const payConfig = registerAs('pay', () => readPayEnvironment(process.env));

/**
 * Reads the options of a PayModule with a name, whose variables begin with `PAY_`, the name in capitals and `_`. Variables of the
 * application (`PAY_DEV`, `PAY_SIMULATOR_URL`, `PAY_WEBHOOK_TRUSTED_PROXIES`) also apply, unless the account has its own.
 *
 * @param options.prefix - Prefix of the account's variables instead of its name.
 * @example PayModule.forRootAsync({ name: 'shop-gr', config: payConfigFor('shop-gr') }) // PAY_SHOP_GR_CLIENT_ID, …
 */
export function payConfigFor(name: string, { prefix = prefixOf(name) }: { prefix?: string } = {}) {
  return registerAs(`pay:${name}`, () => readPayEnvironment(process.env, prefix));
}

/** @throws PayOptionsError that names every missing or wrong variable. */
function readPayEnvironment(environment: Environment, prefix = PREFIX): PayModuleOptions {
  const reader = new EnvironmentReader(environment, prefix);
  for (const client of PAY_CLIENT_NAMES) {
    reader.read(client, CLIENT_VARIABLES[client]);
    if (reader.options[client] !== undefined) reader.read(client, SHARED_VARIABLES);
  }
  reader.read('webhooks', WEBHOOK_VARIABLES);
  const prefixes = [...new Set([prefix, PREFIX])].filter((start) => start !== '');
  const problems = [
    ...reader.problems,
    ...moduleOptionsProblems(reader.options, (path) => reader.nameOf(path)),
    ...removedVariables(environment, prefixes),
    ...misspeltVariables(environment, prefixes),
  ];
  if (problems.length > 0) throw new PayOptionsError([...new Set(problems)]);
  return reader.options;
}

/** Reads variables into options. An empty variable counts as not set. */
class EnvironmentReader {
  readonly options: Record<string, unknown> = ownMembers({});
  readonly problems: string[] = [];
  /** By path of the option: the variable that sets it. */
  readonly #variables = new Map<string, string>();

  constructor(
    private readonly environment: Environment,
    private readonly prefix: string,
  ) {}

  read(section: string, variables: readonly EnvironmentVariable[]): void {
    for (const { variable: name, option, kind, isOwn } of variables) {
      const path = `${section}.${option}`;
      const candidates = isOwn ? [this.prefix + name] : [this.prefix + name, PREFIX + name];
      const variable = candidates.find((one) => textOf(this.environment, one) !== '') ?? this.prefix + name;
      this.#variables.set(path, variable);
      const text = textOf(this.environment, variable);
      if (text === '') continue;
      const value = kind.read(text);
      if (value === undefined) this.problems.push(`${variable} ${kind.expected}`);
      else assign(this.options, path, value);
    }
  }

  /** Returns the name of an option for a message: its variable and its path. A client is named by its first variable. */
  nameOf(path: string): string {
    const group = path.slice(0, path.lastIndexOf('.'));
    const variable = [path, `${path}.clientId`, group].map((one) => this.#variables.get(one)).find(Boolean);
    return variable === undefined ? path : `${variable} (${path})`;
  }
}

/** Returns a problem for each unknown variable that resembles a known one. */
function misspeltVariables(environment: Environment, prefixes: readonly string[]): string[] {
  const known = [...Object.values(CLIENT_VARIABLES).flat(), ...SHARED_VARIABLES, ...WEBHOOK_VARIABLES].map(
    ({ variable }) => variable,
  );
  return prefixes.flatMap((start) =>
    Object.keys(environment)
      .filter((variable) => variable.startsWith(start) && textOf(environment, variable) !== '')
      .flatMap((variable) => {
        const meant = meantVariable(variable.slice(start.length), known);
        return meant === null
          ? []
          : [`${variable} is not a variable of nestjs-pay: did you mean ${start}${meant}?`];
      }),
  );
}

/** Returns the known variable that a name is probably meant to be; null for a correct name, and for other names. */
function meantVariable(name: string, known: readonly string[]): string | null {
  const readable = [...known, WEBHOOK_URL];
  const isOfAnotherAccount = known.some((one) => name.endsWith(`_${one}`));
  if (readable.includes(name) || isOfAnotherAccount) return null;
  const nearest = nearestName(name, readable);
  if (nearest === undefined) return null;
  return editDistance(name, nearest) <= Math.max(1, nearest.length / 5) ? nearest : null;
}
