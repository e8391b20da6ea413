import type { Services } from '../../services/services.js';
import { MAX_STEP_MS } from '../../domain/clock.js';
import { TEST_CARDS } from '../../domain/contract.generated.js';
import { faultWarning, type FaultRule } from '../../http/fault-rule.js';
import { millisecondsOf } from '../../domain/duration.js';
import { jumpTo } from '../../services/clock-jump.js';
import { environmentOf } from '../../services/environment.js';
import { comingWork } from '../../services/coming-work.js';
import { known, removed, timeOf, type Handlers } from '../control-route.js';
import { ledgerView } from '../account-views.js';
import { clockView, searchOf, stateView } from '../control-views.js';
import { lineOf, requestView } from '../request-view.js';

/** The simulator itself, its clock, its faults, its ledger and the counter of a reseller. */
export const SIMULATOR_ROUTES = {
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
  getRequest: (services, { path, origin }) =>
    known(requestView(services, Number(path.id), origin), 'request'),
  listTestCards: () => TEST_CARDS,
  reset: ({ reset }, { body }) => reset(body.to ?? 'setup'),
  getSnapshot: ({ snapshot }) => snapshot(),
  restoreSnapshot: ({ restore }, { body }) => restore(body),

  getClock: ({ clock }) => clockView(clock),
  advanceClock: async ({ clock, deliveries }, { body }) => {
    await deliveries.settled();
    await clock.advance(millisecondsOf(body, clock.now()));
    return clockView(clock);
  },
  setClock: async ({ clock, deliveries }, { body }) => {
    await deliveries.settled();
    const step = timeOf('now', body.now) - clock.now();
    if (step < 0 || step > MAX_STEP_MS)
      throw new RangeError(
        `now: expected a time from ${new Date(clock.now()).toISOString()} to ten years later; POST /_simulator/reset goes back to the start`,
      );
    await clock.advance(step);
    return clockView(clock);
  },

  jumpClock: async (services, { body }) => {
    await jumpTo(services, body.to);
    return clockView(services.clock);
  },

  listComingWork: (services) => comingWork(services),

  listFaults: ({ faults }) => faults.list(),
  addFault: ({ faults }, { body }) => {
    const faultId = faults.add(body as FaultRule);
    const added = faults.list().find((fault) => fault.faultId === faultId);
    const warning = added === undefined ? null : faultWarning(added);
    return { faultId, ...(warning !== null && { warning }) };
  },
  removeFaults: ({ faults }) => faults.reset(),
  removeFault: ({ faults }, { path }) => removed(faults.remove(path.id), 'fault'),

  getLedger: ({ ledger }) => ledgerView(ledger),

  listPasswords: ({ resellerDesk }) => resellerDesk.passwords(),
  sendPassword: ({ resellerDesk }, { body }) => {
    const { payment, ...customer } = body;
    resellerDesk.sendPassword(payment, customer);
  },
  setCounter: ({ resellerDesk }, { body }) => resellerDesk.configure(body),
} satisfies Handlers<Services>;
