/** Options with the client's source code where they name none; what is no object is left for their check to refuse. */
export function withCode<Options extends { sourceCode?: string }>(
  options: Options,
  defaultCode: string | null,
): Options {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return options;
  return { ...options, sourceCode: options.sourceCode ?? defaultCode ?? undefined };
}
