import { describeThrown } from '../values/describe-thrown.js';
/** One HTTP request as plain data. */
export interface TransportRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Ends the exchange, at whatever point it is. */
  signal: AbortSignal;
  /** An answer with a longer body is given up. */
  maxBodyBytes: number;
}

/** The whole answer; header names in lower case. */
export interface TransportResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/**
 * What went wrong: no connection or a broken one, the call's signal ended it, or the answer was longer than it may be.
 */
export type TransportProblem = 'connection' | 'aborted' | 'too-large';

/** Why there is no answer. `sent` is false only where it is certain that no byte of the request left. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  constructor(
    readonly problem: TransportProblem,
    readonly sent: boolean,
    /** The cause's code, such as `ECONNREFUSED`: never its message, which can hold a URL or a header. */
    readonly causeCode: string | null = null,
  ) {
    super(`transport: ${problem}${causeCode === null ? '' : ` (${causeCode})`}`);
  }
}

/**
 * The one seam through which bytes move. An implementation answers every status, follows no redirect, repeats nothing,
 * and rejects only with a {@link TransportError}.
 */
export interface Transport {
  /** Makes the exchange, once. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Lets go of idle connections. */
  close?(): Promise<void>;
}

/** The code of a system or HTTP library error, where it has one. */
export function causeCodeOf(error: unknown): string | null {
  const { code } = describeThrown(error);
  return code !== null && /^[A-Z]/.test(code) ? code : null;
}
