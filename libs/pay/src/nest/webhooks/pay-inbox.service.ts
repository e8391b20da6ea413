import { Injectable } from '@nestjs/common';
import type { DeadLetterFilter, DeadLetterReplay, PayDeadLetter } from '../../inbox/dead-letters.js';
import type { PayInboxStats } from '../../inbox/inbox-store.js';
import { isDurableInbox } from '../../inbox/stored-inbox.js';
import type { PayDurableInbox } from '../../inbox/stored-inbox.js';
import { PayAccounts } from '../accounts/pay-accounts.js';
import { PayWiringError } from '../pay.exceptions.js';

/** Selects the inbox of a PayModule. */
export interface PayInboxChoice {
  /** Name of the PayModule, null for the default account. @default the default account, or the only one */
  account?: string | null;
}

/** Lists and retries dead letters of a durable inbox, and counts its entries. */
@Injectable()
export class PayInboxService {
  constructor(private readonly accounts: PayAccounts) {}

  /** Lists dead letters of an account, newest first. */
  deadLetters(filter: DeadLetterFilter & PayInboxChoice = {}): Promise<PayDeadLetter[]> {
    const { name, inbox } = this.#chosen(filter);
    return inbox.deadLetters({ ...filter, account: name });
  }

  /** Reads a dead letter with its delivery. Resolves with null if the account has none with this ID. */
  async deadLetter(id: string, choice: PayInboxChoice = {}): Promise<PayDeadLetter | null> {
    const { name, inbox } = this.#chosen(choice);
    const letter = await inbox.deadLetter(id);
    return letter?.delivery.account === name ? letter : null;
  }

  /** Runs the handlers again for a dead letter. Resolves with false if the account has none with this ID. */
  async replay(id: string, choice: PayInboxChoice = {}): Promise<boolean> {
    return (await this.deadLetter(id, choice)) !== null && this.#chosen(choice).inbox.replay(id);
  }

  /**
   * Retries all dead letters of an account with this reason, oldest first, for example `unconfirmed` after an outage. Resolves with
   * their number.
   */
  replayAll(filter: Pick<DeadLetterReplay, 'reason'> & PayInboxChoice): Promise<number> {
    const { name, inbox } = this.#chosen(filter);
    return inbox.replayAll({ reason: filter.reason, account: name });
  }

  /** Discards a dead letter without handling it. Resolves with false if the account has none with this ID. */
  async discard(id: string, choice: PayInboxChoice = {}): Promise<boolean> {
    return (await this.deadLetter(id, choice)) !== null && this.#chosen(choice).inbox.discard(id);
  }

  /** Returns the backlog, the age of its oldest event, and the number of dead letters. Use it in a health check or a metrics exporter. */
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
