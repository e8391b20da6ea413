import type { Asked } from './answer-members.js';
import type { HostName } from './hosts.js';
import type { FieldError } from './method-return.js';
import type { Operation, OperationInput, OptionsClass, OptionsPlace } from './operation.js';
import { toExactJsonText } from './exact-json-text.js';
import { readOptions } from './options-check.js';
import { readOrderCode } from './order-code.js';
import { fillPath, readPathParameter } from './path-parameter.js';
import { isRepeatable } from './retry-safety.js';
import { VERSION } from './version.js';

/** A request ready for the transport, but for its Authorization header. */
export interface BuiltRequest {
  /** Whether it may be sent again without doing anything twice. */
  repeatable: boolean;
  /** Path parameters and options, as they are sent. */
  asked: Asked;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** Turns a declaration and a call's input into a request, or says which fields are wrong. */
export function buildRequest(
  operation: Operation<unknown, string>,
  input: OperationInput,
  hosts: Record<HostName, string>,
): BuiltRequest | FieldError[] {
  const problems: FieldError[] = [];
  const place = operation.options;
  // One copy each, checked and sent: what was given may say something else when it is asked again.
  const { options, problems: wrong } = takeOptions(place, input);
  const { options: query, problems: wrongQuery } = takeQuery(operation.query, input);
  problems.push(...wrong, ...wrongQuery);
  if (options === null || query === null) return problems;

  const { pathFrom } = operation;
  const path = pathFrom === undefined ? input.path : pathFrom.read(input.path?.[pathFrom.name]);
  if (pathFrom !== undefined && path === null) {
    return [...problems, { field: pathFrom.name, problem: pathFrom.problem }];
  }
  const pathValues: Record<string, string> = {};
  for (const [name, kind] of Object.entries(operation.parameters)) {
    const option = place?.toPath?.[name];
    const value = option === undefined ? path?.[name] : options[option];
    const read = readPathParameter(kind, value);
    if ('text' in read) pathValues[name] = read.text;
    else problems.push({ field: option ?? name, problem: read.problem });
    if (option !== undefined) delete options[option];
  }
  for (const name of place?.int64 ?? []) {
    if (options[name] === undefined || options[name] === null) continue;
    const read = readPathParameter(/orderCode/i.test(name) ? 'orderCode' : 'integer', options[name]);
    if ('text' in read) options[name] = BigInt(read.text);
    else problems.push({ field: name, problem: read.problem });
  }
  // What is wrong with these, their class's rules say.
  for (const name of place?.codesAsText ?? []) {
    const read = readOrderCode(options[name]);
    if ('text' in read) options[name] = read.text;
  }
  if (problems.length > 0) return problems;

  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': `nestjs-pay/${VERSION}`,
  };
  const known = { repeatable: isRepeatable(operation.retry, options), asked: { ...options, ...pathValues } };
  const url = withQuery(hosts[operation.host] + fillPath(operation.path, pathValues), query);
  if (place === undefined) return { url, headers, ...known };
  if (place.in === 'query') return { url: withQuery(url, options), headers, ...known };
  if (place.in === 'form') {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return { url, headers, body: formOf(options).toString(), ...known };
  }
  headers['content-type'] = 'application/json';
  return {
    url,
    headers,
    ...known,
    body: place.int64 === undefined ? JSON.stringify(options) : toExactJsonText(options),
  };
}

type Options = Record<string, unknown>;

function takeOptions(
  place: OptionsPlace | undefined,
  { options }: OperationInput,
): { options: Options | null; problems: FieldError[] } {
  if (place === undefined) return { options: {}, problems: [] };
  const read = readOptions(place.dto, options, [
    ...Object.values(place.toPath ?? {}),
    ...(place.int64 ?? []),
  ]);
  return place.in === 'json' ? read : { ...read, problems: [...read.problems, ...unwritable(read.options)] };
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
