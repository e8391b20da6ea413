import type { IncomingHttpHeaders } from 'node:http';

/** Whether a Host header names this machine; a name that someone made point here does not. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Whether a page elsewhere made the visitor's browser send this. A browser says so in one of two headers, the older ones
 * in Origin only; the payment service is no browser and sends neither.
 */
export function isFromElsewhere({ host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site === 'cross-site' || site === 'same-site') return true;
  // Hosts are compared, not schemes: a proxy in front may be the one that speaks TLS.
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}

/** Headers by which a proxy or a tunnel on this machine says that the request came from somewhere else. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'cf-connecting-ip',
];

/** Whether a request was made on this machine, under a name of this machine, and not passed on by a proxy or a tunnel. */
export function isFromThisMachine(headers: IncomingHttpHeaders, remoteAddress: string | undefined): boolean {
  return (
    isLoopbackHost(headers.host) &&
    /^(::ffff:)?127\.|^::1$/.test(remoteAddress ?? '') &&
    !FORWARDING.some((name) => name in headers)
  );
}
