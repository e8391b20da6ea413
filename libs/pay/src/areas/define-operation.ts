import type {
  Operation,
  OperationFacts,
  OptionsPlace,
  PartOf,
  ResponseShape,
} from '../core/operation/operation.js';
import { OPERATIONS } from './operations.generated.js';
import { ON_BEHALF_OF } from './target-merchant.js';

/** What contract/ does not say about an operation. */
type Declaration<Data, Kind extends string> = Omit<
  Operation<Data, Kind>,
  keyof OperationFacts | 'id' | 'options'
> & {
  options?: Omit<OptionsPlace, 'in' | 'toUserName'> | undefined;
  /** How the response is read. With a `kind`, it replaces the response of contract/; otherwise it adds to it. */
  response?: ResponseShape<Data> | (PartOf<ResponseShape<Data>, 'kind' | 'required'> & { kind?: undefined });
};

/** Declares an operation. {@link OPERATIONS} has its wire facts. */
export function defineOperation<Data, Kind extends string = never>() {
  return (
    key: keyof typeof OPERATIONS,
    { options, response = {}, ...declaration }: Declaration<Data, Kind> = {},
  ): Operation<Data, Kind> => {
    const { optionsIn, response: shape, ...facts }: OperationFacts = OPERATIONS[key];
    return {
      ...declaration,
      ...facts,
      id: key.replace(/^(isv|marketplace):/, ''),
      ...(options !== undefined && {
        options: {
          ...options,
          in: optionsIn,
          ...(facts.auth === 'reseller' && { toUserName: ON_BEHALF_OF }),
        },
      }),
      response: (response.kind === undefined ? { ...shape, ...response } : response) as ResponseShape<Data>,
    };
  };
}
