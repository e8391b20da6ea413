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

/** A shop on the web needs it; a physical place may leave it out. */
const NeededOnline = () =>
  ValidateIf((source: CreateSourceOptions, value) => source.isPhysical !== true || (value ?? null) !== null);

/** Options of `source.createSource`: a shop on the web, or a physical place (`isPhysical: true`). */
export class CreateSourceOptions {
  /** Code that orders will name: usually four digits, case-sensitive. @default the client's `sourceCode` */
  @IsString({ message: '$property must be text: give it here or as the client’s option' })
  @IsNotEmpty()
  sourceCode?: string;
  @IsString() @IsNotEmpty() name: string;
  /** The site's domain, without scheme and path. Needed online. */
  @NeededOnline()
  @Matches(/^[^\s/:?#]+(:\d+)?$/, {
    message: '$property must be a domain without scheme and path, such as www.example.com',
  })
  domain?: string;
  /** Whether the site uses https. Needed online. */
  @NeededOnline() @IsBoolean() isSecure?: boolean;
  /** Where the customer goes after success, relative to the domain. Needed online. */
  @NeededOnline() @IsString() pathSuccess?: string;
  /** Where the customer goes after failure, relative to the domain. Needed online. */
  @NeededOnline() @IsString() pathFail?: string;
  /** A place for payments in person. @default false */
  @IsOptional() @IsBoolean() isPhysical?: boolean;
  /** Physical places only. */
  @IsOptional() @IsString() phone?: string;
  /** Physical places only. */
  @IsOptional() @IsString() address?: string;
  /** Wallet that the money goes to. Physical places only. */
  @Allow() walletId?: number | string | bigint;
  /** Degrees. Physical places only. */
  @IsOptional() @IsLatitude() latitude?: number;
  /** Degrees. Physical places only. */
  @IsOptional() @IsLongitude() longitude?: number;
  /** Text on bank statements. Physical places only. */
  @IsOptional() @IsString() transactionDescriptor?: string;
}
