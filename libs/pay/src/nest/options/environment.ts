import { ownMembers } from '../../core/values/plain-data.js';
import { PREFIX, REMOVED } from './environment-variables.js';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the trimmed value of a variable; an empty string if it is not set. */
export function textOf(environment: Environment, variable: string): string {
  return Object.hasOwn(environment, variable) ? (environment[variable]?.trim() ?? '') : '';
}

/** Sets the member at a path such as `endpoints.api`. */
export function assign(options: Record<string, unknown>, path: string, value: unknown): void {
  const members = path.split('.');
  const last = members.pop() ?? '';
  const parent = members.reduce<Record<string, unknown>>((object, member) => {
    if (!Object.hasOwn(object, member)) object[member] = ownMembers({});
    return object[member] as Record<string, unknown>;
  }, options);
  parent[last] = value;
}

/** Returns a problem for each variable of version 0.1.0 that is set and no longer read, so that no setting is lost silently. */
export function removedVariables(environment: Environment, prefixes: readonly string[] = [PREFIX]): string[] {
  return prefixes.flatMap((prefix) =>
    Object.entries(REMOVED)
      .filter(([name]) => textOf(environment, prefix + name) !== '')
      .map(([name, fix]) => `${prefix}${name} is no longer read: ${fix}`),
  );
}
