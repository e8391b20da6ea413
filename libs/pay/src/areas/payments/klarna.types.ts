import { Type } from 'class-transformer';
import {
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsMinorUnits } from '../../core/options/validators.js';

/** The largest price or total that Klarna takes, minor units. */
const MAX_KLARNA_AMOUNT = 200_000_000;

/** More about the merchant or the purchase, where Klarna asks for it. */
export class KlarnaAttachment {
  /** Extra merchant data, JSON serialised into a string. */
  @IsOptional() @IsString() body?: string;
  /** Such as `application/vnd.klarna.internal.emd-v2+json`. */
  @IsOptional() @IsString() contentType?: string;
}

/** Who pays, or where the goods go. */
export class KlarnaAddress {
  @IsOptional() @IsString() givenName?: string;
  @IsOptional() @IsString() familyName?: string;
  /** Form of address; allowed values differ per country. */
  @IsOptional() @IsString() title?: string;
  @IsOptional() @IsString() email?: string;
  @IsOptional() @IsString() phone?: string;
  @IsOptional() @IsString() streetAddress?: string;
  @IsOptional() @IsString() streetAddress2?: string;
  @IsOptional() @IsString() city?: string;
  @IsOptional() @IsString() postalCode?: string;
  /** Needed for US and AU. */
  @IsOptional() @IsString() region?: string;
  /** ISO 3166-1 alpha-2. */
  @IsOptional() @IsString() country?: string;
  @IsOptional() @IsString() attention?: string;
  @IsOptional() @IsString() organizationName?: string;
}

/** What a line is paid for again and again: every `intervalCount` intervals. */
export class KlarnaSubscription {
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsIn(['DAY', 'WEEK', 'MONTH', 'YEAR']) interval?: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
  @IsOptional() @IsInt() @Min(1) intervalCount?: number;
}

/** What identifies the product of a line, in Klarna's own terms. */
export class KlarnaProductIdentifiers {
  @IsOptional() @IsString() brand?: string;
  @IsOptional() @MaxLength(64) color?: string;
  @IsOptional() @MaxLength(64) size?: string;
  /** Joined with ` > `. */
  @IsOptional() @IsString() categoryPath?: string;
  @IsOptional() @IsString() globalTradeItemNumber?: string;
  @IsOptional() @IsString() manufacturerPartNumber?: string;
}

/** One line of the order; amounts in minor units. */
export class KlarnaOrderLine {
  @IsString() name: string;
  /** `physical`, `discount`, `shipping_fee`, `sales_tax`, `digital`, `gift_card`, `store_credit` or `surcharge`. */
  @IsOptional() @IsString() type?: string;
  @IsInt() @Min(0) quantity: number;
  @IsOptional() @Length(1, 8) quantityUnit?: string;
  /** Tax included, before discount; minor units. */
  @IsMinorUnits({ max: MAX_KLARNA_AMOUNT }) unitPrice: number;
  /** quantity × unitPrice − discount; minor units, negative for a discount line. */
  @IsMinorUnits({ min: -MAX_KLARNA_AMOUNT, max: MAX_KLARNA_AMOUNT }) totalAmount: number;
  /** Two implied decimals: 2000 is 20 %. */
  @IsOptional() @IsInt() @Min(0) taxRate?: number;
  /** Minor units; negative for a discount line. */
  @IsOptional() @IsInt() totalTaxAmount?: number;
  /** Tax included; minor units. */
  @IsOptional() @IsMinorUnits() totalDiscountAmount?: number;
  @IsOptional() @MaxLength(256) reference?: string;
  @IsOptional() @MaxLength(1024) imageUrl?: string;
  @IsOptional() @MaxLength(1024) productUrl?: string;
  @IsOptional() @MaxLength(1024) merchantData?: string;
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => KlarnaSubscription)
  subscription?: KlarnaSubscription;
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => KlarnaProductIdentifiers)
  productIdentifiers?: KlarnaProductIdentifiers;
}

/** Extra data that Klarna needs when it is among the offered methods. */
export class KlarnaOrderOptions {
  @IsOptional() @IsObject() @ValidateNested() @Type(() => KlarnaAttachment) attachment?: KlarnaAttachment;
  @IsOptional() @IsObject() @ValidateNested() @Type(() => KlarnaAddress) billingAddress?: KlarnaAddress;
  @IsOptional() @IsObject() @ValidateNested() @Type(() => KlarnaAddress) shippingAddress?: KlarnaAddress;
  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => KlarnaOrderLine)
  orderLines?: KlarnaOrderLine[];
}
