import { MAX_STEP_MS } from '../../domain/clock.js';
import { TEST_CARDS } from '../../domain/contract.generated.js';
import type { CounterCustomer, CounterPayment } from '../../domain/reseller-desk.js';
import { faultWarning } from '../../http/fault-rule.js';
import type { FaultRule } from '../../http/faults.js';
import { millisecondsOf, type DurationParts } from '../../domain/duration.js';
import { jumpTo } from '../../services/clock-jump.js';
import { environmentOf } from '../../services/environment.js';
import type { ComingKind } from '../../domain/coming-kinds.js';
import { comingWork } from '../../services/coming-work.js';
import { bodyAs, known, parameter, removed, handlers, timeOf } from '../control-route.js';
import { ledgerView } from '../account-views.js';
import { clockView, searchOf, stateView } from '../control-views.js';
import { lineOf, requestView } from '../request-view.js';

/** The simulator itself, its clock, its faults, its ledger and the counter of a reseller. */
export const SIMULATOR_ROUTES = handlers({
  getState: (services) => stateView(services),
  getAccount: ({ account, world }, { origin }) => ({
    world: world.id,
    companyTitle: account.companyTitle,
    url: origin,
    endpoints: { accounts: `${origin}/accounts`, api: `${origin}/api`, web: `${origin}/web` },
    credentials: account.credentials,
    environment: environmentOf({ credentials: account.credentials, url: origin }),
  }),
  listRequests: ({ log }, { query }) => {
    if (!query.has('contains')) return log.list();
    const has = searchOf(query);
    return log.list().filter((entry) => {
      const { target, request, response } = log.texts(entry) ?? {};
      return has([lineOf(entry), target, request, response]);
    });
  },
  getRequest: (services, request) =>
    known(requestView(services, Number(parameter(request, 'id')), request.origin), 'request'),
  listTestCards: () => TEST_CARDS,
  reset: ({ reset }, request) => reset(bodyAs<{ to?: 'setup' | 'start' }>(request).to ?? 'setup'),
  getSnapshot: ({ snapshot }) => snapshot(),
  restoreSnapshot: ({ restore }, { body }) => restore(body),

  getClock: ({ clock }) => clockView(clock),
  advanceClock: async ({ clock, deliveries }, request) => {
    await deliveries.settled();
    await clock.advance(millisecondsOf(bodyAs<DurationParts>(request), clock.now()));
    return clockView(clock);
  },
  setClock: async ({ clock, deliveries }, request) => {
    await deliveries.settled();
    const step = timeOf('now', bodyAs<{ now: string }>(request).now) - clock.now();
    if (step < 0 || step > MAX_STEP_MS)
      throw new RangeError(
        `now: expected a time from ${new Date(clock.now()).toISOString()} to ten years later; POST /_simulator/reset goes back to the start`,
      );
    await clock.advance(step);
    return clockView(clock);
  },

  jumpClock: async (services, request) => {
    await jumpTo(services, bodyAs<{ to: ComingKind }>(request).to);
    return clockView(services.clock);
  },

  listComingWork: (services) => comingWork(services),

  listFaults: ({ faults }) => faults.list(),
  addFault: ({ faults }, request) => {
    const faultId = faults.add(bodyAs<FaultRule>(request));
    const added = faults.list().find((fault) => fault.faultId === faultId);
    const warning = added === undefined ? null : faultWarning(added);
    return { faultId, ...(warning !== null && { warning }) };
  },
  removeFaults: ({ faults }) => faults.reset(),
  removeFault: ({ faults }, request) => removed(faults.remove(parameter(request, 'id')), 'fault'),

  getLedger: ({ ledger }) => ledgerView(ledger),

  listPasswords: ({ resellerDesk }) => resellerDesk.passwords(),
  sendPassword: ({ resellerDesk }, request) => {
    const { payment, ...customer } = bodyAs<CounterCustomer & { payment: CounterPayment }>(request);
    resellerDesk.sendPassword(payment, customer);
    return undefined;
  },
  setCounter: ({ resellerDesk }, request) => {
    resellerDesk.tagsNeeded = bodyAs<{ tagsNeeded: boolean }>(request).tagsNeeded;
  },
});
