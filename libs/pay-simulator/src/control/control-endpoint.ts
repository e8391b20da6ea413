import { isObject } from '../domain/json-kinds.js';
import { nearestName } from '../domain/nearest-name.js';
import { writeJson, type JsonValue } from '../domain/wire-json.js';
import { bodyKind, readBody } from '../http/body.js';
import type { ReceivedRequest } from '../http/received-request.js';
import { emptyReply, jsonReply, type HttpReply } from '../http/reply.js';
import type { Route, RoutedRequest } from '../http/route.js';
import type { Services } from '../services/services.js';
import { controlDocument } from './control-document.js';
import type { ControlRoute, SentInput, WorldDesk } from './control-route.js';
import { CONTROL_ROUTES } from './control-routes.js';
import { withIsoTimes } from './control-views.js';
import { PREFIX, problemOf, runOperation } from './run-operation.js';

const LINES = CONTROL_ROUTES.map(
  ({ method, path, summary, body }) =>
    `${method} ${PREFIX}${path}: ${summary}${body ? ` Body: ${Object.keys(body.properties ?? {}).join(', ')}` : ''}`,
);

/** Returns the routes of the control API under `/_simulator`, and of all other addresses there. */
export function controlRoutes(worlds: WorldDesk): readonly Route<Services>[] {
  return [
    routeTo('GET', '/help', () => reply(200, { routes: LINES })),
    routeTo('GET', '/openapi.json', (_, { request }) =>
      reply(200, controlDocument(originOf(request)) as unknown as JsonValue),
    ),
    ...CONTROL_ROUTES.map((route) =>
      routeTo(route.method, route.path, (services, request) => run(route, services, request, worlds)),
    ),
    routeTo('*', '/*', (_, { method, path }) =>
      reply(404, { error: unknownRoute(method, path.slice(PREFIX.length)) }),
    ),
  ];
}

const routeTo = (method: string, path: string, respond: Route<Services>['respond']): Route<Services> => ({
  method,
  path: PREFIX + path,
  access: 'control',
  respond,
});

const originOf = ({ headers }: ReceivedRequest): string => `http://${headers.host ?? 'localhost'}`;

async function run(
  route: ControlRoute,
  services: Services,
  { request, parameters, query }: RoutedRequest,
  worlds: WorldDesk,
): Promise<HttpReply> {
  try {
    const body = await readJsonBody(request, route.maxBytes);
    const input = { path: parameters, query, body, origin: originOf(request), worlds };
    const response = await runOperation(route, services, input);
    if (response === undefined) return emptyReply(204);
    return reply(200, withIsoTimes(response, route.response) as JsonValue);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return reply(problem.status, problem.json);
  }
}

function unknownRoute(method: string, path: string): string {
  const [, world] = /^\/worlds\/([^/]+)\//.exec(path) ?? [];
  if (world !== undefined) return `No world has the ID ${world}. It ended, or was never created`;
  const parts = path.split('/');
  const routes = CONTROL_ROUTES.map((route) => ({ method: route.method, parts: route.path.split('/') }))
    .filter((route) => route.parts.length === parts.length)
    .map((route) => {
      const filled = route.parts.map((part, index) => (part.startsWith('{') ? (parts[index] ?? '') : part));
      return { method: route.method, path: filled.join('/') };
    });
  const similar = nearestName(path, [...new Set(routes.map((route) => route.path))]);
  const methods = routes.filter((route) => route.path === similar).map((route) => route.method);
  const suggestion =
    similar === undefined ? '.' : `: did you mean ${methods.join(' or ')} ${PREFIX}${similar}?`;
  return `Unknown control route: ${method} ${PREFIX}${path}${suggestion} GET ${PREFIX}/help lists all routes`;
}

async function readJsonBody(request: ReceivedRequest, maxBytes?: number): Promise<SentInput['body']> {
  const text = await readBody(request, maxBytes);
  if (text.trim() === '') return {};
  if (bodyKind(request.headers['content-type']) !== 'json')
    throw new RangeError('content-type: expected application/json, as the header of a request with a body');
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new RangeError('body: expected a JSON object');
  return value;
}

const reply = (status: number, json: JsonValue): HttpReply => jsonReply(status, writeJson(json));
