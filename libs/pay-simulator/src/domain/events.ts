import type { BankTransfer } from './bank-transfer.js';
import type { FundsTransfer } from './funds-transfer.js';
import type { Movement, ServiceWallet } from './movement.js';
import type { OnboardedAccount } from './onboarding.js';
import type { Obligation } from './obligation.js';
import type { Order } from './order.js';
import type { TerminalSession } from './terminal-session.js';
import type { Transaction } from './transaction.js';

/** A domain event. */
export type DomainEvent =
  | {
      readonly type: 'payment-created' | 'payment-failed' | 'reversal-created' | 'price-calculated';
      readonly transaction: Transaction;
      readonly order: Order;
    }
  | { readonly type: 'order-updated'; readonly order: Order }
  | {
      readonly type: 'session-paid' | 'session-failed';
      readonly session: TerminalSession;
      readonly transaction: Transaction | null;
    }
  | {
      readonly type: 'account-connected' | 'account-verification-changed';
      readonly account: OnboardedAccount;
      /** ID of the inviter. */
      readonly platformId: string;
    }
  | {
      /** A transfer or reversal of a platform, executed or pending. */
      readonly type: 'funds-transfer-created';
      readonly funds: FundsTransfer;
      /** Wallet that receives the funds. */
      readonly target: ServiceWallet;
    }
  | { readonly type: 'account-transaction'; readonly movement: Movement }
  | { readonly type: 'bank-transfer-created' | 'bank-transfer-executed'; readonly transfer: BankTransfer }
  | { readonly type: 'obligation-created' | 'obligation-captured'; readonly obligation: Obligation };

/** The event of a type. */
export type EventOf<Type, Event extends DomainEvent = DomainEvent> = Event extends unknown
  ? Type extends Event['type']
    ? Event
    : never
  : never;

/** Publishes an event. It never fails the operation that caused the event. */
export type PublishEvent = (event: DomainEvent) => void;
