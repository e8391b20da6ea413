import { randomUUID } from 'node:crypto';
import { isObject } from '../../domain/json-kinds.js';
import { NotProbed, probesOf } from '../run-probes.js';
import type { ProbeSession } from '../run-probes.js';

const AMOUNT = 1234;
const TIP = 56;
const CASH_REGISTER = 'verify';

const SALE = 'pos.transactions.initiateSaleRequest';
const READ = 'pos.session.retrieveSessionById';
const ABORT = 'pos.session.abortSession';

export const TERMINAL = probesOf('terminal', {
  // Sells at the terminal, repeats the session ID, reads the session, and refunds the sale.
  'terminal-sale': async (session) => {
    const terminalId = terminalOf(session);
    await session.sendAll('pos.devices.searchDevices', [['devices', { body: {} }]]);
    const body = saleAt(terminalId);
    await session.sendAll(SALE, [
      ['sale', { body }],
      ['sale-again', { body }, 'session-exists'],
    ]);
    await session.target.person.useTerminal(terminalId, 'present a card');
    const { sessionId } = body;
    const isIncluded = (await endOf(session, sessionId))['amount'] === AMOUNT + TIP;
    session.confirm('tip-included', 'pos.12', 'amount with tip', isIncluded);
    await session.sendAll(READ, [['session', { path: { sessionId }, amounts: [AMOUNT + TIP, TIP] }]]);
    const date = new Date().toISOString().slice(0, 10);
    await session.sendAll('pos.session.retrieveSessionInfoByDate', [
      ['sessions-of-the-day', { query: { date } }],
    ]);
    const refund = { ...body, sessionId: randomUUID(), amount: AMOUNT + TIP, tipAmount: undefined };
    const request = { body: { ...refund, parentSessionId: sessionId } };
    await session.sendAll('pos.transactions.refundTransaction', [['refund', request]]);
    await session.target.person.useTerminal(terminalId, 'present no card');
    await endOf(session, refund.sessionId);
  },
  // Starts a sale and aborts it before a card is presented.
  'terminal-sale-aborted': async (session) => {
    const terminalId = terminalOf(session);
    const body = saleAt(terminalId);
    const path = { sessionId: body.sessionId };
    await session.sendAll(SALE, [['sale', { body }]]);
    await session.target.person.useTerminal(terminalId, 'present no card');
    await session.sendAll(ABORT, [['abort', { path, query: { cashRegisterId: CASH_REGISTER } }]]);
    await session.target.person.useTerminal(terminalId, 'present no card');
    await endOf(session, body.sessionId);
    await session.sendAll(READ, [['session', { path }]]);
  },
  // Reads and aborts a session that does not exist, and sends a sale that is no object.
  'terminal-errors': async (session) => {
    const path = { sessionId: randomUUID() };
    const query = { cashRegisterId: CASH_REGISTER };
    await session.sendAll(READ, [['session', { path }, 'not-found']]);
    await session.sendAll(ABORT, [['abort', { path, query }, 'not-found']]);
    await session.sendAll(SALE, [['sale', { body: [] }, 'no-object']]);
  },
});

function terminalOf({ target }: ProbeSession): string {
  if (target.terminalId === undefined) throw new NotProbed('no terminal was named (--terminal)');
  return target.terminalId;
}

const saleAt = (terminalId: string) => ({
  sessionId: randomUUID(),
  terminalId,
  cashRegisterId: CASH_REGISTER,
  amount: AMOUNT,
  tipAmount: TIP,
  currencyCode: '978',
  merchantReference: 'verify',
});

/** Reads a session until it has ended. */
async function endOf(session: ProbeSession, sessionId: string): Promise<Readonly<Record<string, unknown>>> {
  const read = { operation: READ, path: { sessionId } };
  const { json } = await session.waitFor(
    'the end of the terminal session',
    () => session.peek(read),
    ({ status }) => status === 200,
  );
  return isObject(json) ? json : {};
}
