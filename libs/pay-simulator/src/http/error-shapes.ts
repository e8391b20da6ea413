import { athensTimeStamp } from '../domain/athens-time.js';
import type { Refusal } from '../domain/refusal.js';
import type { ServiceHost } from './operation.js';
import type { JsonValue } from '../domain/wire-json.js';

/** Creates the common members of the web host's envelope. @see contract/auth.json errorShapes.legacy */
export function legacyEnvelope(now: number, refusal?: Refusal): Readonly<Record<string, JsonValue>> {
  return {
    ErrorCode: refusal?.code ?? 0,
    ErrorText: refusal?.text ?? null,
    TimeStamp: athensTimeStamp(now),
    CorrelationId: null,
    EventId: refusal?.eventId ?? 0,
    Success: refusal === undefined,
  };
}

/** Creates the error body of a host. @see contract/auth.json errorShapes */
export function errorBody(
  host: ServiceHost,
  status: number,
  refusal: Refusal | undefined,
  message: string | null,
  now: number,
): JsonValue {
  if (host === 'accounts') return { error: 'invalid_request' };
  if (host === 'api')
    return { status, message: refusal?.text ?? message, eventId: String(refusal?.eventId ?? 0) };
  return {
    ...legacyEnvelope(now, refusal),
    ...(refusal ? {} : { ErrorCode: status, ErrorText: message, Success: false }),
  };
}
