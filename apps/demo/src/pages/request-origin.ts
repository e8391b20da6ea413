import type { IncomingHttpHeaders } from 'node:http';

/** Returns whether a Host header names this machine. Other names that resolve to it do not count. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Returns whether a page of another site made the browser send this. Older browsers send only the Origin header. */
export function isFromOtherSite({ host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site === 'cross-site' || site === 'same-site') return true;
  // Schemes are not compared, because a proxy may terminate TLS.
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}

/** Headers that proxies and tunnels add. */
const FORWARDING = 'forwarded via x-forwarded-for x-forwarded-host x-real-ip cf-connecting-ip'.split(' ');

/** Returns whether a request was made on this machine, to a name of this machine, and without a proxy or a tunnel. */
export function isFromThisMachine(headers: IncomingHttpHeaders, remoteAddress: string | undefined): boolean {
  return (
    isLoopbackHost(headers.host) &&
    /^(::ffff:)?127\.|^::1$/.test(remoteAddress ?? '') &&
    !FORWARDING.some((name) => name in headers)
  );
}
