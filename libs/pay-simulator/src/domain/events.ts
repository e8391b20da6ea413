import type { BankTransfer } from './bank-transfer.js';
import type { FundsTransfer } from './funds-transfer.js';
import type { Movement, ServiceWallet } from './movement.js';
import type { OnboardedAccount } from './onboarding.js';
import type { Obligation } from './obligation.js';
import type { Order } from './order.js';
import type { TerminalSession } from './terminal-session.js';
import type { Transaction } from './transaction.js';

/** What happened, for whoever is registered to hear of it. */
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
  | OnboardingEvent
  | FundsTransferEvent
  | AccountEvent;

/** What happened to a wallet. */
export type AccountEvent =
  | { readonly type: 'account-transaction'; readonly movement: Movement }
  | { readonly type: 'bank-transfer-created' | 'bank-transfer-executed'; readonly transfer: BankTransfer }
  | { readonly type: 'obligation-created' | 'obligation-captured'; readonly obligation: Obligation };

/** What became of somebody whom an ISV or a marketplace invited. */
export interface OnboardingEvent {
  readonly type: 'account-connected' | 'account-verification-changed';
  readonly account: OnboardedAccount;
  /** Who invited. */
  readonly platformId: string;
}

/** What a platform sent to a seller or took back, whether it ran already or waits. */
export interface FundsTransferEvent {
  readonly type: 'funds-transfer-created';
  readonly funds: FundsTransfer;
  /** Who receives it. */
  readonly target: ServiceWallet;
}

/** Takes note of what happened; never fails the operation that caused it. */
export type PublishEvent = (event: DomainEvent) => void;
