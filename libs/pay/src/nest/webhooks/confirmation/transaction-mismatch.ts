import { kindOfType, movesBack } from '../../../areas/transactions/movement-kind.js';
import { TransactionStatus } from '../../../areas/transactions/transactions.enums.js';
import type { Transaction } from '../../../areas/transactions/transactions.types.js';
import { PayEventType } from '../../../webhooks/event-types.js';
import { disagrees, isSameAmount, isSameCurrency, isSameOrder, isSameText, notYet } from './verdict.js';
import type { Mismatch } from './verdict.js';

interface TransactionRule {
  /** Which way the money moves; null if both are possible. */
  moves: 'in' | 'back' | null;
  /** What must have become of the transaction. */
  ended: 'well' | 'badly';
}

/**
 * Events that name a transaction, and what the transaction must be. 1799 is not among them: its transaction can be read, but not
 * the commission that it reports. 1802 and 1803 are compared with their session.
 */
const RULES: Readonly<Partial<Record<number, TransactionRule>>> = {
  [PayEventType.TransactionPaymentCreated]: { moves: 'in', ended: 'well' },
  [PayEventType.TransactionReversalCreated]: { moves: 'back', ended: 'well' },
  [PayEventType.TransactionFailed]: { moves: null, ended: 'badly' },
};

/** Whether an event of this type is confirmed by the transaction that it names. */
export function namesTransaction(eventTypeId: number | null): eventTypeId is number {
  return eventTypeId !== null && RULES[eventTypeId] !== undefined;
}

/**
 * Compares an event with its transaction. The kind of transaction counts, too: a refund can have the order and amount of a
 * payment.
 */
export function transactionMismatch(
  eventTypeId: number,
  data: Readonly<Record<string, unknown>>,
  transaction: Transaction,
): Mismatch {
  const rule = RULES[eventTypeId];
  if (rule === undefined) return disagrees('events of this type name no transaction');
  const { currencyCode, transactionTypeId, orderCodeText, merchantTrns } = transaction;
  if (!isSameOrder(data, orderCodeText)) return disagrees('OrderCode');
  if (!isSameCurrency(data['CurrencyCode'], currencyCode)) return disagrees('CurrencyCode');
  if (!amountAgrees(rule, data['Amount'], transaction)) return disagrees('Amount');
  if (!typeAgrees(rule, data['TransactionTypeId'], transactionTypeId)) return disagrees('TransactionTypeId');
  // The service may leave out newer fields.
  if (merchantTrns !== undefined && 'MerchantTrns' in data && !isSameText(data['MerchantTrns'], merchantTrns))
    return disagrees('MerchantTrns');
  // A handler sees the posted status: it must be how the transaction ended, or its current status.
  const ending = rule.ended === 'badly' ? TransactionStatus.Error : TransactionStatus.Finished;
  const stated = data['StatusId'];
  if (stated !== ending && stated !== transaction.statusId) return disagrees('StatusId');
  return statusMismatch(rule, transaction);
}

function amountAgrees(rule: TransactionRule, stated: unknown, transaction: Transaction): boolean {
  const { amount, currencyCode } = transaction;
  // A refund of a type that is not listed yet must not pass for a payment.
  if (rule.moves === 'in' && amount < 0) return false;
  // The posted sign of the others never reaches a handler: see withTransactionValues.
  const ignoreSign = rule.moves !== 'in';
  return typeof stated === 'number' && isSameAmount(stated, amount, currencyCode, { ignoreSign });
}

function typeAgrees({ moves }: TransactionRule, stated: unknown, known: number): boolean {
  if (stated !== null && stated !== undefined && stated !== known) return false;
  // New payment methods bring new types: an unlisted type may move money either way.
  if (moves === null || kindOfType(known) === undefined) return true;
  return movesBack(known) === (moves === 'back');
}

function statusMismatch({ ended }: TransactionRule, transaction: Transaction): Mismatch {
  const { statusId, transactionTypeId } = transaction;
  if (statusId === TransactionStatus.Active) {
    const isHeld = ended === 'well' && kindOfType(transactionTypeId) === 'hold';
    return isHeld ? null : notYet('the transaction is still in progress');
  }
  const failed = statusId === TransactionStatus.Error;
  return failed === (ended === 'badly') ? null : disagrees('StatusId');
}
