import type { IncomingHttpHeaders } from 'node:http';
import type { HttpReply } from './reply.js';

/** A browser's request for a page. */
export interface PageRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Fields of a posted form; empty on GET. */
  readonly form: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** An HTML page, such as the hosted checkout or the console. POST requests from other sites are rejected earlier, except where a page is open to them. */
export interface Page<Services = unknown> {
  readonly method: 'GET' | 'POST';
  /** Path template, such as `/web/web/checkout`. */
  readonly path: string;
  /** Contract operation of the page, for the request log and for faults. */
  readonly operation?: string;
  /** Whether browsers of customers open the page, so it needs no control token. @default false */
  readonly isPublic?: boolean;
  /** Whether pages of other sites can post to a public page. It must change nothing for them. @default false */
  readonly isOpenToOtherSites?: boolean;
  readonly respond: (services: Services, request: PageRequest) => HttpReply | Promise<HttpReply>;
}

/** Creates an HTML response without caching and content sniffing. */
export function htmlReply(
  status: number,
  html: string,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  const standard = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // With `no-referrer`, browsers post the page's own forms with the origin 'null'.
    'referrer-policy': 'same-origin',
  };
  return { status, headers: { ...standard, ...headers }, body: html };
}

/** Creates a redirect that the browser follows with GET. */
export function redirectReply(location: string): HttpReply {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}
