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

/** The ISV's look on the invitation. */
export class IsvBranding {
  /** The ISV's name. */
  @IsString() @IsNotEmpty() partnerName: string;
  @IsWebAddress() logoUrl: string;
  /** Hexadecimal, such as `#3366ff`. */
  @IsOptional() @IsHexColor() primaryColor?: string;
}

/**
 * Options of `connectedAccounts.create`.
 * @see contract/isv.json connectedAccounts.create
 */
export class CreateConnectedAccountOptions {
  /** The merchant's address. One address may be invited several times: each call makes another account. */
  @IsEmail() email: string;
  /** Where the merchant lands after the onboarding. */
  @IsWebAddress() returnUrl: string;
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => IsvBranding)
  branding?: IsvBranding;
}

/** {@link CreateConnectedAccountOptions}, also with the address as the service's public SDK spells it. */
export type CreateConnectedAccountInput =
  | CreateConnectedAccountOptions
  | (Omit<CreateConnectedAccountOptions, 'returnUrl'> & {
      /** @deprecated write `returnUrl`, which this is sent as. */
      returnurl: string;
    });

/** Options of `connectedAccounts.getAccountDatas`. */
export class IsvConnectedAccountOptions {
  /** From `connectedAccounts.create`: not the merchant id. */
  @Allow() accountId: string;
}

/** How a merchant is invited. */
export interface IsvInvitation {
  email: string;
  /** The onboarding page: send the merchant there. */
  redirectUrl: string;
  /** ISO 8601. */
  created: string;
}

/** What `connectedAccounts.create` answers. Keep `accountId`: there is no call that lists accounts. */
export interface IsvInvitedAccount {
  accountId: string;
  invitation: IsvInvitation;
}

/** A connected account. */
export interface IsvConnectedAccount {
  accountId: string;
  /** What every call for the merchant wants. Null until the merchant is connected. */
  merchantId: string | null;
  /** May differ from the invited one: the merchant can take an account it has. */
  email: string;
  /** The identity check was passed. False: it has not ended, or was refused; there is no way to tell. */
  verified: boolean;
  /** Orders and terminal sales work. */
  acquiringEnabled: boolean;
  /** ISO 8601. */
  created: string;
  taxNumber: string | null;
  vatNumber: string | null;
  legalName: string | null;
  /** Of the company register. */
  registrationNumber: string | null;
  invitation: IsvInvitation;
}
