// npm run generate: writes the routes of the control API and the schemas of their bodies and responses, from contract/control.yaml.
import { readYaml } from '../../../scripts/contract/read.mjs';
import { HEADER, writeGenerated } from '../../../scripts/generated.mjs';

const { info, paths, components } = readYaml('control.yaml');
const recordOf = (entries) => (entries.length > 0 ? Object.fromEntries(entries) : undefined);
const contentOf = ({ content } = {}) => content?.['application/json'];

const routes = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => {
    const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const body = contentOf(operation.requestBody);
    const response = contentOf(operation.responses[200]);
    const errors = Object.entries(operation.responses).filter(([status]) => Number(status) > 400);
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      group: operation.tags[0],
      summary: `${operation.summary}.`,
      calls: operation['x-javascript'],
      // JSON leaves out what is undefined.
      isOfMerchant: operation['x-of-merchant'],
      maxBytes: operation['x-max-bytes'],
      query: recordOf(inQuery.map(({ name, description, schema }) => [name, { description, ...schema }])),
      body: body?.schema,
      example: body?.example,
      response: response?.schema,
      errors: recordOf(errors.map(([status, { description }]) => [status, description])),
    };
  }),
);

// JSON, because the bundler would add blanks to objects.
const json = (value) => JSON.stringify(value).replaceAll('`', String.raw`\u0060`);
const text = `${HEADER}import type { Schema } from '../domain/json-schema.js';
import type { RouteFacts } from './control-route.js';

/** Introduction of the control API. */
export const ABOUT = ${JSON.stringify(info.description)};

/** Routes of the control API. */
export const ROUTE_FACTS = JSON.parse(String.raw\`[
${routes.map(json).join(',\n')}
]\`) as readonly RouteFacts[];

/** Named schemas of responses. Objects may have more members than those listed. */
export const SCHEMAS = JSON.parse(String.raw\`{
${Object.entries(components.schemas)
  .map(([name, schema]) => `${json(name)}:${json(schema)}`)
  .join(',\n')}
}\`) as Readonly<Record<string, Schema>>;
`;

writeGenerated('libs/pay-simulator/src/control/routes.generated.ts', text);

/** Operations whose body the JavaScript interface takes as well, and some pages. */
const INPUTS = [
  ...['addFault', 'advanceClock', 'createWorld', 'duplicateDelivery', 'registerWebhook'],
  ...['saveSource', 'setDeliveryChances', 'setNextDelivery', 'setPermissions', 'setTerminalSettings'],
  'verifyAccount',
];
/** Returns a schema with the schemas that it names, without prose. */
const complete = (schema) =>
  JSON.parse(JSON.stringify(schema), (name, part) => {
    if (name === 'description' && typeof part === 'string') return undefined;
    return part?.$ref === undefined ? part : complete(components.schemas[part.$ref.split('/').at(-1)]);
  });
const bodies = routes.filter(({ id }) => INPUTS.includes(id));

writeGenerated(
  'libs/pay-simulator/src/domain/inputs.generated.ts',
  `${HEADER}import type { Schema } from './json-schema.js';

/** Schemas of inputs, by their operation in contract/control.yaml. */
export const INPUTS = {
${bodies.map(({ id, body }) => `  ${id}: JSON.parse(String.raw\`${json(complete(body))}\`) as Schema,`).join('\n')}
};
`,
);
