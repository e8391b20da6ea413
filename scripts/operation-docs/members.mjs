// Builds the tables of arguments, options and results, from the classes and types that contract/ describes.
import { joined } from '../collections.mjs';
import { limitsOf } from '../contract/limits.mjs';
import { readDocuments, rowOf } from '../contract/read.mjs';
import { classOf, readClasses } from '../operation-facts/option-classes.mjs';
import { rulesOf, typeOf } from '../operation-facts/options.mjs';
import { readResults } from '../operation-facts/results.mjs';
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

/** Returns the members of an interface that contract/ does not have, or undefined if there is none. */
function interfaceMembers(name) {
  const node = interfaceNamed(name);
  return (
    node &&
    membersOf(node).map(({ text, tags, ...member }) => ({
      ...member,
      schema: {},
      doc: joined([
        text,
        tags.deprecated && `Deprecated ${tags.deprecated[0]}`,
        tags.default && `Default: ${tags.default[0]}.`,
      ]),
    }))
  );
}

/** Returns the members of a class of options. Those that are objects name their class or interface. */
const classMembers = (name) =>
  classes.get(name).all.map((member) => {
    const { schema } = member;
    const inner = classOf(schema.items ?? schema);
    const doc = schema.description ?? classes.get(inner)?.about;
    const deprecated = schema['x-deprecated'] && `Deprecated ${schema['x-deprecated']}`;
    return {
      ...{ name: member.name, schema, type: typeOf(schema), doc: joined([doc, deprecated]) },
      isOptional: rulesOf(member).isOptional,
    };
  });

const classIn = (type) => namesIn(type)?.find((name) => classes.has(name));
/** Lists the options of a type with their paths, and those of the objects inside it. Required ones come first. Other types have none. */
function optionsIn(type, path = '') {
  const name = classIn(type) ?? classIn(aliasNamed(type));
  const members = name ? classMembers(name) : interfaceMembers(type);
  return members
    ?.toSorted((a, b) => a.isOptional - b.isOptional)
    .flatMap(({ name: own, ...member }) => {
      const at = path + own;
      const end = member.schema.items ? '[]' : '';
      const inner = optionsIn(member.type, `${at}${end}.`) ?? [];
      const shown = inner.length > 0 ? `object${end}` : member.type;
      return [{ ...member, at, type: shown }, ...inner];
    });
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

const endOf = (type) => /(\[\])?( \| null)?$/.exec(type)[0];
/** Lists the members of a result with their paths, and those of the objects inside it. */
const fieldsOf = (members, path = '') =>
  members.flatMap(({ name, schema, type = '', end = endOf(type), isOptional, doc, members: own = [] }) => {
    const named = results.get(type.replace(/\[\]| \| null/g, ''));
    const inner = named ? named.all : own;
    const shown = inner.length > 0 ? `object${end}` : type;
    const row = { at: path + name, schema, type: shown, isOptional, doc };
    return [row, ...fieldsOf(inner, `${path}${name}${shown.startsWith('object[]') ? '[]' : ''}.`)];
  });

/** Builds the table of the fields of a result. */
export function resultTable({ node, described }) {
  const { kind, text } = returnOf(node);
  const find = lookup(described.response?.fields);
  const sections = namesIn(text).map((name) => {
    const title = `Fields of ${kind === 'iterator' || text.includes(`${name}[]`) ? 'each ' : ''}${code(name)}`;
    const members = results.get(name)?.all ?? interfaceMembers(name) ?? [];
    const rows = fieldsOf(members).map(({ at, schema, type, isOptional, doc }) => [
      code(at),
      `${code(type)}${isOptional ? ', optional' : ''}`,
      meaning(doc, find(at, schema)),
    ]);
    return section(title, memberTables(rows, ['field', 'type', 'description']));
  });
  return joined(sections, '\n\n');
}
