import type { OperationId, Texts } from '../control/control.js';
import { DISPUTE_STEPS } from './dispute-steps.js';

/** An action of the console: a form, and the operation of the control API that it calls with its fields. */
export type ConsoleAction = ReturnType<typeof action>;

/**
 * Declares an action.
 *
 * @param path - Path after `/console`. Its parts are members of the operation's path or body.
 * @param section - Section to show after the action.
 * @param done - Message after success.
 * @param fields - Reads the fields of the operation, if the form has others.
 */
function action(
  path: string,
  operation: OperationId,
  section: string,
  done: string,
  fields = (form: Texts): Texts => form,
) {
  return { path, operation, section, done, fields };
}

/** Actions of the console. The operations check their fields. */
export const CONSOLE_ACTIONS: readonly ConsoleAction[] = [
  action('/clock', 'advanceClock', 'clock', 'The clock was moved.'),
  action('/clock/jump', 'jumpClock', 'clock', 'The clock was moved.'),
  action('/test-payment', 'triggerPayment', 'overview', 'A test payment was made.', () => ({
    amount: '4990',
    merchantTrns: 'Test payment',
  })),
  action('/decline-next', 'declineNext', 'clock', 'The next card payment will be declined.'),
  action('/decline-next/clear', 'clearDeclineNext', 'clock', 'The next card payment is decided as usual.'),
  action('/deliveries/next', 'setNextDelivery', 'clock', 'The next webhook was switched.', nextDelivery),
  action('/deliveries/next/clear', 'clearNextDelivery', 'clock', 'The next webhook is sent as usual.'),
  action('/reset', 'reset', 'clock', 'The simulator was reset.'),
  action('/orders/{orderCode}/expire', 'triggerExpire', 'orders', 'The order has expired.'),
  ...DISPUTE_STEPS.map(({ name, operation, title, meaning }) => {
    const path = `/orders/{orderCode}/transactions/{transactionId}/${name}`;
    return action(path, operation, 'orders', `${title}. ${meaning}`);
  }),
  action('/accounts/{id}/approve', 'verifyAccount', 'accounts', 'The account is verified.', () => ({
    verified: 'true',
  })),
  action('/accounts/{id}/refuse', 'verifyAccount', 'accounts', 'The account was not verified.', () => ({
    verified: 'false',
  })),
  action('/webhooks', 'registerWebhook', 'webhooks', 'The address was verified and saved.'),
  action('/webhooks/{id}/remove', 'removeWebhook', 'webhooks', 'The webhook was removed.'),
  action('/deliveries/hold', 'holdDeliveries', 'deliveries', 'New deliveries are held.'),
  action(
    '/deliveries/release',
    'releaseDeliveries',
    'deliveries',
    'Held deliveries were sent. New deliveries are no longer held.',
  ),
  action('/deliveries/{id}/redeliver', 'redeliver', 'deliveries', 'The delivery was sent again.'),
  action('/deliveries/{id}/duplicate', 'duplicateDelivery', 'deliveries', 'A duplicate was sent.'),
  action('/deliveries/{id}/drop', 'dropDelivery', 'deliveries', 'The delivery was dropped.'),
  action('/faults', 'addFault', 'faults', 'The fault is active.', fault),
  action('/faults/clear', 'removeFaults', 'faults', 'All faults were removed.'),
  action('/faults/{id}/remove', 'removeFault', 'faults', 'The fault was removed.'),
];

/** Only a delay has a time, and an empty choice stands for any event. */
function nextDelivery({ eventTypeId = '', seconds = '', ...form }: Texts): Texts {
  return {
    ...form,
    ...(form['do'] === 'delay' && { ms: seconds === '' ? '' : String(Number(seconds) * 1000) }),
    ...(eventTypeId !== '' && { eventTypeId }),
  };
}

/** A form has the fields of all kinds. */
function fault({ ms = '', status = '', ...form }: Texts): Texts {
  const { kind } = form;
  return {
    ...form,
    ...(kind === 'status' && { status }),
    ...(kind === 'delay' && { ms }),
  };
}
