import { kindOfType, movesBack } from '../../../areas/transactions/movement-kind.js';
import { TransactionStatus } from '../../../areas/transactions/transactions.enums.js';
import type { Transaction } from '../../../areas/transactions/transactions.types.js';
import { PayEventType } from '../../../webhooks/event-types.js';
import { disagrees, isSameAmount, isSameCurrency, isSameOrder, isSameText, notYet } from './verdict.js';
import type { Objection } from './verdict.js';

interface TransactionRule {
  /** Which way the money moves; null where either will do. */
  moves: 'in' | 'back' | null;
  /** What must have become of the transaction. */
  ended: 'well' | 'badly';
}

/**
 * Events that name a transaction, and what the service must say of it. Not 1799: its transaction can be read back, but
 * not the commission, which is all that it tells. Nor 1802 and 1803, which the session itself must bear out.
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
 * Why a transaction, as the service has it, does not bear an event out.
 * A refund's id must not pass for a payment's: its order and amount can be the same.
 */
export function transactionObjection(
  eventTypeId: number,
  data: Readonly<Record<string, unknown>>,
  transaction: Transaction,
): Objection {
  const rule = RULES[eventTypeId];
  if (rule === undefined) return disagrees('events of this type name no transaction');
  const { currencyCode, transactionTypeId, orderCodeText, merchantTrns } = transaction;
  if (!isSameOrder(data, orderCodeText)) return disagrees('OrderCode');
  if (!isSameCurrency(data['CurrencyCode'], currencyCode)) return disagrees('CurrencyCode');
  if (!amountAgrees(rule, data['Amount'], transaction)) return disagrees('Amount');
  if (!typeAgrees(rule, data['TransactionTypeId'], transactionTypeId)) return disagrees('TransactionTypeId');
  // The read-back of newer fields is optional: only what it carries can disagree.
  if (merchantTrns !== undefined && 'MerchantTrns' in data && !isSameText(data['MerchantTrns'], merchantTrns))
    return disagrees('MerchantTrns');
  // What a handler is told must be what was confirmed: how it ended, or the state that it has now.
  const ending = rule.ended === 'badly' ? TransactionStatus.Error : TransactionStatus.Finished;
  const stated = data['StatusId'];
  if (stated !== ending && stated !== transaction.statusId) return disagrees('StatusId');
  return statusObjection(rule, transaction);
}

function amountAgrees(rule: TransactionRule, stated: unknown, transaction: Transaction): boolean {
  const { amount, currencyCode } = transaction;
  // Whether a reversal reads back negative is not documented.
  const ignoreSign = rule.moves !== 'in';
  return typeof stated === 'number' && isSameAmount(stated, amount, currencyCode, { ignoreSign });
}

function typeAgrees({ moves }: TransactionRule, stated: unknown, known: number): boolean {
  if (stated !== null && stated !== undefined && stated !== known) return false;
  // A new payment method may bring others: an unlisted type is taken for either.
  if (moves === null || kindOfType(known) === undefined) return true;
  return movesBack(known) === (moves === 'back');
}

function statusObjection({ ended }: TransactionRule, transaction: Transaction): Objection {
  const { statusId, transactionTypeId } = transaction;
  if (statusId === TransactionStatus.Active) {
    const isHeld = ended === 'well' && kindOfType(transactionTypeId) === 'hold';
    return isHeld ? null : notYet('the transaction is still in progress');
  }
  const failed = statusId === TransactionStatus.Error;
  return failed === (ended === 'badly') ? null : disagrees('StatusId');
}
