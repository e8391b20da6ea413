import { createPrivateKey, sign } from 'node:crypto';
import { AADE_TEST_KEY, type PaySimulator } from 'pay-simulator';
import { bearerToken } from './merchant.js';

/** Terminal of the tests. */
export const TERMINAL = '16000010';

/** Requests a sale of €11.70 at the terminal, as a cash register does, and waits until the screen shows it. */
export async function requestSale(
  simulator: PaySimulator,
  sessionId: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
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
      ...more,
    }),
  });
  if (!response.ok) throw new Error(`the sale was rejected: HTTP ${response.status}`);
  await clock.advance(1_000);
}

/** Lets provider 999 sign the sale, as the law in Greece asks. */
export function signedSale({ clock }: PaySimulator) {
  const time = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Athens',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(clock.now());
  const uid = '0A1B2C3D4E5F60718293A4B5C6D7E8F901234567';
  const text = [uid, '', time.replaceAll(/\D/g, ''), 1170, 1000, 170, 1170, TERMINAL].join(';');
  const key = Buffer.from(AADE_TEST_KEY.privateKey, 'base64');
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return {
    aadeProviderId: AADE_TEST_KEY.providerId,
    aadeProviderSignatureData: text,
    aadeProviderSignature: sign('sha256', Buffer.from(text), privateKey).toString('base64'),
  };
}
