import type { AccountServices } from '../services/merchant-services.js';
import type { Services } from '../services/services.js';
import { merchantOf, type ControlRoute, type RouteFacts, type Run } from './control-route.js';
import { ROUTE_FACTS } from './routes.generated.js';
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

/** A route, with its handler. */
function routeOf(facts: RouteFacts): ControlRoute {
  const run = (HANDLERS as HandlerTable<Services>)[facts.id];
  if (!run) throw new Error(`contract/control.yaml has ${facts.id}, which has no handler`);
  return { ...facts, run };
}

/** A route of a connected merchant, for a route of the main merchant. */
function ofMerchant(facts: RouteFacts): ControlRoute {
  const run = (ACCOUNT_ROUTES as HandlerTable<AccountServices>)[facts.id];
  if (!run) throw new Error(`${facts.id} is no route of an account`);
  return {
    ...facts,
    id: `${facts.id}OfMerchant`,
    path: `/merchants/{merchantId}${facts.path}`,
    group: 'Connected merchants',
    summary: `${facts.summary.replace(/\.$/, '')} (a connected merchant).`,
    // A connected merchant has the members of the main merchant.
    calls: facts.calls,
    errors: { ...facts.errors, 404: 'The merchant, or the item, is unknown.' },
    run: (services, request) => run(merchantOf(services, request), request),
  };
}

/** All routes of the control API: the router, the checks of bodies, the help, the OpenAPI document and the reference page use them. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...ROUTE_FACTS.map(routeOf),
  ...ROUTE_FACTS.filter(({ isOfMerchant }) => isOfMerchant).map(ofMerchant),
];
