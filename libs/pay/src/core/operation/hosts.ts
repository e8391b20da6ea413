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

/** The environment whose credentials a host expects. */
export type CredentialsSide = ReturnType<typeof credentialsSide>;

/**
 * Finds the environment whose credentials the host at this address expects: `the demo environment`, or the host itself where `endpoints`
 * replaced the environment's.
 */
export function credentialsSide(host: HostName, address: string) {
  const known = (['live', 'demo'] as const).find((name) => ENVIRONMENT_HOSTS[name][host] === address);
  return known === undefined
    ? { name: new URL(address).host, isEnvironment: false }
    : { name: `the ${known} environment`, isEnvironment: true };
}

/** Returns whether a URL's host name is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
