import { isObject } from '../values/plain-data.js';

/**
 * Options with the names of the wire in the place of others that the service's documents or its public SDK use for the
 * same. Where both are given the name of the wire wins; an empty text under another name is dropped.
 *
 * @param names other name, dotted where nested → name on the wire, in the same place.
 */
export function withWireNames<Options>(
  options: Options,
  names: Readonly<Record<string, string>> = {},
): Options {
  return Object.entries(names).reduce(
    (all: unknown, [other, name]) => rename(all, other.split('.'), name),
    options,
  ) as Options;
}

function rename(value: unknown, [head = '', ...rest]: readonly string[], name: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, head)) return value;
  const { [head]: given, ...others } = value;
  if (rest.length > 0) return { ...value, [head]: rename(given, rest, name) };
  const own = others[name];
  const isTaken = own !== undefined && own !== null && own !== '';
  return isTaken || given === '' ? others : { ...others, [name]: given };
}
