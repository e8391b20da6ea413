import { Injectable, Logger } from '@nestjs/common';
import { ContextIdFactory, ModuleRef } from '@nestjs/core';
import type { ContextId } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { describeThrown } from '../../core/values/describe-thrown.js';
import type { PayEventWork } from '../../inbox/pay-inbox.js';
import { HandlersFailedError } from './pay-webhook.exception.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import type { EventHandler } from './pay-webhook.explorer.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';
import { matchesFilter } from '../../webhooks/recipient-filter.js';

/** Maximum length of a handler's error in a dead letter. */
const MAX_ERROR_LENGTH = 400;

/** The route's own method. It runs after the handlers. */
export type RunMethod = (event: ReceivedPayEvent) => Promise<void>;

interface PreparedHandlers extends Omit<PayEventWork, 'handled'> {
  /** Whether anything handles the event. */
  hasHandler: boolean;
}

/** Runs the handlers of an event, one after another. */
@Injectable()
export class PayEventDispatcher {
  readonly #logger = new Logger('PayWebhook');
  #handlers: readonly EventHandler[] = [];

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly explorer: PayWebhookExplorer,
  ) {}

  setHandlers(handlers: readonly EventHandler[]): void {
    this.#handlers = handlers;
  }

  /** Whether any handler subscribes to events of this type and account. */
  hasHandler(event: EventSubject, { confirmed = true }: { confirmed?: boolean } = {}): boolean {
    this.#warnOfLateHandlers();
    return this.#handlers.some((handler) => subscribes(handler, event) && (confirmed || handler.unconfirmed));
  }

  /**
   * Returns the handlers of an event and the route's own method, ready to run. All handlers run, even if one fails. An event that is
   * not confirmed runs only handlers with `unconfirmed`.
   *
   * `run` throws HandlersFailedError if any handler failed.
   */
  prepare(event: ReceivedPayEvent, runMethod: RunMethod | null): PreparedHandlers {
    const handlers = this.#handlers.filter(
      (handler) =>
        subscribes(handler, event) &&
        matchesFilter(event, handler) &&
        (event.confirmedBy !== 'none' || handler.unconfirmed),
    );
    return {
      hasHandler: handlers.length > 0 || runMethod !== null,
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
        await runMethod?.(event);
      },
    };
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

type EventSubject = Pick<ReceivedPayEvent, 'eventTypeId' | 'account'>;

function subscribes({ types, account }: EventHandler, event: EventSubject): boolean {
  if (account !== undefined && account !== event.account) return false;
  return types === '*' || types.some((type) => type === event.eventTypeId);
}
