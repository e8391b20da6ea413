import type { PaySimulator } from 'pay-simulator';
import { bearerToken } from './merchant.js';

/** Terminal of the tests. */
export const TERMINAL = '16000010';

/** Requests a sale of €11.70 at the terminal, as a cash register does, and waits until the screen shows it. */
export async function requestSale(simulator: PaySimulator, sessionId: string): Promise<void> {
  const { credentials, endpoints, clock } = simulator;
  const authorization = await bearerToken(simulator, credentials.cloudTerminal);
  const response = await fetch(`${endpoints.api}/ecr/v1/transactions:sale`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      sessionId,
      terminalId: TERMINAL,
      cashRegisterId: 'till-1',
      amount: 1170,
      currencyCode: '978',
      merchantReference: sessionId,
      customerTrns: 'Two tickets, Athens – Naxos',
    }),
  });
  if (!response.ok) throw new Error(`the sale was rejected: HTTP ${response.status}`);
  await clock.advance(1_000);
}
