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
/** Schemas of named types. */
const shapes = { bigint: exact('$bigint', '^-?\\d+$'), Decimal: exact('$decimal', '^-?\\d+(\\.\\d+)?$') };
const symbols = new Map();

const isUndefined = ({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0;

function schemaOf(type) {
  const { flags } = type;
  const is = (flag) => (flags & ts.TypeFlags[flag]) !== 0;
  if (is('BooleanLiteral')) return { enum: [checker.typeToString(type) === 'true'] };
  if (type.isLiteral() && typeof type.value !== 'object') return { enum: [type.value] };
  const plain = ['Null', 'String', 'Number', 'Boolean'].find(is);
  if (plain) return { type: plain.toLowerCase() };
  if (is('BigIntLike')) return { $ref: 'bigint' };
  if (type.isUnion()) return reference(type, unionOf);
  if (checker.isArrayType(type)) return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0]) };
  if (checker.isTupleType(type)) return { type: 'array' };
  return is('Object') || type.isIntersection() ? reference(type, membersOf) : {};
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

/** Returns a reference to the schema of a named type. */
function reference(type, read) {
  const symbol = type.aliasSymbol ?? type.symbol;
  const name = symbol?.name;
  const isGeneric = (type.aliasTypeArguments ?? type.typeArguments ?? []).length > 0;
  if (name === undefined || name.startsWith('__') || isGeneric) return read(type);
  // Any value.
  if (name === 'JsonValue') return {};
  if ((symbols.get(name) ?? symbol) !== symbol)
    throw new Error(`two types of the simulator have the name ${name}`);
  symbols.set(name, symbol);
  // The name first, because a type can contain itself.
  if (!(name in shapes)) {
    shapes[name] = {};
    shapes[name] = read(type);
  }
  return { $ref: name };
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

const inOrder = (record) => json(Object.fromEntries(Object.entries(record).sort()));
writeGenerated(
  'libs/pay-simulator/src/state/record-shapes.generated.ts',
  `${HEADER}import type { Schema } from '../domain/json-schema.js';

/** Schemas of the stored tables: records by key. */
export const TABLES: Readonly<Record<string, Schema>> = ${inOrder(tables)};

/** Schemas that the tables share. */
export const SHAPES: Readonly<Record<string, Schema>> = ${inOrder(shapes)};
`,
);
