import type { CallInput } from './response-members.js';
import { credentialsSide } from './hosts.js';
import type { HostName } from './hosts.js';
import type { CallMeta, CallOutcome, FieldError, PayErrorCode, PayErrorDetails } from './method-return.js';
import type { Operation } from './operation.js';
import type { Redactor } from '../values/redaction.js';
import type { Refusal } from './refusal-reader.js';
import type { ServiceRules } from './service-rules.js';

/** A failure before it is wrapped into a MethodReturn. */
export interface Failure {
  code: PayErrorCode;
  message: string;
  error: PayErrorDetails;
}

export type AnyOperation = Operation<unknown, string>;
type Named = Pick<AnyOperation, 'id' | 'displayName'>;

/** A call that is ready to be sent. */
export interface PreparedCall {
  operation: AnyOperation;
  /** Whether the call may be sent again without doing anything twice. */
  repeatable: boolean;
  /** Path parameters and options by name, as they are sent. */
  input: CallInput;
}

const ASK_FIRST = 'It may have taken effect: ask the service before repeating it.';

/** Returns the advice for an unknown outcome. Empty if the call can be repeated. */
export function adviceAfterUnknown({ retry }: AnyOperation, repeatable: boolean): string {
  if (!repeatable) return ASK_FIRST;
  return typeof retry === 'string'
    ? ''
    : `It may have taken effect: repeat it with the same ${retry.callerKey}, never with a new one.`;
}

/** HTTP statuses and codes after which the same call can be repeated later. */
const TRY_AGAIN_CODES = new Set([423, 429]);

/** HTTP statuses with which a server or gateway reports that it gave up: what it began may still take effect. */
const GAVE_UP = new Set([408, 499]);

/** Everything that the message of a refusal needs. */
export interface RefusalContext {
  redact: Redactor;
  /** The base addresses that calls go to. */
  hosts: Record<HostName, string>;
  service: ServiceRules;
}

/** The options or arguments of the call are wrong: nothing was sent. */
export function validationFailure(operation: Named, fields: FieldError[]): Failure {
  const list = fields.map(({ field, problem }) => `${field} ${problem}`).join('; ');
  return notSent('validationerror', `${nameOf(operation)} was not sent: ${sentence(list)}`, { fields });
}

/** Creates the facts of a call that sends nothing. */
export function localMeta(operation: string): CallMeta {
  return { operation, httpStatus: null, correlationId: null, attempts: 0, durationMs: 0 };
}

/** Creates the details of a failure. Unknown details are `null`, empty or `false`. */
export function errorDetails(
  outcome: CallOutcome,
  known: Partial<Omit<PayErrorDetails, 'outcome'>> = {},
): PayErrorDetails {
  return {
    httpStatus: null,
    serviceCode: null,
    serviceText: null,
    eventId: null,
    fields: [],
    outcomeLookup: null,
    retryable: false,
    ...known,
    outcome,
  };
}

/** The client's options are wrong: nothing was sent. */
export function initFailure(operation: Named, problem: string): Failure {
  return notSent('initerror', `${nameOf(operation)} was not sent: ${sentence(problem)}`);
}

/** The call failed before it reached the service. */
export function notSent(code: PayErrorCode, message: string, known?: Partial<PayErrorDetails>): Failure {
  return { code, message, error: errorDetails('not-sent', known) };
}

/**
 * The service refused the call or failed.
 *
 * @param isClear false if the response contradicts itself: the outcome is then unknown.
 */
export function refusalFailure(
  { operation, repeatable }: PreparedCall,
  httpStatus: number,
  refusal: Refusal,
  context: RefusalContext,
  isClear = true,
): Failure {
  const inEnvelope = httpStatus >= 200 && httpStatus < 300;
  const effective = inEnvelope ? Number(refusal.code) : httpStatus;
  const isDecision = inEnvelope || context.service.isDecision(refusal);
  const outcome = isClear ? refusalOutcome(effective, isDecision) : 'unknown';
  const text = refusal.text === null ? null : context.redact(refusal.text);
  const code = refusal.code === null ? null : context.redact(refusal.code);
  const message = [
    `${nameOf(operation)} ${outcome === 'rejected' ? 'was rejected' : 'got no valid response'}: ${serviceWords(httpStatus, inEnvelope, code, text)}`,
    ...context.service.explain({
      ...refusal,
      operation,
      effective,
      inEnvelope,
      side: credentialsSide(operation.host, context.hosts[operation.host]),
    }),
    outcome === 'unknown' ? adviceAfterUnknown(operation, repeatable) : '',
  ];
  return {
    code: outcome === 'unknown' ? 'servererror' : refusalCode(operation, effective, inEnvelope, refusal),
    message: message.filter((part) => part !== '').join(' '),
    error: errorDetails(outcome, {
      httpStatus,
      serviceCode: code,
      serviceText: text,
      eventId: refusal.eventId,
      fields: refusal.fields.map(({ field, problem }) => ({
        field: context.redact(field),
        problem: context.redact(problem),
      })),
      retryable: outcome === 'unknown' ? repeatable : TRY_AGAIN_CODES.has(effective),
    }),
  };
}

/** A 2xx response without the expected data: the call most likely took effect. */
export function unreadableFailure(
  { operation, repeatable }: PreparedCall,
  httpStatus: number,
  problem: string,
): Failure {
  return {
    code: 'nodatas',
    message:
      `${nameOf(operation)} got HTTP ${httpStatus} ${problem}. ${adviceAfterUnknown(operation, repeatable)}`.trimEnd(),
    error: errorDetails('unknown', { httpStatus, retryable: repeatable }),
  };
}

/** A 2xx response about something other than the request: the outcome is unknown. */
export function contradictoryFailure(
  { operation }: PreparedCall,
  httpStatus: number,
  problem: string,
): Failure {
  // A repeated call with a key that belongs to another call would get the same response.
  const retryable = operation.retry === 'safe';
  return {
    code: 'servererror',
    message: `${nameOf(operation)} got HTTP ${httpStatus} ${problem}.${retryable ? '' : ` ${ASK_FIRST}`}`,
    error: errorDetails('unknown', { httpStatus, retryable }),
  };
}

/** Adjusts a failure that follows an attempt with an unknown outcome. */
export function afterUnknown({ operation, repeatable }: PreparedCall, failure: Failure): Failure {
  const { outcome } = failure.error;
  // A read has no effect, so the later response is correct.
  if (outcome === 'unknown' || (outcome === 'rejected' && operation.retry === 'safe')) return failure;
  const retryable = repeatable && outcome === 'not-sent' && failure.error.retryable;
  return {
    ...failure,
    message: `${failure.message} An attempt before it got no response.${operation.retry === 'safe' ? '' : ` ${ASK_FIRST}`}`,
    error: { ...failure.error, outcome: 'unknown', retryable },
  };
}

/** Returns the name of an operation in messages. */
export function nameOf({ id, displayName }: Named): string {
  return displayName ?? id;
}

/** Joins the service's code and text. Omits HTTP 200 of an envelope, and a code that repeats the status. */
function serviceWords(
  httpStatus: number,
  inEnvelope: boolean,
  code: string | null,
  text: string | null,
): string {
  const status = inEnvelope ? null : `HTTP ${httpStatus}`;
  const words = [code === String(httpStatus) ? null : code, text].filter((part) => part !== null).join(' ');
  const parts = [status, words === '' ? null : words].filter((part) => part !== null).join(', ');
  return sentence(parts === '' ? 'the service gave no reason' : parts);
}

/** Adds a full stop if the text has no final punctuation. */
export function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function refusalOutcome(effective: number, isDecision: boolean): CallOutcome {
  // The service also sends 502 for a call that it processed and declined. A failed gateway sends no such body.
  if (isDecision && effective === 502) return 'rejected';
  if (GAVE_UP.has(effective) || effective >= 500 || (effective >= 300 && effective < 400)) {
    // A redirect is not followed, so its effect is unknown.
    return 'unknown';
  }
  return 'rejected';
}

function refusalCode(
  { codes, envelopeCodes }: AnyOperation,
  effective: number,
  inEnvelope: boolean,
  { eventId }: Refusal,
): PayErrorCode {
  const ofEvent = inEnvelope ? envelopeCodes?.[`${effective}/${eventId ?? 0}`] : undefined;
  return ofEvent ?? codes?.[effective] ?? codeFor(effective);
}

function codeFor(effective: number): PayErrorCode {
  if (effective === 401) return 'unauthorized';
  if (effective === 403) return 'forbidden';
  return effective === 404 ? 'notfound' : 'rejected';
}
