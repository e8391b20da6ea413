import { isDeepStrictEqual } from 'node:util';
import type { Environment } from '../cli/env-file.js';
import { UsageError } from '../cli/usage-error.js';
import { CREDENTIALS, CREDENTIAL_NAMES } from './credentials.js';
import { DEMO_HOSTS, HOST_NAMES, endpointsOutsideDemo } from './demo-hosts.js';
import type { Endpoints, Target, VerifyCredentials } from './verify.types.js';

/** Reads the demo account from the variables. @throws UsageError for an account of the live environment */
export function accountOf(
  env: Environment,
): Pick<Target, 'name' | 'endpoints' | 'credentials' | 'sourceCode'> {
  const textOf = (variable: string): string => env[variable]?.trim() ?? '';
  const simulator = textOf('PAY_SIMULATOR_URL').replace(/\/+$/, '');
  const credentials: VerifyCredentials = {};
  for (const name of CREDENTIAL_NAMES) {
    const [id, secret] = [textOf(CREDENTIALS[name].id), textOf(CREDENTIALS[name].secret)];
    if (id !== '' && secret !== '') credentials[name] = { id, secret };
  }
  if (credentials.checkout === undefined) throw new UsageError(missingCredentials());
  const dev = textOf('PAY_DEV').toLowerCase();
  if (!/^(true|1)$/.test(dev) && !(dev === '' && simulator !== ''))
    throw new UsageError(
      'PAY_DEV: expected true; verify creates orders and payments, so it does not run in the live environment',
    );
  const endpoints = Object.fromEntries(
    HOST_NAMES.map((host) => [host, simulator === '' ? DEMO_HOSTS[host] : `${simulator}/${host}`]),
  ) as unknown as Endpoints;
  if (endpointsOutsideDemo(endpoints).length > 0)
    throw new UsageError('PAY_SIMULATOR_URL: expected an address on this machine');
  const sourceCode = textOf('PAY_VERIFY_SOURCE_CODE');
  // Only the service's own responses may be stored as responses of the demo environment.
  const name = isDeepStrictEqual(endpoints, DEMO_HOSTS) ? 'demo' : 'simulator';
  return { name, endpoints, credentials, ...(sourceCode !== '' && { sourceCode }) };
}

function missingCredentials(): string {
  const rows = (['checkout', 'basic'] as const).map((name) => {
    const { id, secret, where } = CREDENTIALS[name];
    return `  ${`${id}, ${secret}`.padEnd(36)}${where}\n`;
  });
  return (
    'set the credentials of your demo account, in .env or as environment variables:\n' +
    `${rows.join('')}  ${'PAY_DEV=true'.padEnd(36)}the demo environment\n` +
    'Sign in to the demo account at https://demo.vivapayments.com to find them'
  );
}
