import { VERSION } from '../core/values/version.js';
import type { Route } from './route.types.js';

const ACCEPT = 'Send `Accept: application/json`. A POST takes JSON, and needs no token then.';

/** Describes the routes as OpenAPI 3.1, with the same table that creates them. */
export function openApiDocument(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, summary, needs } of routes) {
    if (summary === null) continue;
    const address = `/${path.replace(/:(\w+)/g, '{$1}')}`;
    const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      ...{ name, in: 'path', required: true, schema: { type: 'string' } },
    }));
    const operation = {
      ...{
        operationId: `${method.toLowerCase()}-${path.replace(/\W+/g, '-')}`.replace(/-+/g, '-'),
        summary,
        'x-permission': needs,
        parameters,
      },
      ...(method === 'POST' && BODIES[path] !== undefined && { requestBody: bodyOf(BODIES[path]) }),
      responses: {
        200: { description: 'OK', content: { 'application/json': { schema: {} } } },
        default: {
          description: 'Why it is not possible',
          content: { 'application/json': { schema: PROBLEM } },
        },
      },
    };
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Payments for support', version: VERSION, description: ACCEPT },
    servers: [{ url: '.' }],
    paths,
  };
}

const PROBLEM = {
  type: 'object',
  required: ['status', 'message'],
  properties: { status: { type: 'integer' }, message: { type: 'string' } },
};

/** Members of the bodies, with their schemas. Those in upper case are required. */
const TEXT = { type: 'string' };
const BODIES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  ':place/find': { q: TEXT },
  ':place/orders/:code/actions': {
    kind: { enum: ['refund', 'void', 'capture', 'release', 'cancel'] },
    transactionId: TEXT,
    amount: { ...TEXT, description: 'Major units, such as 12.50' },
    why: TEXT,
    way: { enum: ['usual', 'acquiring', 'fast'], default: 'usual' },
  },
  ':place/actions/:id/resolve': { happened: { enum: ['yes', 'no'] } },
};

const bodyOf = (properties: Readonly<Record<string, object>>): object => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties } } },
});
