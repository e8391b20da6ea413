import { isObject } from '../domain/json-kinds.js';
import { didYouMean } from '../domain/nearest-name.js';
import { UsageError } from './usage-error.js';

/** Reads a value of a seed file. @throws UsageError that names the path and the expected value. */
export type Reader<T> = (value: unknown, path: string) => T;

/** Creates the error for a value. Secrets and card numbers are not shown. */
export function expected(path: string, what: string, value?: unknown): UsageError {
  const isShown = ['string', 'number', 'boolean'].includes(typeof value) && !/credentials|cards/.test(path);
  return new UsageError(
    `${path}: expected ${what}${isShown ? ` (received ${JSON.stringify(value).slice(0, 80)})` : ''}`,
  );
}

/** Creates a reader of values that pass a check. */
export const value =
  <T>(what: string, is: (value: unknown) => value is T): Reader<T> =>
  (read, path) => {
    if (!is(read)) throw expected(path, what, read);
    return read;
  };

export const text = value(
  'a non-empty string',
  (read): read is string => typeof read === 'string' && read !== '',
);

export const boolean = value('true or false', (read): read is boolean => typeof read === 'boolean');

export const integer = (what: string, min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> =>
  value(
    what,
    (read): read is number => Number.isSafeInteger(read) && Number(read) >= min && Number(read) <= max,
  );

/** Reads digits, which YAML reads as a number unless they are quoted. */
export const digits =
  (what: string, pattern: RegExp): Reader<string> =>
  (read, path) => {
    const digitText = typeof read === 'number' || typeof read === 'string' ? String(read) : '';
    if (!pattern.test(digitText)) throw expected(path, what, read);
    return digitText;
  };

export const oneOf = <T extends string>(...names: readonly T[]): Reader<T> =>
  value(`one of ${names.join(', ')}`, (read): read is T => names.includes(read as T));

/** Reads a list. An empty value is an empty list. */
export const list =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (read, path) => {
    if (read === null) return [];
    if (!Array.isArray(read)) throw expected(path, 'a list', read);
    return read.map((one, index) => item(one, `${path}[${index}]`));
  };

type Readers = Readonly<Record<string, Reader<unknown>>>;
type ReadMembers<Members extends Readers> = { readonly [name in keyof Members]: ReturnType<Members[name]> };

/** Reads an object. It must have the `required` members, and no others than `readers` has. */
export const object =
  <Members extends Readers, Required extends keyof Members & string = never>(
    readers: Members,
    ...required: readonly Required[]
  ): Reader<ReadMembers<Pick<Members, Required>> & Partial<ReadMembers<Members>>> =>
  (read, path) => {
    const names = Object.keys(readers);
    if (!isObject(read)) throw expected(path, `an object with ${names.join(', ')}`, read);
    const member = (name: string): string => (path === '' ? name : `${path}.${name}`);
    for (const name of Object.keys(read))
      if (!Object.hasOwn(readers, name))
        throw new UsageError(
          `${member(name)}: unknown field${didYouMean(name, names) || `; expected one of ${names.join(', ')}`}`,
        );
    for (const name of required)
      if (!Object.hasOwn(read, name)) throw expected(member(name), 'a value, because it is required');
    const entries = Object.entries(read).map(([name, one]) => [name, readers[name]?.(one, member(name))]);
    return Object.fromEntries(entries) as ReadMembers<Members>;
  };
