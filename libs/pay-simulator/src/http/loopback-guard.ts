import type { IncomingHttpHeaders } from 'node:http';

/** Returns whether a host name is a loopback name or address. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * Returns why a request is rejected, or undefined. An unexpected Host header indicates DNS rebinding. An unexpected
 * Origin indicates a cross-site request.
 */
export function refuseForeign(method: string, headers: IncomingHttpHeaders): string | undefined {
  const host = headers.host ?? '';
  if (!URL.canParse(`http://${host}`) || !isLoopbackHost(new URL(`http://${host}`).hostname)) {
    return 'The simulator only accepts requests to loopback addresses';
  }
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (headers.origin !== undefined && headers.origin !== `http://${host}`)
    return 'Requests from another origin are rejected';
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site'
    ? 'Requests from another site are rejected'
    : undefined;
}
