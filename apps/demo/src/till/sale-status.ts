import { describePayEventId } from 'nestjs-pay';
import type { PaySale } from 'nestjs-pay/till';
import type { Status } from '../views/parts.js';

/** Changes whenever a page of these sales does. */
export const versionOf = (sales: readonly PaySale[]): string =>
  sales.map(({ state, reason, abort, step }) => [state, reason, abort, step].join('.')).join('-');

/** Whether an abort is in progress. The payment can still complete first. */
export const isAborting = ({ state, abort }: PaySale): boolean =>
  state === 'open' && (abort === 'requested' || abort === 'accepted');

/** Whether it is unknown if money moved. */
export const isUnknown = ({ reason }: PaySale): boolean => reason === 'not-received' || reason === 'no-end';

/** Describes a sale or refund to the cashier. */
export function saleStatus(sale: PaySale): Status {
  const isRefund = sale.kind === 'refund';
  if (sale.state === 'open') return isAborting(sale) ? ABORTING : openStatus(sale);
  if (sale.state === 'paid')
    return isRefund
      ? { label: 'Refunded', text: 'The refund was approved.', tone: 'good' }
      : { label: 'Paid', text: 'The payment was approved.', tone: 'good' };
  if (sale.state === 'not-paid') return notPaidStatus(sale);
  const what = isRefund ? 'whether the money was refunded' : 'whether the customer was charged';
  return isUnknown(sale)
    ? { label: 'Outcome unknown', text: `It is unknown ${what}. ${sale.message ?? ''}`, tone: 'waiting' }
    : { label: 'To be checked', text: sale.message ?? '', tone: 'bad' };
}

const ABORTING: Status = {
  label: 'Aborting',
  text: 'The abort was requested, but the card can be faster. It is over only when this page says so.',
  tone: 'waiting',
};

function openStatus({ kind, abort, message }: PaySale): Status {
  if (kind === 'refund') return { label: 'Refunding', text: 'The refund is in progress.', tone: 'waiting' };
  const rejected =
    abort === 'rejected' ? ' It could not be aborted: ask the customer to press the red key.' : '';
  const text = `The terminal asks the customer to pay.${rejected}`;
  if (message !== null) return { label: 'Waiting for the provider', text: message, tone: 'waiting' };
  return { label: 'Waiting for the card', text, tone: 'waiting' };
}

function notPaidStatus(sale: PaySale): Status {
  const nothing = sale.kind === 'refund' ? 'Nothing was refunded.' : 'Nothing was charged.';
  const message = sale.message === null || sale.message === '' ? 'The terminal did not do it' : sale.message;
  switch (sale.reason) {
    case 'declined': {
      const reason = sale.receipt?.transactionEventId ?? 0;
      const why = reason === 0 ? 'The card was declined' : describePayEventId(reason, 'session').meaning;
      return { label: 'Declined', text: `${why}. ${nothing}`, tone: 'bad' };
    }
    case 'canceled':
      return { label: 'Cancelled', text: `It was cancelled at the terminal. ${nothing}`, tone: 'neutral' };
    case 'timed-out':
      return { label: 'Timed out', text: `No card was presented in time. ${nothing}`, tone: 'neutral' };
    case 'aborted':
      return { label: 'Aborted', text: `The abort was in time. ${nothing}`, tone: 'neutral' };
    case 'not-sent':
      return { label: 'Not sent', text: `${nothing} ${message}`, tone: 'bad' };
    default:
      return { label: 'Not done', text: `${message}. ${nothing}`, tone: 'bad' };
  }
}
