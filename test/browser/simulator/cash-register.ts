import type { PaySimulator } from 'nestjs-pay/simulator';

/** The terminal that the tests ask. */
export const TERMINAL = '16000010';

/** Has a terminal ask for €11.70, as a cash register does, and waits until it stands on the screen. */
export async function askTerminal(
  { credentials, endpoints, clock }: PaySimulator,
  sessionId: string,
): Promise<void> {
  const { clientId, clientSecret } = credentials.cloudTerminal;
  const token = await fetch(`${endpoints.accounts}/connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: bearer } = (await token.json()) as { access_token: string };
  const asked = await fetch(`${endpoints.api}/ecr/v1/transactions:sale`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
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
  if (!asked.ok) throw new Error(`the terminal was not asked: HTTP ${asked.status}`);
  await clock.advance(1_000);
}
