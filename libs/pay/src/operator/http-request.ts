import type { Person } from './audit.js';
import { OperatorProblem } from './problem.js';
import type { Route } from './route.types.js';
import type { Ui } from './views/ui.js';

/** What both platforms offer of a request. */
export interface HttpRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly url: string;
  readonly originalUrl?: string;
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
}

/** Headers of each response. */
export const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  Vary: 'Accept',
};

/** @throws OperatorProblem 403 */
export function requirePermission({ needs }: Route, { look, refund, replay, name }: Person): void {
  const isAllowed =
    needs === 'look' || (name !== '' && (needs === 'refund' ? Boolean(refund) : replay === true));
  if (look !== true || !isAllowed) throw new OperatorProblem(403, 'You may not do that.');
}

/** Returns whether a request asks for JSON. */
export function wantsJson({ headers: { accept = '' } }: HttpRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Returns whether a body is JSON. A browser asks before it sends it to another site, so it replaces the token. */
export const isJsonBody = ({ headers }: HttpRequest): boolean =>
  /^application\/json\b/i.test(String(headers['content-type'] ?? ''));

/** Returns the relative addresses of the first page and of what is below it, whatever proxies and prefixes there are. */
export function addressesOf(
  { url, originalUrl = url }: HttpRequest,
  { path }: Route,
): Pick<Ui, 'base' | 'home'> {
  const segments = (originalUrl.split(/[?#]/)[0] ?? '').split('/').slice(1);
  const depth = (path === '' ? 0 : path.split('/').length) + (segments.at(-1) === '' ? 1 : 0);
  const name = segments.at(-1 - depth) ?? '';
  const base = depth === 0 ? `${name}/` : '../'.repeat(depth - 1) || './';
  // Fastify does not know the first page with a slash at its end.
  return { base, home: `${base}../${name}` };
}
