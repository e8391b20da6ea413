import type { IncomingHttpHeaders } from 'node:http';

/** Whether a host name means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * Why a request is refused before anything looks at it, or undefined. A foreign Host header is a rebound name; a foreign
 * Origin is another site's page that makes the visitor's browser act here.
 */
export function refuseForeign(method: string, headers: IncomingHttpHeaders): string | undefined {
  const host = headers.host ?? '';
  if (!URL.canParse(`http://${host}`) || !isLoopbackHost(new URL(`http://${host}`).hostname)) {
    return 'The simulator answers requests to loopback addresses only';
  }
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (headers.origin !== undefined && headers.origin !== `http://${host}`)
    return 'Requests from another origin are refused';
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site' ? 'Requests from another site are refused' : undefined;
}
