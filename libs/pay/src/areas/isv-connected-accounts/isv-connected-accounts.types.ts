import { Type } from 'class-transformer';
import {
  Allow,
  IsEmail,
  IsHexColor,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import { IsWebAddress } from '../../core/options/validators.js';

/** Branding of the ISV on the invitation. */
export class IsvBranding {
  /** Name of the ISV. */
  @IsString() @IsNotEmpty() partnerName: string;
  @IsWebAddress() logoUrl: string;
  /** Hex color, for example `#3366ff`. */
  @IsOptional() @IsHexColor() primaryColor?: string;
}

/**
 * Options of `connectedAccounts.create`.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class CreateConnectedAccountOptions {
  /** Email address of the merchant. You can invite one address several times: each call creates another account. */
  @IsEmail() email: string;
  /** URL that the merchant returns to after onboarding. */
  @IsWebAddress() returnUrl: string;
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => IsvBranding)
  branding?: IsvBranding;
}

/** Options of `connectedAccounts.create`. The return URL can also have the spelling of the service's own SDK. */
export type CreateConnectedAccountInput =
  | CreateConnectedAccountOptions
  | (Omit<CreateConnectedAccountOptions, 'returnUrl'> & {
      /**
       * Return URL in the spelling of the service's own SDK.
       *
       * @deprecated Use `returnUrl`.
       */
      returnurl: string;
    });

/** Options of `connectedAccounts.getAccountDatas`. */
export class IsvConnectedAccountOptions {
  /** Account ID from `connectedAccounts.create`, not the merchant ID. */
  @Allow() accountId: string;
}

/** Invitation of a merchant. */
export interface IsvInvitation {
  email: string;
  /** Onboarding page. Send the merchant there. */
  redirectUrl: string;
  /** ISO 8601. */
  created: string;
}

/** Result of `connectedAccounts.create`. Store `accountId`, because accounts cannot be listed. */
export interface IsvInvitedAccount {
  accountId: string;
  invitation: IsvInvitation;
}

/** Connected account. */
export interface IsvConnectedAccount {
  accountId: string;
  /** Merchant ID for all calls on behalf of the merchant. Null until the merchant is connected. */
  merchantId: string | null;
  /** Email address. It may differ from the invited one, because the merchant can use an existing account. */
  email: string;
  /** Whether the merchant passed the identity check. False can mean that the check is pending or failed. */
  verified: boolean;
  /** Whether orders and terminal sales work. */
  acquiringEnabled: boolean;
  /** ISO 8601. */
  created: string;
  taxNumber: string | null;
  vatNumber: string | null;
  legalName: string | null;
  /** Number in the company register. */
  registrationNumber: string | null;
  invitation: IsvInvitation;
}
