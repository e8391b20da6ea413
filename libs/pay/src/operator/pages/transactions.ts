import type { LegacyTransaction } from '../../areas/results.generated.js';
import type { ActionsById } from '../actions.js';
import { kindWords, money, statusLabel, time } from '../format.js';
import { html, t } from '../html.js';
import type { Html, HtmlValue } from '../html.js';
import { signedAmount } from '../payment.js';
import type { PageRequest } from '../request.js';
import { label, link, table } from '../ui.js';
import { whyWords } from './action.js';

/** Returns a transaction as JSON, without personal data. */
export function transactionData(one: LegacyTransaction, actions: ActionsById): object {
  const action = actions.get(one.MerchantTrns ?? '');
  const { id, who, why } = action ?? {};
  return {
    transactionId: one.TransactionId,
    parentId: one.ParentId,
    orderCode: one.Order.OrderCodeText,
    typeId: one.TransactionType.TransactionTypeId,
    statusId: one.StatusId,
    amount: signedAmount(one),
    currencyCode: one.CurrencyCode,
    lastFour: one.CreditCard.Number?.slice(-4) ?? null,
    reference: action === undefined ? one.MerchantTrns : action.reference,
    action: action === undefined ? null : { id, who, why },
    createdAt: one.InsDate,
    clearedAt: one.ClearanceDate,
  };
}

/** Shows the amount of a transaction, as the service has it if it is not exact. */
export function amountOf(one: LegacyTransaction): string {
  const amount = signedAmount(one);
  return amount === null ? String(one.Amount) : money(amount, one.CurrencyCode);
}

/** Shows the reference of a transaction. For one that was made from here, it is its order’s, with who made it and why. */
export function referenceWords(reference: string | null, actions: ActionsById): HtmlValue {
  const action = actions.get(reference ?? '');
  return action === undefined ? reference : html`${action.reference} ${whyWords(action)}`;
}

/** Lists transactions with links to their payments. */
export const transactionTable = (
  request: PageRequest,
  transactions: readonly LegacyTransaction[],
  actions: ActionsById,
): Html =>
  table(
    t('Payments'),
    ['Payment', '#Amount', 'Status', 'Card', 'Time', '-Order code'],
    transactions.map((one) => {
      const { TransactionId: id, StatusId, InsDate, MerchantTrns, CustomerTrns, CreditCard, Order } = one;
      const type = one.TransactionType.TransactionTypeId;
      return [
        html`<a href="${link(request, 'orders', Order.OrderCodeText)}#t-${id.toLowerCase()}">${kindWords(type)}</a> ${referenceWords(MerchantTrns || Order.OrderCodeText, actions)}${!actions.has(MerchantTrns ?? '') && CustomerTrns && html` <span class="hint">${CustomerTrns}</span>`}`,
        amountOf(one),
        label(statusLabel(StatusId, type)),
        CreditCard.Number !== null && html`<code>•••• ${CreditCard.Number.slice(-4)}</code>`,
        time(InsDate),
        html`<code>${Order.OrderCodeText}</code>`,
      ];
    }),
  );
