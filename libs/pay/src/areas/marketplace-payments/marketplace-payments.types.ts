import { IsOptional, IsString, IsUUID } from 'class-validator';
import { IsMinorUnits, IsNested, IsNestedList, Rule } from '../../core/options/validators.js';
import { KlarnaAttachment, KlarnaOrderLine, KlarnaOrderOptions } from '../payments/klarna.types.js';
import { CreateOrderOptions } from '../payments/payments.types.js';

/** Automatic transfer to one connected account when the payment clears. Amounts are in minor units. */
export class OrderTransfer {
  /**
   * Amount for the connected account, in minor units, at most the order's amount. @default the whole payment
   * (inferred)
   */
  @IsOptional() @IsMinorUnits({ min: 1 }) amount?: number | null;
  /** Fee that the platform keeps, in minor units. The seller receives `amount` less this fee. */
  @IsOptional()
  @IsMinorUnits()
  @Rule<OrderTransfer>(
    'feeOfTransfer',
    ({ amount, platformFee }) => amount == null || platformFee == null || platformFee <= amount,
    'must not exceed the amount of the transfer',
  )
  platformFee?: number | null;
  /** Seller's account ID from `sellers.createAccount`. */
  @IsUUID('loose') connectedAccountId: string;
}

/** Data that Klarna requires of a marketplace. */
export class MarketplaceKlarnaAttachment extends KlarnaAttachment {
  /** Extra merchant data: JSON serialized into a string. */
  @IsString() override body: string;
  /** Content type, for example `application/vnd.klarna.internal.emd-v2+json`. */
  @IsString() override contentType: string;
}

/** Data that Klarna requires for a marketplace's order: the seller and the goods. */
export class MarketplaceKlarnaOptions extends KlarnaOrderOptions {
  @IsNested(() => MarketplaceKlarnaAttachment) override attachment: MarketplaceKlarnaAttachment;
  @IsNestedList(() => KlarnaOrderLine) override orderLines: KlarnaOrderLine[];
}

/**
 * Options of a platform's `payments.createOrder`: those of a merchant, and the automatic transfer.
 *
 * @see https://developer.viva.com/apis-for-payments/marketplace-api/
 */
export class CreateMarketplaceOrderOptions extends CreateOrderOptions {
  /**
   * Automatic transfer, for orders of one seller. For several sellers, leave it out and call `transfers.sendFunds`
   * for each.
   */
  @IsOptional()
  @IsNested(() => OrderTransfer)
  @Rule<CreateMarketplaceOrderOptions>(
    'transferOfOrder',
    ({ amount, transfer }) =>
      transfer == null || ((transfer.amount ?? 0) <= amount && (transfer.platformFee ?? 0) <= amount),
    'must not move more than the amount of the order',
  )
  transfer?: OrderTransfer | null;
  /** Klarna data. Required when the order offers Klarna. */
  @IsOptional()
  @IsNested(() => MarketplaceKlarnaOptions)
  override klarnaOrderOptions?: MarketplaceKlarnaOptions;
}
