import { ownMembers } from '../../core/values/plain-data.js';
import { CLIENT_VARIABLES, PREFIX, SHARED_VARIABLES } from './environment-variables.js';
import type { EnvironmentVariable } from './environment-variables.js';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the trimmed value of a variable; an empty string if it is not set. */
export function textOf(environment: Environment, variable: string): string {
  return Object.hasOwn(environment, variable) ? (environment[variable]?.trim() ?? '') : '';
}

/** Reads variables into options. An empty variable counts as not set. */
export class EnvironmentReader {
  readonly options: Record<string, unknown> = ownMembers({});
  readonly problems: string[] = [];
  /** By path of the option: the variable that sets it. */
  readonly #variables = new Map<string, string>();

  constructor(
    private readonly environment: Environment,
    private readonly prefix = PREFIX,
  ) {}

  /** Reads the variables of the clients. A client is configured if one of its own variables is set. */
  readClients(): void {
    for (const [client, variables] of Object.entries(CLIENT_VARIABLES)) {
      this.read(client, variables);
      if (this.options[client] !== undefined) this.read(client, SHARED_VARIABLES);
    }
  }

  read(section: string, variables: readonly EnvironmentVariable[]): void {
    for (const { variable: name, option, kind, isOwn } of variables) {
      const path = `${section}.${option}`;
      const candidates = isOwn ? [this.prefix + name] : [this.prefix + name, PREFIX + name];
      const variable = candidates.find((one) => textOf(this.environment, one) !== '') ?? this.prefix + name;
      this.#variables.set(path, variable);
      const text = textOf(this.environment, variable);
      if (text === '') continue;
      const value = kind.read(text);
      if (value === undefined) this.problems.push(`${variable} ${kind.expected}`);
      else assign(this.options, path, value);
    }
  }

  /** Returns the name of an option for a message: its variable and its path. A client is named by its first variable. */
  nameOf(path: string): string {
    const group = path.slice(0, path.lastIndexOf('.'));
    const variable = [path, `${path}.clientId`, group].map((one) => this.#variables.get(one)).find(Boolean);
    return variable === undefined ? path : `${variable} (${path})`;
  }
}

/** Sets the member at a path such as `endpoints.api`. */
function assign(options: Record<string, unknown>, path: string, value: unknown): void {
  const members = path.split('.');
  const last = members.pop() ?? '';
  const parent = members.reduce<Record<string, unknown>>((object, member) => {
    if (!Object.hasOwn(object, member)) object[member] = ownMembers({});
    return object[member] as Record<string, unknown>;
  }, options);
  parent[last] = value;
}
