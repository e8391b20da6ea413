import { Marketplace, PayISV, PayWallet } from 'nestjs-pay/client';
import type { MethodReturn } from 'nestjs-pay/client';
import type { Clients } from './call-example.js';
import { CALLS, NO_METHOD } from './calls.js';
import { contractRows, exampleOptions, unbuilt } from './contract.js';
import type { ContractRow } from './contract.js';

/** Every operation of the contract that is built and sends something. */
export const builtRows = contractRows().filter(
  ({ name, operation }) =>
    !unbuilt.has(name) && !NO_METHOD.test(name) && operation.http !== null && name in CALLS,
);

/** The clients of a service at this address. */
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

/** Makes the call with the contract's examples. */
export function callRow(
  { name, operation }: ContractRow,
  clients: Clients,
): Promise<MethodReturn<unknown, string>> {
  const fields = [...(operation.body ?? []), ...(operation.query ?? [])].filter(
    (field) => !['grant_type', 'scope'].includes(field.name),
  );
  const path = Object.fromEntries(
    (operation.pathParams ?? []).map((field) => [field.name, String(field.example)]),
  );
  return (
    CALLS[name]?.(clients, path, exampleOptions(fields)) ?? Promise.reject(new Error(`${name} has no call`))
  );
}

/** Whether the examples give the caller's key that makes the call repeatable. */
function hasKey({ operation }: ContractRow): boolean {
  if ((operation as { idempotent?: string }).idempotent !== 'caller-key') return false;
  const fields = [...(operation.body ?? []), ...(operation.query ?? [])];
  const given = exampleOptions(fields);
  return ['idempotencyKey', 'sessionId', 'Id', 'sourceCode'].some((key) => typeof given[key] === 'string');
}

/** Whether the contract lets this call be made again after a failure that passes. */
export function isRepeatable(row: ContractRow): boolean {
  return (
    /^(safe|idempotent)$/.test((row.operation as { idempotent?: string }).idempotent ?? '') || hasKey(row)
  );
}
