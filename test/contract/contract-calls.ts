import { Marketplace, PayISV, PayWallet } from 'nestjs-pay/client';
import type { MethodReturn } from 'nestjs-pay/client';
import {
  exampleOptions,
  methodPath,
  methodRows,
  optionFields,
  pathExamples,
  TARGET_MERCHANT_ID,
} from './contract.js';
import type { ContractOperation, ContractRow } from './contract.js';
import { roundTripOf } from './round-trips/index.js';

export interface Clients {
  PayWallet: PayWallet;
  PayISV: PayISV;
  Marketplace: Marketplace;
}

/** Creates the clients of a service at this address. */
export function clientsAt(url: string, maxRetries = 0): Clients {
  const oauth = {
    clientId: 'client-1',
    clientSecret: 'client-secret-1',
    endpoints: { accounts: url, api: url, web: url },
    maxRetries,
  };
  const merchant = { ...oauth, merchantId: 'merchant-1', apikey: 'api-key-1' };
  return {
    PayWallet: new PayWallet(merchant),
    PayISV: new PayISV({ ...oauth, resellerId: 'reseller-1', resellerApiKey: 'reseller-key-1' }),
    Marketplace: new Marketplace(merchant),
  };
}

type Method = (...args: unknown[]) => Promise<MethodReturn<unknown, string>>;

/** Finds the row's method and the object that has it. `method` is undefined if the client does not have it. */
export function findMethod(
  clients: Clients,
  row: ContractRow,
): { owner: object | undefined; name: string; method: Method | undefined } {
  const path = methodPath(row);
  const name = path.pop() ?? '';
  const owner = path.reduce<unknown>(
    (object, part) => (object as Record<string, unknown> | undefined)?.[part],
    clients[row.client],
  ) as Record<string, Method> | undefined;
  return { owner, name, method: owner?.[name] };
}

const anyClients = clientsAt('http://127.0.0.1:9');
export const isBuilt = (row: ContractRow): boolean =>
  typeof findMethod(anyClients, row).method === 'function';

/** Every operation of the contract that is built and sends a request. */
export const builtRows = methodRows.filter((row) => row.operation.http !== null && isBuilt(row));

interface CallInput {
  path?: Record<string, string>;
  options?: Record<string, unknown>;
  /** Further members of the first argument that is an object. */
  more?: object;
  /** Further members of the last argument. */
  call?: object;
}

/** Calls the row's method, with the contract's examples unless the input says otherwise. */
export async function callRow(
  row: ContractRow,
  clients: Clients,
  {
    path = pathExamples(row.operation),
    options = exampleOptions(optionFields(row.operation)),
    more,
    call,
  }: CallInput = {},
): Promise<MethodReturn<unknown, string>> {
  const { owner, method } = findMethod(clients, row);
  if (method === undefined) throw new Error(`${row.name} is not a method`);
  const argumentsOf = roundTripOf(row.operation)?.arguments ?? usualArguments(row);
  // The service's own key is the call option with the same name.
  const { idempotencyKey, ...others } = options;
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  const args = argumentsOf(path, others);
  const at = args.findIndex((one) => typeof one === 'object' && one !== null);
  if (more !== undefined) args[at < 0 ? args.length : at] = { ...(args[at] as object | undefined), ...more };
  const last = Math.max(args.length, method.length - 1);
  if (call !== undefined || idempotencyKey !== undefined) args[last] = { ...key, ...call };
  return method.apply(owner, args);
}

/**
 * Returns a function that builds the arguments by the library's conventions. A method of a merchant or a marketplace
 * gets its path parameters, then its options. A method of an ISV or of card terminals gets one object.
 */
function usualArguments({ client, operation }: ContractRow) {
  const fields = optionFields(operation);
  const optionNames = new Map(fields.map(({ name, option = name }) => [name, option]));
  return (path: Record<string, string>, sent: Record<string, unknown>): unknown[] => {
    const options = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [optionNames.get(name) ?? name, value]),
    );
    const hasOptions = fields.length > 0;
    if (client !== 'PayISV' && !operation.id.startsWith('pos.'))
      return [...Object.values(path), ...(hasOptions ? [options] : [])];
    const merchant = operation.auth === 'reseller' ? { targetMerchantId: TARGET_MERCHANT_ID } : {};
    const all = { ...options, ...path, ...merchant };
    return hasOptions || Object.keys(all).length > 0 ? [all] : [];
  };
}

const CALLER_KEYS = ['idempotencyKey', 'sessionId', 'Id', 'sourceCode'];

/** Whether the examples contain the caller's key, which makes the call repeatable. */
function hasCallerKey(operation: ContractOperation): boolean {
  const options = exampleOptions(optionFields(operation));
  return operation.idempotent === 'caller-key' && CALLER_KEYS.some((key) => typeof options[key] === 'string');
}

/** Whether the contract allows the call to be repeated after a temporary failure. */
export function isRepeatable({ operation }: ContractRow): boolean {
  return ['safe', 'idempotent'].includes(operation.idempotent) || hasCallerKey(operation);
}
