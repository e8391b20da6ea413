import { MAX_STEP_MS } from '../../domain/clock.js';
import { TEST_CARDS } from '../../domain/contract.generated.js';
import type { CounterCustomer, CounterPayment } from '../../domain/reseller-desk.js';
import { INSUFFICIENT_FUNDS } from '../../domain/issuer.js';
import { FAULT_KINDS, faultWarning } from '../../http/fault-rule.js';
import type { FaultRule, PendingFault } from '../../http/faults.js';
import { millisecondsOf, type DurationParts } from '../../domain/duration.js';
import { bodyAs, parameter, removed, routesOf, timeOf, type ControlRoute } from '../control-route.js';
import * as schema from '../control-schemas.js';
import { clockView, ledgerView, stateView } from '../control-views.js';

const COUNTER = schema.input(
  {
    payment: schema.oneOf(['cash', 'bill'], 'Kind of the payment.'),
    phone: schema.id('Phone of the customer.'),
    countryCode: schema.id('Country of the phone.'),
  },
  ['payment', 'phone', 'countryCode'],
);

const FAULT = schema.input(
  {
    operation: schema.id(
      'Operation of the contract, such as `payments.createOrder`, or `*` for all. Optional for faults seen in production.',
    ),
    kind: schema.oneOf(FAULT_KINDS, 'What happens to the request.'),
    times: {
      anyOf: [
        schema.whole('Number of requests. Default: 1.', 1),
        schema.oneOf(['always'], 'The fault stays.'),
      ],
    },
    probability: schema.share('Probability that the fault affects a request.'),
    status: schema.whole('HTTP status of a `status` fault.', 200, 599),
    body: { description: 'Body of a `status` fault: a string, or an object that is sent as JSON.' },
    html: schema.flag('Whether the body of a `status` fault is HTML.'),
    ms: {
      anyOf: [schema.milliseconds('Real time of a `delay` fault'), schema.oneOf(['never'], 'No response.')],
    },
    errorCode: schema.whole(
      '`ErrorCode` of a `success-false` fault. Default: 502. After 408 and codes from 500, except 502, the outcome of the call is unknown.',
    ),
    errorText: schema.text('`ErrorText` of a `success-false` fault.'),
    eventId: schema.whole('`EventId` of a `success-false` fault.'),
  },
  ['kind'],
);

/** The members that every fault has. */
type ListedFault = Pick<PendingFault, 'faultId' | 'operation' | 'kind' | 'remaining'>;

interface AddedFault {
  readonly faultId: string;
  /** What the fault leaves open. */
  readonly warning?: string;
}

/** Size of a snapshot of about 100,000 payments. */
const MAX_SNAPSHOT_BYTES = 500_000_000;

const STATE_ROUTES = routesOf('Simulator', {
  getState: {
    endpoint: 'GET /state',
    summary: 'Returns counts, the clock and the balance of the wallet.',
    calls: [],
    run: (services) => stateView(services),
  },
  getAccount: {
    endpoint: 'GET /account',
    summary: 'Returns the addresses and all credentials of the simulator. They are valid only there.',
    calls: ['url', 'endpoints', 'credentials'],
    run: ({ account }, { origin }) => ({
      url: origin,
      endpoints: { accounts: `${origin}/accounts`, api: `${origin}/api`, web: `${origin}/web` },
      credentials: account.credentials,
    }),
  },
  listRequests: {
    endpoint: 'GET /requests',
    summary: 'Lists the received requests, oldest first, without secrets and bodies.',
    calls: ['requests'],
    run: ({ log }) => log.list(),
  },
  listTestCards: {
    endpoint: 'GET /test-cards',
    summary: 'Lists the test cards. No other cards work.',
    calls: [],
    run: () => TEST_CARDS,
  },
  reset: {
    endpoint: 'POST /reset',
    summary: 'Clears all activity. Address, credentials and the sequence of IDs stay.',
    calls: ['reset'],
    body: schema.input({
      to: schema.oneOf(
        ['setup', 'start'],
        '`setup` keeps the configuration of the embedding application, `start` restores the initial state. Default: `setup`.',
      ),
    }),
    example: {},
    run: ({ reset }, request) => reset(bodyAs<{ to?: 'setup' | 'start' }>(request).to ?? 'setup'),
  },
  getSnapshot: {
    endpoint: 'GET /snapshot',
    summary: 'Returns the state as JSON, for `POST /restore`.',
    calls: ['snapshot'],
    run: ({ snapshot }) => snapshot(),
  },
  restoreSnapshot: {
    endpoint: 'POST /restore',
    summary: 'Replaces the state by a snapshot of the same version.',
    calls: ['restore'],
    body: schema.input(
      {
        version: schema.whole('Version of the snapshot.', 1),
        tables: { type: 'object', description: 'Records by table, as `GET /snapshot` returned them.' },
      },
      ['version', 'tables'],
    ),
    example: { version: 3, tables: {} },
    maxBytes: MAX_SNAPSHOT_BYTES,
    run: ({ restore }, { body }) => restore(body),
  },
});

const CLOCK_ROUTES = routesOf('Clock', {
  getClock: {
    endpoint: 'GET /clock',
    summary: 'Returns the virtual time.',
    calls: ['clock.now'],
    run: ({ clock }) => clockView(clock),
  },
  advanceClock: {
    endpoint: 'POST /clock/advance',
    summary:
      'Advances the clock by the sum of the members, and waits for the work that becomes due. Months come first.',
    calls: ['advance', 'clock.advance'],
    body: schema.input({
      ms: schema.milliseconds('Step'),
      seconds: { type: 'number', minimum: 0, description: 'Seconds.' },
      minutes: { type: 'number', minimum: 0, description: 'Minutes.' },
      hours: { type: 'number', minimum: 0, description: 'Hours.' },
      days: { type: 'number', minimum: 0, description: 'Days.' },
      months: schema.whole('Calendar months.', 0, 120),
    }),
    example: { hours: 1 },
    run: async ({ clock, deliveries }, request) => {
      await deliveries.settled();
      await clock.advance(millisecondsOf(bodyAs<DurationParts>(request), clock.now()));
      return clockView(clock);
    },
  },
  setClock: {
    endpoint: 'POST /clock/set',
    summary:
      'Advances the clock to a time, and waits for the work that becomes due. Time does not move back.',
    calls: ['clock.advance'],
    body: schema.input({ now: schema.moment('New virtual time, at most ten years ahead.') }, ['now']),
    example: { now: '2030-01-01T00:00:00Z' },
    run: async ({ clock, deliveries }, request) => {
      await deliveries.settled();
      const step = timeOf('now', bodyAs<{ now: string }>(request).now) - clock.now();
      if (step < 0 || step > MAX_STEP_MS)
        throw new RangeError(
          `now: expected a time from ${new Date(clock.now()).toISOString()} to ten years later; POST /_simulator/reset goes back to the start`,
        );
      await clock.advance(step);
      return clockView(clock);
    },
  },
});

const FAULT_ROUTES = routesOf('Faults', {
  listFaults: {
    endpoint: 'GET /faults',
    summary: 'Lists the active faults.',
    calls: ['faults.list'],
    run: ({ faults }): readonly ListedFault[] => faults.list(),
  },
  addFault: {
    endpoint: 'POST /faults',
    summary: 'Adds a fault to the next requests for an operation.',
    calls: ['faults.add'],
    body: FAULT,
    example: { operation: 'payments.createOrder', kind: 'status', status: 503 },
    run: ({ faults }, request): AddedFault => {
      const faultId = faults.add(bodyAs<FaultRule>(request));
      const added = faults.list().find((fault) => fault.faultId === faultId);
      const warning = added === undefined ? null : faultWarning(added);
      return { faultId, ...(warning !== null && { warning }) };
    },
  },
  removeFaults: {
    endpoint: 'DELETE /faults',
    summary: 'Removes all faults.',
    calls: ['faults.reset'],
    run: ({ faults }) => faults.reset(),
  },
  removeFault: {
    endpoint: 'DELETE /faults/{id}',
    summary: 'Removes a fault.',
    calls: ['faults.remove'],
    run: ({ faults }, request) => removed(faults.remove(parameter(request, 'id')), 'fault'),
  },
});

const ISSUER_ROUTES = routesOf('Actions', {
  declineNext: {
    endpoint: 'POST /decline-next',
    summary: 'Lets the issuer decline the next card payment of the main merchant, once.',
    calls: ['declineNext'],
    body: schema.input({
      eventId: schema.whole('Reason of the issuer. Default: 10051, insufficient funds.', 1),
    }),
    example: { eventId: 10051 },
    run: ({ payments }, request) =>
      payments.declineNext(bodyAs<{ eventId?: number }>(request).eventId ?? INSUFFICIENT_FUNDS),
  },
});

const MONEY_ROUTES = routesOf('Money', {
  getLedger: {
    endpoint: 'GET /ledger',
    summary: 'Returns the balances, the totals, which are always 0, and the entries of the ledger.',
    calls: ['balance', 'totals', 'accounts', 'bookings'].map((name) => `ledger.${name}`),
    run: ({ ledger }) => ledgerView(ledger),
  },
});

const COUNTER_ROUTES = routesOf("A reseller's counter", {
  listPasswords: {
    endpoint: 'GET /passwords',
    summary: 'Lists the one-time passwords sent to customers.',
    calls: ['resellerDesk.passwords'],
    run: ({ resellerDesk }) => resellerDesk.passwords(),
  },
  sendPassword: {
    endpoint: 'POST /passwords',
    summary: 'Opens a check at the counter, which sends a one-time password.',
    calls: ['resellerDesk.sendPassword', 'resellerDesk.resendPassword'],
    body: COUNTER,
    example: { payment: 'cash', phone: '6900000000', countryCode: '30' },
    run: ({ resellerDesk }, request) => {
      const { payment, ...customer } = bodyAs<CounterCustomer & { payment: CounterPayment }>(request);
      resellerDesk.sendPassword(payment, customer);
      return undefined;
    },
  },
  setCounter: {
    endpoint: 'POST /counter-settings',
    summary: 'Sets whether new checks require tags with the payment.',
    calls: ['resellerDesk.tagsNeeded'],
    body: schema.input({ tagsNeeded: schema.flag('Whether tags are required.') }, ['tagsNeeded']),
    example: { tagsNeeded: false },
    run: ({ resellerDesk }, request) => {
      resellerDesk.tagsNeeded = bodyAs<{ tagsNeeded: boolean }>(request).tagsNeeded;
    },
  },
});

/** Routes of the simulator itself, its clock, its faults, its ledger and the counter of a reseller. */
export const SIMULATOR_ROUTES: readonly ControlRoute[] = [
  ...STATE_ROUTES,
  ...CLOCK_ROUTES,
  ...FAULT_ROUTES,
  ...ISSUER_ROUTES,
  ...MONEY_ROUTES,
  ...COUNTER_ROUTES,
];
