import {
  Allow,
  IsBoolean,
  IsLatitude,
  IsLongitude,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  ValidateIf,
} from 'class-validator';

/** Requires the option for online sources; it is optional for physical ones. */
const RequiredOnline = () =>
  ValidateIf((source: CreateSourceOptions, value) => source.isPhysical !== true || (value ?? null) !== null);

/** Options of `source.createSource`: an online shop, or a physical store (`isPhysical: true`). */
export class CreateSourceOptions {
  /** Code for the `sourceCode` of orders: usually four digits, case-sensitive. @default the client's `sourceCode` */
  @IsString({ message: '$property must be a string: pass it here or as the client’s option' })
  @IsNotEmpty()
  sourceCode?: string;
  @IsString() @IsNotEmpty() name: string;
  /** Domain of the site, without scheme and path. Required for online sources. */
  @RequiredOnline()
  @Matches(/^[^\s/:?#]+(:\d+)?$/, {
    message: '$property must be a domain without scheme and path, such as www.example.com',
  })
  domain?: string;
  /** Whether the site uses HTTPS. Required for online sources. */
  @RequiredOnline() @IsBoolean() isSecure?: boolean;
  /** Path on the domain that the customer returns to after success. Required for online sources. */
  @RequiredOnline() @IsString() pathSuccess?: string;
  /** Path on the domain that the customer returns to after failure. Required for online sources. */
  @RequiredOnline() @IsString() pathFail?: string;
  /** Marks a physical store. @default false */
  @IsOptional() @IsBoolean() isPhysical?: boolean;
  /** Physical stores only. */
  @IsOptional() @IsString() phone?: string;
  /** Physical stores only. */
  @IsOptional() @IsString() address?: string;
  /** ID of the wallet that receives the money. Physical stores only. */
  @Allow() walletId?: number | string | bigint;
  /** Degrees. Physical stores only. */
  @IsOptional() @IsLatitude() latitude?: number;
  /** Degrees. Physical stores only. */
  @IsOptional() @IsLongitude() longitude?: number;
  /** Text on bank statements. Physical stores only. */
  @IsOptional() @IsString() transactionDescriptor?: string;
}
