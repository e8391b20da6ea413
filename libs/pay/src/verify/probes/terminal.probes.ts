import { randomUUID } from 'node:crypto';
import { isObject } from '../http.js';
import { NotProbed, probesOf } from '../run-probes.js';
import type { ProbeRequest, ProbeSession } from '../verify.types.js';

const AMOUNT = 1234;
const TIP = 56;
const CASH_REGISTER = 'verify';

export const TERMINAL = probesOf('terminal', {
  // Sells at the terminal, repeats the session ID, reads the session, and refunds the sale.
  async 'terminal-sale'(session) {
    const terminalId = terminalOf(session);
    await session.send('devices', { operation: 'pos.devices.searchDevices', body: {} });
    const sale = saleAt(terminalId);
    await session.send('sale', sale);
    await session.send('sale-again', { ...sale, expects: 'session-exists' });
    await session.target.person.useTerminal(terminalId, 'present a card');
    const ended = await endOf(session, sale.body.sessionId);
    session.check(
      'tip-included',
      'pos.12',
      { amount: 'amount + tipAmount' },
      { amount: ended['amount'] === AMOUNT + TIP ? 'amount + tipAmount' : 'another amount' },
    );
    await session.send('session', {
      operation: 'pos.session.retrieveSessionById',
      path: { sessionId: sale.body.sessionId },
      amounts: [AMOUNT + TIP, TIP],
    });
    await session.send('sessions-of-the-day', {
      operation: 'pos.session.retrieveSessionInfoByDate',
      query: { date: new Date().toISOString().slice(0, 10) },
    });
    const refund = { ...sale.body, sessionId: randomUUID(), amount: AMOUNT + TIP, tipAmount: undefined };
    await session.send('refund', {
      operation: 'pos.transactions.refundTransaction',
      body: { ...refund, parentSessionId: sale.body.sessionId },
    });
    await session.target.person.useTerminal(terminalId, 'present no card');
    await endOf(session, refund.sessionId);
  },
  // Starts a sale and aborts it before a card is presented.
  async 'terminal-sale-aborted'(session) {
    const terminalId = terminalOf(session);
    const sale = saleAt(terminalId);
    const { sessionId } = sale.body;
    await session.send('sale', sale);
    await session.target.person.useTerminal(terminalId, 'present no card');
    await session.send('abort', {
      operation: 'pos.session.abortSession',
      path: { sessionId },
      query: { cashRegisterId: CASH_REGISTER },
    });
    await session.target.person.useTerminal(terminalId, 'present no card');
    await endOf(session, sessionId);
    await session.send('session', { operation: 'pos.session.retrieveSessionById', path: { sessionId } });
  },
  // Reads and aborts a session that does not exist, and sends a sale that is no object.
  async 'terminal-errors'(session) {
    const path = { sessionId: randomUUID() };
    await session.send('session', {
      operation: 'pos.session.retrieveSessionById',
      path,
      expects: 'not-found',
    });
    await session.send('abort', {
      operation: 'pos.session.abortSession',
      path,
      query: { cashRegisterId: CASH_REGISTER },
      expects: 'not-found',
    });
    await session.send('sale', {
      operation: 'pos.transactions.initiateSaleRequest',
      body: [],
      expects: 'no-object',
    });
  },
});

function terminalOf({ target }: ProbeSession): string {
  if (target.terminalId === undefined) throw new NotProbed('no terminal was named (--terminal)');
  return target.terminalId;
}

const saleAt = (terminalId: string) =>
  ({
    operation: 'pos.transactions.initiateSaleRequest',
    body: {
      sessionId: randomUUID(),
      terminalId,
      cashRegisterId: CASH_REGISTER,
      amount: AMOUNT,
      tipAmount: TIP,
      currencyCode: '978',
      merchantReference: 'verify',
    },
  }) satisfies ProbeRequest;

/** Reads a session until it has ended. */
async function endOf(session: ProbeSession, sessionId: string): Promise<Readonly<Record<string, unknown>>> {
  const read = { operation: 'pos.session.retrieveSessionById', path: { sessionId } };
  const { json } = await session.waitFor(
    'the end of the terminal session',
    () => session.peek(read),
    ({ status }) => status === 200,
  );
  return isObject(json) ? json : {};
}
