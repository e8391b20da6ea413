import { unknownNames } from '../values/nearest-name.js';
import { isObject, ownMembers } from '../values/plain-data.js';

/** The service's three hosts: tokens, the OAuth APIs, and the Basic-auth APIs with the checkout page. */
export type HostName = 'accounts' | 'api' | 'web';

/** Base addresses that replace those of the environment, for the simulator or a proxy. */
export type Endpoints = { [Host in HostName]?: string };

export const ENVIRONMENT_HOSTS: Record<'live' | 'demo', Record<HostName, string>> = {
  live: {
    accounts: 'https://accounts.vivapayments.com',
    api: 'https://api.vivapayments.com',
    web: 'https://www.vivapayments.com',
  },
  demo: {
    accounts: 'https://demo-accounts.vivapayments.com',
    api: 'https://demo-api.vivapayments.com',
    web: 'https://demo.vivapayments.com',
  },
};

/** Response header with the id to quote to the service's support. */
export const CORRELATION_ID_HEADER = 'x-viva-correlationid';
/** Its form: year, day of the year, and eight hexadecimal digits, for example `26-115-EDAA55BC`. */
export const CORRELATION_ID = /^[0-3]\d-\d{3}-[0-9A-F]{8}$/;
/** Response header with the reason of a refusal. */
export const EVENT_ID_HEADER = 'x-viva-eventid';

const HOST_NAMES: HostName[] = ['accounts', 'api', 'web'];

/**
 * Returns the base address of each host, without a trailing slash.
 *
 * @throws RangeError that names the wrong endpoint. Credentials are sent there, so it must be https, or http on this machine.
 */
export function resolveHosts(given: { dev?: boolean; endpoints?: Endpoints }): Record<HostName, string> {
  const options = ownMembers(given);
  // The strings 'false' and 'true' are both truthy: never guess between demo and live.
  if (options.dev !== undefined && options.dev !== null && typeof options.dev !== 'boolean') {
    throw new RangeError('dev must be true or false');
  }
  const hosts = { ...ENVIRONMENT_HOSTS[options.dev === true ? 'demo' : 'live'] };
  checkNames(options.endpoints ?? {});
  const endpoints = ownMembers(options.endpoints ?? {});
  for (const name of HOST_NAMES) {
    const address = endpoints[name];
    if (address !== undefined) hosts[name] = readAddress(`endpoints.${name}`, address);
  }
  return hosts;
}

/** Refuses unknown names. Ignoring a misspelled endpoint would send credentials and money to the real service. */
function checkNames(endpoints: unknown): void {
  if (!isObject(endpoints))
    throw new RangeError('endpoints must be an object with the addresses accounts, api and web');
  const [unknown] = unknownNames(endpoints, HOST_NAMES);
  if (unknown !== undefined) throw new RangeError(`endpoints.${unknown.field} ${unknown.problem}`);
}

/** The environment whose credentials a host expects. */
export interface CredentialsSide {
  /** `the demo environment`, or the host itself where `endpoints` replaced the environment's. */
  name: string;
  isEnvironment: boolean;
}

/** Finds the environment whose credentials the host at this address expects. */
export function credentialsSide(host: HostName, address: string): CredentialsSide {
  const known = (['live', 'demo'] as const).find((name) => ENVIRONMENT_HOSTS[name][host] === address);
  return known === undefined
    ? { name: new URL(address).host, isEnvironment: false }
    : { name: `the ${known} environment`, isEnvironment: true };
}

function readAddress(option: string, address: unknown): string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new RangeError(`${option} must be an absolute https address, such as https://pay.example`);
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new RangeError(`${option} must use https: credentials are sent there (http is for localhost only)`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new RangeError(`${option} must be a base address without credentials, query or fragment`);
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * Refuses a mix of local and remote hosts, which would send credentials to the wrong side.
 *
 * @throws RangeError that names the missing addresses.
 */
export function requireOneSide(hosts: Record<HostName, string>): void {
  const remote = HOST_NAMES.filter((name) => !isLoopbackHost(new URL(hosts[name]).hostname));
  if (remote.length > 0 && remote.length < HOST_NAMES.length) {
    const missing = remote.map((name) => `endpoints.${name}`).join(' and ');
    throw new RangeError(`${missing} must also be on this machine, like the other endpoints`);
  }
}

/** Returns whether a URL's host name is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
