import type { JsonValue } from '../domain/wire-json.js';
import type { RouteFacts } from './control-route.js';
import { CONTROL_ROUTES } from './control-routes.js';
import { ABOUT, SCHEMAS } from './routes.generated.js';

const NAME = /\{(\w+)\}/g;
/** Returns the OpenAPI document of the control API, which is made of its table of routes. */
export function controlDocument(origin: string): JsonValue {
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const route of CONTROL_ROUTES)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Control API of pay-simulator',
      version: '1',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}/_simulator`, description: 'The running simulator.' }],
    security: [],
    tags: [...new Set(CONTROL_ROUTES.map(({ group }) => group))].map((name) => ({
      name,
      description: `${name}.`,
    })),
    paths,
    components: { schemas: SCHEMAS },
  };
  return document as unknown as JsonValue;
}

function operation(route: RouteFacts): JsonValue {
  const { id, group, summary, calls, path, query = {}, body, example, response, errors } = route;
  const content = (schema: object): object => ({ 'application/json': { schema } });
  const problem = (description: string): object => ({
    description,
    content: content({ $ref: '#/components/schemas/ControlError' }),
  });
  const parameters = [
    ...[...path.matchAll(NAME)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      description: `Part of the path: ${name}.`,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      description,
      schema,
    })),
  ];
  const described = {
    operationId: id,
    tags: [group],
    summary: summary.replace(/\.$/, ''),
    'x-javascript': calls,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: (body.required ?? []).length > 0,
        content: { 'application/json': { schema: body, ...(example && { example }) } },
      },
    }),
    responses: {
      ...(response
        ? { 200: { description: 'Done.', content: content(response) } }
        : { 204: { description: 'Done.' } }),
      400: problem('A member of the request is invalid.'),
      ...Object.fromEntries(
        Object.entries(errors ?? {}).map(([status, description]) => [status, problem(description)]),
      ),
    },
  };
  return described as unknown as JsonValue;
}
