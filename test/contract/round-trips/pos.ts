import { unwrap } from 'nestjs-pay/client';
import type { InitiateSaleOptions, MethodReturn } from 'nestjs-pay/client';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrip, World } from './world.js';

/** A request of 11.70 EUR to the first terminal. */
export const SALE = {
  sessionId: 'session-1',
  terminalId: '16000010',
  cashRegisterId: 'till-1',
  amount: 1170,
  currencyCode: '978',
  merchantReference: 'receipt-1',
} satisfies InitiateSaleOptions;
const SECOND = { ...SALE, sessionId: 'session-2', parentSessionId: SALE.sessionId };
const ACTION = {
  terminalId: '16000010',
  cashRegisterId: 'till-1',
  actionType: 'aade-fim-control',
  request: { token: 'control-token' },
};

/** A sale whose customer has paid, or a pre-authorisation. */
export async function soldAtTill(
  { pos, simulator }: World,
  more: Partial<InitiateSaleOptions> = {},
): Promise<void> {
  unwrap(await pos.pos.transactions.initiateSaleRequest({ ...SALE, ...more }));
  await simulator.clock.advance(10_000);
}

/** A call twice: the same session id is refused the second time, and for ever. */
async function again(
  world: World,
  call: () => Promise<MethodReturn<unknown>>,
): Promise<MethodReturn<unknown>> {
  unwrap(await call());
  await world.simulator.clock.advance(120_000);
  return call();
}

export const posRoundTrips: Record<string, RoundTrip> = {
  'pos.devices.searchDevices': {
    succeeds: (world) => world.pos.pos.devices.searchDevices({ statusId: 1, sourceCode: '3395' }),
    refuses: (world) => world.wallet.pos.devices.searchDevices(),
    code: 'unauthorized',
  },
  'pos.transactions.initiateSaleRequest': {
    succeeds: (world) => world.pos.pos.transactions.initiateSaleRequest(SALE),
    refuses: (world) => again(world, () => world.pos.pos.transactions.initiateSaleRequest(SALE)),
    code: 'rejected',
  },
  'pos.transactions.capturePreAuthRequest': {
    succeeds: async (world) => {
      await soldAtTill(world, { preauth: true });
      return world.pos.pos.transactions.capturePreAuthRequest({ ...SECOND, amount: 900 });
    },
    refuses: (world) => world.pos.pos.transactions.capturePreAuthRequest(SECOND),
    code: 'notfound',
  },
  'pos.transactions.refundTransaction': {
    succeeds: async (world) => {
      await soldAtTill(world);
      return world.pos.pos.transactions.refundTransaction(SECOND);
    },
    refuses: (world) => world.pos.pos.transactions.refundTransaction(SECOND),
    code: 'notfound',
  },
  'pos.transactions.unreferencedRefund': {
    succeeds: (world) => world.pos.pos.transactions.unreferencedRefund(SALE),
    refuses: (world) => again(world, () => world.pos.pos.transactions.unreferencedRefund(SALE)),
    code: 'rejected',
  },
  'pos.transactions.fastRefund': {
    succeeds: (world) => world.pos.pos.transactions.fastRefund(SALE),
    refuses: (world) => again(world, () => world.pos.pos.transactions.fastRefund(SALE)),
    code: 'rejected',
  },
  'pos.transactions.rebate': {
    succeeds: (world) => world.pos.pos.transactions.rebate(SALE),
    refuses: (world) => again(world, () => world.pos.pos.transactions.rebate(SALE)),
    code: 'rejected',
  },
  'pos.transactions.createAction': {
    succeeds: (world) => world.pos.pos.transactions.createAction(ACTION),
    refuses: (world) => world.wallet.pos.transactions.createAction(ACTION),
    code: 'unauthorized',
  },
  'pos.transactions.getActionDetails': {
    succeeds: async (world) => {
      const { actionId } = unwrap(await world.pos.pos.transactions.createAction(ACTION));
      await world.simulator.clock.advance(5_000);
      return world.pos.pos.transactions.getActionDetails({ actionId });
    },
    refuses: (world) => world.pos.pos.transactions.getActionDetails({ actionId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'pos.session.retrieveSessionById': {
    succeeds: async (world) => {
      await soldAtTill(world);
      return world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId });
    },
    refuses: (world) => world.pos.pos.session.retrieveSessionById({ sessionId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'pos.session.retrieveSessionInfoByDate': {
    succeeds: async (world) => {
      await soldAtTill(world);
      return world.pos.pos.session.retrieveSessionInfoByDate();
    },
    refuses: (world) => world.pos.pos.session.retrieveSessionInfoByDate({ date: '2026-02-30' }),
    code: 'validationerror',
  },
  'pos.session.abortSession': {
    succeeds: async (world) => {
      unwrap(await world.pos.pos.transactions.initiateSaleRequest(SALE));
      return world.pos.pos.session.abortSession({
        sessionId: SALE.sessionId,
        cashRegisterId: SALE.cashRegisterId,
      });
    },
    refuses: async (world) => {
      unwrap(await world.pos.pos.transactions.initiateSaleRequest(SALE));
      return world.pos.pos.session.abortSession({ sessionId: SALE.sessionId, cashRegisterId: 'till-2' });
    },
    code: 'forbidden',
  },
};
