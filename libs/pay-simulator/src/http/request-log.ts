import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedRequest } from './received-request.js';

/** A received request, without headers, body and secrets. */
export interface LoggedRequest {
  /** Number of the request. A later request has a greater one. */
  readonly id: number;
  /** Virtual time at which the request arrived. */
  readonly at: number;
  /** Operation key, or null if no operation matched. */
  readonly operation: string | null;
  readonly method: string;
  /** Path template of the operation, or the path without its query. */
  readonly path: string;
  /** HTTP status, or null if a fault closed the connection or suppressed the response. */
  readonly status: number | null;
  /** Kind of the applied fault. */
  readonly fault: string | null;
  /** Why the contract refuses the request's address, credentials or fields, or null if it accepts them. */
  readonly refused: string | null;
}

type NewEntry = Pick<LoggedRequest, 'at' | 'method' | 'path' | 'status'> & Partial<Omit<LoggedRequest, 'id'>>;

/** Texts of a request, with secrets in bodies and headers: hide them before you show the texts. */
export interface RequestTexts {
  /** Path with the query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly request: string;
  readonly response: string;
}

const KEPT = 10_000;
const KEPT_TEXTS = 2_000;
/** Bytes of a block of texts. */
const BLOCK_BYTES = 256_000;
/** The most bytes that a character of a string takes in UTF-8. */
const MAX_CHARACTER_BYTES = 3;
/** Characters that are kept of a text. */
export const MAX_TEXT = 8_000;
/** Characters that are kept of a path. */
const MAX_PATH = 1_000;

/** Log of received requests, newest last. It keeps the last 10,000 requests. */
export class RequestLog {
  private entries: LoggedRequest[] = [];
  /** Texts of the last requests. */
  private readonly stored = new Texts();

  /**
   * Adds a request, and removes the credentials from its headers.
   *
   * @param texts - Bodies of the request and of the response. Absent: they must not be kept.
   */
  add(
    { url, headers }: ReceivedRequest,
    { at, operation = null, method, path: fullPath, status, fault = null, refused = null }: NewEntry,
    { request = '', response = '' }: Partial<Pick<RequestTexts, 'request' | 'response'>> = {},
  ): void {
    const path = truncated(fullPath, MAX_PATH);
    hideCredentials(headers);
    const id = this.stored.add(
      truncated(url ?? path),
      JSON.stringify(headers),
      truncated(request),
      truncated(response),
    );
    this.entries.push({ id, at, operation, method, path, status, fault, refused });
    if (this.entries.length >= 2 * KEPT) this.entries = this.entries.slice(-KEPT);
  }

  /** Returns the texts of one of the last 2,000 requests, each truncated to 8,000 characters. */
  texts({ id }: Pick<LoggedRequest, 'id'>): RequestTexts | undefined {
    return this.stored.get(id);
  }

  /** Returns one of the last 10,000 requests. */
  find(id: number): LoggedRequest | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  list(): readonly LoggedRequest[] {
    return this.entries.slice(-KEPT);
  }

  reset(): void {
    this.entries = [];
    this.stored.clear();
  }
}

/** Stores the last texts outside the heap, where the garbage collector does not copy them. Texts of the same age share a block. */
class Texts {
  private block = Buffer.alloc(0);
  private used = 0;
  private added = 0;
  private first = 0;
  /** The place of the texts of each request, by its order. */
  private readonly blocks: Buffer[] = [];
  private readonly starts = new Uint32Array(KEPT_TEXTS);
  private readonly ends = new Uint32Array(KEPT_TEXTS);
  /** Lengths in characters of three of the four texts. */
  private readonly lengths = new Uint32Array(3 * KEPT_TEXTS);

  /** Adds the texts of a request, and returns its order. */
  add(target: string, headers: string, request: string, response: string): number {
    // One text, because each write takes longer than joining the four.
    const text = target + headers + request + response;
    if (this.used + MAX_CHARACTER_BYTES * text.length > this.block.length) {
      this.block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, MAX_CHARACTER_BYTES * text.length));
      this.used = 0;
    }
    const place = this.added % KEPT_TEXTS;
    this.blocks[place] = this.block;
    this.starts[place] = this.used;
    this.used += this.block.write(text, this.used);
    this.ends[place] = this.used;
    this.lengths[3 * place] = target.length;
    this.lengths[3 * place + 1] = headers.length;
    this.lengths[3 * place + 2] = request.length;
    return this.added++;
  }

  get(order: number): RequestTexts | undefined {
    const place = order % KEPT_TEXTS;
    const isKept = order >= Math.max(this.first, this.added - KEPT_TEXTS);
    const text = isKept
      ? this.blocks[place]?.toString('utf8', this.starts[place], this.ends[place])
      : undefined;
    if (text === undefined) return undefined;
    const [target = 0, headers = 0, request = 0] = this.lengths.subarray(3 * place);
    const [first, second] = [target + headers, target + headers + request];
    return {
      target: text.slice(0, target),
      headers: JSON.parse(text.slice(target, first)) as IncomingHttpHeaders,
      request: text.slice(first, second),
      response: text.slice(second),
    };
  }

  clear(): void {
    this.first = this.added;
    this.blocks.length = 0;
  }
}

/** Keeps only the scheme of the credentials. Tokens are secrets, and longer than all other headers. */
function hideCredentials(headers: IncomingHttpHeaders): void {
  const { authorization } = headers;
  if (authorization !== undefined)
    headers.authorization = /^(?:Basic|Bearer) /i.exec(authorization)?.[0] ?? '';
}

/** Copies the beginning of a long text, because a slice would keep the whole text in memory. */
function truncated(text: string, length = MAX_TEXT): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
}
