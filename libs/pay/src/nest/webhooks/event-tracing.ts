import { isInstance } from '../../core/values/describe-thrown.js';
import { observeEvent } from '../../core/http/event-observer.js';
import type { AroundEvent } from '../../core/http/event-observer.js';
import type { PayEventInfo, PayInstrumentation } from '../../core/http/instrumentation.js';
import { InboxWorkError } from '../../inbox/inbox-errors.js';
import type { PayDelivery, PayDeliveryProcessor, PayEventWork } from '../../inbox/pay-inbox.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { WebhookRoute } from './pay-webhook.routes.js';

/** Receives a delivery within the instrumentation of its route. The stored delivery carries the trace. */
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

/** Result of an attempt at a stored delivery. The inbox itself records it only in its store. */
interface Attempt {
  error?: unknown;
  isHandled: boolean;
}

/** Runs attempts at stored deliveries within the instrumentation of their routes. */
export class StoredEventTracing {
  readonly #attempts = new WeakMap<PayDelivery, Attempt>();

  constructor(private readonly instrumentations: ReadonlyMap<string, PayInstrumentation | undefined>) {}

  /** Runs an attempt. `work` processes the delivery, runs its handlers and updates the store. */
  async around(delivery: PayDelivery, attempt: number, work: () => Promise<void>): Promise<void> {
    const instrumentation = this.instrumentations.get(delivery.endpoint);
    if (instrumentation?.handle === undefined) return work();
    const info = { ...eventInfo(delivery), attempt, traceparent: delivery.traceparent ?? null };
    const result: Attempt = { isHandled: false };
    this.#attempts.set(delivery, result);
    let failure: unknown;
    const attemptOnce = async (): Promise<'handled'> => {
      await work();
      if (result.isHandled) return 'handled';
      failure = result.error ?? new InboxWorkError('failed', 'the event was not marked as handled');
      throw failure;
    };
    try {
      await observeEvent((run) => instrumentation.handle?.(info, run) ?? run(), attemptOnce, {
        info,
        codeOf,
        outcomeOf: (outcome) => outcome,
      });
    } catch (error) {
      // The inbox has already recorded a failed attempt, so only other errors go to the inbox.
      if (failure === undefined || error !== failure) throw error;
    }
  }

  /** Wraps a processor, so that {@link around} gets its results. */
  watched(process: PayDeliveryProcessor): PayDeliveryProcessor {
    return async (delivery) => {
      const result = this.#attempts.get(delivery);
      if (result === undefined) return process(delivery);
      const work = await recordError(result, process(delivery));
      return { ...work, ...watchedWork(work, result) };
    };
  }
}

function watchedWork(work: PayEventWork, result: Attempt): Pick<PayEventWork, 'run' | 'handled'> {
  return {
    run: (transaction) => recordError(result, work.run(transaction)),
    handled: () => {
      result.isHandled = true;
      work.handled?.();
    },
  };
}

async function recordError<Result>(result: Attempt, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    result.error = error;
    throw error;
  }
}

function eventInfo({ endpoint, client, source, event: { name } }: PayDelivery): PayEventInfo {
  return { endpoint, client, source, eventType: name };
}

/** Returns a code instead of the message, which may name an order or a customer. */
function codeOf(error: unknown): string {
  if (isInstance(error, PayWebhookException)) return error.reason;
  return isInstance(error, InboxWorkError) ? error.problem : 'failed';
}
