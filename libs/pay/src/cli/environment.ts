import type { DoctorOptions } from '../doctor/doctor.types.js';
import { EnvironmentReader, textOf } from '../nest/options/environment.js';
import type { Environment } from '../nest/options/environment.js';
import { PREFIX, WEBHOOK_URL } from '../nest/options/environment-variables.js';
import { UsageError } from './command.js';

/**
 * Returns the clients that environment variables configure, like `payConfig`.
 *
 * @throws UsageError naming a variable with an invalid value.
 */
export function clientsOf(environment: Environment): DoctorOptions {
  const reader = new EnvironmentReader(environment);
  reader.readClients();
  const [problem] = reader.problems;
  if (problem !== undefined) throw new UsageError(problem);
  return reader.options;
}

/** Returns the URL of the application's webhook; undefined if the environment does not set it. */
export function webhookUrlOf(environment: Environment): string | undefined {
  return textOf(environment, PREFIX + WEBHOOK_URL) || undefined;
}
