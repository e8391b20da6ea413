import { assign, removedVariables, textOf } from '../nest/options/environment.js';
import type { Environment } from '../nest/options/environment.js';
import {
  CLIENT_VARIABLES,
  PREFIX,
  SHARED_VARIABLES,
  WEBHOOK_URL,
} from '../nest/options/environment-variables.js';
import type { EnvironmentVariable } from '../nest/options/environment-variables.js';
import { UsageError } from './command.js';
import type { DoctorOptions } from '../doctor/doctor.types.js';

const CLIENT_NAMES = ['wallet', 'marketplace', 'isv'] as const;

/**
 * Returns the clients that environment variables configure, like `payConfig`.
 *
 * @throws UsageError naming a variable that is no longer read or has an invalid value.
 */
export function clientsOf(environment: Environment): DoctorOptions {
  const [removed] = removedVariables(environment);
  if (removed !== undefined) throw new UsageError(removed);
  const shared = valuesOf(SHARED_VARIABLES, environment);
  const clients = CLIENT_NAMES.map((name) => [name, valuesOf(CLIENT_VARIABLES[name], environment)] as const);
  return Object.fromEntries(
    clients
      .filter(([, own]) => Object.keys(own).length > 0)
      .map(([name, own]) => [name, { ...shared, ...own }]),
  );
}

/** Returns the URL of the application's webhook; undefined if the environment does not set it. */
export function webhookUrlOf(environment: Environment): string | undefined {
  return textOf(environment, PREFIX + WEBHOOK_URL) || undefined;
}

function valuesOf(
  variables: readonly EnvironmentVariable[],
  environment: Environment,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { variable, option, kind } of variables) {
    const text = textOf(environment, PREFIX + variable);
    if (text === '') continue;
    const value = kind.read(text);
    if (value === undefined) throw new UsageError(`${PREFIX}${variable} ${kind.expected}`);
    assign(values, option, value);
  }
  return values;
}
