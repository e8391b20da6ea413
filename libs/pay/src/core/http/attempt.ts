import { readAnswer } from '../operation/answer-reader.js';
import type { Deadline } from './deadline.js';
import { contradictoryFailure, refusalFailure, unreadableFailure } from '../operation/failure.js';
import { transportFailure } from './transport-failure.js';
import type { CallAtHand, Failure, RefusalContext } from '../operation/failure.js';
import { CORRELATION_ID_HEADER, EVENT_ID_HEADER } from '../operation/hosts.js';
import { alsoHiding } from '../values/redaction.js';
import type { Redactor } from '../values/redaction.js';
import { asEventId, readRefusalBody } from '../operation/refusal-reader.js';
import type { BuiltRequest } from './request-builder.js';
import { readRetryAfter } from './retry-policy.js';
import type { FailedAttempt } from './retry-policy.js';
import type { ServiceClock } from './service-clock.js';
import { TransportError } from './transport.js';
import type { Transport, TransportResponse } from './transport.js';

/** What attempts are made with. */
export interface AttemptWiring extends RefusalContext {
  transport: Transport;
  serviceClock: ServiceClock;
}

/** What came of one attempt. */
export interface Attempt {
  answer: { data: unknown; pending?: true } | { failure: Failure };
  /** How it failed, for the retry policy. */
  kind: FailedAttempt['kind'];
  /** False where certainly no byte of the request was delivered. */
  sent: boolean;
  httpStatus: number | null;
  correlationId: string | null;
  retryAfterMs: number | null;
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Sends a request once, and reads what comes back. Rejects for a defect of a transport only. */
export async function attempt(
  call: CallAtHand,
  request: Pick<BuiltRequest, 'url' | 'headers' | 'body'>,
  deadline: Deadline,
  wiring: AttemptWiring,
): Promise<Attempt> {
  const { method, answer } = call.operation;
  try {
    const response = await wiring.transport.send({
      ...request,
      method,
      signal: deadline.signal,
      maxBodyBytes: answer.kind === 'bytes' ? answer.maxBytes : MAX_ANSWER_BYTES,
    });
    wiring.serviceClock.hear(response.headers['date'], Date.now());
    return {
      answer: read(call, response, () => ({
        ...wiring,
        redact: alsoHiding(wiring.redact, request.headers['authorization']),
      })),
      kind: response.status < 200 || response.status >= 300 ? 'answered' : 'over',
      sent: true,
      httpStatus: response.status,
      correlationId: correlationIdOf(response, wiring.redact),
      retryAfterMs: readRetryAfter(response.headers['retry-after'], Date.now()),
    };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return {
      answer: { failure: transportFailure(call, error, deadline, wiring.hosts) },
      kind: kindOf(error, deadline),
      sent: error.sent,
      httpStatus: null,
      correlationId: null,
      retryAfterMs: null,
    };
  }
}

function kindOf({ problem, sent }: TransportError, deadline: Deadline): FailedAttempt['kind'] {
  if (problem === 'too-large' || (problem === 'aborted' && !deadline.isAttemptOver)) return 'over';
  return sent ? 'broken' : 'unreached';
}

function read(
  call: CallAtHand,
  { status, headers, body }: TransportResponse,
  /** Only a refusal needs it. */
  context: () => RefusalContext,
): Attempt['answer'] {
  if (status >= 200 && status < 300) {
    const answer = readAnswer(call.operation.answer, status, body, call.asked);
    if (answer.kind === 'data') return answer;
    if (answer.kind === 'unreadable') return { failure: unreadableFailure(call, status, answer.problem) };
    if (answer.kind === 'contradictory')
      return { failure: contradictoryFailure(call, status, answer.problem) };
    return { failure: refusalFailure(call, status, answer.refusal, context(), answer.isClear) };
  }
  const said = readRefusalBody(body);
  const refusal = { ...said, eventId: said.eventId ?? asEventId(headers[EVENT_ID_HEADER]) };
  return { failure: refusalFailure(call, status, refusal, context()) };
}

/** It goes into logs: what looks like anything else is none. */
function correlationIdOf(response: TransportResponse, redact: Redactor): string | null {
  const id = response.headers[CORRELATION_ID_HEADER];
  return id === undefined || !/^[\w.:-]{1,80}$/.test(id) || redact(id) !== id ? null : id;
}
