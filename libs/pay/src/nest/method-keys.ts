/** Returns the keys of own and inherited methods. Nest's MetadataScanner leaves out methods whose name is a symbol. */
export function methodKeysOf(prototype: object | null): (string | symbol)[] {
  const keys = new Map<string | symbol, unknown>();
  for (
    let one = prototype;
    one !== null && one !== Object.prototype;
    one = Object.getPrototypeOf(one) as object | null
  )
    for (const key of Reflect.ownKeys(one))
      if (!keys.has(key)) keys.set(key, Object.getOwnPropertyDescriptor(one, key)?.value);
  keys.delete('constructor');
  return [...keys].filter(([, value]) => typeof value === 'function').map(([key]) => key);
}
