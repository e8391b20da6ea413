import { DISPUTE_STEPS, type DisputeStepName } from '../domain/disputes.js';
import { testCard } from '../domain/card.js';
import { DEFAULT_ORDER_DETAILS } from '../domain/order.js';
import type { NextDelivery } from '../deliveries/next-delivery.js';
import type { FaultRule } from '../http/faults.js';
import { formInteger, type PageRequest } from '../http/page.js';
import { jumpTo } from '../services/clock-jump.js';
import type { ComingKind } from '../services/coming-work.js';
import type { Services } from '../services/services.js';
import { DISPUTE_ITEMS } from './timeline.view.js';

/** An action of the console. */
export interface ConsoleAction {
  /** Path after `/console`. */
  readonly path: string;
  /** Section to show after the action. */
  readonly section: string;
  /** Message after success. */
  readonly done: string;
  readonly run: (services: Services, input: Pick<PageRequest, 'path' | 'form'>) => unknown;
}

const MINUTE_MS = 60_000;
/** Amount of a test payment in minor units. */
const TEST_AMOUNT = 4990;

const action = (path: string, section: string, done: string, run: ConsoleAction['run']): ConsoleAction => ({
  path,
  section,
  done,
  run,
});

/** Lists the actions of the console. The called services validate the input. */
export function consoleActions(): readonly ConsoleAction[] {
  const verify = (verb: string, done: string, verified: boolean): ConsoleAction =>
    action(`/accounts/{id}/${verb}`, 'accounts', done, ({ invitations }, { path: { id = '' } }) =>
      invitations.getOnboardings(id).verify(id, verified),
    );
  const onDelivery = (
    verb: string,
    done: string,
    run: (deliveries: Services['deliveries'], id: string) => unknown,
  ): ConsoleAction =>
    action(`/deliveries/{id}/${verb}`, 'deliveries', done, ({ deliveries }, { path }) =>
      run(deliveries, path.id ?? ''),
    );
  return [
    action('/clock', 'clock', 'The clock was moved.', ({ clock }, { form }) =>
      clock.advance(form.has('ms') ? formInteger(form, 'ms') : formInteger(form, 'minutes') * MINUTE_MS),
    ),
    action('/test-payment', 'overview', 'A test payment was made.', (services) => testPayment(services)),
    action('/clock/jump', 'clock', 'The clock was moved.', (services, { form }) =>
      jumpTo(services, form.get('to') as ComingKind),
    ),
    action('/decline-next', 'clock', 'The next card payment will be declined.', ({ payments }, { form }) =>
      payments.declineNext(formInteger(form, 'eventId')),
    ),
    action('/decline-next/clear', 'clock', 'The next card payment is decided as usual.', ({ payments }) =>
      payments.declineNext(null),
    ),
    action('/deliveries/next', 'clock', 'The next webhook was switched.', ({ deliveries }, { form }) => {
      const action = form.get('do') as NextDelivery['do'];
      const ms = action === 'delay' ? { ms: formInteger(form, 'seconds') * 1000 } : {};
      const event = form.get('eventTypeId') ? { eventTypeId: formInteger(form, 'eventTypeId') } : {};
      deliveries.next = deliveries.next?.do === action ? null : { do: action, ...ms, ...event };
    }),
    action('/reset', 'clock', 'The simulator was reset.', ({ reset }) => reset('setup')),
    action('/orders/{code}/expire', 'orders', 'The order has expired.', ({ servicesForOrder }, { path }) =>
      servicesForOrder(path.code ?? '').orders.expire(path.code ?? ''),
    ),
    ...(Object.keys(DISPUTE_STEPS) as DisputeStepName[]).map((step) =>
      action(
        `/orders/{code}/transactions/{id}/${step}`,
        'orders',
        DISPUTE_ITEMS[DISPUTE_STEPS[step]].join('. '),
        ({ servicesForTransaction }, { path: { id = '' } }) =>
          servicesForTransaction(id).disputes.move(id, step),
      ),
    ),
    verify('approve', 'The account is verified.', true),
    verify('refuse', 'The account was not verified.', false),
    action('/webhooks', 'webhooks', 'The address was verified and saved.', ({ webhooks }, { form }) => {
      const eventTypeIds = (form.get('eventTypeIds') ?? '')
        .split(',')
        .map((id) => formInteger(new URLSearchParams({ eventTypeIds: id }), 'eventTypeIds'));
      return webhooks.register({ url: form.get('url') ?? '', eventTypeIds }, 'outside');
    }),
    action('/webhooks/{id}/remove', 'webhooks', 'The webhook was removed.', ({ webhooks }, { path }) =>
      webhooks.remove(path.id ?? '', 'outside'),
    ),
    action('/deliveries/hold', 'deliveries', 'New deliveries are held.', ({ deliveries }) =>
      deliveries.hold(),
    ),
    action(
      '/deliveries/release',
      'deliveries',
      'Held deliveries were sent. New deliveries are no longer held.',
      ({ deliveries }) => deliveries.release(),
    ),
    onDelivery('redeliver', 'The delivery was sent again.', (deliveries, id) => deliveries.redeliver(id)),
    onDelivery('duplicate', 'A duplicate was sent.', async (deliveries, id) => {
      deliveries.duplicate(id);
      await deliveries.settled();
    }),
    onDelivery('drop', 'The delivery was dropped.', (deliveries, id) => deliveries.drop(id)),
    action('/faults', 'faults', 'The fault is active.', ({ faults }, { form }) =>
      faults.add(faultRule(form)),
    ),
    action(
      '/faults/{name}/switch',
      'faults',
      'The fault was switched.',
      ({ faults }, { path: { name = '' } }) => {
        const active = faults.list().filter(({ kind }) => kind === name);
        for (const { faultId } of active) faults.remove(faultId);
        if (active.length === 0) faults.add({ kind: name, times: 'always' } as FaultRule);
      },
    ),
    action('/faults/clear', 'faults', 'All faults were removed.', ({ faults }) => faults.reset()),
    action('/faults/{id}/remove', 'faults', 'The fault was removed.', ({ faults }, { path }) =>
      faults.remove(path.id ?? ''),
    ),
  ];
}

/** Creates an order and pays it with an approved test card. */
function testPayment({ account, clock, hostedCheckout, orders }: Services): void {
  const { code, amount } = orders.create({
    amount: TEST_AMOUNT,
    currencyCode: account.currencyCode,
    customerTrns: 'Test payment',
    customer: { ...DEFAULT_ORDER_DETAILS.customer, email: 'buyer@example.com' },
  });
  const email = 'buyer@example.com';
  hostedCheckout.pay(code, { ...testCard('approve', clock.now()), email, amount, installments: 0 });
}

function faultRule(form: URLSearchParams): FaultRule {
  const kind = form.get('kind') as FaultRule['kind'];
  const shared = { operation: (form.get('operation') ?? '').trim(), times: formInteger(form, 'times') };
  if (kind === 'status') return { ...shared, kind, status: formInteger(form, 'status') };
  if (kind === 'delay') return { ...shared, kind, ms: formInteger(form, 'ms') };
  return { ...shared, kind };
}
