import { withMembers } from '../../core/values/plain-data.js';

/** Adds the client's source code to options that have none. Values other than objects are left for validation. */
export function withCode<Options extends { sourceCode?: string }>(
  options: Options,
  defaultCode: string | null,
): Options {
  const code = ({ sourceCode }: Partial<Options>): Partial<Options> =>
    ({ sourceCode: sourceCode ?? defaultCode ?? undefined }) as Partial<Options>;
  return withMembers(options, code);
}
