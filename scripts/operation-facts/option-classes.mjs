// The library's classes of options: the schemas with `x-options` in contract/, with their members.
import { filled, groupBy, listOf, recordOf } from '../collections.mjs';
import { areasInOrder } from '../contract/claims.mjs';
import { contentOf, operationsIn, schemaOfParameter, SECURITY_SCHEMES, typesOf } from '../contract/read.mjs';
import { completeMembers } from './inheritance.mjs';
import { KINDS } from './option-kinds.mjs';

/** Names of the arguments of a method, without members of an object. */
export const argumentsOf = (signature) => {
  const [, list = ''] = /^\w+\((.*?)\)/.exec(signature) ?? [];
  return list.replace(/\{.*\}/, '').match(/\w+/g) ?? [];
};

/**
 * Returns all classes by name, after those that they extend or contain. The schema that says more than the name of a class defines
 * it, else the first one with the name.
 */
export function readClasses(documents) {
  const classes = new Map();

  function define(options, operation, members) {
    for (const one of listOf(options)) {
      const isDefined = typeof one === 'object';
      const { name, without = [], properties = {}, ...facts } = isDefined ? one : { name: one };
      const known = classes.get(name) ?? { name, operations: [] };
      known.operations.push(operation);
      if (isDefined && known.isDefined) throw new Error(`contract/ defines ${name} twice.`);
      if (known.members === undefined || isDefined) {
        const own = [
          ...members,
          ...Object.entries(properties).map(([member, schema]) => ({ name: member, schema })),
        ];
        known.members = own.filter((member) => !without.includes(member.name));
        Object.assign(known, facts, { isDefined });
      }
      classes.set(name, known);
    }
  }

  /** Defines the classes of objects inside a schema, the innermost first. */
  function defineInner(schema, operation) {
    for (const member of Object.values(schema.properties ?? {})) {
      const inner = member.items ?? member;
      defineInner(inner, operation);
      define(inner['x-options'], operation, propertiesOf(inner));
    }
  }

  for (const [area, { paths }] of areasInOrder(documents))
    for (const { operation } of operationsIn(paths)) {
      const known = { area, id: operation.operationId };
      const { schema: body = {} } = contentOf(operation.requestBody);
      defineInner(body.items ?? body, known);
      const parameters = (operation.parameters ?? []).filter(isOption).map(memberOfParameter);
      const groups = groupBy(parameters, ({ options }) => options?.name ?? options);
      for (const [name, members] of groups) if (name) define(members[0].options, known, members);
      const alone = argumentsOf(operation['x-operation'].signature);
      const [scheme] = Object.keys(operation.security?.[0] ?? {});
      const credentials = Object.entries(SECURITY_SCHEMES[scheme]?.['x-properties'] ?? {});
      define(operation['x-options'] ?? body['x-options'], known, [
        ...credentials.map(([name, schema]) => ({ name, schema, isRequired: true })),
        ...(groups.get(undefined) ?? []).filter(({ name }) => !alone.includes(name)),
        ...propertiesOf(body),
      ]);
    }
  return completeMembers(classes);
}

const isOption = ({ in: place, name }) => place !== 'header' && name !== 'idempotencyKey';

const memberOfParameter = ({ name, in: place, required = false, 'x-options': options, ...more }) => {
  const schema = schemaOfParameter(more);
  const isInPath = place === 'path';
  return { name: schema['x-option'] ?? name, schema, options, isRequired: required, isInPath };
};

const propertiesOf = ({ properties = {}, required = [] }) =>
  Object.entries(properties)
    .filter(([name]) => name !== 'idempotencyKey')
    .map(([name, schema]) => ({
      name: schema['x-option'] ?? name,
      schema,
      isRequired: required.includes(name),
    }));

/** Returns the name of a class whose schema this is. */
export function classOf(schema) {
  const [first] = listOf(schema['x-options']);
  return first?.name ?? first;
}

export const kindOf = (schema) => {
  const name = schema['x-kind'] ?? schema.format;
  if (name === 'int64' && schema['x-unit'] === undefined)
    return KINDS[schema.minimum === 1e15 ? 'order-code' : 'wallet-id'];
  const kind = KINDS[name];
  if (kind === undefined && schema['x-kind'] !== undefined) throw new Error(`There is no kind ${name}.`);
  return kind;
};

/** Returns the classes of an operation's options and query, and how its options are sent. */
export function placesOf({ document, contentType, pathParams, query }, classes) {
  const dto = classOf(document) ?? classOf(contentOf(document.requestBody).schema ?? {});
  const renamed = (fields) =>
    recordOf(
      fields.filter(({ option }) => option),
      ({ name, option }) => [name, option],
    );
  const places = { toPath: renamed(pathParams), toQuery: renamed(query) };
  const apart = [...Object.values(places.toQuery), ...pathParams.map(({ name }) => name)];
  const members = (classes.get(dto)?.members ?? []).filter(({ name }) => !apart.includes(name));
  const codes = members.filter(({ schema }) => kindOf(schema)?.checks?.includes('IsInt64()'));
  const isText = ({ schema }) => typesOf(schema).includes('string');
  const namesIn = (list) => list.map(({ name }) => name);
  return {
    dto,
    query: [...pathParams, ...query].map(({ schema }) => classOf(schema)).find(Boolean),
    options: {
      in: contentType === null ? 'query' : 'json',
      ...filled(places),
      ...document['x-sending'],
      ...filled({
        int64: namesIn(codes.filter((one) => !isText(one))),
        int64AsText: namesIn(codes.filter(isText)),
      }),
      // Receipts contain int64 codes at any depth.
      ...(members.some(({ schema }) => schema['x-kind'] === 'fiscal-receipt') && { int64: [] }),
    },
  };
}
