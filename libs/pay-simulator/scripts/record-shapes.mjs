// npm run generate: writes the JSON schema of each stored table from the type of its records, so that a restored snapshot is checked.
// `--check` writes nothing and fails if the file is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const FILE = new URL('../src/state/record-shapes.generated.ts', import.meta.url);
const config = fileURLToPath(new URL('../tsconfig.lib.json', import.meta.url));
const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(config, {}, ts.sys);
const program = ts.createProgram(fileNames, { ...options, noEmit: true });
const checker = program.getTypeChecker();

/** Exact numbers, as `stored-value.ts` writes them. */
const exact = (member, pattern) => ({
  type: 'object',
  properties: { [member]: { type: 'string', pattern } },
  required: [member],
});
/** Schemas of named types. */
const shapes = { bigint: exact('$bigint', '^-?\\d+$'), Decimal: exact('$decimal', '^-?\\d+(\\.\\d+)?$') };

function nameOf(type) {
  const name = (type.aliasSymbol ?? type.symbol)?.name;
  const isGeneric = (type.aliasTypeArguments ?? type.typeArguments ?? []).length > 0;
  return name === undefined || name.startsWith('__') || isGeneric ? undefined : name;
}

function schemaOf(type) {
  const { flags } = type;
  if (flags & ts.TypeFlags.Null) return { type: 'null' };
  if (type.isLiteral() && typeof type.value !== 'object') return { enum: [type.value] };
  if (flags & ts.TypeFlags.BooleanLiteral) return { enum: [checker.typeToString(type) === 'true'] };
  if (flags & ts.TypeFlags.String) return { type: 'string' };
  if (flags & ts.TypeFlags.Number) return { type: 'number' };
  if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
  if (flags & ts.TypeFlags.BigIntLike) return { $ref: 'bigint' };
  if (type.isUnion()) return named(type, () => unionOf(type.types));
  if (checker.isArrayType(type)) return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0]) };
  if (flags & ts.TypeFlags.Object || type.isIntersection()) return objectOf(type);
  return {};
}

function unionOf(types) {
  const byText = (a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  const schemas = types
    .filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    .map(schemaOf)
    .toSorted(byText);
  const values = schemas.flatMap((schema) => schema.enum ?? []);
  const others = schemas.filter((schema) => schema.enum === undefined);
  if (values.includes(true) && values.includes(false)) others.unshift({ type: 'boolean' });
  const enumerated = values.filter((value) => typeof value !== 'boolean' || !values.includes(!value));
  const all = enumerated.length > 0 ? [{ enum: enumerated }, ...others] : others;
  return all.length === 1 ? all[0] : { anyOf: all };
}

function objectOf(type) {
  return named(type, () => membersOf(type));
}

/** Returns a reference to the schema of a named type. */
function named(type, schema) {
  const name = nameOf(type);
  if (name === undefined) return schema();
  // Any value.
  if (name === 'JsonValue') return {};
  if (!(name in shapes)) {
    shapes[name] = {};
    shapes[name] = schema();
  }
  return { $ref: name };
}

function membersOf(type) {
  const members = checker.getPropertiesOfType(type).map((symbol) => {
    const member = checker.getTypeOfSymbol(symbol);
    const isOptional =
      (symbol.flags & ts.SymbolFlags.Optional) !== 0 ||
      (member.isUnion() && member.types.some(({ flags }) => flags & ts.TypeFlags.Undefined));
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

/** Returns the name of the table that an expression creates, and the schema of its records by key. */
function tableOf(node) {
  if (!ts.isNewExpression(node) || !node.arguments?.[0] || !ts.isStringLiteral(node.arguments[0])) return;
  const type = checker.getTypeAtLocation(node);
  const put = type.getProperty('put');
  if (!type.getProperty('storedAs') || !put) return;
  const [, value] = checker.getTypeOfSymbolAtLocation(put, node).getCallSignatures()[0].parameters;
  const record = schemaOf(checker.getTypeOfSymbolAtLocation(value, node));
  const keys = FIXED_KEYS[type.symbol.name];
  const schema = keys
    ? {
        type: 'object',
        properties: Object.fromEntries(keys.map((key) => [key, record])),
        required: keys,
        additionalProperties: false,
      }
    : { type: 'object', additionalProperties: record };
  return [node.arguments[0].text, schema];
}

const tables = {};
for (const source of program.getSourceFiles()) {
  if (source.isDeclarationFile || source.fileName.includes('node_modules')) continue;
  const visit = (node) => {
    const table = tableOf(node);
    if (table) tables[table[0]] = table[1];
    ts.forEachChild(node, visit);
  };
  visit(source);
}
const sorted = (object) =>
  Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const table = (name, rows) =>
  `export const ${name}: Readonly<Record<string, Schema>> = {\n${Object.entries(sorted(rows))
    .map(([key, schema]) => `  ${key}: ${JSON.stringify(schema)},\n`)
    .join('')}};\n`;
const text = `// Generated by \`npm run generate\`: do not edit.
import type { Schema } from '../domain/json-schema.js';

/** Schemas of the stored tables: records by key. */
${table('TABLES', tables)}
/** Schemas that the tables share. */
${table('SHAPES', shapes)}`;

const isCurrent = existsSync(FILE) && readFileSync(FILE, 'utf8') === text;
if (process.argv.includes('--check')) {
  if (!isCurrent) {
    console.error('record-shapes.generated.ts is out of date: run npm run generate');
    process.exitCode = 1;
  }
} else if (!isCurrent) writeFileSync(FILE, text);
