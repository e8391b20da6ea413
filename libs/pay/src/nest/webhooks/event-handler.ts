import type { ContextId } from '@nestjs/core';
import type { EventSubscription } from './on-pay-event.decorator.js';
import type { ReceivedPayEvent } from './received-event.js';

/** A method with `@OnPayEvent()`, ready to run. */
export interface EventHandler extends EventSubscription {
  /** Class and method, for the log. */
  name: string;
  /** Whether the method writes in the transaction of the inbox. */
  needsTransaction: boolean;
  handle(event: ReceivedPayEvent, contextId: ContextId, transaction: unknown): unknown;
}
