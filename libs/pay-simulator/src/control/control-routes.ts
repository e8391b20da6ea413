import { schemaOf, type ControlOperation } from '../domain/control-contract.js';
import type { AccountServices } from '../services/merchant-services.js';
import type { Services } from '../services/services.js';
import { CONTROL_PATHS } from './control-document.js';
import { merchantOf, type ControlRoute, type Run } from './control-route.js';
import { ACCOUNT_ROUTES } from './routes/account.routes.js';
import { CHECKOUT_ROUTES } from './routes/checkout.routes.js';
import { DELIVERY_ROUTES } from './routes/deliveries.routes.js';
import { MARKETPLACE_ROUTES } from './routes/marketplace.routes.js';
import { ONBOARDING_ROUTES } from './routes/onboarding.routes.js';
import { SIMULATOR_ROUTES } from './routes/simulator.routes.js';
import { TRIGGER_ROUTES } from './routes/triggers.routes.js';
import { WORLD_ROUTES } from './routes/worlds.routes.js';

/** Handlers of all operations. */
export const HANDLERS = {
  ...SIMULATOR_ROUTES,
  ...TRIGGER_ROUTES,
  ...CHECKOUT_ROUTES,
  ...DELIVERY_ROUTES,
  ...ACCOUNT_ROUTES,
  ...ONBOARDING_ROUTES,
  ...MARKETPLACE_ROUTES,
  ...WORLD_ROUTES,
};

type HandlerTable<Scope> = Readonly<Partial<Record<string, Run<Scope>>>>;

/** Returns the handler of an operation. Those of a connected merchant are the handlers of an account. */
function handlerOf(id: string): Run<Services> {
  const own = (HANDLERS as HandlerTable<Services>)[id];
  if (own) return own;
  const run = (ACCOUNT_ROUTES as HandlerTable<AccountServices>)[id.replace(/OfMerchant$/, '')];
  if (!run) throw new Error(`contract/control.yaml has ${id}, which has no handler`);
  return (services, request) => run(merchantOf(services, request), request);
}

function routeOf(method: string, path: string, operation: ControlOperation): ControlRoute {
  const { operationId: id, summary, parameters = [], requestBody, responses } = operation;
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return {
    id,
    method: method.toUpperCase() as ControlRoute['method'],
    path,
    summary: `${summary}.`,
    calls: operation['x-javascript'],
    maxBytes: operation['x-max-bytes'],
    query: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    body: schemaOf(requestBody),
    example: requestBody?.content['application/json']?.example,
    response: schemaOf(responses[200]),
    run: handlerOf(id),
  };
}

/** All routes of the control API: the router, the checks of bodies, the help, the OpenAPI document and the reference page use them. */
export const CONTROL_ROUTES: readonly ControlRoute[] = Object.entries(CONTROL_PATHS).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => routeOf(method, path, operation)),
);
