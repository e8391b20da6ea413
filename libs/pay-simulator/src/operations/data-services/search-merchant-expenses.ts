import { BadRequest } from '../../http/bad-request.js';
import type { SearchMerchantExpensesQuery } from '../request-values.generated.js';
import type { SearchMerchantExpensesBody } from '../request-values.generated.js';
import { athensDay, athensWithOffset } from '../../domain/athens-time.js';
import { MovementSubType } from '../../domain/contract.generated.js';
import type { Movement } from '../../domain/movement.js';
import type { JsonValue } from '../../domain/wire-json.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { pageOf, pageRequest } from './search-request.js';

const MAX_PAGE_SIZE = 100;

/** Card of the account that makes all purchases. */
const CARD = { maskedNumber: '414746XXXXXX0133', mcc: '5943', cardHolder: 'Maria Pappa' };

/** Searches purchases with the account's debit card page by page. @see contract/openapi/data-services.yaml dataServices.searchMerchantExpenses */
export const searchMerchantExpenses: MerchantHandler<
  SearchMerchantExpensesBody,
  SearchMerchantExpensesQuery
> = ({ statement }, { body, query }) => {
  const { DateFrom: from, DateTo: to } = body;
  if (to < from) throw BadRequest.ofRule('DateTo', 'a day not before DateFrom');
  const page = pageRequest(query, query.PageNumber, MAX_PAGE_SIZE);
  const found = statement.lines().filter(({ subTypeId, createdAt }) => {
    const day = athensDay(createdAt);
    return subTypeId === MovementSubType.CardPurchase && day >= from && day <= to;
  });
  const rows = pageOf(found, page);
  return rows.length === 0 ? { status: 204 } : ok({ data: rows.map(row) });
};

function row({ id, description, createdAt }: Movement): JsonValue {
  const time = athensWithOffset(createdAt);
  return {
    walletTransactionId: id,
    ...CARD,
    description,
    authorizationDate: time,
    clearanceDate: time,
  };
}
