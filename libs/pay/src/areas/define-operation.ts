import type { PayErrorCode } from '../core/operation/method-return.js';
import type {
  Operation,
  OperationFacts,
  OptionsPlace,
  ResponseForms,
  ResponseShape,
} from '../core/operation/operation.js';
import { OPERATIONS } from './operations.generated.js';
import type { OperationData } from './operations.generated.js';
import { ON_BEHALF_OF } from './target-merchant.js';

type Members = Record<string, unknown>;

/** How the payload is taken from a response whose shape is in contract/. */
interface Reading<Data> {
  kind?: undefined;
  /** Of the body, or of each item of a list. */
  pick?: (body: Members) => Data extends readonly unknown[] ? unknown : Data;
  forms?: ResponseForms<Members, Data> | ResponseForms<Members[], Data>;
}

/** What contract/ does not say about an operation. */
type Declaration<Data, Kind extends PayErrorCode> = Omit<
  Operation<Data>,
  keyof OperationFacts | 'id' | 'failureCode' | 'codes' | 'envelopeCodes'
> & {
  options?: Partial<Omit<OptionsPlace, 'in' | 'toUserName'>>;
  /** How the response is read: the whole shape instead of the one in contract/, or what the shape lacks. */
  response?: ResponseShape<Data> | Reading<Data>;
  failureCode?: Kind;
  codes?: Record<number, Kind>;
  envelopeCodes?: Record<`${number}/${number}`, Kind>;
};

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

/** All operations as contract/ says. A method whose response or options need more declares its own. */
export const operations = Object.fromEntries(
  Object.keys(OPERATIONS).map((key) => [key, defineOperation(key as keyof OperationData)]),
) as { readonly [Key in keyof OperationData]: Operation<OperationData[Key]> };
