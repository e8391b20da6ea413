import type { PayErrorCode } from '../core/operation/method-return.js';
import type { Operation, OperationFacts, ResponseShape } from '../core/operation/operation.js';
import { DECLARATIONS } from './declarations.js';
import type { Declaration } from './declarations.js';
import { OPERATIONS } from './operations.generated.js';
import type { OperationData } from './operations.generated.js';
import { ON_BEHALF_OF } from './target-merchant.js';

/** Declares an operation. {@link OPERATIONS} has what contract/ says about it, and {@link OperationData} its payload. */
export function defineOperation<Key extends keyof OperationData, Kind extends PayErrorCode = never>(
  key: Key,
  { options, response = {}, ...declaration }: Declaration<OperationData[Key], Kind> = {},
): Operation<OperationData[Key], Kind> {
  const { options: place, response: shape, parameters = {}, ...facts }: OperationFacts = OPERATIONS[key];
  return {
    ...declaration,
    ...facts,
    parameters,
    id: key.replace(/^(isv|marketplace):/, ''),
    ...(place !== undefined && {
      options: { ...place, ...options, ...(facts.auth === 'reseller' && { toUserName: ON_BEHALF_OF }) },
    }),
    response: (response.kind === undefined ? { ...shape, ...response } : response) as ResponseShape<
      OperationData[Key]
    >,
  };
}

/** All operations, as contract/ and {@link DECLARATIONS} say. A method that needs more declares its own. */
export const operations = Object.fromEntries(
  (Object.keys(OPERATIONS) as (keyof OperationData)[]).map((key) => [
    key,
    defineOperation(key, DECLARATIONS[key] as never),
  ]),
) as { readonly [Key in keyof OperationData]: Operation<OperationData[Key]> };
