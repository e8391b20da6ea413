import { Injectable } from '@nestjs/common';
import { OnPayEvent, PayEventType } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { TillService } from './till.service.js';

const { TransactionPosEcrSessionCreated: APPROVED, TransactionPosEcrSessionFailed: FAILED } = PayEventType;

/** The event types that the till handles: register the shop's webhook address for these as well. */
export const TILL_EVENT_TYPES = [APPROVED, FAILED] as const;

/** The market's account has no terminals. */
const OWN = { account: null } as const;

/** Sessions that have ended: the till learns of them by asking as well, but later. How one ended is read, not believed. */
@Injectable()
export class TillEvents {
  constructor(private readonly till: TillService) {}

  @OnPayEvent(APPROVED, OWN)
  approved({ data }: ReceivedPayEvent<typeof APPROVED>): Promise<void> {
    return this.till.hear(data.SessionId ?? '');
  }

  @OnPayEvent(FAILED, OWN)
  failed({ data }: ReceivedPayEvent<typeof FAILED>): Promise<void> {
    return this.till.hear(data.SessionId ?? '');
  }
}
