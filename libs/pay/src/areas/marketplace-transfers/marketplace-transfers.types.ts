import { IsOptional, IsString, IsUUID } from 'class-validator';
import { IsMinorUnits, Rule } from '../../core/options/validators.js';

/**
 * Options of `transfers.sendFunds`.
 * @see contract/marketplace.json transfers.sendFunds
 */
export class SendFundsOptions {
  /** Amount to send, minor units of the platform account's currency. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Receiving account: a seller's, or the platform owner's own connected account. */
  @IsUUID('loose') connectedAccountId: string;
  /** Names the transfer. @default 'Amount Settlement from Platform' */
  @IsOptional() @IsString() description?: string;
  /** The customer's payment behind it: while it has not settled the transfer waits. Several transfers may name one payment. */
  @IsOptional() @IsUUID('loose') transactionId?: string | null;
}

/** Options of `transfers.createTransferReversal`. */
export class TransferReversalOptions {
  /** Amount to take back, minor units; null for all of the transfer. It must be said: an undefined amount is refused. */
  @Rule<TransferReversalOptions>(
    'isReversalAmount',
    ({ amount }) => amount === null || (Number.isSafeInteger(amount) && amount > 0),
    'must be a whole number of minor units of at least 1, or null for all of the transfer',
  )
  amount: number | null;
}

/** What sending funds and taking them back answer. */
export interface TransferAnswer {
  /** Id of the new transfer: keep it for a reversal. Of a reversal it is the reversal's own id (inferred). */
  transferId: string;
  /** When the money moved; null while the transfer waits for its payment to settle. That is no failure. */
  executed: string | null;
}
