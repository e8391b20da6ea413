import { ENVIRONMENT_HOSTS, isLoopbackHost } from '../operation/hosts.js';
import type { Endpoints, HostName } from '../operation/hosts.js';
import { ownMembers } from '../values/plain-data.js';
import { BOOLEAN, requireOptions } from './option-rules.js';
import type { OptionRule, OptionRules } from './option-rules.js';

const ADDRESS: OptionRule = {
  problem(address) {
    const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
      return 'must be an absolute https address, such as https://pay.example';
    if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
      return 'must use https: credentials are sent there (http is for localhost only)';
    return url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== ''
      ? 'must be a base address without credentials, query or fragment'
      : null;
  },
};

/**
 * Rules of the options that select the hosts. `dev` is never guessed: the strings 'false' and 'true' are both truthy. A misspelled
 * endpoint would send credentials and money to the real service.
 */
export const HOST_RULES = {
  dev: BOOLEAN,
  endpoints: { fields: { accounts: ADDRESS, api: ADDRESS, web: ADDRESS } },
} satisfies OptionRules;

/**
 * Returns the base address of each host, without a trailing slash.
 *
 * @throws RangeError that names the wrong options.
 */
export function resolveHosts(options: { dev?: boolean; endpoints?: Endpoints }): Record<HostName, string> {
  const { dev, endpoints } = ownMembers(options);
  requireOptions(HOST_RULES, { dev: dev ?? undefined, endpoints: endpoints ?? undefined }, '');
  const hosts = { ...ENVIRONMENT_HOSTS[dev === true ? 'demo' : 'live'] };
  for (const [name, address] of Object.entries(endpoints ?? {}))
    if (address !== undefined) hosts[name as HostName] = new URL(address).href.replace(/\/+$/, '');
  return hosts;
}

/**
 * Refuses a mix of local and remote hosts, which would send credentials to the wrong side.
 *
 * @throws RangeError that names the missing addresses.
 */
export function requireOneSide(hosts: Record<HostName, string>): void {
  const remote = Object.entries(hosts).filter(([, address]) => !isLoopbackHost(new URL(address).hostname));
  if (remote.length === 0 || remote.length === Object.keys(hosts).length) return;
  const missing = remote.map(([name]) => `endpoints.${name}`).join(' and ');
  throw new RangeError(`${missing} must also be on this machine, like the other endpoints`);
}
