import type { IncomingHttpHeaders } from 'node:http';

/** Host names that the simulator responds to and sends webhooks to: loopback, and the names of the option `allowHosts`. */
export class AllowedHosts {
  private readonly names: ReadonlySet<string>;
  /** The name that was allowed last, because most requests have that of the one before. */
  private latest: string | undefined;

  constructor(names: readonly string[] = []) {
    this.names = new Set(names.map(withoutBrackets));
  }

  has(hostname: string): boolean {
    if (hostname === this.latest) return true;
    const isAllowed = isLoopbackHost(hostname) || this.names.has(withoutBrackets(hostname));
    if (isAllowed) this.latest = hostname;
    return isAllowed;
  }
}

/** Returns whether a host name is a loopback name or address. */
export function isLoopbackHost(hostname: string): boolean {
  const name = withoutBrackets(hostname);
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * Returns why a request is rejected, or undefined. An unexpected Host header indicates DNS rebinding. An unexpected
 * Origin indicates a cross-site request.
 */
export function refuseForeign(
  method: string,
  headers: IncomingHttpHeaders,
  hosts: AllowedHosts,
  isOpenToOtherSites = false,
): string | undefined {
  const host = headers.host ?? '';
  const hostname = hostnameOf(host);
  if (hostname === undefined) return 'The request has no valid Host header';
  if (!hosts.has(hostname))
    return `The Host header names ${hostname}, which is neither a loopback host nor an allowed host. To allow it, start the simulator with --allow-host ${withoutBrackets(hostname)} (option allowHosts)`;
  return method !== 'GET' && method !== 'HEAD' && !isOpenToOtherSites && isFromOtherSite(headers)
    ? `Requests from another site are rejected, and no option allows them. Open the page at http://${host}`
    : undefined;
}

let latest: { readonly host: string; readonly hostname: string | undefined } | undefined;

/** Returns the name in a Host header, or undefined if it is invalid. Most requests have the header of the request before. */
function hostnameOf(host: string): string | undefined {
  if (latest?.host !== host)
    latest = {
      host,
      hostname: URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined,
    };
  return latest.hostname;
}

/** Returns whether a page of another site sent a request. Programs that are no browsers send none of these headers. */
export function isFromOtherSite({ host = '', origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  const isOtherOrigin = origin !== undefined && origin !== `http://${host}`;
  return isOtherOrigin || site === 'cross-site' || site === 'same-site';
}

function withoutBrackets(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[|\]$/g, '');
}
