// The schemas of contract/ as the published document has them: codes of known values in place of the name of their list, and no
// members for the library.
import { mapValues } from '../collections.mjs';
import { readContract, typesOf } from '../contract/read.mjs';

const areas = Object.values(readContract());
const ENUMS = Object.assign({}, ...areas.map(({ enums }) => enums));
const CONSTANTS = Object.assign({}, ...areas.map(({ constants }) => constants));
/** Members of contract/ that only the library and its pages use. */
const INTERNAL =
  /^x-(check|codes|digits|deprecated|echoes|kind|limits|member|not-before|notes|options?|optional|payload|properties|required|results|rules)$/;

const UNITS = {
  minor: 'Whole number in MINOR units (1050 is 10.50).',
  major: 'In MAJOR units (10.5 is 10.50).',
  unknown: 'The unit is unknown.',
};
const EXACT =
  'An int64 of 16 digits. Clients with 64-bit floats, such as JavaScript, lose digits above 9007199254740991. They need the string form: read the digits from the text of the response.';

const isOrderCode = ({ minimum }) => minimum === 1e15;

/** Codes of a list, as numbers for a field that is one. */
function codesOf(list, schema) {
  if (typeof list !== 'string') return list;
  if (ENUMS[list] === undefined) throw new Error(`contract/ has no list of coded values ${list}`);
  const codes = Object.keys(ENUMS[list]);
  return typesOf(schema).includes('string') || !codes.every((code) => /^\d+$/.test(code))
    ? codes
    : codes.map(Number);
}

/** The known values of a field: closed if no other value can appear. */
export function valuesOf(schema) {
  const { enum: list = schema['x-known-values'], isClosed } = CONSTANTS[schema['x-codes']] ?? {};
  if (list === undefined) return {};
  return { [isClosed ? 'enum' : 'x-known-values']: codesOf(list, schema) };
}

/** Returns a part of contract/ as it is published. A schema describes what its keywords cannot say. */
export function published(part) {
  if (Array.isArray(part)) return part.map(published);
  if (typeof part !== 'object' || part === null) return part;
  const { description, 'x-limits': limits, 'x-unit': unit } = part;
  const facts = Object.entries(part).filter(([name]) => !INTERNAL.test(name));
  const text = [description, limits, UNITS[unit], isOrderCode(part) && EXACT].filter(Boolean);
  return {
    ...mapValues(Object.fromEntries(facts), published),
    ...(typeof text[0] === 'string' && { description: text.join(' ') }),
    ...valuesOf(part),
  };
}

/** Returns a parameter as it is published. Parameters are texts on the wire, so an order code loses no digits as a string. */
export function publishedParameter({ schema, description, example, ...facts }) {
  const { description: text, ...own } = published({ ...schema, description });
  return {
    ...published(facts),
    description: text.replace(` ${EXACT}`, ''),
    ...(isOrderCode(schema)
      ? { schema: { type: 'string', pattern: String.raw`^\d{16}$` }, example: example && String(example) }
      : { schema: own, example }),
  };
}

/** Returns an example of a published schema, from those of its members. A request has only the members that it requires, if any. */
export function exampleOf(schema, isRequest = false) {
  const { anyOf: [first] = [], examples: [example = schema.const ?? schema.enum?.[0]] = [] } = schema;
  if (first) return exampleOf(first, isRequest);
  if (example !== undefined) return example;
  if (schema.items) {
    const item = exampleOf(schema.items, isRequest);
    return item === undefined ? undefined : [item];
  }
  const { properties = {}, required = [] } = schema;
  const members = Object.keys(properties)
    .filter((name) => !isRequest || required.length === 0 || required.includes(name))
    .map((name) => [name, exampleOf(properties[name], isRequest)])
    .filter(([, member]) => member !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
