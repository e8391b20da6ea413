import { IsUUID } from 'class-validator';
import { CreateSourceOptions } from '../source/source.types.js';

/**
 * Options of an ISV's `source.createSource`: those of a merchant, and the merchant's ID.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class CreateIsvSourceOptions extends CreateSourceOptions {
  /** Merchant ID of the connected merchant. It is not sent in the body. */
  @IsUUID('loose') targetMerchantId: string;
}
