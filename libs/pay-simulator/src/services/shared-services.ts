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
import { SubmittedForms } from '../domain/submitted-forms.js';
import { State } from '../state/state.js';

/** What the pages of a world show of it and of the other worlds. */
export interface WorldView {
  /** Its ID. Null for the world `default`, which most people never name. */
  readonly id: string | null;
  /** IDs of other worlds beside `default`, oldest first. If the simulator needs a control token, only `default` sees them. */
  readonly others: () => readonly string[];
}

/** Input for the services that all merchants share. */
export interface SharedParts {
  readonly clock: SimulatorClock;
  readonly ids: Ids;
  /** Sends requests to webhook receivers. */
  readonly send: Send;
  /** None if the options `strict` and `mark` are off. */
  readonly confidence?: Confidence | undefined;
  /** Hosts of webhook receivers. @default loopback only */
  readonly hosts?: AllowedHosts;
  /** Days on which payments clear and money goes to banks. @default every day */
  readonly days?: BusinessDays;
  /** Names of operations, for faults. @default none */
  readonly operationNames?: ReadonlySet<string>;
  /** @default the only world */
  readonly world?: WorldView;
}

/** Services that all merchants share. */
export type SharedServices = ReturnType<typeof createSharedServices>;

/** Creates the services that all merchants share. */
export function createSharedServices({
  clock,
  ids,
  send,
  confidence,
  hosts = new AllowedHosts(),
  days = new BusinessDays(),
  operationNames = new Set(),
  world = { id: null, others: () => [] },
}: SharedParts) {
  const services = {
    clock,
    ids,
    send,
    hosts,
    days,
    confidence,
    world,
    deliveries: new Deliveries(clock, ids, send, confidence?.headersOfEvent),
    ledger: new Ledger(),
    forms: new SubmittedForms(ids),
    faults: new Faults(ids, operationNames),
    log: new RequestLog(),
    state: new State(),
  };
  const { deliveries, ledger, forms, faults, state } = services;
  state.add('', clock, ids, deliveries, ledger, forms, faults);
  return services;
}
