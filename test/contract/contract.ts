import { readContract } from '../../scripts/contract/read.mjs';

/** Connected merchant of the contract's examples of reseller calls. */
export const TARGET_MERCHANT_ID = 'b7c1e2d0-0000-4000-8000-000000000002';

export interface ContractField {
  name: string;
  required?: boolean;
  /** Name of the method's option if it differs from the name on the wire. */
  option?: string;
  /** Name in the library's data if it differs from the name on the wire. */
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
  idempotent: 'safe' | 'idempotent' | 'caller-key' | 'unsafe';
  pathParams?: ContractField[];
  query?: ContractField[];
  body?: ContractField[];
  response: { status: number[]; empty?: boolean; fields: ContractField[] };
}

export type ClientName = 'PayWallet' | 'PayISV' | 'Marketplace';

/** One operation of one client. */
export interface ContractRow {
  /** For example `PayWallet payments.createOrder`. */
  name: string;
  client: ClientName;
  operation: ContractOperation;
}

/** Lists every operation of every client once. A row in two files is one operation. */
export function contractRows(): ContractRow[] {
  const rows = new Map<string, ContractRow>();
  for (const area of Object.values(readContract())) {
    for (const operation of (area.operations ?? []) as unknown as ContractOperation[]) {
      for (const client of operation.clients) {
        const name = `${client} ${operation.id}`;
        if (!rows.has(name)) rows.set(name, { name, client, operation });
      }
    }
  }
  return [...rows.values()];
}

/** Rows that are no method of a client: the token exchange inside every OAuth call, and a function. */
const NO_METHOD = /^(auth\.getPayAccessToken|getSmartCheckout)$/;

/** Every row that is a method of a client. */
export const methodRows: readonly ContractRow[] = contractRows().filter(
  ({ operation }) => !NO_METHOD.test(operation.id),
);

/** Path of the row's method in its client, for example `['pos', 'devices', 'searchDevices']`. */
export function methodPath({ operation }: Pick<ContractRow, 'operation'>): string[] {
  return operation.id
    .replace(/^auth\./, '')
    .replace(/:\w+$/, '')
    .split('.');
}

const AREA_PREFIX: Record<ClientName, string> = {
  PayWallet: '',
  PayISV: 'isv-',
  Marketplace: 'marketplace-',
};
const kebab = (text: string): string => text.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();

/** Name of the operation's area: its folder in the library and in docs/examples, and its file in round-trips. */
export function areaOf(operation: ContractOperation): string {
  const [area = '', ...method] = methodPath({ operation });
  const client = operation.clients.includes('PayWallet') ? 'PayWallet' : operation.clients[0];
  return AREA_PREFIX[client ?? 'PayWallet'] + (method.length === 0 ? 'client' : kebab(area));
}

/** Path of the operation's example in docs/examples. */
export function exampleOf(operation: ContractOperation): string {
  const path = methodPath({ operation });
  const variant = operation.id.split(':').slice(1);
  const words = [...(path.length === 1 ? path : path.slice(1)), ...variant];
  return `${areaOf(operation)}/${words.map(kebab).join('-')}.ts`;
}

/** Members of the query and the body that the caller sets. */
export function optionFields({ body = [], query = [] }: ContractOperation): ContractField[] {
  return [...body, ...query].filter(({ name }) => name !== 'grant_type' && name !== 'scope');
}

/** Path parameters with the contract's examples, by name. */
export function pathExamples({ pathParams = [] }: ContractOperation): Record<string, string> {
  return Object.fromEntries(pathParams.map(({ name, example }) => [name, String(example)]));
}

/** Builds options from the contract's examples: the required members, and all of the optional member `wanted`. */
export function exampleOptions(fields: ContractField[], wanted?: string): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  const roots = wanted === undefined ? [] : [wanted, ...companionsOf(wanted)];
  const required = new Set(fields.filter((field) => field.required === true).map(({ name }) => name));
  for (const field of fields) {
    const root = rootOf(field.name);
    const isWanted = roots.includes(root);
    // A required object carries its own required members.
    const isRequired = required.has(field.name) && required.has(root);
    if ((isWanted || isRequired) && field.example !== undefined)
      put(options, field.name.split('.'), field.example);
  }
  return options;
}

const AADE_FIELDS = ['aadeProviderId', 'aadeProviderSignatureData', 'aadeProviderSignature'];

/** Lists the options that a rule requires together with another one. */
export function companionsOf(option: string): readonly string[] {
  if (option === 'aadePreloadedDuration') return ['aadePreloaded'];
  if (option === 'sourceCode') return ['date'];
  return AADE_FIELDS.includes(option) ? AADE_FIELDS : [];
}

/** Lists the top-level member names in the contract's order. */
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
