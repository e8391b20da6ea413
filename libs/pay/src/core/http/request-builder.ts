import type { PreparedCall } from '../operation/failure.js';
import type { HostName } from '../operation/hosts.js';
import type { FieldError } from '../operation/method-return.js';
import type {
  Operation,
  OperationInput,
  OptionsClass,
  OptionsPlace,
  RetrySafety,
} from '../operation/operation.js';
import { toExactJsonText } from '../values/exact-json.js';
import { readOptions } from '../options/options-check.js';
import { readOrderCode } from '../values/order-code.js';
import { isObject } from '../values/plain-data.js';
import { fillPath, readPathParameter } from '../operation/path-parameter.js';
import type { PathParameterKind } from '../operation/path-parameter.js';
import { reservedProblems } from '../options/reserved-options.js';
import { VERSION } from '../values/version.js';

/** A request that lacks only its Authorization header. */
export interface BuiltRequest extends PreparedCall {
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The merchant that a reseller acts for. */
  targetMerchantId?: string;
}

/** Turns a declaration and a call's input into a request, or says which fields are wrong. */
export function buildRequest(
  operation: Operation<unknown, string>,
  input: OperationInput,
  hosts: Record<HostName, string>,
  key?: string,
): BuiltRequest | FieldError[] {
  const place = operation.options;
  // One copy each, checked and sent: what was given may say something else when it is asked again.
  const { options, problems } = takeOptions(place, withKey(operation, input, key));
  const { options: given, problems: ofQuery } = takeQuery(operation.query, input);
  if (options === null || given === null) return [...problems, ...ofQuery];
  const parts = placeOptions(operation, input, options);
  const all = [...problems, ...ofQuery, ...parts.problems, ...otherKey(options, key)];
  if (all.length > 0) return all;

  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': `nestjs-pay/${VERSION}`,
  };
  const query = { ...(place?.in === 'query' && parts.rest), ...given, ...parts.query };
  const request: BuiltRequest = {
    operation,
    url: withQuery(hosts[operation.host] + fillPath(operation.path, parts.path), query),
    headers,
    repeatable: isRepeatable(operation.retry, options),
    input: { ...parts.rest, ...parts.path },
  };
  if (parts.reseller !== undefined) request.targetMerchantId = parts.reseller;
  if (place === undefined || place.in === 'query') return request;
  if (place.in === 'form') {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return { ...request, body: formOf(parts.rest).toString() };
  }
  headers['content-type'] = 'application/json';
  const body = place.int64 === undefined ? JSON.stringify(parts.rest) : toExactJsonText(parts.rest);
  return { ...request, body };
}

/** The name of the option that carries an idempotency key to the service, and of the call option that stands for it. */
const IDEMPOTENCY_KEY = 'idempotencyKey';

type HasRetry = Pick<Operation<unknown, string>, 'retry'>;

const takesKey = ({ retry }: HasRetry): boolean =>
  typeof retry === 'object' && retry.callerKey === IDEMPOTENCY_KEY;

/** Checks whether a call can honor its idempotency key: a key must never be ignored. */
export function keyProblems(operation: HasRetry, key: string | undefined, hasStore: boolean): FieldError[] {
  if (key === undefined) return [];
  if (operation.retry === 'safe')
    return [{ field: IDEMPOTENCY_KEY, problem: 'is not an option of a call that only reads: leave it out' }];
  if (hasStore || takesKey(operation)) return [];
  return [
    {
      field: IDEMPOTENCY_KEY,
      problem:
        'needs a store, because the service takes no key for this call: give the client the option idempotency, ' +
        'for example postgresIdempotency({ pool })',
    },
  ];
}

/** Two different keys for one call cannot both hold. */
function otherKey(options: Options, key: string | undefined): FieldError[] {
  const own = options[IDEMPOTENCY_KEY];
  if (key === undefined || own === undefined || own === key) return [];
  return [
    { field: IDEMPOTENCY_KEY, problem: 'differs from the call option idempotencyKey: give the key once' },
  ];
}

/** The same key goes to the service, where the service takes one. */
function withKey(
  operation: Operation<unknown, string>,
  input: OperationInput,
  key: string | undefined,
): OperationInput {
  const { options = {} } = input;
  if (key === undefined || !takesKey(operation) || !isObject(options)) return input;
  return { ...input, options: { ...options, [IDEMPOTENCY_KEY]: options[IDEMPOTENCY_KEY] ?? key } };
}

/** Options and path parameters, each in its place of the request. */
interface PlacedOptions {
  readonly path: Record<string, string>;
  readonly query: Options;
  reseller: string | undefined;
  /** What goes where the declaration says that options go. */
  readonly rest: Options;
  readonly problems: FieldError[];
}

function placeOptions(
  operation: Operation<unknown, string>,
  input: OperationInput,
  options: Options,
): PlacedOptions {
  const { toPath = {}, toQuery = {}, toReseller, int64 = [], codesAsText = [] } = operation.options ?? {};
  const rest: Options = { ...options, ...operation.options?.constants };
  const placed: PlacedOptions = { path: {}, query: {}, reseller: undefined, rest, problems: [] };
  const take = (option: string): unknown => {
    const value = rest[option];
    delete rest[option];
    return value;
  };
  const readAs = (kind: PathParameterKind, field: string, value: unknown): string | undefined => {
    const read = readPathParameter(kind, value);
    if ('text' in read) return read.text;
    placed.problems.push({ field, problem: read.problem });
    return undefined;
  };
  const { pathFrom } = operation;
  const given = pathFrom === undefined ? input.path : pathFrom.read(input.path?.[pathFrom.name]);
  if (pathFrom !== undefined && given === null)
    placed.problems.push({ field: pathFrom.name, problem: pathFrom.problem });
  for (const [name, kind] of Object.entries(given === null ? {} : operation.parameters)) {
    const option = toPath[name];
    const value = option === undefined ? given?.[name] : take(option);
    placed.path[name] = readAs(kind, option ?? name, value) ?? '';
  }
  for (const [name, option] of Object.entries(toQuery)) placed.query[name] = take(option);
  if (toReseller !== undefined) placed.reseller = take(toReseller) as string;
  for (const name of int64) {
    if (rest[name] === undefined || rest[name] === null) continue;
    const text = readAs(/orderCode/i.test(name) ? 'orderCode' : 'integer', name, rest[name]);
    if (text !== undefined) rest[name] = BigInt(text);
  }
  // What is wrong with these, their class's rules say.
  for (const name of codesAsText) {
    const read = readOrderCode(rest[name]);
    if ('text' in read) rest[name] = read.text;
  }
  return placed;
}

type Options = Record<string, unknown>;

function takeOptions(
  place: OptionsPlace | undefined,
  { options }: OperationInput,
): { options: Options | null; problems: FieldError[] } {
  if (place === undefined) return { options: {}, problems: [] };
  const others = [...Object.values(place.toPath ?? {}), ...(place.int64 ?? [])];
  const read = readOptions(place.dto, options, others, 'options', place.otherNames);
  if (read.options === null) return read;
  const told = new Set(read.problems.map(({ field }) => field));
  const reserved = reservedProblems(place, read.options).filter(({ field }) => !told.has(field));
  const unwritten = place.in === 'json' ? [] : unwritable(read.options);
  return { ...read, problems: [...read.problems, ...reserved, ...unwritten] };
}

function takeQuery(
  dto: OptionsClass | undefined,
  { query }: OperationInput,
): { options: Options | null; problems: FieldError[] } {
  if (dto === undefined) return { options: {}, problems: [] };
  const read = readOptions(dto, query ?? {}, [], 'query');
  return { ...read, problems: [...read.problems, ...unwritable(read.options)] };
}

function withQuery(url: string, options: Record<string, unknown>): string {
  if (Object.keys(options).length === 0) return url;
  const query = formOf(options).toString();
  return query === '' ? url : `${url}?${query}`;
}

/** What a query or a form has no place for: left out, it would be another request than the one that was asked for. */
function unwritable(options: Options | null): FieldError[] {
  return Object.entries(options ?? {})
    .filter(([, value]) => typeof value === 'object' && value !== null)
    .map(([field]) => ({ field, problem: 'must be text, a number or a boolean' }));
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
