import { createPaySimulator } from '../index.js';
import { basicHeader, sendRequest } from './http.js';
import type { PaySimulator } from '../index.js';

const DAYS = 3;
const DAY_MS = 86_400_000;
/** IBAN of the registry's example for another bank. */
const IBAN = 'GR1601101250000000012300695';

/** Starts a simulator whose account is in use: it has payments of the last days and a linked bank account. */
export async function createSimulatorWithHistory(): Promise<PaySimulator> {
  const simulator = await createPaySimulator({ now: new Date(Date.now() - DAYS * DAY_MS) });
  const { merchantId, apikey } = simulator.credentials.merchant;
  await sendRequest('POST', `${simulator.endpoints.web}/api/bankaccounts`, {
    authorization: basicHeader(merchantId, apikey),
    body: JSON.stringify({ iban: IBAN, friendlyName: 'Savings', beneficiaryName: 'The merchant' }),
    timeoutMs: 10_000,
  });
  for (let day = 0; day < DAYS; day++) {
    simulator.pay();
    await simulator.clock.advance('1 day');
  }
  return simulator;
}
