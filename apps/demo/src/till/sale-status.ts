import { describePayEventId } from 'nestjs-pay';
import type { PaySale } from 'nestjs-pay/till';
import { status, type Status } from '../views/parts.js';

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
      ? status('good', 'Refunded', 'The refund was approved.')
      : status('good', 'Paid', 'The payment was approved.');
  if (sale.state === 'not-paid') return notPaidStatus(sale);
  const what = isRefund ? 'whether the money was refunded' : 'whether the customer was charged';
  return isUnknown(sale)
    ? status('waiting', 'Outcome unknown', `It is unknown ${what}. ${sale.message ?? ''}`)
    : status('bad', 'To be checked', sale.message ?? '');
}

const ABORTING = status(
  'waiting',
  'Aborting',
  'The abort was requested, but the card can be faster. It is over only when this page says so.',
);

function openStatus({ kind, abort, message }: PaySale): Status {
  if (kind === 'refund') return status('waiting', 'Refunding', 'The refund is in progress.');
  const rejected =
    abort === 'rejected' ? ' It could not be aborted: ask the customer to press the red key.' : '';
  const text = `The terminal asks the customer to pay.${rejected}`;
  if (message !== null) return status('waiting', 'Waiting for the provider', message);
  return status('waiting', 'Waiting for the card', text);
}

function notPaidStatus(sale: PaySale): Status {
  const nothing = sale.kind === 'refund' ? 'Nothing was refunded.' : 'Nothing was charged.';
  const message = sale.message === null || sale.message === '' ? 'The terminal did not do it' : sale.message;
  switch (sale.reason) {
    case 'declined': {
      const reason = sale.receipt?.transactionEventId ?? 0;
      const why = reason === 0 ? 'The card was declined' : describePayEventId(reason, 'session').meaning;
      return status('bad', 'Declined', `${why}. ${nothing}`);
    }
    case 'canceled':
      return status('neutral', 'Canceled', `It was canceled at the terminal. ${nothing}`);
    case 'timed-out':
      return status('neutral', 'Timed out', `No card was presented in time. ${nothing}`);
    case 'aborted':
      return status('neutral', 'Aborted', `The abort was in time. ${nothing}`);
    case 'not-sent':
      return status('bad', 'Not sent', `${nothing} ${message}`);
    default:
      return status('bad', 'Not done', `${message}. ${nothing}`);
  }
}
