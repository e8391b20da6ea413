import type { IncomingHttpHeaders } from 'node:http';
import type { Schema } from '../domain/json-schema.js';
import type { Page } from '../http/page.js';
import type { Services } from '../services/services.js';
import type { ControlInput, ControlRoute, SentInput, WorldDesk } from './control-route.js';
import { CONTROL_ROUTES, type HANDLERS } from './control-routes.js';
import { ACCOUNT_ROUTES } from './routes/account.routes.js';
import type { TRIGGER_ROUTES } from './routes/triggers.routes.js';
import { readTexts } from './read-texts.js';
import { runOperation } from './run-operation.js';

type Handlers = typeof HANDLERS & typeof TRIGGER_ROUTES;
/** ID of an operation of the control API. */
export type OperationId = keyof Handlers;
/** What an operation returns in this process: times are in milliseconds. */
export type ResponseOf<Id extends OperationId> = Awaited<ReturnType<Handlers[Id]>>;

/** What a page says of a request, as texts: the parts of the path, the query, and the fields of a form. */
export type Texts = Readonly<Record<string, string>>;

/** The operations of the control API in this process, without HTTP. With `merchantId`, they act on a connected merchant. */
export interface Control {
  /** Address at which the browser sees the simulator. */
  readonly origin: string;
  /** Calls an operation that reads. @throws Refusal 404 if it does not find what the path names. */
  readonly read: <Id extends OperationId>(
    id: Id,
    input?: { readonly path?: Texts; readonly query?: Texts },
  ) => ReturnType<Handlers[Id]>;
  /** Calls an operation with the texts of a form. Each text becomes what the schema of the operation's body says. */
  readonly submit: (id: OperationId, texts: Texts) => Promise<unknown>;
}

const ROUTES_BY_ID = new Map(CONTROL_ROUTES.map((route) => [route.id, route]));

/** Lets a page call operations of the control API only. */
export const controlPage =
  (worlds: WorldDesk) =>
  (page: Page<Control>): Page<Services> => ({
    ...page,
    respond: (services, request) => page.respond(controlOf(services, request.headers, worlds), request),
  });

function controlOf(
  services: Services,
  { host = 'localhost' }: IncomingHttpHeaders,
  worlds: WorldDesk,
): Control {
  const origin = `http://${host}`;
  const input = (path: Texts, query: Texts = {}, body: SentInput['body'] = {}): SentInput => ({
    ...{ path, query: new URLSearchParams(query), body, origin, worlds },
  });
  return {
    origin,
    // The table of handlers says what the handler returns.
    read: (id, { path = {}, query } = {}) =>
      routeOf(id, path).run(services, input(path, query) as ControlInput<never>) as ReturnType<
        Handlers[typeof id]
      >,
    submit: async (id, texts) => {
      const route = routeOf(id, texts);
      return runOperation(route, services, input(texts, {}, bodyOf(route.body, texts)));
    },
  };
}

/** Returns the route of an operation. With the ID of a connected merchant, it is the one that acts on it. */
function routeOf(id: OperationId, { merchantId }: Texts): ControlRoute {
  const isOfMerchant = merchantId !== undefined && Object.hasOwn(ACCOUNT_ROUTES, id);
  const route = ROUTES_BY_ID.get(isOfMerchant ? `${id}OfMerchant` : id);
  if (!route) throw new Error(`the control API has no operation ${id}`);
  return route;
}

/** Reads texts as the body that a schema describes. An empty text of a member that needs some stands for an absent member. */
function bodyOf({ properties = {} }: Schema = {}, texts: Texts): SentInput['body'] {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const text = texts[name]?.trim();
      const isAbsent = text === undefined || (text === '' && (schema.minLength ?? 0) > 0);
      return isAbsent ? [] : [[name, readTexts(schema, text)]];
    }),
  );
}
