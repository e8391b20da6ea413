// Words for the keywords of a field, which contract/SCHEMA.md lists.
import { joined } from '../collections.mjs';

const FORMATS = { date: 'YYYY-MM-DD', 'date-time': 'ISO 8601', uri: 'URL', uuid: 'UUID' };
const UNITS = { minor: 'minor units', major: 'MAJOR units' };
const code = (value) => `\`${JSON.stringify(value)?.replaceAll('"', "'")}\``;

/** Returns a range of numbers in words. */
export function range(low, high, what = '') {
  if (high === undefined) return low > (what === '' ? 0 : 1) ? `at least ${low}${what}` : '';
  return low === undefined ? `at most ${high}${what}` : `${low} to ${high}${what}`;
}

const known = (values) =>
  typeof values === 'string' ? `enums.${values}` : `known values: ${values.join(', ')}`;

function parts({ unit, schema, knownValues, defaultOf }) {
  return [
    // The parts of a text can be amounts, too.
    schema.type !== 'string' && UNITS[unit],
    FORMATS[schema.format],
    range(schema.minLength, schema.maxLength, ' characters'),
    // Order codes have 16 digits.
    schema.minimum === 1e15 ? '16 digits' : range(schema.minimum, schema.maximum),
    schema.exclusiveMinimum !== undefined && `greater than ${schema.exclusiveMinimum}`,
    schema.maxItems !== undefined && `at most ${schema.maxItems} items`,
    schema.enum?.map(code).join(' or '),
    schema.const !== undefined && `only ${code(schema.const)}`,
    schema.items?.const !== undefined && `only ${code(schema.items.const)}`,
    knownValues !== undefined && known(knownValues),
    schema.default !== undefined && `default ${code(schema.default)}`,
    defaultOf && `default: ${defaultOf}`,
  ];
}

/** Returns the limits and the unit of a field as text for the pages. Patterns are left out: `x-limits` describes them. */
export const limitsOf = (field) => {
  const keywords = joined(parts(field), '; ');
  return joined([keywords, field.schema['x-limits']], '. ');
};
