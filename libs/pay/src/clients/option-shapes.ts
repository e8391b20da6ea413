import { having, isObject } from '../core/values/plain-data.js';

const aFunction = (value: unknown): string | null =>
  typeof value === 'function' ? null : 'must be a function';

const SHAPES: Readonly<Record<string, (value: unknown) => string | null>> = {
  logs: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  logger: having('error'),
  hooks: (value) => (isObject(value) ? null : 'must be an object of functions'),
  instrumentation: having('call', 'attempt'),
  transport: having('send'),
  idempotency: having('answer'),
};

/** What is wrong with an option that the client would call, or pass over, much later; a sentence without its full stop, or null. */
export function shapeProblem(options: object): string | null {
  const given = new Map(Object.entries(options));
  const hooks: unknown = given.get('hooks');
  const all = [
    ...Object.entries(SHAPES).map(([name, problem]) => [name, given.get(name), problem] as const),
    ...Object.entries(isObject(hooks) ? hooks : {}).map(
      ([name, value]) => [`hooks.${name}`, value, aFunction] as const,
    ),
  ];
  for (const [name, value, problemOf] of all) {
    const problem = value === undefined ? null : problemOf(value);
    if (problem !== null) return `${name} ${problem}`;
  }
  return null;
}
