import { DISPUTE_STEPS, type DisputeStepName } from '../domain/disputes.js';
import type { FaultRule } from '../http/faults.js';
import { formInteger } from '../http/page.js';
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
  readonly run: (input: {
    readonly path: Readonly<Record<string, string>>;
    readonly form: URLSearchParams;
  }) => unknown;
}

const MINUTE_MS = 60_000;

const action = (path: string, section: string, done: string, run: ConsoleAction['run']): ConsoleAction => ({
  path,
  section,
  done,
  run,
});

/** Lists the actions of the console. The called services validate the input. */
export function consoleActions(services: Services): readonly ConsoleAction[] {
  const {
    clock,
    deliveries,
    faults,
    invitations,
    reset,
    servicesForOrder,
    servicesForTransaction,
    webhooks,
  } = services;
  const verify = (verb: string, done: string, verified: boolean): ConsoleAction =>
    action(`/accounts/{id}/${verb}`, 'accounts', done, ({ path: { id = '' } }) =>
      invitations.getOnboardings(id).verify(id, verified),
    );
  const onDelivery = (verb: string, done: string, run: (id: string) => unknown): ConsoleAction =>
    action(`/deliveries/{id}/${verb}`, 'deliveries', done, ({ path }) => run(path.id ?? ''));
  return [
    action('/clock', 'clock', 'The clock was moved.', ({ form }) =>
      clock.advance(form.has('ms') ? formInteger(form, 'ms') : formInteger(form, 'minutes') * MINUTE_MS),
    ),
    action('/reset', 'clock', 'The simulator was reset.', () => reset('setup')),
    action('/orders/{code}/expire', 'orders', 'The order has expired.', ({ path }) =>
      servicesForOrder(path.code ?? '').orders.expire(path.code ?? ''),
    ),
    ...(Object.keys(DISPUTE_STEPS) as DisputeStepName[]).map((step) =>
      action(
        `/orders/{code}/transactions/{id}/${step}`,
        'orders',
        DISPUTE_ITEMS[DISPUTE_STEPS[step]].join('. '),
        ({ path: { id = '' } }) => servicesForTransaction(id).disputes.move(id, step),
      ),
    ),
    verify('approve', 'The account is verified.', true),
    verify('refuse', 'The account was not verified.', false),
    action('/webhooks', 'webhooks', 'The webhook was verified and saved.', ({ form }) => {
      const eventTypeIds = [formInteger(form, 'eventTypeId')];
      return webhooks.register({ url: form.get('url') ?? '', eventTypeIds }, 'outside');
    }),
    action('/webhooks/{id}/remove', 'webhooks', 'The webhook was removed.', ({ path }) =>
      webhooks.remove(path.id ?? '', 'outside'),
    ),
    action('/deliveries/hold', 'deliveries', 'New deliveries are held.', () => deliveries.hold()),
    action(
      '/deliveries/release',
      'deliveries',
      'Held deliveries were sent. New deliveries are no longer held.',
      () => deliveries.release(),
    ),
    onDelivery('redeliver', 'The delivery was sent again.', (id) => deliveries.redeliver(id)),
    onDelivery('duplicate', 'A duplicate was sent.', async (id) => {
      deliveries.duplicate(id);
      await deliveries.settled();
    }),
    onDelivery('drop', 'The delivery was dropped.', (id) => deliveries.drop(id)),
    action('/faults', 'faults', 'The fault is active.', ({ form }) => faults.add(faultRule(form))),
    action('/faults/{name}/switch', 'faults', 'The fault was switched.', ({ path: { name = '' } }) => {
      const active = faults.list().filter(({ kind }) => kind === name);
      for (const { faultId } of active) faults.remove(faultId);
      if (active.length === 0) faults.add({ kind: name, times: 'always' } as FaultRule);
    }),
    action('/faults/clear', 'faults', 'All faults were removed.', () => faults.reset()),
    action('/faults/{id}/remove', 'faults', 'The fault was removed.', ({ path }) =>
      faults.remove(path.id ?? ''),
    ),
  ];
}

function faultRule(form: URLSearchParams): FaultRule {
  const kind = form.get('kind') as FaultRule['kind'];
  const shared = { operation: (form.get('operation') ?? '').trim(), times: formInteger(form, 'times') };
  if (kind === 'status') return { ...shared, kind, status: formInteger(form, 'status') };
  if (kind === 'delay') return { ...shared, kind, ms: formInteger(form, 'ms') };
  return { ...shared, kind };
}
