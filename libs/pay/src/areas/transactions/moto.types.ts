import { Type } from 'class-transformer';
import {
  Equals,
  IsDefined,
  IsEmail,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  ValidateNested,
} from 'class-validator';
import type { OrderCodeInput } from '../../core/values/order-code.js';

/** A card as its holder told it by mail or telephone. Holding it makes your system subject to PCI DSS: never store or log it. */
export class MotoCard {
  /** 12 to 19 digits, no spaces. */
  @Matches(/^\d{12,19}$/, { message: 'number must be the 12 to 19 digits of a card number, without spaces' })
  number: string;
  /** A date in the month of expiry, such as `'2030-11-30'`. The service's own format is not documented: others are passed on. */
  @IsString() @IsNotEmpty() expirationDate: string;
  @IsOptional() @Matches(/^\d{3,4}$/, { message: 'cvc must be 3 or 4 digits, as text' }) cvc?: string;
}

/** Options of `transactions.makeMotoCardCharge`. The amount is the order's. */
export class MakeMotoCardChargeOptions {
  /** Says that the card was not there and its holder not online. */
  @Equals(true) moto: true;
  /** An unpaid order. A number above 2^53 − 1 is refused: pass text or bigint. */
  @IsDefined({ message: 'orderCode must be an order code: up to 19 digits, as a number, text or bigint' })
  orderCode: OrderCodeInput;
  @IsDefined() @IsObject() @ValidateNested() @Type(() => MotoCard) creditcard: MotoCard;
  @IsOptional() @IsString() merchantTrns?: string;
  @IsOptional() @IsString() fullName?: string;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @IsString() phone?: string;
  @IsOptional() @IsString() @IsNotEmpty() sourceCode?: string;
}
