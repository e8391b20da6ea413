import type { IsvPosDevicesSearchDevicesBody } from '../request-values.generated.js';
import { feeOfSale, noPreauthAtTerminal } from '../../domain/named-rules.js';
import { Refusal } from '../../domain/refusal.js';
import { SessionEvent } from '../../domain/terminal-session.js';
import { BadRequest } from '../../http/bad-request.js';
import { ok, type OperationReply, type OperationRequest } from '../../http/operation.js';
import type { AccountServices } from '../../services/merchant-services.js';
import type { Handler } from '../handler.js';
import type { IsvDetails, IsvSaleBody } from '../pos/terminal-request.js';
import { onMerchant } from './for-merchant.js';

/** Fields of all requests of an ISV to a terminal. */
interface IsvBody {
  readonly sessionId?: string;
  readonly isvDetails: { readonly terminalMerchantId: string };
}

/** Applies an operation to a terminal of the connected merchant in `isvDetails`. */
export const atTerminal = onMerchant<IsvBody, object>(({ connectedMerchants }, { body }) => {
  const { isvDetails, sessionId = '' } = body;
  const merchant = connectedMerchants.find(isvDetails.terminalMerchantId);
  if (!merchant)
    throw new BadRequest('isvDetails.terminalMerchantId: expected the ID of a connected merchant');
  const others = connectedMerchants.list().filter((other) => other !== merchant);
  if (others.some(({ terminalSessions }) => terminalSessions.find(sessionId)))
    throw new Refusal(409, 'Session with this ID already exists', 1201);
  return merchant;
});

/** Applies an operation to a session of any connected merchant. */
export const onSession = onMerchant(({ connectedMerchants }, { path: { sessionId = '' } }) => {
  const merchants = connectedMerchants.list();
  const merchant = merchants.find(({ terminalSessions }) => terminalSessions.find(sessionId));
  if (!merchant) throw new Refusal(404, 'Session was not found', 1205);
  return merchant;
});

/** Applies an operation to a terminal action of any connected merchant. */
export const onAction = onMerchant(({ connectedMerchants }, { path: { actionId = '' } }) => {
  const merchant = connectedMerchants.list().find(({ terminalActions }) => terminalActions.find(actionId));
  if (!merchant) throw new Refusal(404, 'Action was not found');
  return merchant;
});

/** Applies an operation to the terminals of the connected merchant in the body. An unknown merchant has no terminals. */
export const onTerminals =
  (
    operation: (
      merchant: AccountServices,
      request: OperationRequest<IsvPosDevicesSearchDevicesBody>,
      owner: { readonly merchantId: string },
    ) => OperationReply,
  ): Handler<IsvPosDevicesSearchDevicesBody> =>
  ({ connectedMerchants }, request) => {
    const { merchantId } = request.body;
    const merchant = connectedMerchants.find(merchantId);
    return merchant ? operation(merchant, request, { merchantId }) : ok([]);
  };

/** Returns the ISV's details. The fee must be positive. A fee that is not smaller than the amount ends the session. */
export function isvDetailsOf(
  { amount, preauth, isvDetails }: IsvSaleBody,
  acceptsPayments: boolean,
): IsvDetails {
  const { amount: fee, terminalMerchantId, merchantId = null } = isvDetails;
  const { sourceCode = null, merchantSourceCode = null } = isvDetails;
  if (merchantId !== null && merchantId.toLowerCase() !== terminalMerchantId.toLowerCase())
    throw BadRequest.ofRule(
      'isvDetails.merchantId',
      'the merchant of the terminal; sales for other merchants are not simulated',
    );
  const isv = { amount: fee, sourceCode, merchantId, merchantSourceCode };
  // ISVs cannot pre-authorize at terminals.
  if (!noPreauthAtTerminal(preauth === true ? 'preauth' : 'sale'))
    return { isv, refusedAs: SessionEvent.WrongParameters };
  return feeOfSale(amount, fee) && acceptsPayments
    ? { isv }
    : { isv, refusedAs: SessionEvent.IsvSaleNotStarted };
}
