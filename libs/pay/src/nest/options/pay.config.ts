import { registerAs } from '@nestjs/config';
import { ENVIRONMENT_NAMES } from '../../clients/client-option-rules.js';
import { editDistance, isMisspelling, nearestName } from '../../core/values/nearest-name.js';
import { PayOptionsError } from '../pay.exceptions.js';
import { EnvironmentReader, textOf } from './environment.js';
import type { Environment } from './environment.js';
import { PREFIX, prefixOf, VARIABLE_NAMES, WEBHOOK_URL, WEBHOOK_VARIABLES } from './environment-variables.js';
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
  reader.readClients();
  reader.read('webhooks', WEBHOOK_VARIABLES);
  const prefixes = [...new Set([prefix, PREFIX])].filter((start) => start !== '');
  const problems = [
    ...reader.problems,
    ...moduleOptionsProblems(reader.options, (path) => reader.nameOf(path)),
    ...misspelledVariables(environment, prefixes),
  ];
  if (problems.length > 0) throw new PayOptionsError([...new Set(problems)]);
  return reader.options;
}

/** Returns a problem for each unknown variable that resembles a known one. */
function misspelledVariables(environment: Environment, prefixes: readonly string[]): string[] {
  const isEnvironmentSet = prefixes.some((start) => textOf(environment, `${start}DEV`) !== '');
  return prefixes.flatMap((start) =>
    Object.keys(environment)
      .filter((variable) => variable.startsWith(start) && textOf(environment, variable) !== '')
      .flatMap((variable) => {
        const name = variable.slice(start.length);
        const isOtherName = !isEnvironmentSet && ENVIRONMENT_NAMES.some((one) => isMisspelling(name, one));
        const meant = isOtherName ? 'DEV' : meantVariable(name);
        return meant === null
          ? []
          : [`${variable} is not a variable of nestjs-pay: did you mean ${start}${meant}?`];
      }),
  );
}

/** Returns the known variable that a name is probably meant to be; null for a correct name, and for other names. */
function meantVariable(name: string): string | null {
  const known = [...VARIABLE_NAMES, WEBHOOK_URL];
  const isOfAnotherAccount = VARIABLE_NAMES.some((one) => name.endsWith(`_${one}`));
  if (known.includes(name) || isOfAnotherAccount) return null;
  const nearest = nearestName(name, known);
  return nearest !== undefined && editDistance(name, nearest) <= Math.max(1, nearest.length / 5)
    ? nearest
    : null;
}
