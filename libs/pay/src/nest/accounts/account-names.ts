import { PREFIX, prefixOf, VARIABLE_NAMES } from '../options/environment-variables.js';
import { PAY_CLIENT_NAMES } from '../pay.client-table.js';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Returns the problem with the name of a PayModule, as the end of a sentence; null if the name is valid. */
export function accountNameProblem(name: unknown): string | null {
  if (name === null) return null;
  if (typeof name !== 'string' || !NAME.test(name))
    return 'must be letters, digits, - and _, at most 64, and begin with a letter or digit';
  return PAY_CLIENT_NAMES.some((client) => client === name.toLowerCase())
    ? `is ${name}, which is the name of a client: choose another`
    : null;
}

/**
 * Returns the conflict between two names in one application, as a sentence; null if there is none. Names conflict if they
 * share an environment variable: `shop-isv` has the variables of the ISV client of `shop`.
 */
export function nameConflict(one: string | null, other: string | null): string | null {
  const theirs = new Set(variablesOf(other));
  const shared = variablesOf(one).find((variable) => theirs.has(variable));
  if (shared === undefined) return null;
  const [a, b] = [one, other].map((name) => (name === null ? 'the default account' : `'${name}'`));
  return (
    `two PayModules of this application, ${a} and ${b}, would share the environment variable ${shared}: ` +
    'give one of them another name.'
  );
}

function variablesOf(name: string | null): string[] {
  const prefix = name === null ? PREFIX : prefixOf(name);
  return VARIABLE_NAMES.map((variable) => prefix + variable);
}

/** Returns the names of PayModules, as the end of a sentence. */
export function listAccountNames(names: readonly (string | null)[]): string {
  const named = names.filter((name) => name !== null).map((name) => `'${name}'`);
  const all = [...named, ...(names.includes(null) ? ['the default account'] : [])];
  return all.length === 0 ? 'there are no accounts' : `known accounts: ${all.join(', ')}`;
}
