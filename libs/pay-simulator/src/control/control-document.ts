import { CONTROL, type ControlOperation, type ControlPaths } from '../domain/control-contract.js';
import type { JsonValue } from '../domain/wire-json.js';

const GROUP = 'Connected merchants';
const MERCHANT_ID = {
  ...{ name: 'merchantId', in: 'path', required: true, description: 'Part of the path: merchantId.' },
  schema: { type: 'string' },
} as const;
const UNKNOWN = {
  description: 'The merchant, or the item, is unknown.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ControlError' } } },
};

/** Returns an operation of the main merchant for a connected merchant. */
const ofMerchant = (operation: ControlOperation): ControlOperation => ({
  ...operation,
  operationId: `${operation.operationId}OfMerchant`,
  tags: [GROUP],
  summary: `${operation.summary} (a connected merchant)`,
  parameters: [MERCHANT_ID, ...(operation.parameters ?? [])],
  responses: { ...operation.responses, 404: UNKNOWN },
});

/** Path of an operation of connected merchants, after that of the main merchant. */
const PREFIX = '/merchants/{merchantId}';

/** Operations of connected merchants by path and method. */
const OF_MERCHANTS = Object.entries(CONTROL.paths).map(([path, item]) => {
  const shared = Object.entries(item).filter(([, operation]) => operation['x-of-merchant']);
  const own = shared.map(([method, operation]) => [method, ofMerchant(operation)] as const);
  return [PREFIX + path, Object.fromEntries(own)] as const;
});

/** All operations: those of the contract, and those of connected merchants. */
export const CONTROL_PATHS: ControlPaths = {
  ...CONTROL.paths,
  ...Object.fromEntries(OF_MERCHANTS.filter(([, item]) => Object.keys(item).length > 0)),
};

/** Returns the OpenAPI document of the control API, with the address of the simulator. */
export function controlDocument(origin: string): JsonValue {
  const document = {
    ...CONTROL,
    servers: [{ url: `${origin}/_simulator`, description: 'The running simulator.' }],
    tags: [...CONTROL.tags, { name: GROUP, description: `${GROUP}.` }],
    paths: CONTROL_PATHS,
  };
  return document as unknown as JsonValue;
}
