import type { HostName } from './hosts.js';
import type { FieldError } from './method-return.js';
import type { Operation, OperationInput } from './operation.js';
import { toExactJsonText } from './exact-json-text.js';
import { checkOptions } from './options-check.js';
import { readOrderCode } from './order-code.js';
import { fillPath, readPathParameter } from './path-parameter.js';
import { VERSION } from './version.js';

/** A request ready for the transport, but for its Authorization header. */
export interface BuiltRequest {
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
  const options: Record<string, unknown> = { ...input.options };
  // Checked on what the caller gave: a copy would turn a string or a list into an object.
  if (place !== undefined) {
    const others = [...Object.values(place.toPath ?? {}), ...(place.int64 ?? [])];
    problems.push(...checkOptions(place.dto, input.options, others));
  }

  if (operation.query !== undefined) problems.push(...checkOptions(operation.query, input.query ?? {}));

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
    const read = readOrderCode(options[name]);
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
  const url = withQuery(hosts[operation.host] + fillPath(operation.path, pathValues), { ...input.query });
  if (place === undefined) return { url, headers };
  if (place.in === 'query') return { url: withQuery(url, options), headers };
  if (place.in === 'form') {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return { url, headers, body: formOf(options).toString() };
  }
  headers['content-type'] = 'application/json';
  return {
    url,
    headers,
    body: place.int64 === undefined ? JSON.stringify(options) : toExactJsonText(options),
  };
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
