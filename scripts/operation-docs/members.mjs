// Builds the tables of arguments, options and results, from the classes and types that contract/ describes.
import { joined } from '../collections.mjs';
import { limitsOf } from '../contract/limits.mjs';
import { readDocuments, rowOf } from '../contract/read.mjs';
import { classOf, readClasses } from '../operation-facts/option-classes.mjs';
import { rulesOf, typeOf } from '../operation-facts/options.mjs';
import { readResults } from '../operation-facts/results.mjs';
import { aliasNamed, interfaceMembers, namesIn, parametersOf, returnOf } from '../declarations.mjs';
import { code, linkCodes, memberTables, section } from './markdown.mjs';

const documents = readDocuments();
const classes = readClasses(documents);
const results = readResults(documents);

/** Describes a member. Says so if it is only inferred, or its unit is inferred or unknown. */
function meaning({ doc }, { meaning: ofField, confidence, unit, unitConfidence }) {
  const isUnitInferred = unit !== 'unknown' && unitConfidence === 'inferred';
  const mark = confidence === 'inferred' ? '*(inferred)*' : isUnitInferred && '*(unit inferred)*';
  return linkCodes(joined([doc || ofField, mark, unit === 'unknown' && '*(unit unknown)*']));
}

/** Returns a function that finds the field of a request or a response with a path. Members of the library have none. */
function lookup(fields = []) {
  const bare = (name) => name.replace(/^(items)?\[\]\.?/, '');
  const byName = new Map(fields.map((field) => [bare(field.name), field]));
  return ({ at, schema }) => byName.get(bare(at)) ?? rowOf(at, schema);
}

/** Returns a member of a class of options. One that is an object names its class or interface. */
function classMember(member) {
  const { name, schema } = member;
  const doc = schema.description ?? classes.get(classOf(schema.items ?? schema))?.about;
  const deprecated = schema['x-deprecated'] && `Deprecated ${schema['x-deprecated']}`;
  const { isOptional } = rulesOf(member);
  return { name, schema, type: typeOf(schema), doc: joined([doc, deprecated]), isOptional };
}

/** Returns a member of an interface that contract/ does not have. */
const interfaceMember = ({ text, tags, ...member }) => {
  const deprecated = tags.deprecated && `Deprecated ${tags.deprecated[0]}`;
  const standard = tags.default && `Default: ${tags.default[0]}.`;
  return { ...member, schema: {}, doc: joined([text, deprecated, standard]) };
};

/** Returns the members of an object: of a class of options with the required ones first, of a result or of an interface. */
function membersOfType(type) {
  const known = `${type} ${aliasNamed(type)}`.match(/\w+/g) ?? [];
  const name = known.find((one) => classes.has(one) || results.has(one));
  if (results.has(name)) return results.get(name).all;
  if (name)
    return classes
      .get(name)
      .all.map(classMember)
      .toSorted((a, b) => a.isOptional - b.isOptional);
  return interfaceMembers(type).map(interfaceMember);
}

/** Lists members with their paths, and those of the objects inside them. */
const flattened = (list, path = '') =>
  list.flatMap(({ name, type = '', end = /(\[\])?( \| null)?$/.exec(type)[0], members = [], ...member }) => {
    const at = path + name;
    const known = membersOfType(type);
    const inner = flattened(known.length > 0 ? known : members, `${at}${end.replace(' | null', '')}.`);
    return [{ ...member, at, type: inner.length > 0 ? `object${end}` : type }, ...inner];
  });

/** Builds the table of the arguments of a method, with the options of objects. */
export function optionsTable({ node, described: { pathParams = [], query = [], body = [] } }) {
  const fieldOf = lookup([...pathParams, ...query, ...body]);
  const parameters = parametersOf(node)
    .filter(({ isOmitted }) => !isOmitted)
    .map((parameter) => ({ ...parameter, options: flattened(membersOfType(parameter.type)) }));
  // With two objects, options are prefixed with the argument's name.
  const hasTwo = parameters.filter(({ options }) => options.length > 0).length > 1;
  const cells = parameters.flatMap(({ options, ...parameter }) => {
    const rows = options.length > 0 ? options : [{ ...parameter, at: parameter.name, schema: {} }];
    const start = hasTwo && options.length > 0 ? `${parameter.name}.` : '';
    return rows.map((row) => [
      ...[code(start + row.at), code(row.type), row.isOptional ? '' : 'yes', meaning(row, fieldOf(row))],
      linkCodes(limitsOf(fieldOf(row))),
    ]);
  });
  const head = ['name', 'type', 'required', 'description', 'limits and units'];
  return section(cells.length === 1 ? 'Argument' : 'Arguments and options', memberTables(cells, head));
}

/** Builds the table of the fields of a result. */
export function resultTable({ node, described }) {
  const { kind, text } = returnOf(node);
  const fieldOf = lookup(described.response?.fields);
  const sections = namesIn(text).map((name) => {
    const title = `Fields of ${kind === 'iterator' || text.includes(`${name}[]`) ? 'each ' : ''}${code(name)}`;
    const rows = flattened(membersOfType(name)).map((row) => [
      code(row.at),
      `${code(row.type)}${row.isOptional ? ', optional' : ''}`,
      meaning(row, fieldOf(row)),
    ]);
    return section(title, memberTables(rows, ['field', 'type', 'description']));
  });
  return joined(sections, '\n\n');
}
