// Builds the tables of arguments, options and results, from the classes and types that contract/ describes.
import { joined } from '../collections.mjs';
import { limitsOf } from '../contract/limits.mjs';
import { readDocuments, rowOf } from '../contract/read.mjs';
import { allMembers, classOf, readClasses } from '../operation-facts/option-classes.mjs';
import { rulesOf, typeOf } from '../operation-facts/options.mjs';
import { readResults, resultMembers } from '../operation-facts/results.mjs';
import { aliasNamed, interfaceNamed, membersOf, namesIn, parametersOf, returnOf } from '../declarations.mjs';
import { code, linkCodes, memberTables, section } from './markdown.mjs';

const documents = readDocuments();
const classes = readClasses(documents);
const results = readResults(documents);

/** Describes a member. Says so if it is only inferred, or its unit is inferred or unknown. */
function meaning(text, { meaning: ofField, confidence, unit, unitConfidence }) {
  const isUnitInferred = unit !== 'unknown' && unitConfidence === 'inferred';
  const mark = confidence === 'inferred' ? '*(inferred)*' : isUnitInferred && '*(unit inferred)*';
  const all = joined([text || ofField, mark, unit === 'unknown' && '*(unit unknown)*']);
  return linkCodes(all);
}

const bare = (name) => name.replace(/^(items)?\[\]\.?/, '');
/** Returns a function that finds the field of a request or a response with a path. Members of the library have none. */
function lookup(fields = []) {
  const byName = new Map(fields.map((field) => [bare(field.name), field]));
  return (name, schema) => byName.get(bare(name)) ?? rowOf(name, schema);
}

/** Lists the options of a class with their paths, and those of the classes inside it. Required ones come first. */
const optionsOf = (name, path = '') =>
  allMembers(classes.get(name), classes)
    .map((member) => ({ ...member, isOptional: rulesOf(member).isOptional }))
    .toSorted((a, b) => a.isOptional - b.isOptional)
    .flatMap(({ schema, isOptional, ...member }) => {
      const at = path + member.name;
      const end = schema.items ? '[]' : '';
      const inner = classOf(schema.items ?? schema);
      const doc = schema.description ?? classes.get(inner)?.about;
      const deprecated = schema['x-deprecated'] && `Deprecated ${schema['x-deprecated']}`;
      const type = inner === undefined ? typeOf(schema) : `object${end}`;
      const row = { at, schema, isOptional, type, doc: joined([doc, deprecated]) };
      return [row, ...(inner === undefined ? [] : optionsOf(inner, `${at}${end}.`))];
    });

const classIn = (type) => namesIn(type)?.find((name) => classes.has(name));

/** Lists the options of an argument's type: a class, or an interface that contract/ does not have. Other types have none. */
function optionsIn(type) {
  const dto = classIn(type) ?? classIn(aliasNamed(type));
  const node = interfaceNamed(type);
  if (dto || !node) return dto && optionsOf(dto);
  return membersOf(node).map(({ name, text, tags, ...member }) => ({
    ...{ ...member, at: name, schema: {} },
    doc: joined([text, tags.default && `Default: ${tags.default[0]}.`]),
  }));
}

/** Builds the table of the arguments of a method, with the options of objects. */
export function optionsTable({ node, described: { pathParams = [], query = [], body = [] } }) {
  const find = lookup([...pathParams, ...query, ...body]);
  const parameters = parametersOf(node)
    .filter(({ isOmitted }) => !isOmitted)
    .map((parameter) => ({ ...parameter, options: optionsIn(parameter.type) }));
  // With two objects, options are prefixed with the argument's name.
  const hasTwo = parameters.filter(({ options }) => options).length > 1;
  const rows = parameters.flatMap(({ name, type, isOptional, options }) =>
    options === undefined
      ? [{ at: name, shown: name, type, isOptional, schema: {} }]
      : options.map((row) => ({ ...row, shown: hasTwo ? `${name}.${row.at}` : row.at })),
  );
  const cells = rows.map(({ at, shown, type, isOptional, schema, doc }) => {
    const field = find(at, schema);
    return [
      ...[code(shown), code(type), isOptional ? '' : 'yes', meaning(doc, field)],
      linkCodes(limitsOf(field)),
    ];
  });
  const head = ['name', 'type', 'required', 'description', 'limits and units'];
  return section(rows.length === 1 ? 'Argument' : 'Arguments and options', memberTables(cells, head));
}

const membersOfResult = (result) => Object.values(resultMembers(result, results)).flat();

/** Lists the members of a result with their paths, and those of the objects inside it. */
const fieldsOf = (members, path = '') =>
  members.flatMap(({ name, schema, type = '', end, isOptional, doc, members: own }) => {
    const named = results.get(type.replace(/\[\]| \| null/g, ''));
    const inner = named ? membersOfResult(named) : own;
    const shown = inner.length > 0 ? `object${end}` : type;
    const row = { at: path + name, schema, type: shown, isOptional, doc };
    return [row, ...fieldsOf(inner, `${path}${name}${shown.startsWith('object[]') ? '[]' : ''}.`)];
  });

/** Builds a section with the source of an interface that contract/ does not have. */
function sourceOf(name) {
  const source = interfaceNamed(name)?.getText();
  return source && section(code(name), `\`\`\`ts\n${source}\n\`\`\``);
}

/** Builds the table of the fields of a result. */
export function resultTable({ node, described }) {
  const { kind, text } = returnOf(node);
  const find = lookup(described.response?.fields);
  const sections = namesIn(text).map((name) => {
    const title = `Fields of ${kind === 'iterator' || text.includes(`${name}[]`) ? 'each ' : ''}${code(name)}`;
    if (!results.has(name)) return sourceOf(name);
    const rows = fieldsOf(membersOfResult(results.get(name))).map(({ at, schema, type, isOptional, doc }) => [
      code(at),
      `${code(type)}${isOptional ? ', optional' : ''}`,
      meaning(doc, find(at, schema)),
    ]);
    return section(title, memberTables(rows, ['field', 'type', 'description']));
  });
  return joined(sections, '\n\n');
}
