import { IsUUID } from 'class-validator';
import { CreateSourceOptions } from '../source/source.types.js';

/**
 * Options of an ISV's `source.createSource`: a merchant's, and for whom.
 * @see contract/isv.json source.createSource
 */
export class CreateIsvSourceOptions extends CreateSourceOptions {
  /** Merchant id of the connected merchant; not sent in the body. */
  @IsUUID('loose') targetMerchantId: string;
}
