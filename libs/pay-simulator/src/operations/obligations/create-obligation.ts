import { BadRequest } from '../../http/bad-request.js';
import type { CreateObligationBody } from '../request-values.generated.js';
import { athensWithOffset } from '../../domain/athens-time.js';
import { isCurrencyCode } from '../../domain/currencies.js';
import { MovementSubType } from '../../domain/contract.generated.js';
import { fitsCurrency } from '../../domain/named-rules.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';

/** Creates an obligation of a seller. Unlike in other requests, the amount is in MAJOR units. @see contract/openapi/legacy-misc.yaml obligations.createObligation */
export const createObligation: MerchantHandler<CreateObligationBody> = ({ obligations }, { body }) => {
  const { personId, walletId, description = '' } = body;
  const currencyCode = String(body.currencyCode).padStart(3, '0');
  const amount = majorAmount(body.amount, currencyCode);
  const obligation = obligations.create({
    ...{ amount, currencyCode, description, personId },
    walletId: walletId === undefined ? null : String(walletId),
  });
  const values = {
    ...obligation,
    obligationId: obligation.id,
    statusId: obligation.status,
    created: athensWithOffset(obligation.createdAt),
    walletTransactionSubTypeId: MovementSubType.ObligationCaptured,
  };
  return ok(membersOf('obligations.createObligation', values));
};

/** Reads an amount in major units as minor units. It must not have more decimals than its currency. */
function majorAmount(value: unknown, currencyCode: string): number {
  if (!isCurrencyCode(currencyCode)) return 0;
  const amount = fitsCurrency(value, currencyCode);
  if (amount === undefined) throw BadRequest.ofRule('amount', 'a decimal number above 0 in major units');
  return amount;
}
