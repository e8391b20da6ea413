import type { Operation, OptionsPlace, RetrySafety } from '../core/operation/operation.js';
import { OPERATIONS } from './operations.generated.js';
import { ON_BEHALF_OF } from './target-merchant.js';

type Facts = typeof OPERATIONS;
type WireFacts = Pick<Operation<unknown>, 'method' | 'host' | 'path' | 'auth' | 'credentials' | 'parameters'>;

/** What contract/ does not say about an operation. */
type Declaration<Key extends keyof Facts, Data, Kind extends string> = Omit<
  Operation<Data, Kind>,
  keyof WireFacts | 'id' | 'retry' | 'options'
> & {
  options?: Omit<OptionsPlace, 'in' | 'toUserName'> | undefined;
} & (Facts[Key] extends `${string} caller-key ${string}`
    ? { retry: Extract<RetrySafety, { callerKey: string }> }
    : { retry?: undefined });

/** Declares an operation. {@link OPERATIONS} has its wire facts. */
export function defineOperation<Data, Kind extends string = never>() {
  return <Key extends keyof Facts>(
    key: Key,
    { options, retry, ...declaration }: Declaration<Key, Data, Kind>,
  ): Operation<Data, Kind> => {
    const [method, host, path, scheme, repetition, place] = OPERATIONS[key].split(' ');
    const [auth, credentials] = (scheme ?? '').split('/');
    const parameters = [...(path ?? '').matchAll(/\{(\w+):(\w+)\}/g)].map(([, name, kind]) => [name, kind]);
    const facts = {
      id: key.replace(/^(isv|marketplace):/, ''),
      method,
      host,
      path: path?.replaceAll(/:\w+\}/g, '}'),
      parameters: Object.fromEntries(parameters) as WireFacts['parameters'],
      auth,
      ...(credentials !== undefined && { credentials }),
      retry: retry ?? repetition,
      ...(options !== undefined && {
        options: { ...options, in: place, ...(auth === 'reseller' && { toUserName: ON_BEHALF_OF }) },
      }),
    };
    return { ...declaration, ...facts } as unknown as Operation<Data, Kind>;
  };
}
