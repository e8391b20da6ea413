import { isObject } from '../domain/json-kinds.js';
import { BadRequest, type FieldProblem } from './bad-request.js';
import {
  Mismatch,
  NO_LIMITS,
  readInteger,
  readList,
  type FieldLimits,
  type RequestLimits,
  type Textual,
} from './request-limits.js';

/** The members of a query or body as they were sent. */
export type SentMembers = Readonly<Record<string, unknown>>;

/** How the values of a part of a request are read. */
interface Reading {
  readonly textual: Textual;
  readonly problems: FieldProblem[];
}

/**
 * Reads what the contract knows of a query or a body. Names are case-insensitive, as at the service. The values have the names of the
 * contract; absent members and `null` have none.
 *
 * @throws BadRequest with the name and the expected value of each invalid field.
 */
export function readValues(
  sent: SentMembers,
  part: 'query' | 'body',
  limits: RequestLimits,
  textual: Textual,
): object {
  const problems: FieldProblem[] = [];
  const values = readMembers(sent, [part], limits, { textual, problems });
  if (problems.length > 0) throw BadRequest.of(problems);
  return values;
}

function readMembers(
  sent: SentMembers,
  location: readonly string[],
  limits: RequestLimits,
  reading: Reading,
): object {
  const values: Record<string, unknown> = {};
  const { problems } = reading;
  // Missing fields come before invalid ones.
  const first = problems.length;
  for (const name in sent) {
    const own = limits.fields.get(name) ?? limits.fields.get(name.toLowerCase());
    const value = sent[name] ?? undefined;
    if (own === undefined || value === undefined || (own.isBlank === true && value === '')) continue;
    values[own.name] = readField(value, location, own, reading);
  }
  const missing = limits.required.filter((name) => !(name in values));
  if (missing.length > 0) problems.splice(first, 0, ...missing.map((name) => missingField(location, name)));
  return values;
}

function readField(value: unknown, location: readonly string[], own: FieldLimits, reading: Reading): unknown {
  const { name, reader, items, members = NO_LIMITS, type = '', isRaw = false } = own;
  const refuse = (expected: string, typeName?: FieldProblem['type']): void => {
    const problem = typeName ? { kind: 'type' as const, type: typeName } : { kind: 'value' as const };
    reading.problems.push(problemOf([...location, name], expected, problem));
  };
  const isList = type.includes('array');
  const hasObjects = own.members !== undefined || items?.type === 'object';
  const read = reader ?? (isList && !hasObjects ? readList : undefined);
  if (read) {
    const result = read(value, own, reading.textual);
    return result instanceof Mismatch ? refuse(result.expected, result.type) : result;
  }
  if (isList) {
    // The service takes a single object, too.
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (!list.every(isObject)) return refuse('a list of objects', 'list');
    const nameOf = (index: number): string => (Array.isArray(value) ? `${name}[${index}]` : name);
    return list.map((item, index) => readMembers(item, [...location, nameOf(index)], members, reading));
  }
  // Some can be null.
  if (!type.includes('object')) return value;
  if (!isObject(value)) return refuse('an object', 'object');
  const values = readMembers(value, [...location, name], members, reading);
  return isRaw ? value : values;
}

const missingField = (parents: readonly string[], name: string): FieldProblem =>
  problemOf([...parents, name], 'a value, it is required', { kind: 'missing' });

function problemOf(
  location: readonly string[],
  expected: string,
  problem: Pick<FieldProblem, 'kind' | 'type'>,
): FieldProblem {
  return { ...problem, location, text: `${location.slice(1).join('.')}: expected ${expected}` };
}

/** @throws BadRequest for each absent field. @param parent - Name of the object. */
export function requireFields(values: object, names: readonly string[], ...parent: readonly string[]): void {
  const missing = names.filter((name) => !(name in values));
  if (missing.length > 0) throw BadRequest.of(missing.map((name) => missingField(['body', ...parent], name)));
}

/** Returns a number that is within limits of other fields. @throws BadRequest */
export function within(
  name: string,
  value: number,
  limits: Pick<FieldLimits, 'minimum' | 'maximum'>,
): number {
  const result = readInteger(value, { name, ...limits }, false);
  if (result instanceof Mismatch) throw BadRequest.ofRule(name, result.expected);
  return result;
}
