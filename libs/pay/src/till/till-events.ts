import { Injectable } from '@nestjs/common';
import { EventSubscriber } from '../nest/webhooks/on-pay-event.decorator.js';
import { PayEventType } from '../webhooks/event-types.js';
import type { ReceivedPayEvent } from '../webhooks/received-event.js';
import { PayTill } from './pay-till.js';

const { TransactionPosEcrSessionCreated, TransactionPosEcrSessionFailed, TransactionReversalCreated } =
  PayEventType;
type Types =
  | typeof TransactionPosEcrSessionCreated
  | typeof TransactionPosEcrSessionFailed
  | typeof TransactionReversalCreated;

/** Takes a sale's next step when a webhook reports the end of its session, or a reversal. Without webhooks, the till polls. */
@Injectable()
export class TillEvents {
  constructor(private readonly till: PayTill) {}

  // It writes nothing, because the transaction of another handler of the event may have the database's only connection.
  @EventSubscriber({
    types: [TransactionPosEcrSessionCreated, TransactionPosEcrSessionFailed, TransactionReversalCreated],
    unconfirmed: false,
    account: undefined,
    isOptional: true,
  })
  onEvent({ data, account }: ReceivedPayEvent<Types>): void {
    const { SessionId, ParentId } = data as { SessionId?: string; ParentId?: string | null };
    this.till.wake(account, { session: SessionId, transaction: ParentId ?? undefined });
  }
}
