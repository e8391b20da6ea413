import { athensWithOffset } from '../../domain/athens-time.js';
import { isCurrencyCode, minorUnits } from '../../domain/currencies.js';
import { MovementSubType } from '../../domain/movement.js';
import type { Fields } from '../../http/fields.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/** Claims an amount from a seller: in MAJOR units, unlike every other write. @see contract/legacy-misc.json obligations.createObligation */
export const createObligation =
  ({ obligations }: Pick<Services, 'obligations'>): OperationHandler =>
  ({ body }) => {
    const currencyCode = String(body.integer('currencyCode', { min: 1, max: 999 }) ?? '').padStart(3, '0');
    const amount = majorAmount(body, currencyCode);
    const walletId = body.integer('walletId', { min: 1 });
    const terms = { personId: body.text('personId') ?? '', description: body.text('description') ?? '' };
    body.require('amount', 'personId', 'currencyCode');
    body.check();
    const obligation = obligations.create({
      ...terms,
      amount,
      currencyCode,
      walletId: walletId === undefined ? null : String(walletId),
    });
    return {
      status: 200,
      json: {
        obligationId: obligation.id,
        statusId: obligation.status,
        captureId: obligation.captureId,
        cancellationId: null,
        created: athensWithOffset(obligation.createdAt),
        completed: null,
        walletTransactionSubTypeId: MovementSubType.Obligation,
      },
    };
  };

/** Minor units of a decimal that has no more digits than its currency. */
function majorAmount(body: Fields, currencyCode: string): number {
  const value = body.value('amount');
  if (value === undefined || !isCurrencyCode(currencyCode)) return 0;
  const minor = typeof value === 'number' ? minorUnits(value, currencyCode) : undefined;
  return minor !== undefined && minor > 0
    ? minor
    : (body.expect('amount', 'a decimal number above 0 in major units') ?? 0);
}
