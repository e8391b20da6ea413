/** Masked types that a type of the contract allows, by a word of the type. The first matching row wins. */
const ALLOWED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\barray\b|\[\]/, ['array']],
  [/\bobject\b/, ['object']],
  [/\bboolean\b/, ['boolean']],
];
const NUMBERS = ['integer', 'minor', 'major', 'number'];
const TEXTS = ['text', 'uuid', 'date-time', 'date', 'digits', 'string'];

/** Whether a masked value has a type of the contract, such as `string (uuid)|null`. */
export function fitsType(masked: string, type: string): boolean {
  const kind = masked.split(' ')[0] ?? '';
  return type
    .split(/\||\bor\b|\s\/\s/)
    .map((part) => part.trim())
    .some((part) => allowedKinds(part).includes(kind));
}

function allowedKinds(type: string): readonly string[] {
  if (/^null$/.test(type)) return ['null'];
  if (/mixed/.test(type)) return [...NUMBERS, ...TEXTS, 'decimal', 'object', 'array', 'boolean', 'null'];
  const row = ALLOWED.find(([word]) => word.test(type));
  if (row) return row[1];
  if (/\b(decimal|number)\b/.test(type)) return [...NUMBERS, 'decimal'];
  if (/\bint/.test(type)) return NUMBERS.filter((kind) => kind !== 'major');
  return TEXTS;
}
