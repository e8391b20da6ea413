import { convertMembers, memberProblem } from './response-members.js';
import type { CallInput, MemberProblem } from './response-members.js';
import { ExactJsonError, parseExactJson } from '../values/exact-json.js';
import { readExactMembers } from '../values/int64.js';
import type { ResponseForms, ResponseShape } from './operation.js';
import { isObject, ownMembers } from '../values/plain-data.js';
import { readRefusal } from './refusal-reader.js';
import type { Refusal } from './refusal-reader.js';
import type { ServiceRules } from './service-rules.js';

/** The response of the service, read from its body. */
export type ReadResponse =
  | { kind: 'data'; data: unknown; pending?: true }
  /** 2xx without the data that the operation returns: the call may have taken effect. */
  | { kind: 'unreadable'; problem: string }
  /** 2xx about something other than the request. */
  | { kind: 'contradictory'; problem: string }
  /** HTTP 200 whose envelope reports a failure. `isClear` is false if the envelope contradicts itself. */
  | { kind: 'refused'; refusal: Refusal; isClear: boolean };

/** Reads a 2xx body as the operation declares it. */
export function readResponse(
  shape: ResponseShape<unknown>,
  status: number,
  body: Uint8Array,
  input: CallInput,
  service: ServiceRules,
): ReadResponse {
  const isNothing = status === 204 && body.byteLength === 0;
  if (isNothing && shape.kind === 'bytes' && shape.whenNoContent !== undefined)
    return { kind: 'data', data: shape.whenNoContent };
  const response = readBody(shape, status, body, input, service);
  if (response.kind !== 'data' || response.pending === true) return response;
  if (!('forms' in shape)) return { kind: 'data', data: withPrototype(response.data) };
  // The declaration's type guarantees that this kind of body fits its forms.
  const { read, problem } = shape.forms as ResponseForms<unknown, unknown>;
  const data = read(response.data, input);
  return data === undefined ? { kind: 'unreadable', problem } : { kind: 'data', data: withPrototype(data) };
}

/** The checks read an object without a prototype. In a result, such an object surprises loggers, serializers and tests. */
function withPrototype(data: unknown): unknown {
  return isObject(data) && Object.getPrototypeOf(data) === null ? { ...data } : data;
}

function readBody(
  shape: ResponseShape<unknown>,
  status: number,
  body: Uint8Array,
  input: CallInput,
  service: ServiceRules,
): ReadResponse {
  if (shape.kind === 'bytes') return { kind: 'data', data: body };
  if (shape.kind === 'json' && shape.pendingOn202 === true && status === 202)
    return { kind: 'data', data: null, pending: true };
  if (body.byteLength === 0) {
    const data = emptyData(shape, status);
    return data === undefined
      ? { kind: 'unreadable', problem: 'with an empty body' }
      : { kind: 'data', data };
  }
  let parsed: unknown;
  try {
    parsed = readExactMembers(parseExactJson(body), service.exactMembers);
  } catch (error) {
    if (!(error instanceof ExactJsonError)) throw error;
    return { kind: 'unreadable', problem: `with a body that cannot be read (${error.message})` };
  }
  const value = isObject(parsed) ? ownMembers(parsed) : parsed;
  if (isObject(value) && reportsFailure(value, service))
    return { kind: 'refused', refusal: readRefusal(value), isClear: value['Success'] === false };
  if (shape.kind === 'empty') return readEmpty(shape, value);
  if (shape.kind === 'list') return readList(shape, parsed, input);
  if (!isObject(value)) return { kind: 'unreadable', problem: 'with something other than an object' };
  const missing = missingProblem(value, shape.required);
  if (missing !== null) return missing;
  const wrong = memberProblem(value, shape, input);
  if (wrong !== null) return wrong;
  const data = convertMembers(value, shape);
  return { kind: 'data', data: shape.pick === undefined ? data : shape.pick(data) };
}

/** Returns whether any member of the web host's envelope reports a failure. */
function reportsFailure(body: Record<string, unknown>, { hasFailed }: ServiceRules): boolean {
  if ('Success' in body && body['Success'] !== true) return true;
  const code = body['ErrorCode'];
  if (code !== undefined && code !== null && Number(code) !== 0) return true;
  return 'ErrorCode' in body && hasFailed(body);
}

/** Returns the data that an empty body stands for; undefined if it is no valid response. */
function emptyData(shape: ResponseShape<unknown>, status: number): unknown {
  if (shape.kind === 'empty') return null;
  if (shape.kind === 'list') return status === 204 && shape.emptyOn204 === true ? [] : undefined;
  return shape.kind === 'json' ? shape.whenEmpty : undefined;
}

function readEmpty({ ignoresMessage }: EmptyShape, value: unknown): ReadResponse {
  if (value !== null && !isObject(value))
    return { kind: 'unreadable', problem: 'with something other than an empty body' };
  if (ignoresMessage !== true && value !== null && readRefusal(value).text !== null)
    return { kind: 'unreadable', problem: 'with a message instead of an empty body' };
  return { kind: 'data', data: null };
}

function readList(shape: ListShape, value: unknown, input: CallInput): ReadResponse {
  const { pick } = shape;
  const items: unknown[] = Array.isArray(value) ? value : [value];
  if (!items.every(isObject))
    return { kind: 'unreadable', problem: 'with something other than a list of objects' };
  for (const item of items) {
    const own = ownMembers(item);
    const wrong = missingProblem(own, shape.required) ?? memberProblem(own, shape, input);
    if (wrong !== null) return wrong;
  }
  const data = items.map((item) => convertMembers(item, shape));
  return { kind: 'data', data: pick === undefined ? data : data.map((item) => pick(item)) };
}

type ListShape = Extract<ResponseShape<unknown>, { kind: 'list' }>;
type EmptyShape = Extract<ResponseShape<unknown>, { kind: 'empty' }>;

function missingProblem(value: Record<string, unknown>, required: readonly string[]): MemberProblem | null {
  const missing = required.filter((name) => value[name] === undefined || value[name] === null);
  return missing.length === 0 ? null : { kind: 'unreadable', problem: `without ${missing.join(', ')}` };
}
