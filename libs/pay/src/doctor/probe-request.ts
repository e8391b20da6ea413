import { TransportError } from '../core/http/transport.js';
import { UndiciTransport } from '../core/http/undici-transport.js';

const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Response to a probe. */
export type ProbeResponse = Awaited<ReturnType<typeof probe>>;

/**
 * Sends a request like the service does: it follows no redirect, verifies certificates and has a timeout.
 *
 * @throws TransportError
 */
export async function probe(
  url: URL,
  timeoutMs: number,
  request: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const transport = new UndiciTransport({ connectTimeoutMs: timeoutMs });
  try {
    const { status, body } = await transport.send({
      ...{ method: 'GET', headers: {}, ...request },
      url: url.href,
      signal: AbortSignal.timeout(timeoutMs),
      maxBodyBytes: MAX_BODY_BYTES,
    });
    return { status, body: Buffer.from(body).toString() };
  } finally {
    await transport.close();
  }
}

/** Returns why a probe got no response. Throws any other error again. */
export function probeProblem(error: unknown): { reason: 'tls' | 'connection' | 'time-out'; code: string } {
  if (!(error instanceof TransportError)) throw error;
  const { problem, causeCode } = error;
  const code = causeCode ?? '';
  if (problem === 'aborted' || code === 'UND_ERR_CONNECT_TIMEOUT') return { reason: 'time-out', code };
  return { reason: /CERT|TLS|SSL|SELF_SIGNED|EPROTO/.test(code) ? 'tls' : 'connection', code };
}
