// The schemas of contract/ as the published document has them: codes of known values in place of the name of their list, and no
// members for the library.
import { mapValues } from '../collections.mjs';
import { readContract, typesOf } from '../contract/read.mjs';

const areas = Object.values(readContract());
const ENUMS = Object.assign({}, ...areas.map(({ enums }) => enums));
const CONSTANTS = Object.assign({}, ...areas.map(({ constants }) => constants));
/** Members of contract/ that only the library and its pages use. */
const INTERNAL =
  /^x-(check|codes|digits|deprecated|echoes|kind|limits|member|not-before|notes|options?|optional|required|results|rules)$/;
const isPublished = ([name]) => !INTERNAL.test(name);

const UNITS = {
  minor: 'Whole number in MINOR units (1050 is 10.50).',
  major: 'In MAJOR units (10.5 is 10.50).',
  unknown: 'The unit is unknown.',
};
const EXACT =
  'An int64 of 16 digits. Clients with 64-bit floats, such as JavaScript, lose digits above 9007199254740991. They need the string form: read the digits from the text of the response.';

export const isOrderCode = ({ minimum }) => minimum === 1e15;

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

/** Only examples of the right type help a client generator. */
const isExample = (example, types) =>
  (types.includes(typeof example) && ['number', 'string', 'boolean'].includes(typeof example)) ||
  (types.includes('integer') && Number.isSafeInteger(example)) ||
  (types.includes('array') && Array.isArray(example));

/** Returns a schema as it is published, with the schemas inside it. */
export function published(schema) {
  const { description, properties, items, allOf, anyOf, examples = [], ...facts } = schema;
  const text = [description, facts['x-limits'], UNITS[facts['x-unit']], isOrderCode(schema) && EXACT];
  const shown = examples.filter((example) => isExample(example, typesOf(schema)));
  return {
    ...(text.some(Boolean) && { description: text.filter(Boolean).join(' ') }),
    ...Object.fromEntries(Object.entries(facts).filter(isPublished)),
    ...valuesOf(schema),
    ...(properties && { properties: mapValues(properties, published) }),
    ...(items && { items: published(items) }),
    ...(allOf && { allOf: allOf.map(published) }),
    ...(anyOf && { anyOf: anyOf.map(published) }),
    ...(shown.length > 0 && { examples: shown }),
  };
}

/** Returns a parameter as it is published. Parameters are texts on the wire, so an order code loses no digits as a string. */
export function publishedParameter(parameter) {
  const { schema, example, description = schema.description ?? `${parameter.name}.`, ...facts } = parameter;
  const given = { ...schema, description, ...(example !== undefined && { examples: [example] }) };
  const { description: text, examples, ...rest } = published(given);
  const isCode = isOrderCode(schema);
  return {
    ...Object.fromEntries(Object.entries(facts).filter(isPublished)),
    description: text.replace(` ${EXACT}`, ''),
    schema: isCode ? { type: 'string', pattern: String.raw`^\d{16}$` } : rest,
    ...(example !== undefined && (isCode || examples) && { example: isCode ? String(example) : examples[0] }),
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
  const { properties, required = [] } = schema;
  if (properties === undefined) return undefined;
  const names = Object.keys(properties).filter(
    (name) => !isRequest || required.length === 0 || required.includes(name),
  );
  const members = names
    .map((name) => [name, exampleOf(properties[name], isRequest)])
    .filter(([, member]) => member !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
