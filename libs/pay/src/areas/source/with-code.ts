import { withMembers } from '../../core/values/plain-data.js';

/** Options with the client's source code where they name none; what is no object is left for their check to refuse. */
export function withCode<Options extends { sourceCode?: string }>(
  options: Options,
  defaultCode: string | null,
): Options {
  const code = ({ sourceCode }: Partial<Options>): Partial<Options> =>
    ({ sourceCode: sourceCode ?? defaultCode ?? undefined }) as Partial<Options>;
  return withMembers(options, code);
}
