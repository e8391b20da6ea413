import { Allow, IsEmail, IsNotEmpty, IsOptional, IsString, Matches } from 'class-validator';
import { IsCountryCode, IsNested, IsWebAddress, Rule } from '../../core/options/validators.js';
import { SellerPayoutChanges, SellerPayouts } from './payouts.types.js';

/** Branding of the onboarding pages. */
export class SellerBranding {
  /** Name of the marketplace in the header and title. */
  @IsString() @IsNotEmpty() partnerName: string;
  @IsWebAddress() logoUrl: string;
  /** Hex color, for example `#2266AA`. */
  @IsOptional()
  @Matches(/^#?([\da-f]{3}|[\da-f]{6})$/i, { message: 'primaryColor must be a hex code, such as #2266AA' })
  primaryColor?: string | null;
}

/** Postal address that prefills the onboarding form. The seller can change it. */
export class SellerAddress {
  @IsOptional() @IsString() street?: string;
  /** House, flat or building number, as a string. */
  @IsOptional() @IsString() number?: string;
  @IsOptional() @IsString() city?: string;
  @IsOptional() @IsString() postCode?: string;
  /**
   * Postal code under the name that the service's own documents use.
   *
   * @deprecated Use `postCode`, which takes precedence.
   */
  @Allow() postalCode?: string;
  /** ISO 3166-1 alpha-2 country code. */
  @IsOptional() @IsCountryCode() countryCode?: string;
  @IsOptional() @IsString() secondLine?: string | null;
}

/**
 * Options of `sellers.createAccount`.
 *
 * @see https://developer.viva.com/tutorials/marketplace/create-a-connected-account
 */
export class CreateSellerAccountOptions {
  /** Email address of the seller. It is not unique: one address can own several connected accounts. */
  @IsEmail() email: string;
  /** URL that the seller returns to after onboarding. */
  @IsWebAddress() returnUrl: string;
  @IsNested(() => SellerBranding) branding: SellerBranding;
  /** Mobile number with country code, as a string. The service's own sample has a number, which is accepted too. */
  @IsOptional()
  @Rule<CreateSellerAccountOptions>(
    'mobile',
    ({ mobile }) => typeof mobile === 'string' || Number.isSafeInteger(mobile),
    'must be a mobile number, as a string',
  )
  mobile?: string | number;
  @IsOptional() @IsString() legalName?: string;
  @IsOptional() @IsString() tradeName?: string;
  @IsOptional() @IsString() taxNumber?: string | null;
  @IsOptional() @IsNested(() => SellerAddress) address?: SellerAddress;
  /** Automatic payouts. Leave it out to pay the seller out manually. */
  @IsOptional() @IsNested(() => SellerPayouts) payouts?: SellerPayouts;
}

/** Options of `sellers.updateConnectedAccount`. Only payouts can be changed. */
export class UpdateConnectedAccountOptions {
  @IsOptional() @IsNested(() => SellerPayoutChanges) payouts?: SellerPayoutChanges;
}
