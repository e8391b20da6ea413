import { unwrap } from 'nestjs-pay/client';
import type { IsvSaleOptions } from 'nestjs-pay/client';
import { SALE } from './pos.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

/** Options of a sale of 11.70 EUR at a connected merchant's first terminal, with a fee of 0.58. */
export const isvSale = (terminalMerchantId: string): IsvSaleOptions => ({
  ...SALE,
  isvDetails: { amount: 58, terminalMerchantId, sourceCode: '7951' },
});

/** Makes a sale that the customer pays, and returns the connected merchant's ID. */
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
  request: { token: 'ECR0110U/RXYZ12000001/CMAC_K:00112233445566778899AABBCCDDEEFF:A1B2C3' },
  isvDetails: { terminalMerchantId },
});

export const roundTrips: RoundTrips = {
  'pos.devices.searchDevices': {
    fails: (world) => world.isv.pos.devices.searchDevices({ merchantId: 'unknown' }),
    code: 'validationerror',
  },
  'pos.transactions.initiateSaleRequest': {
    fails: (world) => world.isv.pos.transactions.initiateSaleRequest(isvSale(UNKNOWN_ID)),
    code: 'rejected',
  },
  'pos.transactions.refundTransaction': {
    fails: (world) => world.isv.pos.transactions.refundTransaction(refund(world.merchant())),
    code: 'notfound',
  },
  'pos.transactions.createAction': {
    fails: (world) => world.isv.pos.transactions.createAction(action(UNKNOWN_ID)),
    code: 'rejected',
  },
  'pos.transactions.getActionDetails': {
    fails: (world) => world.isv.pos.transactions.getActionDetails({ actionId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'pos.session.retrieveSessionById': {
    fails: (world) => world.isv.pos.session.retrieveSessionById({ sessionId: UNKNOWN_ID }),
    code: 'notfound',
  },
  'pos.session.retrieveSessionInfoByDate': {
    fails: (world) => world.isv.pos.session.retrieveSessionInfoByDate({ date: '2026-02-30' }),
    code: 'validationerror',
  },
  'pos.session.abortSession': {
    fails: (world) => world.isv.pos.session.abortSession({ sessionId: UNKNOWN_ID, cashRegisterId: 'till-1' }),
    code: 'notfound',
  },
};
