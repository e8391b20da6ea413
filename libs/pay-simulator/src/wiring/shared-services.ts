import { BusinessDays } from '../domain/business-days.js';
import type { SimulatorClock } from '../domain/clock.js';
import { Deliveries } from '../deliveries/deliveries.js';
import type { Send } from '../deliveries/send.js';
import { Ledger } from '../domain/ledger.js';
import { AllowedHosts } from '../http/allowed-hosts.js';
import type { Confidence } from '../http/confidence.js';
import { Faults } from '../http/faults.js';
import { RequestLog } from '../http/request-log.js';
import type { Ids } from '../domain/ids.js';
import { ROUTES } from '../operations/routes.generated.js';
import { SubmittedForms } from '../checkout/submitted-forms.js';
import { State } from '../state/state.js';

/** Services that all merchants share. */
export type SharedServices = ReturnType<typeof createSharedServices>;

/** Creates the services that all merchants share. */
export function createSharedServices(
  clock: SimulatorClock,
  ids: Ids,
  send: Send,
  confidence?: Confidence,
  hosts = new AllowedHosts(),
  days = new BusinessDays(),
) {
  const services = {
    clock,
    ids,
    send,
    hosts,
    days,
    confidence,
    deliveries: new Deliveries(clock, ids, send, confidence?.headersOfEvent),
    ledger: new Ledger(),
    forms: new SubmittedForms(ids),
    faults: new Faults(ids, new Set(ROUTES.flatMap(({ key, id }) => [key, id]))),
    log: new RequestLog(),
    state: new State(),
  };
  const { deliveries, ledger, forms, faults, state } = services;
  state.add('', clock, ids, deliveries, ledger, forms, faults);
  return services;
}
