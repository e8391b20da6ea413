// Writes the OpenAPI schemas of all classes of options from contract/.
import { LIMITS, readDocuments, typesOf } from '../contract/read.mjs';
import { HEADER, writeGenerated } from '../generated.mjs';
import { valuesOf } from '../openapi/published-schema.mjs';
import { classOf, kindOf, ownMembers, readClasses } from '../operation-facts/option-classes.mjs';
import { describe, rulesOf } from '../operation-facts/options.mjs';

const FILE = 'libs/pay/src/swagger/schemas.generated.ts';
const classes = readClasses(readDocuments());

const TEXT_OR_INTEGER = { oneOf: [{ type: 'string' }, { type: 'integer' }] };
/** Schemas of the types that are not those of the keyword `type`. */
const TYPES = {
  FiscalisationData: { type: 'object', additionalProperties: true },
  OrderCodeInput: TEXT_OR_INTEGER,
  WalletIdInput: TEXT_OR_INTEGER,
  'number | null': { type: 'integer', nullable: true },
  'string | number': { oneOf: [{ type: 'string' }, { type: 'number' }] },
};

/** Returns the schema of a value, as `@ApiProperty()` takes it. */
function schemaOf(schema) {
  const nested = classOf(schema.items ?? schema);
  if (nested !== undefined) return { dto: nested, ...(schema.items && { isArray: true }) };
  const kind = kindOf(schema);
  const {
    enum: closed = schema.const !== undefined && schema['x-codes'] === undefined ? [schema.const] : undefined,
  } = valuesOf(schema);
  const list = schema.enum ?? closed;
  const limits = ['minItems', ...LIMITS]
    .filter((name) => schema[name] !== undefined)
    .map((name) => [name, schema[name]]);
  const type = typesOf(schema)[0];
  return {
    ...(TYPES[kind?.type] ??
      (list !== undefined
        ? { enum: list }
        : { type, ...(type === 'object' && { additionalProperties: true }) })),
    ...(schema.items && { items: schemaOf(schema.items) }),
    ...(kind === undefined && Object.fromEntries(limits)),
    ...(kind?.minimum !== undefined && { minimum: kind.minimum }),
  };
}

function propertyOf(member) {
  const { schema } = member;
  const { text, standard, deprecated } = describe(schema, classes);
  const parts = [
    text,
    deprecated && `Deprecated: ${deprecated}`,
    standard !== undefined && `Default: ${standard}.`,
  ];
  const description = parts
    .filter(Boolean)
    .join(' ')
    .replaceAll(/\{@link ([\w.]+)\}/g, '`$1`');
  return {
    ...(!rulesOf(member).isOptional && { required: true }),
    ...(description !== '' && { description }),
    ...schemaOf(schema),
    ...(typesOf(schema).includes('null') && { nullable: true }),
  };
}

const schemas = Object.fromEntries(
  [...classes.values()].map((one) => [
    one.name,
    Object.fromEntries(ownMembers(one, classes).map((member) => [member.name, propertyOf(member)])),
  ]),
);

const text = `${HEADER}
import type { OptionsSchemas } from './options-schema.js';

// As text, because a parser reads it faster than code. In single quotes, which JSON does not have to escape.
export const SCHEMAS = JSON.parse(
  // oxfmt-ignore
  '${JSON.stringify(schemas).replaceAll(/[\\']/g, String.raw`\$&`)}',
) as OptionsSchemas;
`;
writeGenerated(FILE, text);
