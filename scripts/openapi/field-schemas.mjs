// JSON Schemas of the contract's fields: `items[].name` and `customer.email` become nested objects.
import { kindOfConfidence, readContract } from '../contract/claims.mjs';

const STRING = { type: 'string' };
const TYPES = {
  string: STRING,
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  integer: { type: 'integer' },
  int64: { type: 'integer', format: 'int64' },
  number: { type: 'number' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  array: { type: 'array', items: {} },
  null: { type: 'null' },
  mixed: {},
  'text/csv': STRING,
};
const HAS_OFFSET = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;
const ORDER_CODE = /(^|\.)(orderCode|ref)$/i;

/** Responses have times with and without an offset. Only a time with an offset is a `date-time` of JSON Schema. */
const time = (example) => (HAS_OFFSET.test(String(example)) ? { ...STRING, format: 'date-time' } : STRING);

/** Returns the schema of one alternative of a type's text, such as `array of string` or `string (uuid)`. */
function plainSchema(text, example) {
  const list = /^array of (.+)$/.exec(text)?.[1] ?? /^(.+)\[\]/.exec(text)?.[1];
  if (list)
    return {
      type: 'array',
      items: list.startsWith('{') ? { type: 'object' } : plainSchema(list.replace(/ \(.*/, '')),
    };
  if (/^datetime|\(date-time\)|date or date-time/.test(text)) return time(example);
  const [, name, detail] = /^([\w/]+)(?: \((.*)\))?$/.exec(text) ?? [];
  const schema = TYPES[detail] ?? TYPES[name];
  if (!schema) throw new Error(`contract/ has a type that scripts/openapi does not know: ${text}`);
  return schema;
}

/** Returns the schema of a field without its description. */
export function typeSchema({ type, example, unit }) {
  const parts = type
    .replace(/\((?=the SDK).*/, '')
    .trim()
    .split(/\s*\|\s*|(?<!\([\w ]*) or /);
  const schemas = [
    ...new Map(
      parts.map((text) => plainSchema(text, example)).map((one) => [JSON.stringify(one), one]),
    ).values(),
  ];
  if (schemas.length === 1) return withUnit(schemas[0], unit);
  const types = schemas.map((schema) => schema.type);
  const [main, ...others] = schemas.filter((schema) => schema.type !== 'null');
  // One type and null, without a union: generators name such types best.
  if (others.length === 0 && types.every((one) => typeof one === 'string'))
    return withUnit({ ...main, type: [main.type, 'null'] }, unit);
  return { anyOf: schemas };
}

/** Amounts in minor units can exceed 32 bits. */
const withUnit = (schema, unit) =>
  unit === 'minor' && [schema.type].flat().includes('integer') ? { ...schema, format: 'int64' } : schema;

const UNITS = {
  minor: 'Whole number in MINOR units (1050 is 10.50).',
  major: 'In MAJOR units (10.5 is 10.50).',
  unknown: 'The unit is unknown.',
};
const EXACT =
  'An int64 of 16 digits. Clients with 64-bit floats, such as JavaScript, lose digits above 9007199254740991. They need the string form: read the digits from the text of the response.';
const sentence = (text) =>
  text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}` : '';

/** What is known about a claim, if it differs from the operation's. */
export function evidence(claim, parent) {
  const { confidence = parent?.confidence, source } = claim;
  return {
    ...(confidence !== parent?.confidence && { 'x-confidence': confidence }),
    ...(source && source !== parent?.source && { 'x-source': [source].flat() }),
  };
}

/** Returns the schema of a field with its description and evidence. */
function fieldSchema(field, operation) {
  const plain = typeSchema(field);
  const schema = { ...plain, ...valuesOf(field, plain), ...keywords(field.schema ?? {}, plain) };
  const isInteger64 = schema.format === 'int64';
  const isOrderCode = isInteger64 && ORDER_CODE.test(field.name);
  const description = [
    sentence(field.meaning ?? field.doc),
    sentence(field.constraints),
    UNITS[field.unit],
    isOrderCode && EXACT,
  ]
    .filter(Boolean)
    .join(' ');
  return {
    ...schema,
    ...(isOrderCode && { minimum: 1e15, exclusiveMaximum: 1e16 }),
    ...(description && { description }),
    ...(isExample(field.example, schema) && { examples: [field.example] }),
    ...(field.unit && { 'x-unit': field.unit }),
    ...evidence(field, operation),
  };
}

/** Only examples of the right type help a client generator. */
function isExample(example, schema) {
  const types = [schema.type].flat();
  if (example === undefined || types[0] === undefined) return false;
  if (typeof example === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isSafeInteger(example));
  if (typeof example === 'string') return types.includes('string');
  return typeof example === 'boolean' && types.includes('boolean');
}

/** Parameters are texts on the wire, so an order code loses no digits as a string. */
export function parameterOf(field, place, operation) {
  const {
    description,
    examples,
    'x-unit': unit,
    'x-confidence': confidence,
    'x-source': source,
    ...schema
  } = fieldSchema(field, operation);
  const isOrderCode = ORDER_CODE.test(field.name);
  return {
    name: field.name,
    in: place,
    required: place === 'path' || field.required,
    description: (description ?? '').replace(` ${EXACT}`, '') || `${field.name}.`,
    schema: isOrderCode ? { type: 'string', pattern: String.raw`^\d{16}$` } : schema,
    ...(examples && { example: isOrderCode ? String(examples[0]) : examples[0] }),
    ...(unit && { 'x-unit': unit }),
    ...(confidence && { 'x-confidence': confidence }),
    ...(source && { 'x-source': source }),
  };
}

/** Coded values of all areas by the name of their list, and the library's names for these lists. */
const AREAS = Object.values(readContract());
const ENUMS = Object.assign({}, ...AREAS.map(({ enums }) => enums));
const CONSTANTS = Object.assign({}, ...AREAS.map(({ constants }) => constants));

/** Codes of a list, as numbers where all are numbers. */
function codesOf(name) {
  if (ENUMS[name] === undefined) throw new Error(`contract/ has no list of coded values ${name}`);
  const codes = Object.keys(ENUMS[name]);
  return codes.every((code) => /^\d+$/.test(code)) ? codes.map(Number) : codes;
}

/** Returns the keywords of a field, of which contract/SCHEMA.md has the list. */
function keywords({ digits, knownValues, defaultOf, items, ...keys }, schema) {
  const isNumber = [schema.type].flat().includes('integer');
  const range = isNumber
    ? { minimum: 10 ** (digits - 1), exclusiveMaximum: 10 ** digits }
    : { pattern: String.raw`^\d{${digits}}$` };
  const known = typeof knownValues === 'string' ? codesOf(knownValues) : knownValues;
  const typed = isNumber ? known : known?.map(String);
  return {
    ...keys,
    ...(digits && range),
    ...(typed && { 'x-known-values': typed }),
    ...(defaultOf && { 'x-default': defaultOf }),
    ...(items && { items: { ...schema.items, ...keywords(items, schema.items) } }),
  };
}

/** Returns the known values of a field of a response: closed if no other value can appear. */
function valuesOf({ constant }, schema) {
  const { enum: name, isClosed } = CONSTANTS[constant] ?? {};
  if (name === undefined) return {};
  const isNumber = [schema.type].flat().includes('integer');
  const codes = isNumber ? codesOf(name) : codesOf(name).map(String);
  return isClosed ? { enum: codes } : { 'x-known-values': codes };
}

const newNode = () => ({ own: undefined, isList: false, members: new Map() });

/** Whether the contract says that a member of a response is always present: a page or a recorded response shows it, never as null and not as optional. */
export function isAlwaysPresent({ type, nullable, optional, confidence }, operation) {
  const isShown = ['observed', 'documented'].includes(kindOfConfidence(confidence ?? operation.confidence));
  return isShown && optional !== true && nullable !== true && !/\b(null|mixed)\b/.test(type);
}

/**
 * Returns the schema of a body from its fields, or undefined without fields.
 *
 * @param isRequired whether a field is required. @param isList whether `items[]` stands for the elements of a list.
 */
export function bodySchema(fields, operation, { isRequired, isList = false }) {
  if (fields.length === 0) return undefined;
  const root = newNode();
  for (const field of fields) {
    if (field.name === '(body)') return { ...fieldSchema(field, operation) };
    let node = root;
    const path = isList ? field.name.replace(/^items\[\]/, '[]') : field.name;
    for (const part of path.split('.')) {
      const name = part.replace('[]', '');
      if (name !== '') {
        if (!node.members.has(name)) node.members.set(name, newNode());
        node = node.members.get(name);
      }
      if (part.endsWith('[]')) node.isList = true;
    }
    node.own = field;
  }
  return nodeSchema(root, operation, isRequired);
}

function nodeSchema({ own, isList, members }, operation, isRequired) {
  const schema = own ? fieldSchema(own, operation) : {};
  if (members.size === 0)
    return isList && schema.type !== 'array' ? { type: 'array', items: schema } : schema;
  const required = [...members]
    .filter(([, node]) => node.own && isRequired(node.own, operation))
    .map(([name]) => name);
  const object = {
    type: 'object',
    properties: Object.fromEntries(
      [...members].map(([name, node]) => [name, nodeSchema(node, operation, isRequired)]),
    ),
    ...(required.length > 0 && { required }),
  };
  const { type } = schema;
  const facts = Object.fromEntries(
    Object.entries(schema).filter(([name]) => !['type', 'items', 'anyOf'].includes(name)),
  );
  const isNullable = [type].flat().includes('null');
  if (isList || [type].flat().includes('array'))
    return { ...facts, type: isNullable ? ['array', 'null'] : 'array', items: object };
  return { ...facts, ...object, ...(isNullable && { type: ['object', 'null'] }) };
}
