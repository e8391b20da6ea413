// Writes the OpenAPI schemas of all options from their types, rules and docstrings.
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { writeGenerated } from '../generated.mjs';
import { checker, isOptionsClass, isOurs, optionsClasses } from '../operation-docs/library.mjs';
import { withoutLinks } from '../operation-docs/markdown.mjs';
import { ROOT } from '../operation-docs/root.mjs';

const FILE = 'libs/pay/src/swagger/schemas.generated.ts';
/** The exported classes, and those of their members, which the loop below adds. */
const classes = new Map(optionsClasses());

/** Whole numbers by their rule. */
const INTEGER_RULES = ['IsMinorUnits', 'IsInt'];
/** Rules with a limit as their first argument. */
const LIMITS = { Min: 'minimum', Max: 'maximum', MinLength: 'minLength', MaxLength: 'maxLength' };

/** Returns the rules of a property: name → arguments. */
function rulesOf(declaration) {
  const calls = (ts.getDecorators(declaration) ?? []).map(({ expression }) => expression);
  return new Map(calls.map((call) => [call.expression.getText(), call.arguments]));
}

function propertyOf(symbol) {
  const declaration = symbol.valueDeclaration;
  const type = checker.getTypeOfSymbol(symbol);
  const rules = rulesOf(declaration);
  const tags = symbol.getJsDocTags(checker).filter(({ name }) => name === 'default');
  const defaults = tags.map(({ text }) => `Default: ${ts.displayPartsToString(text).replace(/\.$/, '')}.`);
  const text = [ts.displayPartsToString(symbol.getDocumentationComment(checker)), ...defaults].join(' ');
  const description = withoutLinks(text).replace(/\s+/g, ' ').trim();
  return {
    ...(!(symbol.flags & ts.SymbolFlags.Optional) && { required: true }),
    ...(description !== '' && { description }),
    ...schemaOf(type, rules),
    ...limitsOf(rules),
  };
}

function limitsOf(rules) {
  const limits = {};
  for (const [rule, name] of Object.entries(LIMITS)) {
    const [argument] = rules.get(rule) ?? [];
    if (argument !== undefined && ts.isNumericLiteral(argument)) limits[name] = Number(argument.text);
  }
  const length = (rules.get('Length') ?? []).map(({ text }) => Number(text));
  if (length.length === 2) [limits.minLength, limits.maxLength] = length;
  return limits;
}

function schemaOf(type, rules) {
  const members = type.isUnion() ? type.types : [type];
  const isNullable = members.some(({ flags }) => flags & ts.TypeFlags.Null);
  // JSON has no bigint: the numbers beside it are whole.
  const isWhole =
    members.some(({ flags }) => flags & ts.TypeFlags.BigIntLike) ||
    INTEGER_RULES.some((rule) => rules.has(rule));
  const schemas = distinct(
    members
      .filter(
        ({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BigIntLike)),
      )
      .map((member) => schemaOfMember(member, rules, isWhole)),
  );
  const schema = merged(schemas);
  return isNullable ? { ...schema, nullable: true } : schema;
}

function schemaOfMember(type, rules, isWhole) {
  if (type.isLiteral()) return { enum: [type.value] };
  if (type.flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
  if (type.flags & ts.TypeFlags.NumberLike) return { type: isWhole ? 'integer' : 'number' };
  if (type.flags & ts.TypeFlags.StringLike) return { type: 'string' };
  if (type.isIntersection()) return schemaOfMember(type.types[0], rules, isWhole);
  if (checker.isArrayType(type)) {
    const item = schemaOf(checker.getTypeArguments(type)[0], rules);
    return item.dto === undefined ? { type: 'array', items: item } : { dto: item.dto, isArray: true };
  }
  if (!isOptionsClass(type.symbol)) return { type: 'object', additionalProperties: true };
  classes.set(type.symbol.name, type.symbol);
  return { dto: type.symbol.name };
}

/** Joins the literals of a union, and lists other members as alternatives. */
function merged(schemas) {
  const literals = schemas.flatMap((schema) => schema.enum ?? []);
  const others = schemas.filter((schema) => schema.enum === undefined);
  // A type that is open for other values, such as `1 | 2 | number`.
  const isOpen = literals.some((value) =>
    others.some(({ type }) => (type === 'integer' ? 'number' : type) === typeof value),
  );
  const all = literals.length === 0 || isOpen ? others : [{ enum: literals }, ...others];
  if (all.length === 1) return all[0];
  return { oneOf: all };
}

function distinct(schemas) {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

const schemas = {};
for (const [name, symbol] of classes) {
  const members = checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter(({ valueDeclaration }) => isOurs(valueDeclaration) && ts.isPropertyDeclaration(valueDeclaration));
  schemas[name] = Object.fromEntries(members.map((member) => [member.name, propertyOf(member)]));
}

const byFile = new Map();
for (const [name, symbol] of classes) {
  const file = fileOf(symbol);
  byFile.set(file, [...(byFile.get(file) ?? []), name]);
}
function fileOf({ valueDeclaration }) {
  return relative(join(ROOT, dirname(FILE)), valueDeclaration.getSourceFile().fileName).replace(/ts$/, 'js');
}
const imports = [...byFile].map(([file, names]) => `import { ${names.join(', ')} } from '${file}';`).sort();

writeGenerated(
  FILE,
  `// Generated by \`npm run generate\`: do not edit.

${imports.join('\n')}
import type { OptionsSchemas } from './options-schema.js';

/** The options classes, by name: also those that only occur in other options. */
// oxfmt-ignore
export const CLASSES = { ${[...classes.keys()].join(', ')} };

// As text, because a parser reads it faster than code. In single quotes, which JSON does not have to escape.
export const SCHEMAS = JSON.parse(
  // oxfmt-ignore
  '${JSON.stringify(schemas).replaceAll(/[\\']/g, String.raw`\$&`)}',
) as OptionsSchemas;
`,
);
