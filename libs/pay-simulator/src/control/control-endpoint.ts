import { tryAwaitedReceivers } from '../deliveries/awaited-receivers.js';
import { isObject } from '../domain/json-kinds.js';
import { WebhookLimitReached, WebhookNotVerified } from '../deliveries/webhooks.js';
import { Refusal } from '../domain/refusal.js';
import { writeJson, type JsonValue } from '../domain/wire-json.js';
import { bodyKind, BodyTooLarge, readBody } from '../http/body.js';
import type { ReceivedRequest } from '../http/received-request.js';
import { emptyReply, jsonReply, type HttpReply } from '../http/reply.js';
import type { Route, RoutedRequest } from '../http/route.js';
import type { Services } from '../services/services.js';
import { controlDocument } from './control-document.js';
import {
  NotSettled,
  type ControlInput,
  type ControlRoute,
  type RouteFacts,
  type WorldDesk,
} from './control-route.js';
import { CONTROL_ROUTES } from './control-routes.js';
import { resolveSchema } from './control-schemas.js';
import { withIsoTimes } from './control-views.js';
import { nearestName } from '../domain/nearest-name.js';
import { schemaProblem, type Schema, type SchemaProblem } from '../domain/json-schema.js';

const PREFIX = '/_simulator';
const LINES = CONTROL_ROUTES.map(
  ({ method, path, summary, body }) =>
    `${method} ${PREFIX}${path}: ${summary}${body ? ` Body: ${Object.keys(body.properties ?? {}).join(', ')}` : ''}`,
);

/** Error for an invalid body or query. */
class InvalidInput extends Error {
  constructor(
    readonly problem: SchemaProblem,
    readonly fix: string,
  ) {
    super(problemText(problem));
  }
}

/** Fields whose values are not repeated, because they can be real card numbers. */
const SECRET = /card|number|cvc/i;

function problemText({ field, expected, suggestion = '', received }: SchemaProblem): string {
  if (suggestion !== '') return `${field}: unknown member${suggestion}`;
  const isShown = ['string', 'number', 'boolean'].includes(typeof received) && !SECRET.test(field);
  return `${field}: expected ${expected}${isShown ? ` (received ${JSON.stringify(received).slice(0, 80)})` : ''}`;
}

/** Returns the routes of the control API under `/_simulator`, and of all other addresses there. */
export function controlRoutes(worlds: WorldDesk): readonly Route<Services>[] {
  return [
    routeTo('GET', '/help', () => reply(200, { routes: LINES })),
    routeTo('GET', '/openapi.json', (_, { request }) => reply(200, controlDocument(originOf(request)))),
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
    const body = await readInput(request, route.maxBytes);
    checkInput(route, body, query);
    if (route.method === 'POST') await tryAwaitedReceivers(services.webhooks);
    const input = { path: parameters, query, body, origin: originOf(request), worlds };
    const response = await route.run(services, input);
    if (response === undefined) return emptyReply(204);
    return reply(200, withIsoTimes(response, route.response) as JsonValue);
  } catch (error) {
    return refusal(error);
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

async function readInput(request: ReceivedRequest, maxBytes?: number): Promise<ControlInput['body']> {
  const text = await readBody(request, maxBytes);
  if (text.trim() === '') return {};
  if (bodyKind(request.headers['content-type']) !== 'json')
    throw new RangeError('content-type: expected application/json, as the header of a request with a body');
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new RangeError('body: expected a JSON object');
  return value;
}

const NO_BODY: Schema = { type: 'object', additionalProperties: false };

/** @throws InvalidInput if a member of the body or a query parameter does not match the table. */
function checkInput(route: RouteFacts, body: ControlInput['body'], query: URLSearchParams): void {
  const { method, path, example } = route;
  const problem = schemaProblem(route.body ?? NO_BODY, body, resolveSchema);
  if (problem && route.body)
    throw new InvalidInput(
      problem,
      `Send JSON such as ${JSON.stringify(example)} to ${method} ${PREFIX}${path}`,
    );
  if (problem)
    throw new InvalidInput(
      { field: problem.field, expected: 'no body' },
      `Send ${method} ${PREFIX}${path} without a body`,
    );
  const known = route.query ?? {};
  for (const [name, value] of query) {
    const parameter = known[name];
    const wrong = parameter
      ? schemaProblem(parameter, parameter.type === 'string' ? value : numberOf(value), resolveSchema, name)
      : { field: name, expected: `one of the query parameters ${Object.keys(known).join(', ') || '(none)'}` };
    if (wrong) throw new InvalidInput(wrong, `GET ${PREFIX}/help describes the route`);
  }
}

const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text));

const reply = (status: number, json: JsonValue): HttpReply => jsonReply(status, writeJson(json));

function refusal(error: unknown): HttpReply {
  if (error instanceof InvalidInput) {
    const { field, expected } = error.problem;
    return reply(400, { error: error.message, field, expected, fix: error.fix });
  }
  if (error instanceof NotSettled) return reply(504, { error: error.message, pending: error.pending });
  if (error instanceof WebhookNotVerified)
    return reply(422, { error: error.message, rule: error.rule, code: error.code });
  if (error instanceof WebhookLimitReached) return reply(409, { error: error.message });
  if (error instanceof Refusal) return reply(error.code === 404 ? 404 : 409, { error: error.text });
  if (error instanceof RangeError) return reply(400, { error: error.message });
  if (error instanceof SyntaxError) return reply(400, { error: 'body: expected valid JSON' });
  if (error instanceof BodyTooLarge)
    return reply(413, { error: 'body: expected less, at most 1 MB without a snapshot' });
  throw error;
}
