import { tryAwaitedReceivers } from '../deliveries/awaited-receivers.js';
import { WebhookLimitReached, WebhookNotVerified } from '../deliveries/webhooks.js';
import { resolveSchema } from '../domain/control-contract.js';
import { problemText } from '../domain/input.js';
import { schemaProblem, type Schema, type SchemaProblem } from '../domain/json-schema.js';
import { Refusal } from '../domain/refusal.js';
import type { JsonValue } from '../domain/wire-json.js';
import { BodyTooLarge } from '../http/body.js';
import type { Services } from '../services/services.js';
import type { RouteFacts } from './control-document.js';
import { NotSettled, type ControlInput, type ControlRoute, type SentInput } from './control-route.js';

/** Path before those of the control API. */
export const PREFIX = '/_simulator';

/** Error for an invalid body or query. */
class InvalidInput extends Error {
  constructor(
    readonly problem: SchemaProblem,
    readonly fix: string,
  ) {
    super(problemText(problem));
  }
}

/** Checks the input of an operation and runs it. Receivers that just started are tried before an operation that can cause events. */
export async function runOperation(
  route: ControlRoute,
  services: Services,
  input: SentInput,
): Promise<unknown> {
  checkInput(route, input);
  if (route.method === 'POST') await tryAwaitedReceivers(services.webhooks);
  return route.run(services, input as unknown as ControlInput<never>);
}

const NO_BODY: Schema = { type: 'object', additionalProperties: false };

/** @throws InvalidInput if a member of the body or a query parameter does not match the table. */
function checkInput(route: RouteFacts, { body, query }: SentInput): void {
  const { method, path, example } = route;
  const problem = schemaProblem(route.body ?? NO_BODY, body, resolveSchema);
  const address = `${method} ${PREFIX}${path}`;
  if (problem)
    throw route.body
      ? new InvalidInput(problem, `Send JSON such as ${JSON.stringify(example)} to ${address}`)
      : new InvalidInput({ field: problem.field, expected: 'no body' }, `Send ${address} without a body`);
  const known = route.query;
  for (const [name, value] of query) {
    const parameter = known[name];
    const wrong = parameter
      ? schemaProblem(parameter, parameter.type === 'string' ? value : numberOf(value), resolveSchema, name)
      : { field: name, expected: `one of the query parameters ${Object.keys(known).join(', ') || '(none)'}` };
    if (wrong) throw new InvalidInput(wrong, `GET ${PREFIX}/help describes the route`);
  }
}

const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text));

/** Returns the status and the body for an error of the input or of the service, or undefined for another one. */
export function problemOf(
  error: unknown,
):
  | { readonly status: number; readonly json: { readonly error: string } & Record<string, JsonValue> }
  | undefined {
  const problem = (status: number, text: string, more: Record<string, JsonValue> = {}) => ({
    status,
    json: { error: text, ...more },
  });
  if (error instanceof InvalidInput) {
    const { field, expected } = error.problem;
    return problem(400, error.message, { field, expected, fix: error.fix });
  }
  if (error instanceof NotSettled) return problem(504, error.message, { pending: error.pending });
  if (error instanceof WebhookNotVerified)
    return problem(422, error.message, { rule: error.rule, code: error.code });
  if (error instanceof WebhookLimitReached) return problem(409, error.message);
  if (error instanceof Refusal) return problem(error.code === 404 ? 404 : 409, error.text);
  if (error instanceof RangeError) return problem(400, error.message);
  if (error instanceof SyntaxError) return problem(400, 'body: expected valid JSON');
  if (error instanceof BodyTooLarge)
    return problem(413, 'body: expected less, at most 1 MB without a snapshot');
  return undefined;
}
