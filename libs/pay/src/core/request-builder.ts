import type { HostName } from './hosts.js';
import type { FieldError } from './method-return.js';
import type { Operation, OperationInput } from './operation.js';
import { toExactJsonText } from './exact-json-text.js';
import { checkOptions } from './options-check.js';
import { withWireNames } from './other-names.js';
import { readOrderCode } from './order-code.js';
import { fillPath, readPathParameter } from './path-parameter.js';
import type { PathParameterKind } from './path-parameter.js';
import { VERSION } from './version.js';

/** A request ready for the transport, but for its Authorization header. */
export interface BuiltRequest {
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Whom a reseller acts for. */
  targetMerchantId?: string;
}

/** Turns a declaration and a call's input into a request, or says which fields are wrong. */
export function buildRequest(
  operation: Operation<unknown, string>,
  given: OperationInput,
  hosts: Record<HostName, string>,
): BuiltRequest | FieldError[] {
  const place = operation.options;
  const input = { ...given, options: withWireNames(given.options, place?.otherNames) };
  const parts = placeOptions(operation, input);
  const problems = [...checkGiven(operation, input), ...parts.problems];
  if (problems.length > 0) return problems;

  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': `nestjs-pay/${VERSION}`,
  };
  const query = { ...input.query, ...parts.query, ...(place?.in === 'query' && parts.rest) };
  const url = withQuery(hosts[operation.host] + fillPath(operation.path, parts.path), query);
  const request: BuiltRequest = { url, headers };
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

/** Checked on what the caller gave: a copy would turn a string or a list into an object. */
function checkGiven(
  { options: place, query }: Operation<unknown, string>,
  input: OperationInput,
): FieldError[] {
  const problems: FieldError[] = [];
  if (place !== undefined) {
    const others = [...Object.values(place.toPath ?? {}), ...(place.int64 ?? [])];
    problems.push(...checkOptions(place.dto, input.options, others));
  }
  if (query !== undefined) problems.push(...checkOptions(query, input.query ?? {}));
  return problems;
}

/** Options and path parameters, each in its place of the request. */
interface PlacedOptions {
  readonly path: Record<string, string>;
  readonly query: Record<string, unknown>;
  reseller: string | undefined;
  /** What goes where the declaration says that options go. */
  readonly rest: Record<string, unknown>;
  readonly problems: FieldError[];
}

function placeOptions(operation: Operation<unknown, string>, input: OperationInput): PlacedOptions {
  const { toPath = {}, toQuery = {}, toReseller, int64 = [], codesAsText = [] } = operation.options ?? {};
  const rest: Record<string, unknown> = { ...input.options, ...operation.options?.constants };
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
    const text = readAs('orderCode', name, rest[name]);
    if (text !== undefined) rest[name] = BigInt(text);
  }
  // What is wrong with these, their class's rules say.
  for (const name of codesAsText) {
    const read = readOrderCode(rest[name]);
    if ('text' in read) rest[name] = read.text;
  }
  return placed;
}

function withQuery(url: string, options: Record<string, unknown>): string {
  const query = formOf(options).toString();
  return query === '' ? url : `${url}?${query}`;
}

function formOf(options: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) {
    if (['string', 'number', 'boolean', 'bigint'].includes(typeof value)) form.append(name, String(value));
  }
  return form;
}
