import { Type } from 'class-transformer';
import {
  Allow,
  IsEmail,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  ValidateNested,
} from 'class-validator';
import { IsWebAddress, Rule } from '../../core/options/validators.js';
import type { PayoutDayOfWeek, PayoutInterval } from './marketplace-sellers.enums.js';
import { SellerPayoutChanges, SellerPayouts } from './payouts.types.js';

/** Look of the onboarding pages. */
export class SellerBranding {
  /** The marketplace's name in header and title. */
  @IsString() @IsNotEmpty() partnerName: string;
  @IsWebAddress() logoUrl: string;
  /** Hex code such as `#2266AA`. */
  @IsOptional()
  @Matches(/^#?([\da-f]{3}|[\da-f]{6})$/i, { message: 'primaryColor must be a hex code, such as #2266AA' })
  primaryColor?: string | null;
}

/** A seller's postal address: it fills the onboarding form, where the seller can change it. */
export class SellerAddress {
  @IsOptional() @IsString() street?: string;
  /** House, flat or building number, as text. */
  @IsOptional() @IsString() number?: string;
  @IsOptional() @IsString() city?: string;
  @IsOptional() @IsString() postCode?: string;
  /** @deprecated misspelt in the service's own documents: sent as `postCode`, which wins. */
  @Allow() postalCode?: string;
  /** ISO 3166-1 alpha-2. */
  @IsOptional()
  @Matches(/^[A-Za-z]{2}$/, { message: 'countryCode must be an ISO 3166-1 alpha-2 code, such as GB' })
  countryCode?: string;
  @IsOptional() @IsString() secondLine?: string | null;
}

/**
 * Options of `sellers.createAccount`.
 * @see contract/marketplace.json sellers.createAccount
 */
export class CreateSellerAccountOptions {
  /** Seller's e-mail; it may own several connected accounts, so it is no key. */
  @IsEmail() email: string;
  /** Where the seller lands after onboarding. */
  @IsWebAddress() returnUrl: string;
  @IsObject() @ValidateNested() @Type(() => SellerBranding) branding: SellerBranding;
  /** Mobile number with country code, as text (the service's own sample has a number, which goes too). */
  @IsOptional()
  @Rule<CreateSellerAccountOptions>(
    'mobile',
    ({ mobile }) => typeof mobile === 'string' || Number.isSafeInteger(mobile),
    'must be a mobile number, as text',
  )
  mobile?: string | number;
  @IsOptional() @IsString() legalName?: string;
  @IsOptional() @IsString() tradeName?: string;
  @IsOptional() @IsString() taxNumber?: string | null;
  @IsOptional() @IsObject() @ValidateNested() @Type(() => SellerAddress) address?: SellerAddress;
  /** Leave it out to pay the seller out by hand. */
  @IsOptional() @IsObject() @ValidateNested() @Type(() => SellerPayouts) payouts?: SellerPayouts;
}

/** Options of `sellers.updateConnectedAccount`: only payouts can be changed. */
export class UpdateConnectedAccountOptions {
  @IsOptional() @IsObject() @ValidateNested() @Type(() => SellerPayoutChanges) payouts?: SellerPayoutChanges;
}

/** What starts a seller's onboarding. */
export interface SellerInvitation {
  email: string;
  /** Pass it on to the seller: the service does not mail it. */
  redirectUrl: string;
  /** ISO 8601, up to seven fraction digits. */
  created: string;
}

/** What `sellers.createAccount` answers. */
export interface CreateSellerAccountAnswer {
  /** Id of the connected account: `connectedAccountId` elsewhere. */
  accountId: string;
  invitation: SellerInvitation;
}

/** A seller's payouts as the service keeps them; `amountThreshold` in minor units. */
export interface SellerAccountPayouts {
  statementDescriptor: string | null;
  dayOfWeek: PayoutDayOfWeek | null;
  dayOfMonth: number | null;
  interval: PayoutInterval | null;
  amountThreshold: number | null;
  disable: boolean | null;
  bankAccount: {
    iban: string | null;
    friendlyName: string | null;
    beneficiaryName: string | null;
    branchCode: string | null;
    accountNumber: string | null;
    countryCode: string | null;
  } | null;
}

/** A connected seller account. It has no merchant id. */
export interface SellerAccount {
  accountId: string;
  email: string;
  /** The demo environment never sends event 8194: poll this there. */
  verified: boolean;
  /** Whether it can accept card and other payments itself. */
  acquiringEnabled: boolean;
  /** When the account was connected, ISO 8601. */
  created: string;
  payouts: SellerAccountPayouts | null;
  invitation: SellerInvitation | null;
}
