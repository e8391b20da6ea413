/**
 * JSON text of a value in which a bigint stands for a number of any size, which JSON.stringify cannot write.
 *
 * @throws TypeError for a value that JSON cannot hold.
 */
export function toExactJsonText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => toExactJsonText(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toExactJsonText(member)}`).join(',')}}`;
  }
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  return text;
}
