import { WebhookNotVerified } from '../deliveries/webhooks.js';
import { Refusal } from '../domain/refusal.js';
import { bodyKind, BodyTooLarge, readBody } from '../http/body.js';
import { pathPattern } from '../http/path-pattern.js';
import type { ReceivedRequest } from '../http/received-request.js';
import { emptyReply, jsonReply, type HttpReply } from '../http/reply.js';
import type { Services } from '../wiring/services.js';
import { writeJson, type JsonValue } from '../domain/wire-json.js';
import { controlRoutes, type ControlInput } from './control-routes.js';

/** The control API under `/_simulator`. It reads the state, advances the clock, controls deliveries and injects faults. */
export class ControlEndpoint {
  private readonly routes;

  constructor(services: Services) {
    this.routes = controlRoutes(services).map((route) => ({ ...route, matches: pathPattern(route.path) }));
  }

  /** @param path - Path after `/_simulator`. */
  async respond(request: ReceivedRequest, path: string, query: URLSearchParams): Promise<HttpReply> {
    for (const route of this.routes) {
      const parameters = route.method === request.method ? route.matches(path) : undefined;
      if (!parameters) continue;
      try {
        const input = { path: parameters, query, body: await inputOf(request, route.maxBytes) };
        const response = await route.run(input);
        return response === undefined ? emptyReply(204) : jsonReply(200, writeJson(response));
      } catch (error) {
        return refusal(error);
      }
    }
    const routes = this.routes.map(
      ({ method, path: known, about }) => `${method} /_simulator${known}: ${about}`,
    );
    return jsonReply(404, writeJson({ error: 'Unknown control route', routes }));
  }
}

async function inputOf(request: ReceivedRequest, maxBytes?: number): Promise<ControlInput['body']> {
  const text = await readBody(request, maxBytes);
  if (text.trim() === '') return {};
  if (bodyKind(request.headers['content-type']) !== 'json')
    throw new RangeError('content-type: expected application/json');
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError('body: expected a JSON object');
  return value as Readonly<Record<string, unknown>>;
}

function refusal(error: unknown): HttpReply {
  const reply = (status: number, json: JsonValue): HttpReply => jsonReply(status, writeJson(json));
  if (error instanceof WebhookNotVerified)
    return reply(422, { error: error.message, rule: error.rule, code: error.code });
  if (error instanceof Refusal) return reply(error.code === 404 ? 404 : 409, { error: error.text });
  if (error instanceof RangeError) return reply(400, { error: error.message });
  if (error instanceof SyntaxError) return reply(400, { error: 'body: expected valid JSON' });
  if (error instanceof BodyTooLarge)
    return reply(413, { error: 'body: expected less, at most 1 MB without a snapshot' });
  throw error;
}
