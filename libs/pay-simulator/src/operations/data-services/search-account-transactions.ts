import type { SearchAccountTransactionsQuery } from '../request-values.generated.js';
import type { SearchAccountTransactionsBody } from '../request-values.generated.js';
import { athensWithOffset } from '../../domain/athens-time.js';
import { majorUnits } from '../../domain/currencies.js';
import { MovementType, type Movement } from '../../domain/movement.js';
import type { JsonValue } from '../../domain/wire-json.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';
import { pageReply, pageRequest, period } from './search-request.js';

const MAX_PAGE_SIZE = 500;

/** Searches wallet movements page by page. @see contract/openapi/data-services.yaml dataServices.searchAccountTransactions */
export const searchAccountTransactions: MerchantHandler<
  SearchAccountTransactionsBody,
  SearchAccountTransactionsQuery
> = ({ account, statement }, { body, query }) => {
  const {
    WalletId: walletId,
    SubTypeIds: subTypes,
    AmountFrom: from = -Infinity,
    AmountTo: to = Infinity,
  } = body;
  const created = period(body, 'DateFrom', 'DateTo');
  const page = pageRequest({ OrderBy: 'Descending', ...query }, query.Page, MAX_PAGE_SIZE);
  const found = statement.lines().filter((line) => {
    // The time comes first, because it excludes most lines and is cheap.
    if (!created(line.createdAt)) return false;
    const amount = Number(majorUnits(line.amount, line.wallet.currencyCode).text);
    const isWanted =
      (walletId === undefined || line.wallet.id === String(walletId)) &&
      (subTypes?.includes(line.subTypeId) ?? true);
    return isWanted && amount >= from && amount <= to;
  });
  return pageReply(found, page, (line) => row(line, account.credentials.merchant.merchantId));
};

function row(line: Movement, personId: string): JsonValue {
  const { available, reserved } = line.balanceAfter;
  const major = (minor: bigint) => majorUnits(minor, line.wallet.currencyCode);
  const created = athensWithOffset(line.createdAt);
  return membersOf('dataServices.searchAccountTransactions/data[]', {
    ...line,
    accountTransactionId: line.id,
    created,
    valueDate: created,
    personId,
    walletId: BigInt(line.wallet.id),
    typeId: line.type,
    amount: major(line.amount),
    currencyCode: Number(line.wallet.currencyCode),
    targetAmount: major(available + reserved),
    targetAvailable: major(available),
    isAuthorization: line.type === MovementType.AvailableOnly,
    counterPart: line.iban,
    userDescription: line.description,
  });
}
