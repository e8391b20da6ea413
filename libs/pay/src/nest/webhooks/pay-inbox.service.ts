import { Injectable } from '@nestjs/common';
import type {
  DeadLetterFilter,
  DeadLetterReplay,
  PayDeadLetter,
  PayInboxStats,
} from '../../inbox/inbox-store.js';
import { isDurableInbox } from '../../inbox/stored-inbox.js';
import type { PayDurableInbox } from '../../inbox/stored-inbox.js';
import { PayAccounts } from '../accounts/pay-accounts.js';
import { PayWiringError } from '../pay.exceptions.js';

/** Which PayModule's inbox is meant. */
export interface PayInboxChoice {
  /** The name of the PayModule, null for the one without a name. @default the one without a name, or the only one */
  account?: string | null;
}

/** For operators of a durable inbox: what was given up, and how much waits. */
@Injectable()
export class PayInboxService {
  constructor(private readonly accounts: PayAccounts) {}

  /** Dead letters of an account, the newest first. */
  deadLetters(filter: DeadLetterFilter & PayInboxChoice = {}): Promise<PayDeadLetter[]> {
    const { name, inbox } = this.#chosen(filter);
    return inbox.deadLetters({ ...filter, account: name });
  }

  /** One dead letter with its delivery, null when the account has none with this id. */
  async deadLetter(id: string, choice: PayInboxChoice = {}): Promise<PayDeadLetter | null> {
    const { name, inbox } = this.#chosen(choice);
    const letter = await inbox.deadLetter(id);
    return letter?.delivery.account === name ? letter : null;
  }

  /** Has the handlers run again for a dead letter. False when the account has none with this id. */
  async replay(id: string, choice: PayInboxChoice = {}): Promise<boolean> {
    return (await this.deadLetter(id, choice)) !== null && this.#chosen(choice).inbox.replay(id);
  }

  /**
   * Has all dead letters of a reason tried again, the oldest first: after an outage those that are `unconfirmed`. Answers how many of
   * the account there were.
   */
  replayAll(filter: Pick<DeadLetterReplay, 'reason'> & PayInboxChoice): Promise<number> {
    const { name, inbox } = this.#chosen(filter);
    return inbox.replayAll({ reason: filter.reason, account: name });
  }

  /** Takes a dead letter as settled: it is not handled, now or later. False when the account has none with this id. */
  async discard(id: string, choice: PayInboxChoice = {}): Promise<boolean> {
    return (await this.deadLetter(id, choice)) !== null && this.#chosen(choice).inbox.discard(id);
  }

  /** Backlog, age of its oldest event, dead letters: for a health check or a metrics exporter. */
  stats(choice: PayInboxChoice = {}): Promise<PayInboxStats> {
    const { name, inbox } = this.#chosen(choice);
    return inbox.stats(name);
  }

  #chosen({ account }: PayInboxChoice): { name: string | null; inbox: PayDurableInbox } {
    const { name, inbox } = this.accounts.getOrThrow(account, 'PayInboxService');
    if (isDurableInbox(inbox)) return { name, inbox };
    throw new PayWiringError(
      'PayInboxService needs a durable inbox: set webhooks.inbox, as in durableInbox({ store: postgresStore({ pool }) }). ' +
        'For bullmqInbox(), use the BullMQ Queue or a BullMQ dashboard such as Bull Board.',
    );
  }
}
