import { BadRequest } from '../../http/bad-request.js';
import { within } from '../../http/request-values.js';
import type {
  CapturePreAuthRequestBody,
  FastRefundBody,
  InitiateSaleRequestBody,
  IsvPosTransactionsInitiateSaleRequestBody,
} from '../request-values.generated.js';
import { issueReceipt } from '../../domain/fiscal-receipt.js';
import * as rules from '../../domain/named-rules.js';
import {
  AADE_FIELDS,
  type TerminalRequest,
  type TerminalRequestKind,
} from '../../domain/terminal-session.js';
import type { AccountServices } from '../../services/merchant-services.js';
import type { OperationReply, OperationRequest } from '../../http/operation.js';
import { HeaderEvent } from './header-event.js';

/** Fields of all requests to terminals. */
type TerminalBody = Partial<InitiateSaleRequestBody & CapturePreAuthRequestBody> & FastRefundBody;
export type IsvSaleBody = TerminalBody & Pick<IsvPosTransactionsInitiateSaleRequestBody, 'isvDetails'>;

/** Details of an ISV's request. */
export type IsvDetails = Pick<TerminalRequest, 'isv' | 'refusedAs'>;

/** Creates a handler that sends a request to a terminal. The response is an empty 200. @see contract/openapi/pos.yaml */
export const terminalRequest =
  (kind: TerminalRequestKind) =>
  (
    { cardTerminals }: AccountServices,
    { body }: OperationRequest<TerminalBody>,
    isvDetails?: IsvDetails,
  ): OperationReply => {
    cardTerminals.request({ ...readRequest(body, kind), ...isvDetails });
    return { status: 200, eventId: HeaderEvent.SessionCreated };
  };

/** Reads the fiscal data of a Greek sale. The terminal checks them, so nothing here is refused for what they say. */
function readFiscalData(
  body: TerminalBody,
  total: number,
): Pick<TerminalRequest, 'aade' | 'preloadedHours' | 'receipt'> {
  const { aadePreloaded, aadePreloadedDuration, fiscalisationData: receipt } = body;
  const read = AADE_FIELDS.flatMap((name) => (body[name] ? [[name, body[name]] as const] : []));
  const hours = rules.preloadedHours(aadePreloaded === true, aadePreloadedDuration);
  return {
    ...(read.length > 0 && { aade: Object.fromEntries(read) }),
    ...(hours !== null && { preloadedHours: hours }),
    ...(receipt !== undefined && { receipt: issueReceipt(receipt, total) }),
  };
}

function readRequest(body: TerminalBody, kind: TerminalRequestKind): TerminalRequest {
  const { amount, tipAmount = 0, preauth, maxInstalments = 0, showTransactionResult = true } = body;
  const { sessionId, terminalId, cashRegisterId, currencyCode, parentSessionId = null } = body;
  const { merchantReference = null, customerTrns = null, interappCallback = null } = body;
  if (!rules.exclusiveFiscalisation(body.fiscalisationData, (name) => name in body))
    throw BadRequest.ofRule('fiscalisationData', 'none together with aade fields');
  within('tipAmount', tipAmount, rules.tipWithinAmount(amount));
  if (!Number.isSafeInteger(amount + tipAmount))
    throw BadRequest.ofRule('tipAmount', 'a sum with amount of at most 2^53 − 1');
  const isPreauth = kind === 'sale' && preauth === true;
  if (!rules.noTipWithPreauthAtTerminal(isPreauth, tipAmount))
    throw BadRequest.ofRule('tipAmount', 'none for a pre-authorization');
  return {
    kind: isPreauth ? 'preauth' : kind,
    ...{ sessionId, terminalId, cashRegisterId, amount, tipAmount, currencyCode, merchantReference },
    ...{ customerTrns, parentSessionId, showTransactionResult, interappCallback },
    installments: maxInstalments,
    showReceipt: body.showReceipt ?? true,
    skipSurcharge: body.skipSurcharge ?? false,
    ...readFiscalData(body, amount + tipAmount),
  };
}
