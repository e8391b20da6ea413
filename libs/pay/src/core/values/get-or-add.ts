/** Returns the value of a key. If there is none, it is created and stored. */
export function getOrAdd<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: (key: Key) => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create(key);
  map.set(key, value);
  return value;
}
