import { Type } from 'class-transformer';
import { IsArray, IsObject, IsOptional, IsString, IsUUID, ValidateNested } from 'class-validator';
import { IsMinorUnits, Rule } from '../../core/options/validators.js';
import { KlarnaAttachment, KlarnaOrderLine, KlarnaOrderOptions } from '../payments/klarna.types.js';
import { CreateOrderOptions } from '../payments/payments.types.js';

/** One automatic transfer to one connected account, which runs when the payment settles. Minor units. */
export class OrderTransfer {
  /** Amount to move to the connected account, minor units; at most the order's. @default all that is paid (inferred) */
  @IsOptional() @IsMinorUnits({ min: 1 }) amount?: number | null;
  /** Fee that the platform keeps out of the transfer, minor units: the seller has `amount` less this. */
  @IsOptional()
  @IsMinorUnits()
  @Rule<OrderTransfer>(
    'feeOfTransfer',
    ({ amount, platformFee }) => amount == null || platformFee == null || platformFee <= amount,
    'must not exceed the amount of the transfer',
  )
  platformFee?: number | null;
  /** The seller's account id, as `sellers.createAccount` answered it. */
  @IsUUID('loose') connectedAccountId: string;
}

/** Data that Klarna wants of a marketplace. */
export class MarketplaceKlarnaAttachment extends KlarnaAttachment {
  /** Extra merchant data, JSON serialised into a string. */
  @IsString() override body: string;
  /** Such as `application/vnd.klarna.internal.emd-v2+json`. */
  @IsString() override contentType: string;
}

/** What Klarna needs of a marketplace's order: who sells, and what. */
export class MarketplaceKlarnaOptions extends KlarnaOrderOptions {
  @IsObject()
  @ValidateNested()
  @Type(() => MarketplaceKlarnaAttachment)
  override attachment: MarketplaceKlarnaAttachment;
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => KlarnaOrderLine)
  override orderLines: KlarnaOrderLine[];
}

/**
 * Options of a platform's `payments.createOrder`: a merchant's, and where a part of the money goes.
 * @see contract/marketplace.json payments.createOrder
 */
export class CreateMarketplaceOrderOptions extends CreateOrderOptions {
  /** For orders of one seller. Orders of several: leave it out and send each their share with `transfers.sendFunds`. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => OrderTransfer)
  @Rule<CreateMarketplaceOrderOptions>(
    'transferOfOrder',
    ({ amount, transfer }) =>
      transfer == null || ((transfer.amount ?? 0) <= amount && (transfer.platformFee ?? 0) <= amount),
    'must not move more than the amount of the order',
  )
  transfer?: OrderTransfer | null;
  /** Needed when Klarna is offered. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => MarketplaceKlarnaOptions)
  override klarnaOrderOptions?: MarketplaceKlarnaOptions;
}
