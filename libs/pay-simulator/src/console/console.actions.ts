import type { FaultRule } from '../http/faults.js';
import { formInteger } from '../http/page.js';
import type { Services } from '../wiring/services.js';

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

/** Lists the actions of the console. The called services validate the input. */
export function consoleActions(services: Services): readonly ConsoleAction[] {
  const { clock, orders, reset } = services;
  return [
    {
      path: '/clock',
      section: 'clock',
      done: 'The clock was moved.',
      run: ({ form }) =>
        clock.advance(form.has('ms') ? formInteger(form, 'ms') : formInteger(form, 'minutes') * MINUTE_MS),
    },
    { path: '/reset', section: 'clock', done: 'The simulator was reset.', run: () => reset('setup') },
    {
      path: '/orders/{code}/expire',
      section: 'orders',
      done: 'The order has expired.',
      run: ({ path }) => orders.expire(path.code ?? ''),
    },
    ...accountActions(services),
    ...webhookActions(services),
    ...deliveryActions(services),
    ...faultActions(services),
  ];
}

function accountActions({ invitations }: Services): readonly ConsoleAction[] {
  const verify = (verb: string, done: string, verified: boolean): ConsoleAction => ({
    path: `/accounts/{id}/${verb}`,
    section: 'accounts',
    done,
    run: ({ path: { id = '' } }) => invitations.getOnboardings(id).verify(id, verified),
  });
  return [
    verify('approve', 'The account is verified.', true),
    verify('refuse', 'The account was not verified.', false),
  ];
}

function webhookActions({ webhooks }: Services): readonly ConsoleAction[] {
  return [
    {
      path: '/webhooks',
      section: 'webhooks',
      done: 'The webhook was verified and saved.',
      run: ({ form }) =>
        webhooks.register(
          { url: form.get('url') ?? '', eventTypeIds: [formInteger(form, 'eventTypeId')] },
          'outside',
        ),
    },
    {
      path: '/webhooks/{id}/remove',
      section: 'webhooks',
      done: 'The webhook was removed.',
      run: ({ path }) => webhooks.remove(path.id ?? '', 'outside'),
    },
  ];
}

function deliveryActions({ deliveries }: Services): readonly ConsoleAction[] {
  const action = (verb: string, done: string, run: (id: string) => unknown): ConsoleAction => ({
    path: `/deliveries/{id}/${verb}`,
    section: 'deliveries',
    done,
    run: ({ path }) => run(path.id ?? ''),
  });
  return [
    {
      path: '/deliveries/hold',
      section: 'deliveries',
      done: 'New deliveries are held.',
      run: () => deliveries.hold(),
    },
    {
      path: '/deliveries/release',
      section: 'deliveries',
      done: 'Held deliveries were sent. New deliveries are no longer held.',
      run: () => deliveries.release(),
    },
    action('redeliver', 'The delivery was sent again.', (id) => deliveries.redeliver(id)),
    action('duplicate', 'A duplicate was sent.', async (id) => {
      deliveries.duplicate(id);
      await deliveries.settled();
    }),
    action('drop', 'The delivery was dropped.', (id) => deliveries.drop(id)),
  ];
}

function faultActions({ faults }: Services): readonly ConsoleAction[] {
  return [
    {
      path: '/faults',
      section: 'faults',
      done: 'The fault is active.',
      run: ({ form }) => faults.add(faultRule(form)),
    },
    { path: '/faults/clear', section: 'faults', done: 'All faults were removed.', run: () => faults.reset() },
    {
      path: '/faults/{id}/remove',
      section: 'faults',
      done: 'The fault was removed.',
      run: ({ path }) => faults.remove(path.id ?? ''),
    },
  ];
}

function faultRule(form: URLSearchParams): FaultRule {
  const kind = form.get('kind') as FaultRule['kind'];
  const shared = { operation: (form.get('operation') ?? '').trim(), times: formInteger(form, 'times') };
  if (kind === 'status') return { ...shared, kind, status: formInteger(form, 'status') };
  if (kind === 'delay') return { ...shared, kind, ms: formInteger(form, 'ms') };
  return { ...shared, kind };
}
