import { unwrap } from 'nestjs-pay/client';
import type { InitiateSaleOptions, MethodReturn } from 'nestjs-pay/client';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

/** Options of a sale of 11.70 EUR at the first terminal. */
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
  request: { token: 'ECR0110U/RXYZ12000001/CMAC_K:00112233445566778899AABBCCDDEEFF:A1B2C3' },
};

/** Makes a sale or a pre-authorisation that the customer pays. */
export async function soldAtTill(
  { pos, simulator }: World,
  more: Partial<InitiateSaleOptions> = {},
): Promise<void> {
  unwrap(await pos.pos.transactions.initiateSaleRequest({ ...SALE, ...more }));
  await simulator.clock.advance(10_000);
}

/** Makes a call twice. The service always rejects a used session ID. */
async function callTwice(
  world: World,
  call: () => Promise<MethodReturn<unknown>>,
): Promise<MethodReturn<unknown>> {
  unwrap(await call());
  await world.simulator.clock.advance(120_000);
  return call();
}

export const roundTrips: RoundTrips = {
  'pos.devices.searchDevices': {
    fails: (world) => world.wallet.pos.devices.searchDevices(),
    code: 'unauthorized',
  },
  'pos.transactions.initiateSaleRequest': {
    fails: (world) => callTwice(world, () => world.pos.pos.transactions.initiateSaleRequest(SALE)),
    code: 'rejected',
  },
  'pos.transactions.capturePreAuthRequest': {
    fails: (world) => world.pos.pos.transactions.capturePreAuthRequest(SECOND),
    code: 'notfound',
  },
  'pos.transactions.refundTransaction': {
    fails: (world) => world.pos.pos.transactions.refundTransaction(SECOND),
    code: 'notfound',
  },
  'pos.transactions.unreferencedRefund': {
    fails: (world) => callTwice(world, () => world.pos.pos.transactions.unreferencedRefund(SALE)),
    code: 'rejected',
  },
  'pos.transactions.fastRefund': {
    fails: (world) => callTwice(world, () => world.pos.pos.transactions.fastRefund(SALE)),
    code: 'rejected',
  },
  'pos.transactions.rebate': {
    fails: (world) => callTwice(world, () => world.pos.pos.transactions.rebate(SALE)),
    code: 'rejected',
  },
  'pos.transactions.createAction': {
    fails: (world) => world.wallet.pos.transactions.createAction(ACTION),
    code: 'unauthorized',
  },
  'pos.transactions.getActionDetails': {
    fails: (world) => world.pos.pos.transactions.getActionDetails({ actionId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'pos.session.retrieveSessionById': {
    fails: (world) => world.pos.pos.session.retrieveSessionById({ sessionId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'pos.session.retrieveSessionInfoByDate': {
    fails: (world) => world.pos.pos.session.retrieveSessionInfoByDate({ date: '2026-02-30' }),
    code: 'validationerror',
  },
  'pos.session.abortSession': {
    fails: async (world) => {
      unwrap(await world.pos.pos.transactions.initiateSaleRequest(SALE));
      return world.pos.pos.session.abortSession({ sessionId: SALE.sessionId, cashRegisterId: 'till-2' });
    },
    code: 'forbidden',
  },
};
