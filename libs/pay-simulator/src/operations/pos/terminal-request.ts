import type { TerminalRequest, TerminalRequestKind } from '../../domain/terminal-session.js';
import type { Fields } from '../../http/fields.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { HeaderEvent, posReply, wrongForm } from './pos-reply.js';

const ISO_NUMERIC = { pattern: /^\d{3}$/, expected: 'an ISO 4217 numeric code' };
const TYPES = {
  sessionId: 'string',
  terminalId: 'string',
  cashRegisterId: 'string',
  amount: 'number',
  currencyCode: 'string',
  merchantReference: 'string',
  customerTrns: 'string',
  parentSessionId: 'string',
  tipAmount: 'number',
  maxInstalments: 'number',
  showTransactionResult: 'boolean',
  showReceipt: 'boolean',
  skipSurcharge: 'boolean',
  preauth: 'boolean',
  interappCallback: 'string',
  fiscalisationData: 'object',
  isvDetails: 'object',
} as const;

/** How requests to a terminal differ. */
export interface RequestRules {
  readonly kind: (body: Fields) => TerminalRequestKind;
  /** What it must carry beside the base. */
  readonly requires: readonly string[];
  /** The smallest amount, minor units. */
  readonly min: number;
  /** What else a request says, where somebody asks who is not the merchant. */
  readonly more?: (
    body: Fields,
    request: Pick<TerminalRequest, 'kind' | 'amount'>,
  ) => Pick<TerminalRequest, 'isv' | 'refusedAs'>;
}

/** Queues a request for a terminal: an empty 200 says no more than that. @see contract/pos.json */
export function terminalRequest(
  { cardTerminals }: Pick<Services, 'cardTerminals'>,
  rules: RequestRules,
): OperationHandler {
  return ({ body }) =>
    wrongForm(body, TYPES) ??
    posReply(() => {
      cardTerminals.request(read(body, rules));
      return { status: 200, eventId: HeaderEvent.SessionCreated };
    });
}

function read(body: Fields, { kind, requires, min, more }: RequestRules): TerminalRequest {
  body.require('sessionId', 'terminalId', 'cashRegisterId', 'amount', 'currencyCode', ...requires);
  const fiscalisation = body.object('fiscalisationData') !== undefined;
  if (
    fiscalisation &&
    ['aadeProviderId', 'aadeProviderSignatureData', 'aadeProviderSignature'].some((name) => body.has(name))
  ) {
    body.expect('fiscalisationData', 'no aade fields beside it');
  }
  const amount = body.integer('amount', { min }) ?? 0;
  const tipAmount = body.integer('tipAmount', { min: 0, max: amount }) ?? 0;
  if (!Number.isSafeInteger(amount + tipAmount))
    body.expect('tipAmount', 'a sum with amount of at most 2^53 − 1');
  const requested = kind(body);
  if (requested === 'preauth' && tipAmount > 0) body.expect('tipAmount', 'no tip with a pre-authorisation');
  const currency = body.value('currencyCode');
  const currencyCode =
    typeof currency === 'number' ? String(currency).padStart(3, '0') : body.text('currencyCode', ISO_NUMERIC);
  const request: TerminalRequest = {
    kind: requested,
    sessionId: text(body, 'sessionId'),
    terminalId: text(body, 'terminalId'),
    cashRegisterId: text(body, 'cashRegisterId'),
    amount,
    tipAmount,
    currencyCode: currencyCode ?? '',
    merchantReference: body.has('merchantReference') ? text(body, 'merchantReference') : null,
    customerTrns: body.text('customerTrns') ?? null,
    parentSessionId: requires.includes('parentSessionId') ? text(body, 'parentSessionId') : null,
    installments: body.integer('maxInstalments', { min: 0 }) ?? 0,
    showTransactionResult: body.boolean('showTransactionResult') ?? true,
    showReceipt: body.boolean('showReceipt') ?? true,
    skipSurcharge: body.boolean('skipSurcharge') ?? false,
    interappCallback: body.text('interappCallback') ?? null,
    ...more?.(body, { kind: requested, amount }),
  };
  body.check();
  return request;
}

/** Text, or the number that the live service takes in its place. */
function text(body: Fields, name: string): string {
  const value = body.value(name);
  if (typeof value === 'number') return String(value);
  return body.text(name, { min: 1, max: 200 }) ?? '';
}
