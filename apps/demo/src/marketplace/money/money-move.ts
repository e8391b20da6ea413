export type MoveState =
  /** Decided. It is sent now, or was sent before the process ended. */
  | { readonly kind: 'stored' }
  /** `serviceId` is the transfer or transaction; `executed` is null while a transfer waits for the payment to settle. */
  | {
      readonly kind: 'done';
      readonly serviceId: string;
      readonly executed: string | null;
      readonly knownBy: 'response' | 'report' | 'webhook';
    }
  /** It did not happen. */
  | { readonly kind: 'rejected'; readonly message: string }
  /** It may have happened. `since` is in milliseconds. */
  | { readonly kind: 'unknown'; readonly since: number; readonly message: string };

interface MoveParts {
  /** Unique in its order. */
  readonly id: string;
  readonly connectedAccountId: string;
  /** Minor units. */
  readonly amount: number;
  readonly state: MoveState;
}

/** From the platform to a seller. */
export type TransferMove = MoveParts & { readonly kind: 'transfer' };
/** From the platform to the customer, for one piece of a line. */
export type RefundMove = MoveParts & { readonly kind: 'refund'; readonly goodsId: string };
/** The seller's part of a refund, back to the platform. */
export type ReversalMove = MoveParts & { readonly kind: 'reversal'; readonly refundId: string };
/** A movement of money. It is stored with its order before it is sent. */
export type MoneyMove = TransferMove | RefundMove | ReversalMove;

/** A transfer or reversal that event 8448 reported. */
export interface TransferReport {
  readonly transferId: string;
  /** The transfer that a reversal reverses. */
  readonly parentId: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly executed: string | null;
  /** Person ID of the recipient. */
  readonly personId: string | null;
}

/** Returns whether the outcome is still open. */
export function isOpen({ state }: MoneyMove): boolean {
  return state.kind === 'stored' || state.kind === 'unknown';
}

/** Returns the service's ID of a movement that happened. */
export function serviceIdOf(move: MoneyMove | undefined): string | null {
  return move?.state.kind === 'done' ? move.state.serviceId : null;
}
