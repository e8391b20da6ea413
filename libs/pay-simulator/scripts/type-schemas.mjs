// JSON schemas of TypeScript types, for the stored tables and for the responses of the control API.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const config = fileURLToPath(new URL('../tsconfig.lib.json', import.meta.url));
const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(config, {}, ts.sys);

/** The simulator's types. Each reader has its own, because the order of members depends on which types were read before. */
export function readProgram() {
  const program = ts.createProgram(fileNames, { ...options, noEmit: true });
  const files = program
    .getSourceFiles()
    .filter(({ isDeclarationFile, fileName }) => !isDeclarationFile && !fileName.includes('node_modules'));
  const visitAll = (node, visit) => {
    visit(node);
    ts.forEachChild(node, (child) => visitAll(child, visit));
  };
  return {
    checker: program.getTypeChecker(),
    /** Calls `visit` for each node of the sources. */
    visitSources: (visit) => files.forEach((file) => visitAll(file, visit)),
  };
}

const symbolOf = (type) => type.aliasSymbol ?? type.symbol;

function nameOf(type) {
  const name = symbolOf(type)?.name;
  const isGeneric = (type.aliasTypeArguments ?? type.typeArguments ?? []).length > 0;
  return name === undefined || name.startsWith('__') || isGeneric ? undefined : name;
}

/**
 * Returns a function that converts a type. It collects the schemas of named types in `named`.
 *
 * @param named - Schemas by name. Those that exist are not replaced.
 * @param options.ref - Reference to a named schema.
 * @param options.memberFacts - Adds facts about a member of an object, such as its description, to the schema of its type.
 * @param options.typeFacts - The same for a named type.
 */
export function schemasOf(
  checker,
  named,
  {
    ref = (name) => name,
    memberFacts = (_member, schema) => schema,
    typeFacts = (_type, schema) => schema,
  } = {},
) {
  const symbols = new Map();

  function schemaOf(type) {
    const { flags } = type;
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isLiteral() && typeof type.value !== 'object') return { enum: [type.value] };
    if (flags & ts.TypeFlags.BooleanLiteral) return { enum: [checker.typeToString(type) === 'true'] };
    if (flags & ts.TypeFlags.String) return { type: 'string' };
    if (flags & ts.TypeFlags.Number) return { type: 'number' };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & ts.TypeFlags.BigIntLike) return { $ref: ref('bigint') };
    if (type.isUnion()) return reference(type, () => unionOf(type.types));
    if (checker.isArrayType(type))
      return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0]) };
    if (checker.isTupleType(type)) return { type: 'array' };
    if (flags & ts.TypeFlags.Object || type.isIntersection()) return reference(type, () => membersOf(type));
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

  /** Returns a reference to the schema of a named type. */
  function reference(type, schema) {
    const name = nameOf(type);
    if (name === undefined) return schema();
    // Any value.
    if (name === 'JsonValue') return {};
    const known = symbols.get(name) ?? symbolOf(type);
    if (known !== symbolOf(type)) throw new Error(`two types of the simulator have the name ${name}`);
    symbols.set(name, known);
    if (!(name in named)) {
      named[name] = {};
      named[name] = typeFacts(known, schema());
    }
    return { $ref: ref(name) };
  }

  function membersOf(type) {
    const members = checker.getPropertiesOfType(type).map((symbol) => {
      const member = checker.getTypeOfSymbol(symbol);
      const isOptional =
        (symbol.flags & ts.SymbolFlags.Optional) !== 0 ||
        (member.isUnion() && member.types.some(({ flags }) => flags & ts.TypeFlags.Undefined));
      return { name: symbol.name, isOptional, schema: memberFacts(symbol, schemaOf(member)) };
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

  return schemaOf;
}

/** Returns an object with the members of another one, in the order of their names. */
export const sorted = (object) =>
  Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
