import { Injectable, Logger } from '@nestjs/common';
import { ContextIdFactory, ModuleRef } from '@nestjs/core';
import type { ContextId } from '@nestjs/core';
import { isObservable, lastValueFrom } from 'rxjs';
import { loggableText } from '../../core/redaction.js';
import { isOf } from './elsewhere.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import type { EventSubscription } from './on-pay-event.decorator.js';
import type { ReceivedPayEvent } from './received-event.js';

/** A method that takes events. */
export interface EventHandler extends EventSubscription {
  /** Class and method, for the log. */
  name: string;
  /** Whether it writes in the inbox' transaction. */
  needsTransaction: boolean;
  handle(event: ReceivedPayEvent, contextId: ContextId, transaction: unknown): unknown;
}

/** Runs the handlers of an event, one after another. */
@Injectable()
export class PayEventDispatcher {
  readonly #logger = new Logger('PayWebhook');
  #handlers: readonly EventHandler[] = [];

  constructor(private readonly moduleRef: ModuleRef) {}

  setHandlers(handlers: readonly EventHandler[]): void {
    this.#handlers = handlers;
  }

  /** Whether any handler takes events of this type and account, confirmed or not. */
  takes(event: Occasion, { confirmed = true }: { confirmed?: boolean } = {}): boolean {
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
        const message = error instanceof Error ? error.message : String(error);
        const stack = error instanceof Error ? error.stack : undefined;
        this.#logger.error(
          `${handler.name} failed for an event ${event.eventTypeId}: ${loggableText(message)}`,
          stack === undefined ? undefined : loggableStack(stack, message),
        );
      }
    }
    if (failed.length > 0) throw new PayWebhookException('handler', `${failed.join(', ')} failed`);
    return handlers.length;
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

/** The lines of a stack trace stay lines; those of the error's message do not, because it may quote what was posted. */
function loggableStack(stack: string, message: string): string {
  return stack
    .replace(message, () => loggableText(message))
    .split('\n')
    .map(loggableText)
    .join('\n');
}

type Occasion = Pick<ReceivedPayEvent, 'eventTypeId' | 'account'>;

function handles({ types, account }: EventHandler, { eventTypeId, account: of }: Occasion): boolean {
  if (account !== undefined && account !== of) return false;
  return types === '*' || types.some((type) => type === eventTypeId);
}
