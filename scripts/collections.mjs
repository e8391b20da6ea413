// Helpers for records, lists and names.

/** Returns a record with changed values. */
export const mapValues = (record, change) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
const filtered = (record, isKept) => Object.fromEntries(Object.entries(record).filter(isKept));
/** Returns a record without members that are undefined. */
export const defined = (record) => filtered(record, ([, value]) => value !== undefined);
/** Returns the named members of a record. Names that it lacks are left out. */
export const pick = (record, names) => defined(Object.fromEntries(names.map((name) => [name, record[name]])));
/** Returns a record without members that have no members. */
export const filled = (record) => filtered(record, ([, value]) => Object.keys(value).length > 0);

/** Returns a record of a list, with the name and the value for each item. */
export const recordOf = (list, entryOf) => Object.fromEntries(list.map(entryOf));
/** Returns a record, or undefined if it has no members. */
export const nonEmpty = (record) => (Object.keys(record).length > 0 ? record : undefined);
/** Joins the parts of a text that are not empty. */
export const joined = (parts, separator = ' ') => parts.filter(Boolean).join(separator);

/** Groups items by a key, in the order of their first item. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

export const unique = (values) => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
export const listOf = (value) => (value === undefined ? [] : [value].flat());
export const startUpper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const kebab = (text) => text.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
export const camel = (text) => text.replaceAll(/[.:](\w)/g, (_, letter) => letter.toUpperCase());
