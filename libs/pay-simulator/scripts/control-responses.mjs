// npm run generate: writes the JSON schemas of the control API's responses from the types that its routes return, with the docstrings
// as descriptions.
import ts from 'typescript';
import { writeGenerated } from '../../../scripts/generated.mjs';
import { readProgram, schemasOf, sorted } from './type-schemas.mjs';

/** Functions that read a table of routes. */
const TABLES = ['routesOf', 'accountRoutesOf'];
/** Types that no table has. */
const MORE_TYPES = ['ControlError', 'TriggerResult'];
/** Members whose number is an amount. */
const AMOUNT = /amount|balance|fee|commission|refunded|reversed|available|reserved|threshold|^total$/i;

const { checker, visitSources } = readProgram();
const TYPES = { number: 'integer', string: 'string', boolean: 'boolean' };

/** The view of an order is an order for a client. */
const componentOf = (name) => name.replace(/View$/, '');
const ref = (name) => `#/components/schemas/${componentOf(name)}`;
const schemas = { bigint: { type: 'integer' } };
const schemaOf = schemasOf(checker, schemas, {
  ref,
  memberFacts: (symbol, schema) =>
    withUnit({ ...inOrder(refined(schema, symbol.name), symbol), ...docsOf(symbol) }),
  typeFacts: (symbol, schema) => ({ ...docsOf(symbol), ...inOrder(schema, symbol) }),
});

function docsOf(symbol) {
  const description = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ');
  const format = symbol.getJsDocTags(checker).find(({ name }) => name === 'format');
  return {
    // A link of the docstring leads nowhere in the document.
    ...(description !== '' && { description: description.replace(/\{@link (?:\w+\.)?(\w+)\}/g, '`$1`') }),
    ...(format && { format: ts.displayPartsToString(format.text) }),
  };
}

/** Adds what the name of a member says about its values: times, durations and amounts. */
function refined(schema, name) {
  if (schema.anyOf) return { anyOf: nullLast(schema.anyOf).map((part) => refined(part, name)) };
  if (schema.items) return { ...schema, items: refined(schema.items, name) };
  if (schema.type === 'object' && schema.additionalProperties)
    return { ...schema, additionalProperties: refined(schema.additionalProperties, name) };
  if (schema.enum) return { type: TYPES[typeof schema.enum[0]], ...schema };
  const isBig = schema.$ref === ref('bigint');
  if (schema.type !== 'number' && !isBig) return schema;
  if (/^at$|At$/.test(name)) return { type: 'string', format: 'date-time' };
  if (/Ms$/.test(name)) return { type: 'number', minimum: 0 };
  return { type: 'integer', ...(AMOUNT.test(name) && { 'x-unit': 'minor' }) };
}

/** Puts the values of an enumeration into the order of its declaration. */
function inOrder(schema, { declarations: [declaration] = [] }) {
  const types = declaration?.type && ts.isUnionTypeNode(declaration.type) ? declaration.type.types : [];
  const order = types.map((node) => node.literal?.text);
  if (!schema.enum || !schema.enum.every((value) => order.includes(value))) return schema;
  return { ...schema, enum: schema.enum.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) };
}

/** Says the unit of an amount if the docstring does not. */
function withUnit({ description = '', ...schema }) {
  const isAmount = [schema, ...(schema.anyOf ?? [])].some((part) => part['x-unit'] === 'minor');
  const text =
    isAmount && !description.includes('minor units') ? `${description} In minor units.` : description;
  return { ...schema, ...(text !== '' && { description: text.trim() }) };
}

const nullLast = (parts) => parts.toSorted((a, b) => Number(a.type === 'null') - Number(b.type === 'null'));

const responses = {};
visitSources((node) => {
  if (ts.isInterfaceDeclaration(node) && MORE_TYPES.includes(node.name.text))
    schemaOf(checker.getTypeAtLocation(node));
  if (!ts.isCallExpression(node) || !TABLES.includes(node.expression.getText())) return;
  for (const row of checker.getPropertiesOfType(checker.getTypeAtLocation(node.arguments[1]))) {
    const run = checker.getPropertyOfType(checker.getTypeOfSymbol(row), 'run');
    const [signature] = checker.getTypeOfSymbol(run).getCallSignatures();
    const type = checker.getAwaitedType(signature.getReturnType());
    if (!(type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)))
      responses[row.name] = refined(schemaOf(type), '');
  }
});
delete schemas.bigint;
const components = {};
for (const [name, schema] of Object.entries(schemas)) {
  if (componentOf(name) in components) throw new Error(`two schemas have the name ${componentOf(name)}`);
  components[componentOf(name)] = refined(schema, '');
}

// JSON, because the bundler would add blanks to objects.
const table = (name, rows) => {
  const lines = Object.entries(rows).map(([key, schema]) => `"${key}":${JSON.stringify(schema)}`);
  const json = `{\n${lines.join(',\n')}\n}`.replaceAll('`', '\\u0060');
  return `export const ${name} = JSON.parse(String.raw\`${json}\`) as Readonly<Record<string, Schema>>;\n`;
};
writeGenerated(
  'libs/pay-simulator/src/control/responses.generated.ts',
  `// Generated by \`npm run generate\`: do not edit.
import type { Schema } from '../domain/json-schema.js';

/** Named schemas of responses. Objects may have more members than those listed. */
${table('SCHEMAS', sorted(components))}
/** Schema of each route's response, by the ID of the route. */
${table('RESPONSES', responses)}`,
);
