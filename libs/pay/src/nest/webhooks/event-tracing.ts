import { isInstance } from '../../core/values/describe-thrown.js';
import { observeEvent } from '../../core/http/event-observer.js';
import type { AroundEvent } from '../../core/http/event-observer.js';
import type { PayEventInfo, PayInstrumentation } from '../../core/http/instrumentation.js';
import { InboxWorkError } from '../../inbox/inbox-errors.js';
import type { PayDelivery } from '../../inbox/pay-inbox.js';
import type { PayDeliveryProcessor, PayEventWork } from '../../inbox/stored-inbox.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';

/** Takes a delivery in within the instrumentation of its route; what is stored of it carries the trace. */
export function receiveTraced<Outcome extends string>(
  delivery: PayDelivery,
  { instrumentation }: Pick<WebhookRoute, 'instrumentation'>,
  receive: (delivery: PayDelivery) => Promise<Outcome>,
): Promise<Outcome> {
  const info = eventInfo(delivery);
  const around: AroundEvent | undefined =
    instrumentation?.receive && ((work) => instrumentation.receive?.(info, work) ?? work());
  return observeEvent(
    around,
    (traceparent) => receive(traceparent === undefined ? delivery : { ...delivery, traceparent }),
    { info, outcomeOf: (outcome) => outcome, codeOf },
  );
}

/** What became of an attempt at a stored delivery: the inbox says it in its store alone. */
interface Attempted {
  error?: unknown;
  isHandled: boolean;
}

/** Runs attempts at stored deliveries within the instrumentation of their routes. */
export class StoredEventTracing {
  readonly #attempts = new WeakMap<PayDelivery, Attempted>();

  constructor(private readonly instrumentations: ReadonlyMap<string, PayInstrumentation | undefined>) {}

  /** An attempt: `work` has the delivery processed, handled and marked in the store. */
  async around(delivery: PayDelivery, attempt: number, work: () => Promise<void>): Promise<void> {
    const instrumentation = this.instrumentations.get(delivery.endpoint);
    if (instrumentation?.handle === undefined) return work();
    const info = { ...eventInfo(delivery), attempt, traceparent: delivery.traceparent ?? null };
    const attempted: Attempted = { isHandled: false };
    this.#attempts.set(delivery, attempted);
    let failure: unknown;
    const attemptOnce = async (): Promise<'handled'> => {
      await work();
      if (attempted.isHandled) return 'handled';
      failure = attempted.error ?? new InboxWorkError('failed', 'it was not marked as done');
      throw failure;
    };
    try {
      await observeEvent((run) => instrumentation.handle?.(info, run) ?? run(), attemptOnce, {
        info,
        codeOf,
        outcomeOf: (outcome) => outcome,
      });
    } catch (error) {
      // The inbox has dealt with that; with what it has not, it deals now.
      if (failure === undefined || error !== failure) throw error;
    }
  }

  /** The same processor, whose failures and successes are known to {@link around}. */
  watched(process: PayDeliveryProcessor): PayDeliveryProcessor {
    return async (delivery) => {
      const attempted = this.#attempts.get(delivery);
      if (attempted === undefined) return process(delivery);
      const work = await noting(attempted, process(delivery));
      return { ...work, ...watchedWork(work, attempted) };
    };
  }
}

function watchedWork(work: PayEventWork, attempted: Attempted): Pick<PayEventWork, 'run' | 'handled'> {
  return {
    run: (transaction) => noting(attempted, work.run(transaction)),
    handled: () => {
      attempted.isHandled = true;
      work.handled?.();
    },
  };
}

async function noting<Result>(attempted: Attempted, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    attempted.error = error;
    throw error;
  }
}

function eventInfo({ endpoint, client, source, event: { name } }: PayDelivery): PayEventInfo {
  return { endpoint, client, source, eventType: name };
}

/** A word for what failed: its message may name an order or a customer. */
function codeOf(error: unknown): string {
  if (isInstance(error, PayWebhookException)) return error.reason;
  return isInstance(error, InboxWorkError) ? error.problem : 'failed';
}
