import { IsOptional, IsString, IsUUID } from 'class-validator';
import { IsMinorUnits, Rule } from '../../core/options/validators.js';

/**
 * Options of `transfers.sendFunds`.
 *
 * @see https://developer.viva.com/apis-for-payments/marketplace-api/
 */
export class SendFundsOptions {
  /** Amount to send, in minor units of the platform account's currency. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Receiving account: a seller's, or the platform owner's own connected account. */
  @IsUUID('loose') connectedAccountId: string;
  /** Text of the transfer. @default 'Amount Settlement from Platform' */
  @IsOptional() @IsString() description?: string;
  /**
   * ID of the related payment. The transfer waits until that payment has cleared. Several transfers can name one
   * payment.
   */
  @IsOptional() @IsUUID('loose') transactionId?: string | null;
}

/** Options of `transfers.createTransferReversal`. */
export class TransferReversalOptions {
  /** Amount to reverse in minor units, or null for the whole transfer. An undefined amount is rejected. */
  @Rule<TransferReversalOptions>(
    'isReversalAmount',
    ({ amount }) => amount === null || (Number.isSafeInteger(amount) && amount > 0),
    'must be a whole number of minor units of at least 1, or null for the whole transfer',
  )
  amount: number | null;
}
