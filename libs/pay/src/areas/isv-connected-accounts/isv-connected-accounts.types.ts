import { Allow, IsEmail, IsHexColor, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { IsNested, IsWebAddress } from '../../core/options/validators.js';

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
  @IsOptional() @IsNested(() => IsvBranding) branding?: IsvBranding;
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
