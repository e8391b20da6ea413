import { isCurrencyCode } from '../../domain/currencies.js';
import { issueReceipt } from '../../domain/fiscal-receipt.js';
import * as rules from '../../domain/named-rules.js';
import {
  AADE_FIELDS,
  type TerminalRequest,
  type TerminalRequestKind,
} from '../../domain/terminal-session.js';
import type { Fields } from '../../http/fields.js';
import type { AccountServices } from '../../services/merchant-services.js';
import type { OperationReply, OperationRequest } from '../../http/operation.js';
import { HeaderEvent } from './header-event.js';

const TEXT = { required: true } as const;
const CURRENCY = { ...TEXT, fits: isCurrencyCode, expected: 'an ISO 4217 numeric code' };

/** Reads the additional details of an ISV's request. */
export type ReadIsvDetails = (
  body: Fields,
  request: Pick<TerminalRequest, 'kind' | 'amount'>,
) => Pick<TerminalRequest, 'isv' | 'refusedAs'>;

/**
 * Creates a handler that sends a request to a terminal. The response is an empty 200. @see contract/openapi/pos.yaml
 *
 * @param minAmount - In minor units.
 */
export const terminalRequest =
  (kind: TerminalRequestKind, minAmount = 1) =>
  (
    { cardTerminals }: AccountServices,
    { body }: OperationRequest,
    readIsvDetails?: ReadIsvDetails,
  ): OperationReply => {
    cardTerminals.request(readRequest(body, kind, minAmount, readIsvDetails));
    return { status: 200, eventId: HeaderEvent.SessionCreated };
  };

/** Reads the fiscal data of a Greek sale. The terminal checks them, so nothing here is refused for what they say. */
function readFiscalData(
  body: Fields,
  total: number,
): Pick<TerminalRequest, 'aade' | 'preloadedHours' | 'receipt'> {
  const read = AADE_FIELDS.flatMap((name) => {
    const value = body.code(name);
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const hours = rules.preloadedHours(
    body.boolean('aadePreloaded') === true,
    body.integer('aadePreloadedDuration'),
  );
  const receipt = body.value('fiscalisationData');
  return {
    ...(read.length > 0 && { aade: Object.fromEntries(read) }),
    ...(hours !== null && { preloadedHours: hours }),
    ...(receipt !== undefined && { receipt: issueReceipt(receipt, total) }),
  };
}

function readRequest(
  body: Fields,
  kind: TerminalRequestKind,
  minAmount: number,
  readIsvDetails?: ReadIsvDetails,
): TerminalRequest {
  body.requireAll();
  if (!rules.exclusiveFiscalisation(body.object('fiscalisationData'), (name) => body.has(name)))
    body.expect('fiscalisationData', 'none together with aade fields');
  const amount = body.integer('amount', { minimum: minAmount, required: true });
  const tipAmount = body.integer('tipAmount', rules.tipWithinAmount(amount)) ?? 0;
  if (!Number.isSafeInteger(amount + tipAmount))
    body.expect('tipAmount', 'a sum with amount of at most 2^53 − 1');
  const preauth = body.boolean('preauth') === true;
  const requested = kind === 'sale' && preauth ? 'preauth' : kind;
  if (!readIsvDetails) body.object('isvDetails');
  if (!rules.noTipWithPreauthAtTerminal(requested === 'preauth', tipAmount))
    body.expect('tipAmount', 'none for a pre-authorization');
  const request: TerminalRequest = {
    kind: requested,
    sessionId: body.code('sessionId', TEXT),
    terminalId: body.code('terminalId', TEXT),
    cashRegisterId: body.code('cashRegisterId', TEXT),
    amount,
    tipAmount,
    currencyCode: body.code('currencyCode', CURRENCY),
    merchantReference: body.code('merchantReference') ?? null,
    customerTrns: body.text('customerTrns') ?? null,
    parentSessionId: body.code('parentSessionId') ?? null,
    installments: body.integer('maxInstalments') ?? 0,
    showTransactionResult: body.boolean('showTransactionResult') ?? true,
    showReceipt: body.boolean('showReceipt') ?? true,
    skipSurcharge: body.boolean('skipSurcharge') ?? false,
    interappCallback: body.text('interappCallback') ?? null,
    ...readFiscalData(body, amount + tipAmount),
    ...readIsvDetails?.(body, { kind: requested, amount }),
  };
  body.check();
  return request;
}
