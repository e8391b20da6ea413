import { createPaySimulator } from '../index.js';
import type { PaySimulator } from '../index.js';

const DAYS = 3;
const DAY_MS = 86_400_000;
/** IBAN of the registry's example for another bank. */
const IBAN = 'GR1601101250000000012300695';

/** Starts a simulator whose account is in use: it has payments of the last days and a linked bank account. */
export async function createSimulatorWithHistory(): Promise<PaySimulator> {
  const simulator = await createPaySimulator({ now: new Date(Date.now() - DAYS * DAY_MS) });
  const { merchantId, apikey } = simulator.credentials.merchant;
  await fetch(`${simulator.endpoints.web}/api/bankaccounts`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ iban: IBAN, friendlyName: 'Savings', beneficiaryName: 'The merchant' }),
  });
  for (let day = 0; day < DAYS; day++) {
    simulator.pay();
    await simulator.advance('1 day');
  }
  return simulator;
}
