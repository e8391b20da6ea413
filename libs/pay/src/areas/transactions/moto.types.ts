import { Equals, IsDefined, IsEmail, IsNotEmpty, IsOptional, IsString, Matches } from 'class-validator';
import type { OrderCodeInput } from '../order-code.js';
import { IsNested } from '../../core/options/validators.js';

/**
 * Card details received by mail or telephone. Handling them makes your system subject to PCI DSS: never store or
 * log them.
 */
export class MotoCard {
  /** Card number: 12 to 19 digits without spaces. */
  @Matches(/^\d{12,19}$/, { message: 'number must be the 12 to 19 digits of a card number, without spaces' })
  number: string;
  /**
   * Date in the month of expiry, for example `'2030-11-30'`. The service's format is not documented, so other
   * formats are sent unchanged.
   */
  @IsString() @IsNotEmpty() expirationDate: string;
  @IsOptional() @Matches(/^\d{3,4}$/, { message: 'cvc must be 3 or 4 digits, as a string' }) cvc?: string;
}

/** Options of `transactions.makeMotoCardCharge`. The order's amount is charged. */
export class MakeMotoCardChargeOptions {
  /** Confirms that neither the card nor its holder is present. */
  @Equals(true) moto: true;
  /** Code of an unpaid order. Numbers above 2^53 − 1 are rejected: pass a string or a bigint. */
  @IsDefined({ message: 'orderCode must be an order code: up to 19 digits, as a number, string or bigint' })
  orderCode: OrderCodeInput;
  @IsDefined() @IsNested(() => MotoCard) creditcard: MotoCard;
  @IsOptional() @IsString() merchantTrns?: string;
  @IsOptional() @IsString() fullName?: string;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @IsString() phone?: string;
  @IsOptional() @IsString() @IsNotEmpty() sourceCode?: string;
}
