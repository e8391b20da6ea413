import type { AccountServices } from '../services/merchant-services.js';
import type { Services } from '../services/services.js';
import { ROUTE_FACTS } from './control-document.js';
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

/** Returns the handler of an operation, or of the operation of the main merchant that it does for a connected merchant. */
function handlerOf(id: string): Run<Services> {
  const run = (HANDLERS as Readonly<Partial<Record<string, Run<Services>>>>)[id];
  if (run) return run;
  const ofAccount = (ACCOUNT_ROUTES as Readonly<Partial<Record<string, Run<AccountServices>>>>)[
    id.replace(/OfMerchant$/, '')
  ];
  if (!ofAccount) throw new Error(`contract/control.yaml has ${id}, which has no handler`);
  return (services, request) => ofAccount(merchantOf(services, request), request);
}

/** All routes of the control API: the router, the checks of bodies and the help use them. */
export const CONTROL_ROUTES: readonly ControlRoute[] = ROUTE_FACTS.map((facts) => ({
  ...facts,
  run: handlerOf(facts.id),
}));
