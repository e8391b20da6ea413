import { feeOfSale, noPreauthAtTerminal } from '../../domain/named-rules.js';
import { Refusal } from '../../domain/refusal.js';
import { SessionEvent } from '../../domain/terminal-session.js';
import { BadRequest, type Fields } from '../../http/fields.js';
import { ok, type OperationReply, type OperationRequest } from '../../http/operation.js';
import type { AccountServices } from '../../services/merchant-services.js';
import type { Handler } from '../handler.js';
import type { ReadIsvDetails } from '../pos/terminal-request.js';
import { onMerchant } from './for-merchant.js';

/** Applies an operation to a terminal of the connected merchant in `isvDetails`. */
export const atTerminal = onMerchant(({ connectedMerchants }, { body }) => {
  const merchantId = body.object('isvDetails')?.text('terminalMerchantId');
  const merchant = merchantId === undefined ? undefined : connectedMerchants.find(merchantId);
  if (!merchant)
    throw new BadRequest('isvDetails.terminalMerchantId: expected the ID of a connected merchant');
  const sessionId = body.text('sessionId') ?? '';
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
      request: OperationRequest,
      owner: { readonly merchantId: string },
    ) => OperationReply,
  ): Handler =>
  ({ connectedMerchants }, request) => {
    const merchantId = request.body.text('merchantId');
    if (merchantId === undefined) throw new BadRequest('merchantId: expected the ID of a connected merchant');
    const merchant = connectedMerchants.find(merchantId);
    return merchant ? operation(merchant, request, { merchantId }) : ok([]);
  };

/** Reads the ISV's details. The fee must be positive. A fee that is not smaller than the amount ends the session. */
export const readIsvSale =
  (acceptsPayments: boolean): ReadIsvDetails =>
  (body: Fields, { kind, amount }) => {
    const details = body.object('isvDetails');
    const fee = details?.integer('amount', { required: true }) ?? 0;
    const terminalMerchantId = details?.text('terminalMerchantId')?.toLowerCase();
    const merchantId = details?.text('merchantId') ?? null;
    if (merchantId !== null && merchantId.toLowerCase() !== terminalMerchantId)
      details?.expect(
        'merchantId',
        'the merchant of the terminal; sales for other merchants are not simulated',
      );
    const isv = {
      amount: fee,
      sourceCode: details?.text('sourceCode') ?? null,
      merchantId,
      merchantSourceCode: details?.text('merchantSourceCode') ?? null,
    };
    // ISVs cannot pre-authorize at terminals.
    if (!noPreauthAtTerminal(kind)) return { isv, refusedAs: SessionEvent.WrongParameters };
    return feeOfSale(amount, fee) && acceptsPayments
      ? { isv }
      : { isv, refusedAs: SessionEvent.IsvSaleNotStarted };
  };
