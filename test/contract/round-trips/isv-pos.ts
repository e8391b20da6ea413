import { unwrap } from 'nestjs-pay/client';
import type { IsvSaleOptions } from 'nestjs-pay/client';
import { SALE } from './pos.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrip, World } from './world.js';

/** A sale of 11.70 EUR at a connected merchant's first terminal, with a fee of 0.58. */
export const isvSale = (terminalMerchantId: string): IsvSaleOptions => ({
  ...SALE,
  isvDetails: { amount: 58, terminalMerchantId, sourceCode: '7951' },
});

/** A sale whose customer has paid, and the connected merchant. */
export async function soldThroughIsv(
  { isv, simulator }: Pick<World, 'isv' | 'simulator'>,
  terminalMerchantId: string,
): Promise<string> {
  unwrap(await isv.pos.transactions.initiateSaleRequest(isvSale(terminalMerchantId)));
  await simulator.clock.advance(10_000);
  return terminalMerchantId;
}

const refund = (terminalMerchantId: string) => ({
  ...SALE,
  sessionId: 'session-2',
  parentSessionId: SALE.sessionId,
  isvDetails: { terminalMerchantId },
});
const action = (terminalMerchantId: string) => ({
  terminalId: SALE.terminalId,
  cashRegisterId: SALE.cashRegisterId,
  actionType: 'aade-fim-control',
  request: { token: 'control-token' },
  isvDetails: { terminalMerchantId },
});

export const isvPosRoundTrips: Record<string, RoundTrip> = {
  'PayISV pos.devices.searchDevices': {
    succeeds: (world) => world.isv.pos.devices.searchDevices({ merchantId: world.merchant(), statusId: 1 }),
    refuses: (world) => world.isv.pos.devices.searchDevices({ merchantId: 'nobody' }),
    code: 'validationerror',
  },
  'PayISV pos.transactions.initiateSaleRequest': {
    succeeds: (world) => world.isv.pos.transactions.initiateSaleRequest(isvSale(world.merchant())),
    refuses: (world) => world.isv.pos.transactions.initiateSaleRequest(isvSale(UNKNOWN_ID)),
    code: 'rejected',
  },
  'PayISV pos.transactions.refundTransaction': {
    succeeds: async (world) =>
      world.isv.pos.transactions.refundTransaction(refund(await soldThroughIsv(world, world.merchant()))),
    refuses: (world) => world.isv.pos.transactions.refundTransaction(refund(world.merchant())),
    code: 'notfound',
  },
  'PayISV pos.transactions.createAction': {
    succeeds: (world) => world.isv.pos.transactions.createAction(action(world.merchant())),
    refuses: (world) => world.isv.pos.transactions.createAction(action(UNKNOWN_ID)),
    code: 'rejected',
  },
  'PayISV pos.transactions.getActionDetails': {
    succeeds: async (world) => {
      const { actionId } = unwrap(await world.isv.pos.transactions.createAction(action(world.merchant())));
      await world.simulator.clock.advance(5_000);
      return world.isv.pos.transactions.getActionDetails({ actionId });
    },
    refuses: (world) => world.isv.pos.transactions.getActionDetails({ actionId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'PayISV pos.session.retrieveSessionById': {
    succeeds: async (world) => {
      await soldThroughIsv(world, world.merchant());
      return world.isv.pos.session.retrieveSessionById({ sessionId: SALE.sessionId });
    },
    refuses: (world) => world.isv.pos.session.retrieveSessionById({ sessionId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'PayISV pos.session.retrieveSessionInfoByDate': {
    succeeds: async (world) => {
      await soldThroughIsv(world, world.merchant());
      return world.isv.pos.session.retrieveSessionInfoByDate();
    },
    refuses: (world) => world.isv.pos.session.retrieveSessionInfoByDate({ date: '2026-02-30' }),
    code: 'validationerror',
  },
  'PayISV pos.session.abortSession': {
    succeeds: async (world) => {
      unwrap(await world.isv.pos.transactions.initiateSaleRequest(isvSale(world.merchant())));
      return world.isv.pos.session.abortSession({
        sessionId: SALE.sessionId,
        cashRegisterId: SALE.cashRegisterId,
      });
    },
    refuses: (world) =>
      world.isv.pos.session.abortSession({ sessionId: UNKNOWN_ID, cashRegisterId: 'till-1' }),
    code: 'notfound',
  },
};
