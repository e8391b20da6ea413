import type { ServiceHost } from '../http/operation.js';
import type { Endpoints } from './verify.types.js';

export const DEMO_HOSTS: Endpoints = {
  accounts: 'https://demo-accounts.vivapayments.com',
  api: 'https://demo-api.vivapayments.com',
  web: 'https://demo.vivapayments.com',
};

export const HOST_NAMES = Object.keys(DEMO_HOSTS) as readonly ServiceHost[];

/** Names of the endpoints that are neither a host of the demo environment nor an address on this machine. */
export function endpointsOutsideDemo(endpoints: Endpoints): readonly ServiceHost[] {
  return HOST_NAMES.filter((host) => !isDemo(host, endpoints[host]));
}

/** Compares whole addresses, because a part of a forged address can look like the demo host. */
function isDemo(host: ServiceHost, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { href, username, password, search, hash, protocol, hostname } = new URL(address);
  if (href === new URL(DEMO_HOSTS[host]).href) return true;
  const isPlain = username + password + search + hash === '' && /^https?:$/.test(protocol);
  return isPlain && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
