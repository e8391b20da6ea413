import { Injectable, Logger } from '@nestjs/common';
import { ContextIdFactory, ModuleRef } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { describeThrown } from '../../core/values/describe-thrown.js';
import { isOf } from './elsewhere.js';
import type { EventHandler } from './event-handler.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import { PayWebhookExplorer } from './pay-webhook.explorer.js';
import type { ReceivedPayEvent } from './received-event.js';

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

  /** Answers whether any handler takes events of this type and account, confirmed or not. */
  takes(event: Occasion, { confirmed = true }: { confirmed?: boolean } = {}): boolean {
    this.#warnOfLateHandlers();
    return this.#handlers.some((handler) => handles(handler, event) && (confirmed || handler.unconfirmed));
  }

  /** Whether a handler of the event writes in the inbox' transaction. */
  needsTransaction(event: ReceivedPayEvent): boolean {
    return this.#handlersOf(event).some(({ needsTransaction }) => needsTransaction);
  }

  /**
   * Runs all handlers of the event, also when one fails.
   *
   * @param transaction for the handlers that write in it.
   * @returns how many ran: none when the event is not confirmed and no handler asks for such.
   * @throws PayWebhookException `handler` when any failed.
   */
  async dispatch(event: ReceivedPayEvent, transaction?: unknown): Promise<number> {
    const handlers = this.#handlersOf(event);
    const contextId = ContextIdFactory.create();
    this.moduleRef.registerRequestByContextId(event, contextId);
    const failed: string[] = [];
    for (const handler of handlers) {
      try {
        await settled(await handler.handle(event, contextId, transaction));
      } catch (error) {
        failed.push(handler.name);
        const { message, stack } = describeThrown(error);
        this.#logger.error(
          `${handler.name} failed for an event ${event.eventTypeId}: ${message}`,
          stack ?? undefined,
        );
      }
    }
    if (failed.length > 0) throw new PayWebhookException('handler', `${failed.join(', ')} failed`);
    return handlers.length;
  }

  /** A handler that ran only after its module was loaded would miss events without a trace, so it never runs. */
  #warnOfLateHandlers(): void {
    const late = this.explorer.findLateHandlers();
    if (late.length === 0) return;
    this.#logger.warn(
      `${late.join(', ')} will never run: the module was loaded with LazyModuleLoader after the application had ` +
        'started. Add the module to the imports of another module instead.',
    );
  }

  #handlersOf(event: ReceivedPayEvent): EventHandler[] {
    return this.#handlers.filter(
      (handler) =>
        handles(handler, event) &&
        isOf(event, handler) &&
        (event.confirmedBy !== 'none' || handler.unconfirmed),
    );
  }
}

/** An Observable does nothing until it is subscribed to. */
async function settled(returned: unknown): Promise<void> {
  if (isObservable(returned)) await lastValueFrom(returned, { defaultValue: undefined });
}

type Occasion = Pick<ReceivedPayEvent, 'eventTypeId' | 'account'>;

function handles({ types, account }: EventHandler, { eventTypeId, account: of }: Occasion): boolean {
  if (account !== undefined && account !== of) return false;
  return types === '*' || types.some((type) => type === eventTypeId);
}
