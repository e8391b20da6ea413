// Writes the OpenAPI schemas of all classes of options from contract/.
import { joined, pick, recordOf } from '../collections.mjs';
import { LIMITS, readDocuments, typesOf } from '../contract/read.mjs';
import { HEADER, writeGenerated } from '../generated.mjs';
import { valuesOf } from '../openapi/published-schema.mjs';
import { classOf, kindOf, readClasses } from '../operation-facts/option-classes.mjs';
import { describe, rulesOf } from '../operation-facts/options.mjs';
import { json } from '../typescript.mjs';

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
  const [type] = typesOf(schema);
  // A list of coded values can grow: its only value is no limit.
  const only = schema.const !== undefined && schema['x-codes'] === undefined ? [schema.const] : undefined;
  const values = schema.enum ?? valuesOf(schema).enum ?? only;
  const plain = values
    ? { enum: values }
    : { type, ...(type === 'object' && { additionalProperties: true }) };
  return {
    ...(TYPES[kind?.type] ?? plain),
    ...(schema.items && { items: schemaOf(schema.items) }),
    ...(kind ? pick(kind, ['minimum']) : pick(schema, ['minItems', ...LIMITS])),
  };
}

function propertyOf(member) {
  const { text, standard, deprecated } = describe(member.schema, classes);
  const end = [deprecated && `Deprecated: ${deprecated}`, standard !== undefined && `Default: ${standard}.`];
  const description = joined([text, ...end]);
  const { type, ...schema } = schemaOf(member.schema);
  return {
    ...(!rulesOf(member).isOptional && { required: true }),
    ...(description && { description: description.replaceAll(/\{@link ([\w.]+)\}/g, '`$1`') }),
    // Most options are text. The package is smaller without their type.
    ...(type !== 'string' && { type }),
    ...schema,
    ...(typesOf(member.schema).includes('null') && { nullable: true }),
  };
}

const schemas = recordOf([...classes.values()], (one) => [
  one.name,
  recordOf(one.own, (member) => [member.name, propertyOf(member)]),
]);
writeGenerated(
  'libs/pay/src/swagger/schemas.generated.ts',
  `${HEADER}
import type { OptionsSchemas } from './options-schema.js';

export const SCHEMAS: OptionsSchemas = ${json(schemas)};
`,
);
