import { isObject } from '../core/values/plain-data.js';
import {
  CLIENT_VARIABLES,
  PREFIX,
  SHARED_VARIABLES,
  SIMULATOR_URL,
} from '../nest/options/environment-variables.js';
import type { OptionsOverride } from '../nest/options/options-check.js';
import type { PayModuleOptions } from '../nest/options/pay.options.js';
import { PAY_CLIENT_NAMES } from '../nest/pay.client-table.js';
import type { PayClientName } from '../nest/pay.client-table.js';
import type { TestAccount } from './test-world.js';

type ClientsOptions = Required<Pick<PayModuleOptions, PayClientName>>;

/** Returns the options of each client for the account of a test. */
export function clientOptionsOf({ credentials, endpoints }: TestAccount): ClientsOptions {
  const { merchant, marketplace, isv, cloudTerminal } = credentials;
  const common = { cloudTerminal, dev: true, endpoints };
  return {
    wallet: { ...merchant, ...common },
    marketplace: { ...marketplace, ...common },
    isv: { ...isv, ...common },
  };
}

/**
 * Creates a function that replaces the account in an application's options: credentials, endpoints, and the webhook settings that
 * accept only the real account.
 */
export function simulatorOverride(account: TestAccount): OptionsOverride {
  const clients = clientOptionsOf(account);
  return (options) => {
    const overridden: Record<string, unknown> = { ...options };
    for (const name of PAY_CLIENT_NAMES) {
      const own = options[name];
      if (isObject(own)) overridden[name] = { ...own, ...clients[name], credentials: undefined };
    }
    const { webhooks } = options;
    if (isObject(webhooks))
      overridden['webhooks'] = { ...webhooks, merchantIds: undefined, sourceAddresses: undefined };
    return overridden;
  };
}

/** Returns the environment variables of clients: those that `payConfig` reads. */
export function environmentOf(
  account: TestAccount,
  clients: readonly PayClientName[],
): Record<string, string> {
  const options = clientOptionsOf(account);
  const variables: Record<string, string> = { [PREFIX + SIMULATOR_URL]: account.url };
  for (const name of clients) {
    for (const { variable, option } of [...CLIENT_VARIABLES[name], ...SHARED_VARIABLES]) {
      const value = valueAt(options[name], option);
      if (typeof value === 'string' || typeof value === 'boolean')
        variables[PREFIX + variable] = String(value);
    }
  }
  return variables;
}

/** Returns the chosen clients; without a choice, those that the environment configures. @throws RangeError that names a wrong one. */
export function chosenClients(clients: readonly PayClientName[] | undefined): readonly PayClientName[] {
  if (clients === undefined) return clientsInEnvironment(process.env);
  const list: readonly unknown[] = Array.isArray(clients) ? clients : [clients];
  const wrong = list.findIndex((name) => !PAY_CLIENT_NAMES.some((one) => one === name));
  if (wrong === -1) return clients;
  throw new RangeError(
    `PayTestingModule.forApp(): clients[${wrong}] must be 'wallet', 'isv' or 'marketplace' (received ${JSON.stringify(list[wrong])})`,
  );
}

/** Returns the clients that the environment configures; `wallet` if it configures none. */
function clientsInEnvironment(environment: NodeJS.ProcessEnv): PayClientName[] {
  const configured = PAY_CLIENT_NAMES.filter((name) =>
    CLIENT_VARIABLES[name].some(({ variable }) => (environment[PREFIX + variable] ?? '') !== ''),
  );
  return configured.length === 0 ? ['wallet'] : configured;
}

function valueAt(options: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), options);
}
