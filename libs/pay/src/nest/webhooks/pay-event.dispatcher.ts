import { Injectable, Logger } from '@nestjs/common';
import { ContextIdFactory, ModuleRef } from '@nestjs/core';
import type { ContextId } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { describeThrown } from '../../core/values/describe-thrown.js';
import type { PayEventWork } from '../../inbox/pay-inbox.js';
import { frozenCopy } from '../../webhooks/confirmation/confirm-delivery.js';
import type { PayDelivery } from '../../webhooks/delivery.types.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';
import { matchesFilter } from '../../webhooks/recipient-filter.js';
import { BackgroundWork } from './background-work.js';
import { HandlersFailedError } from './pay-webhook.exception.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import type { EventHandler } from './pay-webhook.explorer.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';

/** Maximum length of a handler's error in a dead letter. */
const MAX_ERROR_LENGTH = 400;
const MAX_LOGGED_TYPES = 100;

/** Why an event gets 200 although nothing handles it. */
export const IGNORE_REASONS = {
  unhandled: 'has no handler',
  unmatched: 'is from a source or merchant that no handler subscribes to',
  unconfirmed: 'cannot be confirmed, and no handler has { unconfirmed: true }',
} as const;

/** The route's own method. It runs after the handlers. */
export type RunMethod = (event: ReceivedPayEvent) => Promise<void>;

/** The handlers of an event, ready to run. */
export interface EventWork extends PayEventWork {
  /** Counts the event after `run`, and returns its outcome. */
  handled: () => 'handled' | 'ignored';
}

/** Runs the handlers of an event, one after another. */
@Injectable()
export class PayEventDispatcher {
  readonly #logger = new Logger('PayWebhook');
  readonly #loggedTypes = new Set<number | null>();
  readonly #background = new Set<Promise<void>>();
  #handlers: readonly EventHandler[] = [];

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly explorer: PayWebhookExplorer,
    private readonly stats: PayWebhookStats,
  ) {}

  /** Work that handlers of the library started, and that has not ended. */
  get background(): readonly Promise<void>[] {
    return [...this.#background];
  }

  setHandlers(handlers: readonly EventHandler[]): void {
    this.#handlers = handlers;
  }

  /** Whether any handler subscribes to a delivery's events, confirmed or not. */
  hasHandler({ event, account }: PayDelivery, isConfirmed: boolean): boolean {
    this.#warnOfLateHandlers();
    return this.#handlers.some(
      (handler) => (isConfirmed || handler.unconfirmed) && subscribes(handler, event.eventTypeId, account),
    );
  }

  /**
   * Returns the handlers of a confirmed delivery and the route's own method, ready to run. All handlers run, even if one fails. An event
   * that is not confirmed runs only handlers with `unconfirmed`.
   *
   * `run` throws HandlersFailedError if any handler failed.
   */
  workOf(
    delivery: PayDelivery,
    { acceptsUnconfirmed }: Pick<WebhookRoute, 'acceptsUnconfirmed'>,
    runMethod: RunMethod | null,
  ): EventWork {
    const confirmed = delivery.event as ReceivedPayEvent;
    const event = Object.isFrozen(confirmed) ? confirmed : frozenCopy(confirmed);
    const isConfirmed = event.confirmedBy !== 'none';
    const method = isConfirmed || acceptsUnconfirmed ? runMethod : null;
    const handlers = this.#handlers.filter(
      (handler) =>
        (isConfirmed || handler.unconfirmed) &&
        subscribes(handler, event.eventTypeId, event.account) &&
        matchesFilter(event, handler),
    );
    return {
      needsTransaction: handlers.some(({ needsTransaction }) => needsTransaction),
      run: async (transaction) => {
        let contextId: ContextId | undefined;
        const context = (): ContextId => (contextId ??= this.#createContext(event));
        const failed: string[] = [];
        for (const handler of handlers) {
          try {
            const returned = await handler.handle(event, context, transaction);
            // Only a subscriber makes an Observable run.
            if (isObservable(returned)) await lastValueFrom(returned, { defaultValue: undefined });
            if (returned instanceof BackgroundWork) this.#track(returned);
          } catch (error) {
            const { name, message, stack } = describeThrown(error);
            const text = name === null ? message : `${name}: ${message}`;
            failed.push(`${handler.name} failed: ${text.slice(0, MAX_ERROR_LENGTH)}`);
            this.#logger.error(
              `${handler.name} failed for an event ${event.eventTypeId}: ${message}`,
              stack ?? undefined,
            );
          }
        }
        if (failed.length > 0) throw new HandlersFailedError(failed.join('; '));
        await method?.(event);
      },
      handled: () => {
        if (handlers.length === 0 && method === null)
          return this.ignore(delivery, isConfirmed ? IGNORE_REASONS.unmatched : IGNORE_REASONS.unconfirmed);
        this.stats.count('handled', delivery.account);
        return 'handled';
      },
    };
  }

  /** Counts an event that nothing handles, and logs the first event of each type. */
  ignore({ account, event: { eventTypeId, name } }: PayDelivery, reason: string): 'ignored' {
    this.stats.count('ignored', account);
    if (name === null) this.stats.count('unknownType', account);
    if (this.#loggedTypes.has(eventTypeId) || this.#loggedTypes.size >= MAX_LOGGED_TYPES) return 'ignored';
    this.#loggedTypes.add(eventTypeId);
    this.#logger.warn(
      `event type ${eventTypeId ?? 'unstated'} (${name ?? 'unknown'}) ${reason}: responded with 200 and ignored`,
    );
    return 'ignored';
  }

  #track({ ended }: BackgroundWork): void {
    this.#background.add(ended);
    void ended.then(() => this.#background.delete(ended));
  }

  /** Creates the context in which the request-scoped providers of an event's handlers are resolved. */
  #createContext(event: ReceivedPayEvent): ContextId {
    const contextId = ContextIdFactory.create();
    this.moduleRef.registerRequestByContextId(event, contextId);
    return contextId;
  }

  /** Logs handlers in lazily loaded modules. They never run, because they would miss all earlier events without notice. */
  #warnOfLateHandlers(): void {
    const late = this.explorer.findLateHandlers();
    if (late.length === 0) return;
    this.#logger.warn(
      `${late.join(', ')} will never run: the module was loaded with LazyModuleLoader after the application had ` +
        'started. Add the module to the imports of another module instead.',
    );
  }
}

function subscribes(
  { types, account: selected }: EventHandler,
  eventTypeId: number | null,
  account: string | null,
): boolean {
  if (selected !== undefined && selected !== account) return false;
  return types === '*' || types.some((type) => type === eventTypeId);
}
