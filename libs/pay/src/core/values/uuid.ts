/** Matches a whole string that is a UUID, in either case. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Compares IDs of the service, which have no letter case. */
export function isSameId(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.trim().toLowerCase();
}
