import { PAY_CLIENT_NAMES } from '../pay.client-table.js';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** What is wrong with the name of a PayModule, as the end of a sentence; null when nothing is. */
export function accountNameProblem(name: unknown): string | null {
  if (name === null) return null;
  if (typeof name !== 'string' || !NAME.test(name))
    return 'must be letters, digits, - and _, at most 64, and begin with a letter or digit';
  return PAY_CLIENT_NAMES.some((client) => client === name)
    ? `is ${name}, which is the name of a client: choose another`
    : null;
}

/** The names of PayModules as the end of a sentence. */
export function namesThere(names: readonly (string | null)[]): string {
  const named = names.filter((name) => name !== null).map((name) => `'${name}'`);
  const all = [...named, ...(names.includes(null) ? ['one without a name'] : [])];
  return all.length === 0 ? 'there is none' : `there ${all.length === 1 ? 'is' : 'are'} ${all.join(', ')}`;
}
