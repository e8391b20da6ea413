/** A field of a form or a query, without the spaces around it; empty when it is missing or no text. */
export function readText(fields: Readonly<Record<string, unknown>> | undefined, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value.trim() : '';
}
