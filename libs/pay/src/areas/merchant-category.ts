/**
 * Returns a merchant category code as ISO 18245 has it: text of four digits. The service writes some codes as numbers, without their
 * leading zeros. Returns every other value as it is.
 */
export function merchantCategoryText(value: unknown): unknown {
  return (typeof value === 'number' || typeof value === 'string') && /^\d{1,4}$/.test(String(value))
    ? String(value).padStart(4, '0')
    : value;
}
