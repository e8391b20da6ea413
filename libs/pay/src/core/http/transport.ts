import { describeThrown } from '../values/describe-thrown.js';

/** One HTTP request as plain data. */
export interface TransportRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Aborts the exchange at any point. */
  signal: AbortSignal;
  /**
   * Calls the listener when `signal` aborts, or at once if it is aborted. Returns a function that removes the listener. Cheaper
   * than `signal`, which is created at its first use.
   */
  onAbort?: (listener: () => void) => () => void;
  /** The exchange fails if the body of the response is longer. */
  maxBodyBytes: number;
}

/** The whole response. Header names are in lower case. */
export interface TransportResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/**
 * What went wrong: the connection failed, the signal aborted the exchange, or the response was too long.
 */
export type TransportProblem = 'connection' | 'aborted' | 'too-large';

/** Why there is no response. `sent` is false only if certainly no byte of the request was sent. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  constructor(
    readonly problem: TransportProblem,
    readonly sent: boolean,
    /** Code of the cause, such as `ECONNREFUSED`. Its message could contain a URL or a header. */
    readonly causeCode: string | null = null,
  ) {
    super(`transport: ${problem}${causeCode === null ? '' : ` (${causeCode})`}`);
  }
}

/**
 * Sends HTTP requests. An implementation resolves for every status, follows no redirects, repeats no request,
 * and rejects only with a {@link TransportError}.
 */
export interface Transport {
  /** Sends the request once. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes idle connections. */
  close?(): Promise<void>;
}

/** Returns `onAbort` of a request, also if its caller set only a signal. */
export function onAbortOf(request: TransportRequest): NonNullable<TransportRequest['onAbort']> {
  if (request.onAbort !== undefined) return request.onAbort;
  const { signal } = request;
  return (listener) => {
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
    return () => {
      signal.removeEventListener('abort', listener);
    };
  };
}

/** Returns the code of a system or HTTP library error, or null. */
export function causeCodeOf(error: unknown): string | null {
  const { code } = describeThrown(error);
  return code !== null && /^[A-Z]/.test(code) ? code : null;
}
