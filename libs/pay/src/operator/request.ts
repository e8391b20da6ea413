import type { Readable } from 'node:stream';
import type { Person } from './audit.js';
import type { Fields } from './fields.js';
import type { Html, PageText } from './html.js';
import type { PayOperator } from './pay-operator.js';
import type { Place } from './places.js';
import { problem } from './problem.js';

/** What both platforms offer of a request. */
export interface HttpRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly url: string;
  readonly originalUrl?: string;
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
}

/** A request that may go on. */
export interface PageRequest {
  readonly operator: PayOperator;
  readonly person: Person;
  /** Null on the list of accounts. */
  readonly place: Place | null;
  readonly params: Fields;
  readonly query: Fields;
  readonly body: Fields;
  readonly isJson: boolean;
  /** The request of the platform, which the application's `authorize` gets. */
  readonly raw: HttpRequest;
  /** Relative address of what is below the first page, and of the first page, so that pages work behind each proxy and prefix. */
  readonly base: string;
  readonly home: string;
  /** Token of the forms. */
  readonly token: string;
}
/** A request about the payments of a merchant. */
export interface PlaceRequest extends PageRequest {
  readonly place: Place;
}

/** A page: its title, its content, and the same as JSON. `refresh` reloads it, in seconds. */
export interface Page {
  readonly title: PageText;
  readonly body: Html;
  readonly data: unknown;
  readonly status?: number;
  readonly refresh?: number;
}
/** What a route responds with. */
export type Reply =
  | Page
  | { readonly redirect: string; readonly data?: unknown }
  | { readonly file: string | Readable; readonly type: string; readonly name?: string };

/** A route below the path of the module. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly needs: 'look' | 'refund' | 'replay';
  readonly run: (request: PageRequest) => Promise<Reply> | Reply;
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
  if (look !== true || !isAllowed) throw problem('not-permitted');
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
): Pick<PageRequest, 'base' | 'home'> {
  const segments = (originalUrl.split(/[?#]/)[0] ?? '').split('/').slice(1);
  const depth = (path === '' ? 0 : path.split('/').length) + (segments.at(-1) === '' ? 1 : 0);
  const name = segments.at(-1 - depth) ?? '';
  const base = depth === 0 ? `${name}/` : '../'.repeat(depth - 1) || './';
  // Fastify does not know the first page with a slash at its end.
  return { base, home: `${base}../${name}` };
}
