import { SessionEvent } from '../areas/coded-values.generated.js';
import type { SaleChange } from './sale-store.js';
import type { PaySale, PaySaleReason } from './sale.types.js';
import type { PosSession } from '../areas/results.generated.js';

/** The end of a sale. */
export type SaleEnd = Omit<SaleChange, 'dueInMs' | 'state'> & { state: Exclude<PaySale['state'], 'open'> };

const { CancelledByUser, TimedOut, Aborted, TerminalBusy } = SessionEvent;
/** Declined by the terminal, the server or the card, and insufficient funds. */
const DECLINED = [1004, 1006, 1007, 1020];
/** Not connected, connection error, connection timed out, device not found. */
const UNREACHABLE = [3000, 3001, 3002, 3500];

function reasonOf(eventId: number): PaySaleReason {
  if (DECLINED.includes(eventId)) return 'declined';
  if (UNREACHABLE.includes(eventId)) return 'terminal-unreachable';
  if (eventId === CancelledByUser) return 'canceled';
  if (eventId === TimedOut) return 'timed-out';
  if (eventId === Aborted) return 'aborted';
  return eventId === TerminalBusy ? 'terminal-busy' : 'failed';
}

/** Returns how a sale ends if its session ended like this. Even after an accepted abort, only `success` counts. */
export function endOf(sale: PaySale, session: PosSession): SaleEnd {
  const found = { receipt: session, transactionId: session.transactionId ?? null, step: 'sent' } as const;
  if (!session.success) {
    const reason = reasonOf(session.eventId);
    return { ...found, state: 'not-paid', reason, message: session.message ?? null };
  }
  const tip = tipOf(sale, session);
  const difference = differenceOf({ ...sale, tip }, session);
  return difference === null
    ? { ...found, state: 'paid', reason: null, message: null, tip }
    : { ...found, state: 'needs-a-person', reason: 'differs', message: difference };
}

/** Returns the tip that the customer paid. The terminal can offer another one than that of the request. */
function tipOf({ kind, amount, requestedTip }: PaySale, session: PosSession): number {
  const total = session.amount;
  // The service has null for some missing members.
  const tipAmount = session.tipAmount ?? 0;
  return kind === 'sale' && total !== amount + requestedTip && tipAmount >= 0 && total - tipAmount === amount
    ? tipAmount
    : requestedTip;
}

function differenceOf(sale: PaySale, session: PosSession): string | null {
  if (sale.state === 'not-paid') return 'The service reports a payment after it had reported another end.';
  const { terminalId, currencyCode } = sale;
  const expected = { amount: sale.amount + sale.tip, currencyCode, terminalId };
  const differences = (['amount', 'currencyCode', 'terminalId'] as const)
    .filter((name) => session[name] !== expected[name])
    .map((name) => `${name} ${session[name]} instead of ${expected[name]}`);
  return differences.length === 0 ? null : `The service reports ${differences.join(', ')}.`;
}
