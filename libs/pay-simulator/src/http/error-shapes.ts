import { athensTimeStamp } from '../domain/athens-time.js';
import type { Refusal } from '../domain/refusal.js';
import type { JsonValue } from '../domain/wire-json.js';
import type { BadRequest, FieldProblem } from './bad-request.js';
import type { Operation, OperationReply } from './operation.js';
import type { ExpectedType } from './request-limits.js';

/** Why a call failed. */
export interface Failure {
  /** HTTP status, unless the form has its own. */
  readonly status: number;
  /** Rejection of a valid request. */
  readonly refusal?: Refusal | undefined;
  /** Problem of a malformed request. */
  readonly problem?: BadRequest | undefined;
  readonly message?: string | null;
}

type ErrorReply = Pick<OperationReply, 'status' | 'json' | 'eventId'>;

/** Families of operations with an error format of their own. */
export type ErrorFamily = 'accounts' | 'legacy' | 'v2' | 'orders' | 'terminals';

/** Event IDs of invalid requests. @see contract/behaviour/pos.yaml enums.HeaderEventId, contract/openapi/payments.yaml payments.createOrder */
const INVALID_AT_TERMINAL = 1200;
const UNREADABLE_ORDER = 100_700;

/** Type and text of a member of the wrong type, in the words of the terminals' API. */
const TERMINAL_TYPES: Readonly<Record<ExpectedType, readonly [type: string, expected: string]>> = {
  string: ['string_type', 'string'],
  integer: ['int_type', 'integer'],
  number: ['float_type', 'number'],
  boolean: ['bool_type', 'boolean'],
  datetime: ['datetime_type', 'datetime'],
  object: ['dict_type', 'dictionary'],
  list: ['list_type', 'list'],
};

/** Returns the family of an operation. */
export function errorFamily({
  host,
  method,
  path,
}: Pick<Operation, 'host' | 'method' | 'path'>): ErrorFamily {
  if (host === 'accounts') return 'accounts';
  if (host === 'web') return 'legacy';
  if (path.startsWith('/ecr/')) return 'terminals';
  return method === 'POST' && /^\/checkout\/v2\/(isv\/)?orders$/.test(path) ? 'orders' : 'v2';
}

/** The error format of each family. @see contract/behaviour/auth.yaml errorShapes */
export const ERROR_FORMS: Readonly<Record<ErrorFamily, (failure: Failure, now: number) => ErrorReply>> = {
  accounts: ({ status }) => ({ status, json: { error: 'invalid_request' } }),
  legacy: ({ status, refusal, problem, message }, now) => ({
    status: refusal?.httpStatus ?? status,
    json: {
      ...legacyEnvelope(now, refusal),
      ...(!refusal && { ErrorCode: status, ErrorText: problem?.message ?? message ?? null, Success: false }),
    },
  }),
  v2: ({ status, refusal, problem, message }) =>
    v2Error(refusal?.code ?? status, refusal?.text ?? problem?.message ?? message ?? null, refusal?.eventId),
  orders: (failure, now) =>
    failure.problem?.problems.some(({ kind }) => kind === 'type') === true
      ? v2Error(400, 'RedirectCheckoutCreateOrderValidationFailed: Null options', UNREADABLE_ORDER)
      : ERROR_FORMS.v2(failure, now),
  terminals: ({ status, refusal, problem, message }) => {
    const unread = problem?.problems.filter(({ kind }) => kind !== 'value') ?? [];
    if (unread.length > 0) return { status: 422, json: { detail: unread.map(terminalDetail) } };
    const json = { detail: refusal?.text ?? problem?.message ?? message ?? null };
    return {
      status: refusal?.code ?? status,
      json,
      eventId: refusal ? refusal.eventId : INVALID_AT_TERMINAL,
    };
  },
};

function v2Error(status: number, message: string | null, eventId = 0): ErrorReply {
  return { status, json: { status, message, eventId: String(eventId) }, eventId };
}

/** Describes an unreadable member as the terminals' API does. @see contract/behaviour/pos.yaml traps, error bodies */
function terminalDetail({ kind, location, type, text }: FieldProblem): JsonValue {
  const loc = [...location];
  if (kind === 'missing') return { type: 'missing', loc, msg: 'Field required' };
  if (!type) return { type: 'json_invalid', loc, msg: `JSON decode error: ${text}` };
  const [name, expected] = TERMINAL_TYPES[type];
  return { type: name, loc, msg: `Input should be a valid ${expected}` };
}

/** Creates the common members of the web host's envelope. @see contract/behaviour/auth.yaml errorShapes.legacy */
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
