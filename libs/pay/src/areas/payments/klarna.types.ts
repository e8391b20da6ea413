import { IsIn, IsInt, IsOptional, IsString, Length, MaxLength, Min } from 'class-validator';
import { IsMinorUnits, IsNested, IsNestedList } from '../../core/options/validators.js';

/** Largest price or total that Klarna accepts, in minor units. */
const MAX_KLARNA_AMOUNT = 200_000_000;

/** Extra data about the merchant or the purchase, where Klarna requires it. */
export class KlarnaAttachment {
  /** Extra merchant data: JSON serialized into a string. */
  @IsOptional() @IsString() body?: string;
  /** Content type, for example `application/vnd.klarna.internal.emd-v2+json`. */
  @IsOptional() @IsString() contentType?: string;
}

/** Billing or shipping address. */
export class KlarnaAddress {
  @IsOptional() @IsString() givenName?: string;
  @IsOptional() @IsString() familyName?: string;
  /** Form of address. The allowed values differ by country. */
  @IsOptional() @IsString() title?: string;
  @IsOptional() @IsString() email?: string;
  @IsOptional() @IsString() phone?: string;
  @IsOptional() @IsString() streetAddress?: string;
  @IsOptional() @IsString() streetAddress2?: string;
  @IsOptional() @IsString() city?: string;
  @IsOptional() @IsString() postalCode?: string;
  /** Region. Required for US and AU. */
  @IsOptional() @IsString() region?: string;
  /** ISO 3166-1 alpha-2 country code. */
  @IsOptional() @IsString() country?: string;
  @IsOptional() @IsString() attention?: string;
  @IsOptional() @IsString() organizationName?: string;
}

/** Subscription that an order line pays for. */
export class KlarnaSubscription {
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsIn(['DAY', 'WEEK', 'MONTH', 'YEAR']) interval?: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
  @IsOptional() @IsInt() @Min(1) intervalCount?: number;
}

/** Identifiers of the product in an order line. */
export class KlarnaProductIdentifiers {
  @IsOptional() @IsString() brand?: string;
  @IsOptional() @MaxLength(64) color?: string;
  @IsOptional() @MaxLength(64) size?: string;
  /** Category path, joined with ` > `. */
  @IsOptional() @IsString() categoryPath?: string;
  @IsOptional() @IsString() globalTradeItemNumber?: string;
  @IsOptional() @IsString() manufacturerPartNumber?: string;
}

/** Order line. All amounts are in minor units. */
export class KlarnaOrderLine {
  @IsString() name: string;
  /** `physical`, `discount`, `shipping_fee`, `sales_tax`, `digital`, `gift_card`, `store_credit` or `surcharge`. */
  @IsOptional() @IsString() type?: string;
  @IsInt() @Min(0) quantity: number;
  @IsOptional() @Length(1, 8) quantityUnit?: string;
  /** Price of one unit with tax, before the discount, in minor units. */
  @IsMinorUnits({ max: MAX_KLARNA_AMOUNT }) unitPrice: number;
  /** `quantity × unitPrice − discount`, in minor units. Negative for a discount line. */
  @IsMinorUnits({ min: -MAX_KLARNA_AMOUNT, max: MAX_KLARNA_AMOUNT }) totalAmount: number;
  /** Tax rate with two implied decimals: 2000 is 20 %. */
  @IsOptional() @IsInt() @Min(0) taxRate?: number;
  /** Total tax in minor units. Negative for a discount line. */
  @IsOptional() @IsInt() totalTaxAmount?: number;
  /** Total discount with tax, in minor units. */
  @IsOptional() @IsMinorUnits() totalDiscountAmount?: number;
  @IsOptional() @MaxLength(256) reference?: string;
  @IsOptional() @MaxLength(1024) imageUrl?: string;
  @IsOptional() @MaxLength(1024) productUrl?: string;
  @IsOptional() @MaxLength(1024) merchantData?: string;
  @IsOptional() @IsNested(() => KlarnaSubscription) subscription?: KlarnaSubscription;
  @IsOptional() @IsNested(() => KlarnaProductIdentifiers) productIdentifiers?: KlarnaProductIdentifiers;
}

/** Extra data that Klarna requires when the order offers it. */
export class KlarnaOrderOptions {
  @IsOptional() @IsNested(() => KlarnaAttachment) attachment?: KlarnaAttachment;
  @IsOptional() @IsNested(() => KlarnaAddress) billingAddress?: KlarnaAddress;
  @IsOptional() @IsNested(() => KlarnaAddress) shippingAddress?: KlarnaAddress;
  @IsOptional() @IsNestedList(() => KlarnaOrderLine) orderLines?: KlarnaOrderLine[];
}
