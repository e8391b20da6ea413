/** Fields of an address, a query or a form. Other values than strings are left out. */
export type Fields = Readonly<Record<string, string>>;

/** Returns the strings of an object without others, such as arrays of a query. */
export function fieldsOf(value: unknown): Fields {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
