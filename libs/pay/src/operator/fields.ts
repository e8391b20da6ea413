import { problem } from './problem.js';

/** Fields of an address, a query or a form. Other values than strings are left out. */
export type Fields = Readonly<Record<string, string>>;

/** Returns the strings of an object without others, such as arrays of a query. */
export function fieldsOf(value: unknown): Fields {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * Returns the fields of a JSON body.
 *
 * @throws OperatorProblem for a value that is no string, because a number could be meant in minor units.
 */
export function textsOf(body: unknown): Fields {
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== null && typeof value !== 'string') throw problem('no-text', { name: name.slice(0, 50) });
  return fieldsOf(body);
}
