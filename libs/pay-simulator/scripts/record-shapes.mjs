// npm run generate: writes the JSON schema of each stored table from the type of its records, so that a restored snapshot is checked.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { HEADER, writeGenerated } from '../../../scripts/generated.mjs';
import { json } from '../../../scripts/typescript.mjs';

const config = fileURLToPath(new URL('../tsconfig.lib.json', import.meta.url));
const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(config, {}, ts.sys);
const program = ts.createProgram(fileNames, { ...options, noEmit: true });
const checker = program.getTypeChecker();

/** Exact numbers, as `record-text.ts` writes them. */
const exact = (member, pattern) => ({
  type: 'object',
  properties: { [member]: { type: 'string', pattern } },
  required: [member],
});
/** Schemas of types by their name. A record's type cannot contain itself: `JsonValue` is any value. */
const NAMED = { Decimal: exact('$decimal', '^-?\\d+(\\.\\d+)?$'), JsonValue: {} };

const isUndefined = ({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0;

function schemaOf(type) {
  const { flags, aliasSymbol, symbol } = type;
  const named = NAMED[(aliasSymbol ?? symbol)?.name];
  if (named) return named;
  const is = (flag) => (flags & ts.TypeFlags[flag]) !== 0;
  if (is('BooleanLiteral')) return { enum: [checker.typeToString(type) === 'true'] };
  if (type.isLiteral() && typeof type.value !== 'object') return { enum: [type.value] };
  const plain = ['Null', 'String', 'Number', 'Boolean'].find(is);
  if (plain) return { type: plain.toLowerCase() };
  if (is('BigIntLike')) return exact('$bigint', '^-?\\d+$');
  if (type.isUnion()) return unionOf(type);
  if (checker.isArrayType(type)) return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0]) };
  if (checker.isTupleType(type)) return { type: 'array' };
  return is('Object') || type.isIntersection() ? membersOf(type) : {};
}

/** Returns the values of a union as one list, and its other types. */
function unionOf({ types }) {
  const isBoolean = ({ flags }) => (flags & ts.TypeFlags.BooleanLiteral) !== 0;
  const hasBoth = types.filter(isBoolean).length === 2;
  const rest = types.filter((type) => !isUndefined(type) && !(hasBoth && isBoolean(type)));
  const schemas = [...(hasBoth ? [{ type: 'boolean' }] : []), ...rest.map(schemaOf)];
  const values = schemas.flatMap((schema) => schema.enum ?? []).sort();
  const others = schemas.filter((schema) => schema.enum === undefined);
  const byText = (a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  const all = [...(values.length > 0 ? [{ enum: values }] : []), ...others.toSorted(byText)];
  return all.length === 1 ? all[0] : { anyOf: all };
}

function membersOf(type) {
  const members = checker.getPropertiesOfType(type).map((symbol) => {
    const member = checker.getTypeOfSymbol(symbol);
    const isOptional =
      (symbol.flags & ts.SymbolFlags.Optional) !== 0 || (member.isUnion() && member.types.some(isUndefined));
    return { name: symbol.name, isOptional, schema: schemaOf(member) };
  });
  const others = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  return {
    type: 'object',
    ...(members.length > 0 && {
      properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
      required: members.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    }),
    ...(others && { additionalProperties: schemaOf(others) }),
  };
}

/** Keys of the records of a single value. */
const FIXED_KEYS = { Cell: [''], Configured: ['setup', 'current'] };
const tables = {};

/** Adds the tables that are created in a node, with the schema of their records by key. */
function visit(node) {
  const [name] = (ts.isNewExpression(node) && node.arguments) || [];
  const type = name && ts.isStringLiteral(name) && checker.getTypeAtLocation(node);
  const put = type && type.getProperty('storedAs') && type.getProperty('put');
  if (put) {
    const [, value] = checker.getTypeOfSymbolAtLocation(put, node).getCallSignatures()[0].parameters;
    const record = schemaOf(checker.getTypeOfSymbolAtLocation(value, node));
    const keys = FIXED_KEYS[type.symbol.name];
    const properties = Object.fromEntries((keys ?? []).map((key) => [key, record]));
    tables[name.text] = keys
      ? { type: 'object', properties, required: keys, additionalProperties: false }
      : { type: 'object', additionalProperties: record };
  }
  ts.forEachChild(node, visit);
}
for (const file of program.getSourceFiles()) if (fileNames.includes(file.fileName)) visit(file);

const sorted = Object.fromEntries(Object.entries(tables).sort());
writeGenerated(
  'libs/pay-simulator/src/state/record-shapes.generated.ts',
  `${HEADER}import type { Schema } from '../domain/json-schema.js';

/** Schemas of the stored tables: records by key. */
export const TABLES: Readonly<Record<string, Schema>> = ${json(sorted)};
`,
);
