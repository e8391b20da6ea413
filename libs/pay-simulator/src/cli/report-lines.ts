import { EVENT_TYPES } from '../domain/contract.generated.js';
import { currencyLetters } from '../domain/currency-codes.js';
import { majorUnits } from '../domain/currencies.js';
import type { Json } from './running-simulator.js';

/** Characters that move a terminal's cursor or turn the direction of text. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu;
const MAX_ANSWER = 200;

/** One line for a thing that happened. */
export function stepLine(step: Json): string {
  const label = String(step['type']).padEnd(17);
  const order = step['order'] as Json | undefined;
  if (order) return `${label} ${text(order['code'])}  ${amount(order)}`;
  const transaction = step['transaction'] as Json | undefined;
  if (transaction) {
    const event =
      transaction['status'] === 'E' ? `  declined with event ${text(transaction['eventId'])}` : '';
    return `${label} ${text(transaction['id'])}  ${amount(transaction)}  order ${text(transaction['orderCode'])}${event}`;
  }
  const session = step['session'] as Json | undefined;
  if (session) {
    const end =
      session['transactionId'] === null
        ? `  event ${text(session['eventId'])}`
        : `  transaction ${text(session['transactionId'])}`;
    return `${label} ${text(session['sessionId'])}  ${amount(session)}  terminal ${text(session['terminalId'])}  ${text(session['state'])}${end}`;
  }
  const transfer = step['transfer'] as Json | undefined;
  if (transfer) {
    const state = transfer['executedAt'] === null ? 'waits for its payment to clear' : 'executed';
    return `${label} ${text(transfer['id'])}  ${text(transfer['amount'])} minor units  account ${text(transfer['accountId'])}  ${state}`;
  }
  return `${label} ${text(step['accountId'])}`;
}

/** One line for a webhook: where it went, and the answer. */
export function deliveryLine(delivery: Json): string {
  const eventTypeId = text(delivery['eventTypeId']);
  const { origin, pathname } = new URL(String(delivery['url']));
  return `webhook           ${eventTypeId} ${EVENT_TYPES[eventTypeId] ?? ''} → ${origin}${pathname}  ${answerText(delivery)}`;
}

function answerText({ attempts, state, dueAt }: Json): string {
  const last = (attempts as readonly Json[]).at(-1);
  if (state === 'waiting' && !last) return `planned for ${text(dueAt)}`;
  if (!last) return state === 'sending' ? 'no answer yet' : text(state);
  if (last['status'] === null) return `no answer: ${text(last['error'])}`;
  const status = `${text(last['status'])} after ${text(last['durationMs'])} ms`;
  const response = text(last['response']).slice(0, MAX_ANSWER);
  return state === 'delivered' || response === '' ? status : `${status}: ${response}`;
}

function amount({ amount: minor, currencyCode }: Json): string {
  const code = String(currencyCode);
  return `${majorUnits(Number(minor), code).text} ${currencyLetters(code)}`;
}

/** A value on one line, without what a terminal would obey. */
function text(value: unknown): string {
  return String(value).replace(CONTROLS, '\ufffd');
}
