import { EVENT_TYPES } from '../domain/contract.generated.js';
import { currencyLetters, majorUnits } from '../domain/currencies.js';
import type { Json } from './running-simulator.js';

/** Control characters, line separators, bidirectional controls and lone surrogates. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const MAX_RESPONSE_LENGTH = 200;

/** Formats one step of an action as a line. */
export function stepLine(step: Json): string {
  const label = String(step['type']).padEnd(17);
  const order = step['order'] as Json | undefined;
  if (order) return `${label} ${text(order['code'])}  ${amount(order)}`;
  const transaction = step['transaction'] as Json | undefined;
  if (transaction) {
    const event =
      transaction['status'] === 'E'
        ? `  declined with event ${text(transaction['eventId'])}, nothing was paid`
        : '';
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
    const state = transfer['executedAt'] === null ? 'waiting for its payment to clear' : 'executed';
    return `${label} ${text(transfer['id'])}  ${text(transfer['amount'])} minor units  account ${text(transfer['accountId'])}  ${state}`;
  }
  return `${label} ${text(step['accountId'])}`;
}

/** Formats a delivery as a line: event, receiver and response. */
export function deliveryLine(delivery: Json): string {
  const eventTypeId = text(delivery['eventTypeId']);
  return `webhook           ${eventTypeId} ${EVENT_TYPES[eventTypeId] ?? ''} → ${receiverText(delivery)}  ${responseText(delivery)}`;
}

/** Formats why an action sent no webhook. */
export const noWebhookLine = (reason: string): string => `no webhook        ${text(reason)}`;

/** Formats a receiver that is not registered yet, with the reason. */
export const awaitedReason = (receiver: Json): string =>
  `${receiverText(receiver)} is not registered yet: ${text(receiver['problem'])}`;

/** Formats the address of a receiver as it was typed, without its password and its query, which can contain a secret. */
function receiverText({ url }: Json): string {
  return text(url)
    .replace(/[?#].*$/s, '')
    .replace(/^(https?:\/\/)[^/\\]*@/i, '$1');
}

function responseText({ attempts, state, dueAt }: Json): string {
  const last = (attempts as readonly Json[]).at(-1);
  if (state === 'waiting' && !last) return `planned for ${text(dueAt)}`;
  if (!last) return state === 'sending' ? 'no response yet' : text(state);
  if (last['status'] === null) {
    const error = text(last['error']);
    return `no response: ${error}${error === 'ECONNREFUSED' ? '. Start your application' : ''}`;
  }
  const status = `${text(last['status'])} after ${text(last['durationMs'])} ms`;
  const response = text(last['response']).slice(0, MAX_RESPONSE_LENGTH);
  return state === 'delivered' || response === '' ? status : `${status}: ${response}`;
}

function amount({ amount: minor, currencyCode }: Json): string {
  const code = String(currencyCode);
  return `${majorUnits(Number(minor), code).text} ${currencyLetters(code)}`;
}

/** Formats a value on one line and escapes control characters as `\uXXXX`, so that a response cannot change the terminal. */
function text(value: unknown): string {
  return String(value).replace(
    CONTROL_CHARACTERS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
