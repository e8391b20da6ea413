// The library's classes of options: the schemas with `x-options` in contract/, with their members.
import { existsSync } from 'node:fs';
import { areasInOrder } from '../contract/claims.mjs';
import { operationsIn, schemaOfParameter, typesOf } from '../contract/read.mjs';
import { KINDS } from './option-kinds.mjs';

const AREAS = new URL('../../libs/pay/src/areas/', import.meta.url);
/** Areas of contract/ whose folders in the library have a prefix. Other areas define the classes that they share. */
const PREFIXES = ['isv', 'marketplace'];

/** Groups items by a key, in the order of their first item. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

export const kebab = (text) => text.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
export const listOf = (value) => (value === undefined ? [] : [value].flat());

/** Returns the folder of an operation in the library. The folders of an ISV and a marketplace have a prefix. */
function folderOf(area, id) {
  const parts = id.split('.').slice(0, -1).map(kebab);
  const prefixes = PREFIXES.includes(area) ? [[area], []] : [[], ['isv']];
  const names = prefixes.flatMap((prefix) =>
    [parts, parts.slice(0, 1)].map((own) => [...prefix, ...own].join('-')),
  );
  const found = names.find((name) => existsSync(new URL(name, AREAS)));
  if (found === undefined) throw new Error(`libs/pay/src/areas has no folder for ${id}`);
  return found;
}

/** Names of the arguments of a method, without members of an object. */
const argumentsOf = (signature) => {
  const [, list = ''] = /^\w+\((.*?)\)/.exec(signature) ?? [];
  return list.replace(/\{.*\}/, '').match(/\w+/g) ?? [];
};

/** Returns all classes by name. The schema that says more than the name of a class defines it, else the first one with the name. */
export function readClasses(documents) {
  const classes = new Map();

  function define(options, { area, id, members }) {
    for (const one of listOf(options)) {
      const { name, without = [], properties = {}, ...facts } = typeof one === 'string' ? { name: one } : one;
      const known = classes.get(name) ?? { name, operations: [] };
      const own = Object.entries(properties).map(([member, schema]) => ({ name: member, schema }));
      known.operations.push({ area, id });
      if (typeof one === 'object' && known.isDefined) throw new Error(`contract/ defines ${name} twice.`);
      if (known.members === undefined || typeof one === 'object')
        Object.assign(known, facts, {
          isDefined: typeof one === 'object',
          folder: folderOf(area, id),
          members: [...members, ...own].filter((member) => !without.includes(member.name)),
        });
      classes.set(name, known);
    }
  }

  function visit(schema, { area, id }) {
    const inner = schema.items ?? schema;
    for (const member of Object.values(inner.properties ?? {})) visit(member, { area, id: `${id}.` });
    const options = inner['x-options'];
    if (options !== undefined && id.endsWith('.'))
      define(options, { area, id: id.replace(/\.+$/, ''), members: propertiesOf(inner) });
  }

  for (const [area, { paths, components }] of areasInOrder(documents))
    for (const { operation } of operationsIn(paths)) {
      const id = operation.operationId;
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema ?? {};
      const parameters = (operation.parameters ?? []).filter(isOption).map(memberOfParameter);
      visit(body, { area, id });
      const groups = groupBy(parameters, ({ options }) => options?.name ?? options);
      for (const [name, members] of groups)
        if (name !== undefined) define(members[0].options, { area, id, members });
      const alone = argumentsOf(operation['x-operation'].signature);
      const own = (groups.get(undefined) ?? []).filter(({ name }) => !alone.includes(name));
      const [scheme] = Object.keys(operation.security?.[0] ?? {});
      const credentials = Object.entries(components.securitySchemes[scheme]?.['x-properties'] ?? {});
      const members = [
        ...credentials.map(([name, schema]) => ({ name, schema, isRequired: true })),
        ...own,
        ...propertiesOf(body),
      ];
      const options = operation['x-options'] ?? body['x-options'];
      if (options !== undefined) define(options, { area, id, members });
    }
  return classes;
}

/** Returns the members of a class that it does not inherit. */
export function ownMembers({ members, extends: base, overrides = [] }, classes) {
  const names = (classes.get(base)?.members ?? []).map(({ name }) => name);
  return members.filter(({ name }) => !names.includes(name) || overrides.includes(name));
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
export function placesOf({ document, contentType }, classes) {
  const { parameters = [], requestBody } = document;
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const dto = classOf(document) ?? classOf(body);
  const query = parameters.map(classOf).find((name) => name !== undefined);
  const renamed = (place) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .map((one) => [one.name, memberOfParameter(one).name])
        .filter(([name, option]) => name !== option),
    );
  const places = { toPath: renamed('path'), toQuery: renamed('query') };
  const apart = [
    ...Object.values(places.toQuery),
    ...parameters.filter((one) => one.in === 'path').map((one) => one.name),
  ];
  const members = (classes.get(dto)?.members ?? []).filter(({ name }) => !apart.includes(name));
  const codes = members.filter(({ schema }) => kindOf(schema)?.checks?.includes('IsInt64()'));
  const isText = ({ schema }) => typesOf(schema).includes('string');
  const namesIn = (list) => list.map(({ name }) => name);
  return {
    dto,
    query,
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

const filled = (record) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => Object.keys(value).length > 0));
