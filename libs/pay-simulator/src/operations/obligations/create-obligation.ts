import type { CreateObligationBody } from '../request-values.generated.js';
import { athensWithOffset } from '../../domain/athens-time.js';
import { isCurrencyCode } from '../../domain/currencies.js';
import { MovementSubType } from '../../domain/contract.generated.js';
import { fitsCurrency } from '../../domain/named-rules.js';
import type { Fields } from '../../http/fields.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';

/** Creates an obligation of a seller. Unlike in other requests, the amount is in MAJOR units. @see contract/openapi/legacy-misc.yaml obligations.createObligation */
export const createObligation: MerchantHandler = ({ obligations }, { body }) => {
  const currencyCode = String(body.integer('currencyCode') ?? '').padStart(3, '0');
  const amount = majorAmount(body, currencyCode);
  const { personId, walletId, description = '' } = body.rest<CreateObligationBody>();
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
function majorAmount(body: Fields, currencyCode: string): number {
  const value = body.value('amount');
  if (value === undefined || !isCurrencyCode(currencyCode)) return 0;
  return (
    fitsCurrency(value, currencyCode) ?? body.expect('amount', 'a decimal number above 0 in major units') ?? 0
  );
}
