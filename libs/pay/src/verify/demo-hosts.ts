import { ENVIRONMENT_HOSTS, isLoopbackHost } from '../core/operation/hosts.js';
import type { Endpoints, HostName } from '../core/operation/hosts.js';

/** Names of the endpoints that are neither a host of the demo environment nor an address on this machine. */
export function endpointsOutsideDemo(endpoints: Required<Endpoints>): readonly HostName[] {
  return (['accounts', 'api', 'web'] as const).filter((host) => !isDemo(host, endpoints[host]));
}

/** Compares whole addresses, because a part of a forged address can look like the demo host. */
function isDemo(host: HostName, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.href === new URL(ENVIRONMENT_HOSTS.demo[host]).href) return true;
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isPlain && /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname);
}
