import { merchantOf, type AccountRoute, type ControlRoute } from './control-route.js';
import { ACCOUNT_ROUTES } from './routes/account.routes.js';
import { CHECKOUT_ROUTES } from './routes/checkout.routes.js';
import { DELIVERY_ROUTES } from './routes/deliveries.routes.js';
import { MARKETPLACE_ROUTES } from './routes/marketplace.routes.js';
import { ONBOARDING_ROUTES } from './routes/onboarding.routes.js';
import { SIMULATOR_ROUTES } from './routes/simulator.routes.js';
import { TRIGGER_ROUTES } from './routes/triggers.routes.js';

/** A route of a connected merchant, for a route of the main merchant. */
const ofMerchant = ({ run, ...facts }: AccountRoute): ControlRoute => ({
  ...facts,
  id: `${facts.id}OfMerchant`,
  path: `/merchants/{merchantId}${facts.path}`,
  group: 'Connected merchants',
  summary: `${facts.summary.replace(/\.$/, '')} (a connected merchant).`,
  calls: facts.calls.map(
    (call) => `connectedMerchants.get().${call.replace(/^terminals\./, 'cardTerminals.')}`,
  ),
  errors: { ...facts.errors, 404: 'The merchant, or the item, is unknown.' },
  run: (services, request) => run(merchantOf(services, request), request),
});

/** All routes of the control API: the router, the checks of bodies, the help, the OpenAPI document and the reference page use them. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...SIMULATOR_ROUTES,
  ...TRIGGER_ROUTES,
  ...CHECKOUT_ROUTES,
  ...DELIVERY_ROUTES,
  ...ACCOUNT_ROUTES,
  ...ONBOARDING_ROUTES,
  ...ACCOUNT_ROUTES.map(ofMerchant),
  ...MARKETPLACE_ROUTES,
];
