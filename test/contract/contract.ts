import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('../../contract/', import.meta.url);

export interface ContractField {
  name: string;
  type: string;
  required?: boolean;
  /** How the method's option is named where it is not as on the wire. */
  option?: string;
  /** How an answer's member is named in the library's data where it is not as on the wire. */
  member?: string;
  example?: unknown;
}

export interface ContractOperation {
  id: string;
  clients: ClientName[];
  http: string | null;
  host: 'api' | 'accounts' | 'web';
  path: string;
  auth: 'oauth' | 'basic' | 'reseller' | 'cloudTerminal' | 'clientBasic' | 'none';
  contentType: string | null;
  pathParams?: ContractField[];
  query?: ContractField[];
  body?: ContractField[];
  response: { status: number[]; empty?: boolean; fields: ContractField[] };
}

export type ClientName = 'PayWallet' | 'PayISV' | 'Marketplace';

/** One operation of one client: the unit in which the library is complete or not. */
export interface ContractRow {
  /** Such as `PayWallet payments.createOrder`. */
  name: string;
  client: ClientName;
  operation: ContractOperation;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));

/** Every operation of every client, once. A row that stands in two files is one operation. */
export function contractRows(): ContractRow[] {
  const rows = new Map<string, ContractRow>();
  for (const file of readdirSync(FOLDER)) {
    if (!file.endsWith('.json') || file === UNBUILT_FILE) continue;
    const area = readJson(file) as { operations?: ContractOperation[] };
    for (const operation of area.operations ?? []) {
      for (const client of operation.clients) {
        const name = `${client} ${operation.id}`;
        if (!rows.has(name)) rows.set(name, { name, client, operation });
      }
    }
  }
  return [...rows.values()];
}

const UNBUILT_FILE = 'unbuilt.json';

/** The operations that the library does not have yet, by name: the one list. */
export const unbuilt = new Set(readJson(UNBUILT_FILE) as string[]);

/** An options object from the contract's examples: the required members, and the whole of one optional member. */
export function exampleOptions(fields: ContractField[], wanted?: string): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  const required = new Set(fields.filter((field) => field.required === true).map(({ name }) => name));
  for (const field of fields) {
    const root = rootOf(field.name);
    const isWanted = root === wanted;
    // A required object carries its own required members.
    const isRequired = required.has(field.name) && required.has(root);
    if ((isWanted || isRequired) && field.example !== undefined)
      put(options, field.name.split('.'), field.example);
  }
  return options;
}

/** Top-level member names, in the contract's order. */
export function rootsOf(fields: ContractField[]): string[] {
  return [...new Set(fields.map(({ name }) => rootOf(name)))];
}

function rootOf(name: string): string {
  return name.split(/[.[]/)[0] ?? name;
}

function put(target: Record<string, unknown>, [head = '', ...rest]: string[], value: unknown): void {
  const name = head.replace('[]', '');
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const isList = head.endsWith('[]');
  const existing = target[name] as Record<string, unknown>[] | Record<string, unknown> | undefined;
  const inner = (isList ? (existing as Record<string, unknown>[] | undefined)?.[0] : existing) ?? {};
  target[name] = isList ? [inner] : inner;
  put(inner as Record<string, unknown>, rest, value);
}
