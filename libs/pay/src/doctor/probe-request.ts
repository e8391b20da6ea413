import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { causeCodeOf } from '../core/http/transport.js';

const MAX_BYTES = 64_000;

/** Response to a probe. */
export interface ProbeResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most the first 64 kB. */
  body: string;
}

/** A probe got no response. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';

  constructor(
    readonly reason: 'tls' | 'connection' | 'time-out',
    /** Code of the system's error, such as `ECONNREFUSED`. */
    readonly code: string | null,
  ) {
    super(`no response: ${reason}`);
  }
}

/**
 * Sends a request like the service does: it follows no redirect, verifies certificates and has a timeout.
 *
 * @throws ProbeError
 */
export function probe(
  url: URL,
  timeoutMs: number,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<ProbeResponse> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, signal: AbortSignal.timeout(timeoutMs) });
    const fail = (error: Error & { code?: string }): void =>
      reject(new ProbeError(reasonOf(error), causeCodeOf(error)));
    request.on('error', fail).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('error', fail);
      const end = (): void =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      response.on('end', end).on('data', (chunk: string) => {
        text += chunk;
        if (text.length <= MAX_BYTES) return;
        end();
        request.destroy();
      });
    });
    request.end(body);
  });
}

function reasonOf({ name, code = '' }: Error & { code?: string }): ProbeError['reason'] {
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ABORT_ERR') return 'time-out';
  return /CERT|TLS|SSL|SELF_SIGNED|EPROTO/.test(code) ? 'tls' : 'connection';
}
