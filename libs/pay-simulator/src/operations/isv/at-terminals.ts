import { Refusal } from '../../domain/refusal.js';
import { SessionEvent } from '../../domain/terminal-session.js';
import { BadRequest, type Fields } from '../../http/fields.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { posReply } from '../pos/pos-reply.js';
import type { RequestRules } from '../pos/terminal-request.js';

type Merchants = Pick<Services, 'connectedMerchants'>;
type MerchantOperation = (side: AccountServices) => OperationHandler;

/** A request to a terminal of the connected merchant that `isvDetails` names. */
export const atTerminal =
  ({ connectedMerchants }: Merchants, operation: MerchantOperation): OperationHandler =>
  (request) => {
    const merchantId = request.body.object('isvDetails')?.text('terminalMerchantId');
    const side = merchantId === undefined ? undefined : connectedMerchants.find(merchantId);
    if (!side) {
      const problem = 'isvDetails.terminalMerchantId: expected the id of a connected merchant';
      return refused(new BadRequest(problem));
    }
    const sessionId = request.body.text('sessionId') ?? '';
    const taken = connectedMerchants
      .list()
      .some((other) => other !== side && other.terminalSessions.find(sessionId));
    return taken
      ? refused(new Refusal(409, 'Session with this ID already exists', 1201))
      : operation(side)(request);
  };

/** An operation on the session of whichever connected merchant has it. */
export const onSession =
  ({ connectedMerchants }: Merchants, operation: MerchantOperation): OperationHandler =>
  (request) => {
    const { sessionId = '' } = request.path;
    const side = connectedMerchants.list().find(({ terminalSessions }) => terminalSessions.find(sessionId));
    return side ? operation(side)(request) : refused(new Refusal(404, 'Session was not found', 1205));
  };

/** An operation on the action of whichever connected merchant's terminal has it. */
export const onAction =
  ({ connectedMerchants }: Merchants, operation: MerchantOperation): OperationHandler =>
  (request) => {
    const { actionId = '' } = request.path;
    const side = connectedMerchants.list().find(({ terminalActions }) => terminalActions.find(actionId));
    return side ? operation(side)(request) : refused(new Refusal(404, 'Action was not found'));
  };

/** The terminals of the connected merchant that the body names; none of one who is not connected. */
export const terminalsOf =
  (
    { connectedMerchants }: Merchants,
    operation: (side: AccountServices, owner: { readonly merchantId: string }) => OperationHandler,
  ): OperationHandler =>
  (request) => {
    const merchantId = request.body.text('merchantId');
    if (merchantId === undefined)
      return refused(new BadRequest('merchantId: expected the id of a connected merchant'));
    const side = connectedMerchants.find(merchantId);
    return side ? operation(side, { merchantId })(request) : { status: 200, json: [] };
  };

/** Reads the ISV's fee: it is above 0, and one that is not smaller than the amount ends the session. */
export const isvSale =
  (mayTakePayments: boolean): NonNullable<RequestRules['more']> =>
  (body: Fields, { kind, amount }) => {
    const details = body.object('isvDetails');
    details?.require('amount');
    const fee = details?.integer('amount', { min: 1 }) ?? 0;
    const terminalMerchant = details?.text('terminalMerchantId')?.toLowerCase();
    const merchantId = details?.text('merchantId') ?? null;
    if (merchantId !== null && merchantId.toLowerCase() !== terminalMerchant)
      details?.expect('merchantId', 'the terminal’s own merchant: others at its terminal are not simulated');
    const isv = {
      amount: fee,
      sourceCode: details?.text('sourceCode') ?? null,
      merchantId,
      merchantSourceCode: details?.text('merchantSourceCode') ?? null,
    };
    // There are no pre-authorisations in this scheme.
    if (kind === 'preauth') return { isv, refusedAs: SessionEvent.WrongParameters };
    return fee >= amount || !mayTakePayments ? { isv, refusedAs: SessionEvent.IsvSaleNotStarted } : { isv };
  };

function refused(why: Error) {
  return posReply(() => {
    throw why;
  });
}
