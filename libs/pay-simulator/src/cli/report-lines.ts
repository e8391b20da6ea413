import { EVENT_TYPES } from '../domain/contract.generated.js';
import { currencyLetters, majorUnits } from '../domain/currencies.js';
import type { Json } from './running-simulator.js';

/** Control characters, line separators, bidirectional controls and lone surrogates. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const MAX_RESPONSE_LENGTH = 200;

/** Formats what a step is about, by the member that has it. */
const SUBJECTS: Readonly<Record<string, (subject: Json) => string>> = {
  order: (order) => `${text(order['code'])}  ${amount(order)}`,
  transaction: (transaction) => {
    const { id, eventId, orderCode, status } = transaction;
    const event = status === 'E' ? `  declined with event ${text(eventId)}, nothing was paid` : '';
    return `${text(id)}  ${amount(transaction)}  order ${text(orderCode)}${event}`;
  },
  session: (session) => {
    const { eventId, sessionId, state, terminalId, transactionId } = session;
    const end = transactionId === null ? `event ${text(eventId)}` : `transaction ${text(transactionId)}`;
    return `${text(sessionId)}  ${amount(session)}  terminal ${text(terminalId)}  ${text(state)}  ${end}`;
  },
  transfer: ({ id, accountId, amount: minor, executedAt }) => {
    const state = executedAt === null ? 'waiting for its payment to clear' : 'executed';
    return `${text(id)}  ${text(minor)} minor units  account ${text(accountId)}  ${state}`;
  },
};

/** Formats one step of an action as a line. */
export function stepLine(step: Json): string {
  const [subject] = Object.entries(SUBJECTS).flatMap(([name, format]) =>
    step[name] === undefined ? [] : format(step[name] as Json),
  );
  return `${String(step['type']).padEnd(17)} ${subject ?? text(step['accountId'])}`;
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
