import type { Operation, OptionsPlace, RetrySafety } from '../core/operation/operation.js';
import { OPERATIONS } from './operations.generated.js';

type Facts = typeof OPERATIONS;
type Key = keyof Facts;
/** Facts that contract/ has of an operation. */
type FromContract = Pick<
  Operation<unknown>,
  'id' | 'method' | 'host' | 'path' | 'parameters' | 'auth' | 'credentials' | 'retry'
>;
type WireFacts = Omit<FromContract, 'id' | 'parameters' | 'retry'> &
  Partial<Pick<FromContract, 'parameters' | 'retry'>> & { in?: OptionsPlace['in'] };

/** What contract/ does not say about an operation. */
type Declaration<Id extends Key, Data, Kind extends string> = Omit<
  Operation<Data, Kind>,
  keyof FromContract | 'options'
> & {
  options?: Omit<OptionsPlace, 'in'> | undefined;
} & (Facts[Id] extends { retry: string }
    ? { retry?: undefined }
    : { retry: Extract<RetrySafety, { callerKey: string }> });

/** Declares an operation. {@link OPERATIONS} has its wire facts: method, address, authentication and whether it may be repeated. */
export function defineOperation<Data, Kind extends string = never>() {
  return <Id extends Key>(
    key: Id,
    { options, ...declaration }: Declaration<Id, Data, Kind>,
  ): Operation<Data, Kind> => {
    const { in: place = 'query', ...facts }: WireFacts = OPERATIONS[key];
    return {
      parameters: {},
      ...(declaration as unknown as Omit<Operation<Data, Kind>, keyof FromContract> &
        Pick<FromContract, 'retry'>),
      ...facts,
      id: key.replace(/^(isv|marketplace):/, ''),
      ...(options !== undefined && { options: { ...options, in: place } }),
    };
  };
}
