import type { ServiceHost } from '../http/operation.js';

/** Domain of the service. The certificate authority can only sign for this domain. */
export const SERVICE_DOMAIN = 'vivapayments.com';

/** Host names of both environments. @see contract/README.md */
const HOSTS: ReadonlyMap<string, ServiceHost> = new Map([
  [`accounts.${SERVICE_DOMAIN}`, 'accounts'],
  [`api.${SERVICE_DOMAIN}`, 'api'],
  [`www.${SERVICE_DOMAIN}`, 'web'],
  [`demo-accounts.${SERVICE_DOMAIN}`, 'accounts'],
  [`demo-api.${SERVICE_DOMAIN}`, 'api'],
  [`demo.${SERVICE_DOMAIN}`, 'web'],
]);

/** All host names, of the live and the demo environment. */
export const SERVICE_NAMES: readonly string[] = [...HOSTS.keys()];

/** Address of the API in transparent mode, for links in notifications. The live name reaches the same account. */
export const API_ADDRESS = `https://demo-api.${SERVICE_DOMAIN}`;

/** Returns the host of the service that has this name, or undefined. Names are case-insensitive. */
export function serviceHostOf(name: string): ServiceHost | undefined {
  return HOSTS.get(name.toLowerCase().replace(/\.$/, ''));
}
