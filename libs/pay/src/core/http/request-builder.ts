import type { PreparedCall } from '../operation/failure.js';
import type { HostName } from '../operation/hosts.js';
import type { FieldError } from '../operation/method-return.js';
import type { Operation, OperationInput, OptionsClass, RetrySafety } from '../operation/operation.js';
import { toExactJsonText } from '../values/exact-json.js';
import type { CallOptions } from '../options/call-options.js';
import { readOptions } from '../options/options-check.js';
import type { ReadOptions } from '../options/options-check.js';
import { addExtra, unknownOptions } from '../options/unknown-options.js';
import { readInt64 } from '../values/int64.js';
import { copyPlainData } from '../values/plain-data.js';
import { fillPath, readPathParameter } from '../operation/path-parameter.js';
import type { PathParameterKind } from '../operation/path-parameter.js';
import { VERSION } from '../values/version.js';

/** A request that lacks only its Authorization header. */
export interface BuiltRequest extends PreparedCall {
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The account that the call is made for, if it is not the client's own. */
  onBehalfOf?: string;
}

/** Call options that belong to the request. */
export type RequestOptions = Pick<CallOptions, 'idempotencyKey' | 'extra'>;

/** Builds the request of a call, or returns what is wrong with its input. */
export function buildRequest(
  operation: Operation<unknown, string>,
  input: OperationInput,
  hosts: Record<HostName, string>,
  { idempotencyKey, extra }: RequestOptions = {},
): BuiltRequest | FieldError[] {
  const place = operation.options;
  // Checks and sends the same copy, because a getter may return another value the next time.
  const { options, problems } = readCallOptions(operation, input);
  const { options: queryOptions, problems: queryProblems } = readQuery(operation, input);
  if (options === null || queryOptions === null) return [...problems, ...queryProblems];
  const parts = placeOptions(operation, input, options);
  if (acceptsKey(operation)) parts.rest[IDEMPOTENCY_KEY] = idempotencyKey;
  const reported = new Set(problems.map(({ field }) => field));
  const all = [
    ...problems,
    ...queryProblems,
    ...parts.problems.filter(({ field }) => !reported.has(field)),
    ...(extra === undefined ? [] : extraProblems(operation, parts.rest, extra)),
  ];
  if (all.length > 0) return all;

  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': `nestjs-pay/${VERSION}`,
  };
  const hasBody = place !== undefined && place.in !== 'query';
  const query = { ...(!hasBody && parts.rest), ...queryOptions, ...parts.query };
  const request: BuiltRequest = {
    operation,
    url: withQuery(hosts[operation.host] + fillPath(operation.path, parts.path), query),
    headers,
    repeatable: isRepeatable(operation.retry, parts.rest),
    input: { ...parts.rest, ...parts.path },
  };
  if (parts.onBehalfOf !== undefined) request.onBehalfOf = parts.onBehalfOf;
  if (!hasBody) return request;
  if (place.in === 'form') {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return { ...request, body: formOf(parts.rest).toString() };
  }
  headers['content-type'] = 'application/json';
  const isPlain = place.int64 === undefined && extra === undefined;
  const body = isPlain ? JSON.stringify(parts.rest) : toExactJsonText(parts.rest);
  return { ...request, body };
}

/** Name of the call option, and of the member that sends the key to a service that accepts one. */
const IDEMPOTENCY_KEY = 'idempotencyKey';

type HasRetry = Pick<Operation<unknown, string>, 'retry'>;

const acceptsKey = ({ retry }: HasRetry): boolean =>
  typeof retry === 'object' && retry.callerKey === IDEMPOTENCY_KEY;

/** Checks whether a call has the idempotency key that it needs, and can honor the key: a key must never be ignored. */
export function keyProblems({ retry }: HasRetry, key: string | undefined, hasStore: boolean): FieldError[] {
  const wrong = (problem: string): FieldError[] => [{ field: IDEMPOTENCY_KEY, problem }];
  if (key === undefined)
    return typeof retry === 'object' && retry.isRequired === true
      ? wrong("is missing: give it in the last argument, for example { idempotencyKey: 'refund-17' }")
      : [];
  if (retry === 'safe') return wrong('is not an option of a call that only reads: leave it out');
  if (hasStore || acceptsKey({ retry })) return [];
  return wrong(
    'needs a store, because the service takes no key for this call: give the client the option idempotency, ' +
      'for example postgresIdempotency({ pool })',
  );
}

/** Adds the members of `extra` to the body, or to the query of a call without one, and reports those that cannot be sent. */
function extraProblems(operation: Operation<unknown, string>, rest: Options, extra: object): FieldError[] {
  const copied = copyPlainData(extra, 'extra');
  if ('problems' in copied)
    return copied.problems.map(({ field, problem }) => ({
      field: field === 'extra' ? field : `extra.${field}`,
      problem,
    }));
  const members = copied.value as Options;
  const nested = operation.options?.in === 'json' ? [] : nestedProblems(members, 'extra.');
  return [...addExtra(operation, rest, members), ...nested];
}

/** Sorts options and path parameters by their place in the request. The `rest` goes where the operation declares. */
function placeOptions(operation: Operation<unknown, string>, input: OperationInput, options: Options) {
  const {
    toPath = {},
    toQuery = {},
    toUserName = {},
    int64 = [],
    int64AsText = [],
  } = operation.options ?? {};
  const rest: Options = { ...options, ...operation.options?.constants };
  const path: Record<string, string> = {};
  const query: Options = {};
  const problems: FieldError[] = [];
  let onBehalfOf: string | undefined;
  const remove = (option: string): unknown => {
    const value = rest[option];
    delete rest[option];
    return value;
  };
  const readAs = (kind: PathParameterKind, field: string, value: unknown): string | undefined => {
    const read = readPathParameter(kind, value);
    if ('text' in read) return read.text;
    problems.push({ field, problem: read.problem });
    return undefined;
  };
  const { pathFrom } = operation;
  const pathValues = pathFrom === undefined ? input.path : pathFrom.read(input.path?.[pathFrom.name]);
  if (pathFrom !== undefined && pathValues === null)
    problems.push({ field: pathFrom.name, problem: pathFrom.problem });
  for (const [name, kind] of Object.entries(pathValues === null ? {} : operation.parameters)) {
    const option = toPath[name] ?? name;
    path[name] = readAs(kind, option, pathValues?.[name] ?? remove(option)) ?? '';
  }
  for (const [name, option] of Object.entries(toQuery)) query[name] = remove(option);
  for (const option of Object.values(toUserName)) onBehalfOf = remove(option) as string;
  for (const name of int64) {
    if (rest[name] === undefined || rest[name] === null) continue;
    const text = readAs('int64', name, rest[name]);
    if (text !== undefined) rest[name] = BigInt(text);
  }
  // The rules of the options class report wrong values.
  for (const name of int64AsText) {
    const read = readInt64(rest[name]);
    if ('text' in read) rest[name] = read.text;
  }
  return { path, query, onBehalfOf, rest, problems };
}

type Options = Record<string, unknown>;

function readCallOptions(operation: Operation<unknown, string>, { options }: OperationInput): ReadOptions {
  const place = operation.options;
  if (place === undefined) {
    const problem = 'must be left out: this call has no options';
    return { options: {}, problems: options == null ? [] : [{ field: 'options', problem }] };
  }
  const read = readOptions(place.dto, options, 'options', place.otherNames);
  return checkMembers(operation, place.dto, read, place.in !== 'json');
}

function readQuery(operation: Operation<unknown, string>, { query }: OperationInput): ReadOptions {
  const dto = operation.query;
  if (dto === undefined) return { options: {}, problems: [] };
  return checkMembers(operation, dto, readOptions(dto, query ?? {}, 'query'), true);
}

/** Adds the problems of unknown members and, if the options have no nested ones on the wire, of nested members. */
function checkMembers(
  operation: Operation<unknown, string>,
  dto: OptionsClass,
  read: ReadOptions,
  isFlat: boolean,
): ReadOptions {
  if (read.options === null) return read;
  const problems = [...read.problems, ...unknownOptions(operation, dto, read.options)];
  if (problems.length === 0 && isFlat) problems.push(...nestedProblems(read.options));
  return { ...read, problems };
}

function withQuery(url: string, options: Record<string, unknown>): string {
  if (Object.keys(options).length === 0) return url;
  const query = formOf(options).toString();
  return query === '' ? url : `${url}?${query}`;
}

/** Refuses objects and lists, which a query or a form cannot hold: leaving them out would change the request. */
function nestedProblems(options: Options, parent = ''): FieldError[] {
  return Object.entries(options)
    .filter(([, value]) => typeof value === 'object' && value !== null)
    .map(([name]) => ({ field: parent + name, problem: 'must be text, a number or a boolean' }));
}

function formOf(options: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) {
    if (['string', 'number', 'boolean', 'bigint'].includes(typeof value)) form.append(name, String(value));
  }
  return form;
}

/** Returns whether sending this call again cannot do anything twice. A caller's key counts only when it is given. */
function isRepeatable(retry: RetrySafety, options: Readonly<Record<string, unknown>>): boolean {
  if (typeof retry === 'string') return retry !== 'unsafe';
  const key = options[retry.callerKey];
  return typeof key === 'string' && key.trim() !== '';
}
